// The rules of all games, in the page: the module `rules.wasm`, made from src/web. It is asked for when the page
// works already; until it has come, and where it does not come, the server alone says what is legal.

import { lang } from "./texts.js";

/** @typedef {import("./messages").Setup} Setup */
/** @typedef {import("./messages").State} State */
/** A record with variations: src/web/study.rs. @typedef {{game: string, settings: Record<string, string>, start: string, tags: [string, string][], remark: string, moves: import("./tree.js").RecordedMove[], dropped?: Record<string, string[]>}} Study */
/** @typedef {{memory: WebAssembly.Memory, request: (length: number) => number, answer: () => number, answered: () => number}} Exports */

const MODULE = "../rules.wasm";

/** The module, compiled once for the page. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

async function compile() {
  const answer = await fetch(MODULE);
  if (!answer.ok) throw new Error(`${MODULE}: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** A game in progress: its rules, its moves, its board. */
export class Table {
  /** @param {Exports} module */
  constructor(module) {
    this.module = module;
  }

  /**
   * Asks the module.
   * @param {object} request
   * @returns {any} the answer; an object with `refused` if it refuses
   */
  #ask(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = this.module.request(bytes.length);
    if (at === 0) return { refused: "too long" };
    new Uint8Array(this.module.memory.buffer, at, bytes.length).set(bytes);
    const length = this.module.answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.module.memory.buffer, this.module.answered(), length)));
  }

  /**
   * Begins a game, in place of the one before.
   * @param {Setup} setup
   * @returns {State | {refused: string}}
   */
  begin(setup) {
    return this.#ask({ do: "begin", setup, lang });
  }

  /**
   * Plays a move.
   * @param {string} text in the game's own form, or as people write it in the reader's language
   * @returns {State | {refused: string}}
   */
  play(text) {
    return this.#ask({ do: "play", text, lang });
  }

  /** Returns the reason why a move is not legal; null if it is. @param {string} text @returns {string | null} */
  why(text) {
    return this.#ask({ do: "why", text, lang }).why ?? null;
  }

  /** Takes moves back. @param {number} plies how many stand @returns {State} */
  back(plies) {
    return this.#ask({ do: "back", plies });
  }

  /** Returns the opening of a game of chess; null if it is not known. @returns {{eco: string, name: Record<string, string>} | null} */
  opening() {
    return this.#ask({ do: "opening" }).opening ?? null;
  }

  /** Reads a record as PGN, or a position of a game. @param {string} text @param {string} game @returns {Study | {refused: string}} */
  read(text, game) {
    return this.#ask({ do: "read", text, game, lang });
  }

  /** Writes a record as PGN. @param {Study} study @returns {{pgn: string} | {refused: string}} */
  write(study) {
    const { dropped, ...record } = study;
    return this.#ask({ do: "write", study: record, lang });
  }

  /** Returns the board after a number of moves. @param {number} ply @returns {import("./messages").BoardView} */
  board(ply) {
    return this.#ask({ do: "board", ply });
  }
}

/** Makes a table; null where there is no WebAssembly or no module. @returns {Promise<Table | null>} */
export async function table() {
  try {
    const { exports } = await WebAssembly.instantiate(await (compiled ??= compile()), {});
    return new Table(/** @type {Exports} */ (/** @type {unknown} */ (exports)));
  } catch (error) {
    console.warn("no rules in this page:", error);
    return null;
  }
}
