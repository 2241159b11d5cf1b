// The rules of all games, in the page: the module `rules.wasm`, made from src/web. It is asked for when the page
// works already; until it has come, and where it does not come, the server alone says what is legal.

import { lang } from "./texts.js";
import { Answers, compiled, file } from "./wasm.js";

/** @typedef {import("./messages").Setup} Setup */
/** @typedef {import("./messages").State} State */
/** A record with variations: src/web/study.rs. @typedef {{game: string, settings: Record<string, string>, start: string, tags: [string, string][], remark: string, moves: import("./tree.js").RecordedMove[], dropped?: Record<string, string[]>}} Study */

const MODULE = "../rules.wasm";
const OPENINGS = "../openings.tsv";

/** The module, compiled once for the page. @type {Promise<WebAssembly.Module> | null} */
let module = null;

/** A game in progress: its rules, its moves, its board. */
export class Table {
  /** @param {Answers} answers */
  constructor(answers) {
    this.answers = answers;
  }

  /**
   * Begins a game, in place of the one before.
   * @param {Setup} setup
   * @returns {State | {refused: string}}
   */
  begin(setup) {
    return this.answers.ask({ do: "begin", setup, lang });
  }

  /**
   * Plays a move.
   * @param {string} text in the game's own form, or as people write it in the reader's language
   * @returns {State | {refused: string}}
   */
  play(text) {
    return this.answers.ask({ do: "play", text, lang });
  }

  /** Returns the reason why a move is not legal; null if it is. @param {string} text @returns {string | null} */
  why(text) {
    return this.answers.ask({ do: "why", text, lang }).why ?? null;
  }

  /** Takes moves back. @param {number} plies how many stand @returns {State} */
  back(plies) {
    return this.answers.ask({ do: "back", plies });
  }

  /** Loads the names of openings, which are a file of their own. */
  async learnOpenings() {
    this.answers.ask({ do: "openings", table: new TextDecoder().decode(await file(OPENINGS)) });
  }

  /** Returns the opening of a game of chess; null if it is not known. @returns {{eco: string, name: Record<string, string>} | null} */
  opening() {
    return this.answers.ask({ do: "opening" }).opening ?? null;
  }

  /** Reads a record as PGN, or a position of a game. @param {string} text @param {string} game @returns {Study | {refused: string}} */
  read(text, game) {
    return this.answers.ask({ do: "read", text, game, lang });
  }

  /** Writes a record as PGN. @param {Study} study @returns {{pgn: string} | {refused: string}} */
  write(study) {
    const { dropped, ...record } = study;
    return this.answers.ask({ do: "write", study: record, lang });
  }

  /** Writes the engine's evaluations of all positions of a game into its record. @param {Study} study @param {object[]} evaluations @returns {{study: Study} | {refused: string}} */
  annotate(study, evaluations) {
    const { dropped, ...record } = study;
    return this.answers.ask({ do: "annotate", study: record, evaluations, lang });
  }

  /** Returns the board after a number of moves as text, in the letters of the page's language. @param {number} ply @returns {string} */
  text(ply) {
    return this.answers.ask({ do: "text", ply, lang }).text ?? "";
  }

  /** Returns the board after a number of moves. @param {number} ply @returns {import("./messages").BoardView} */
  board(ply) {
    return this.answers.ask({ do: "board", ply });
  }
}

/** Makes a table; null where there is no WebAssembly or no module. @returns {Promise<Table | null>} */
export async function table() {
  try {
    return new Table(await Answers.of(await (module ??= compiled(MODULE))));
  } catch (error) {
    console.warn("no rules in this page:", error);
    return null;
  }
}
