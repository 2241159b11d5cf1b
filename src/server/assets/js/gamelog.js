// The log of a game: its moves, what happens between them, and the turns that pass because a tower is blocked (Kamisado's zero
// moves).

import { el, keep } from "./dom.js";
import { moveName, took } from "./movelist.js";
import { said, t } from "./texts.js";

/** @typedef {import("./messages").Made} Made */

/** The cell of a tower that was blocked; null for a move. @param {string} text in the game's own form: `h8h8` is one */
const blockedCell = (text) => /^([a-z]\d+)\1$/.exec(text)?.[1] ?? null;

/**
 * A move as the log has it.
 * @param {{seat: number, text: string, name: string, spent?: number | null}} made
 * @param {number} ply from 1
 * @param {{title: Record<string, string>}[]} seats
 * @param {import("./rules.js").Table | null} rules which know the board before it
 */
export function moveLine(made, ply, seats, rules) {
  const title = seats[made.seat]?.title;
  const who = title ? said(title) : "";
  const cell = blockedCell(made.text);
  const time = made.spent == null ? "" : ` (${took(made.spent)})`;
  if (!cell) return t("spoken-move", { who, move: moveName(made), ply }) + time;
  const color = rules?.board(ply - 1).cells.find((one) => one?.name === cell)?.piece?.color;
  return `${ply}. ${t("tower-blocked", { who, color: color ? t(`color-${color}`) : "", cell })}`;
}

/**
 * The turns that have passed since the last move that was made: they are over before anybody has seen them.
 * @param {{text: string}[]} moves
 */
export function passed(moves) {
  let first = moves.length;
  while (first > 0 && blockedCell(moves[first - 1]?.text ?? "")) first--;
  return moves.slice(first).map((_, index) => first + index + 1);
}

/** How a game has ended for somebody: a key of a text; null for who has only watched. @param {{winners: number[], draw: boolean}} verdict @param {number | null} you */
export function outcomeFor(verdict, you) {
  if (you === null) return null;
  return verdict.draw ? "you-drew" : verdict.winners.includes(you) ? "you-won" : "you-lost";
}

/** Storage key of the notices of games, which a page that is loaded anew, or opened in another tab, has as well. */
const KEPT = "told";
/** Number of games whose notices are stored: those that were looked at last. */
const GAMES = 20;

/** Notice between two moves: number of plies before it, key of its text, name in the text. @typedef {{ply: number, key: string, who: string}} Notice */

/** Returns the stored notices by room, those of the newest last. @returns {[string, Notice[]][]} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    // A page without storage has nothing.
    return [];
  }
}

/** The log of a game: its moves, and what has happened between them. */
export class Log {
  /** @param {HTMLElement} root @param {string} room */
  constructor(root, room) {
    this.root = root;
    this.room = room;
    /** @type {Notice[]} */
    this.notices = stored().find(([name]) => name === room)?.[1] ?? [];
  }

  /** Takes note of something that is no move. @param {number} ply number of moves made before @param {string} key @param {string} [who] */
  note(ply, key, who = "") {
    this.#cut(ply);
    this.notices.push({ ply, key, who });
    this.#keep();
  }

  /** Drops the notices of moves that were taken back; returns true if there were any. @param {number} plies number of moves that stand */
  #cut(plies) {
    const before = this.notices.length;
    this.notices = this.notices.filter((notice) => notice.ply <= plies);
    return this.notices.length < before;
  }

  #keep() {
    try {
      const others = stored().filter(([name]) => name !== this.room);
      localStorage.setItem(KEPT, JSON.stringify([...others, [this.room, this.notices.slice(-200)]].slice(-GAMES)));
    } catch {
      // A page without storage forgets them.
    }
  }

  /**
   * Writes the log anew.
   * @param {string[]} moves a line each
   * @param {string} end how the game has ended
   */
  show(moves, end) {
    if (this.#cut(moves.length)) this.#keep();
    const lines = [];
    for (let ply = 0; ply <= moves.length; ply++) {
      const move = moves[ply - 1];
      if (move) lines.push(move);
      for (const { ply: after, key, who } of this.notices) if (after === ply) lines.push(t(key, { who }));
    }
    if (end) lines.push(end);
    const grown = lines.length !== this.root.childElementCount;
    keep(this.root, ...lines.map((line) => el("li", {}, line)));
    if (grown) this.root.scrollTop = this.root.scrollHeight;
  }
}
