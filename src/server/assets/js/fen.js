// Chess positions as FEN, for the composer: the pieces on the squares, without rules.

import { fairyPiece, isFairy, otherFairy } from "./fairy.js";

/** @typedef {import("./messages").BoardView} BoardData */

/** @type {Record<string, string>} */
const KINDS = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** Returns the piece for a FEN letter, or for the text of a fairy piece. @param {string} letter */
export function pieceOf(letter) {
  if (isFairy(letter)) return fairyPiece(letter);
  const white = letter === letter.toUpperCase();
  return { kind: KINDS[letter.toLowerCase()] ?? "pawn", color: white ? "white" : "black", owner: 0, letters: letter, rank: 0 };
}

/**
 * Reads the squares of a FEN: 64 letters or empty texts, a1 first; null if they are none.
 * @param {string} fen
 */
export function squares(fen) {
  const ranks = (fen.trim().split(/\s+/)[0] ?? "").split("/");
  if (ranks.length !== 8) return null;
  /** @type {string[]} */
  const all = [];
  for (const rank of ranks.reverse()) {
    let count = 0;
    for (const letter of rank) {
      if (/[1-8]/.test(letter)) {
        for (let n = 0; n < Number(letter); n++) all.push("");
        count += Number(letter);
      } else if (KINDS[letter.toLowerCase()]) {
        all.push(letter);
        count++;
      } else return null;
    }
    if (count !== 8) return null;
  }
  return all;
}

/**
 * The FEN of squares, without fairy pieces.
 * @param {string[]} all
 * @param {string} turn
 * @param {string} rest castling, en passant and the counters
 */
export function fenOf(all, turn, rest = "- - 0 1") {
  const ranks = [];
  for (let rank = 7; rank >= 0; rank--) {
    let text = "";
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const letter = all[rank * 8 + file];
      if (!letter || isFairy(letter)) {
        empty++;
        continue;
      }
      if (empty) text += empty;
      empty = 0;
      text += letter;
    }
    ranks.push(text + (empty || ""));
  }
  return `${ranks.join("/")} ${turn} ${rest}`;
}

/**
 * Converts squares to board data for display.
 * @param {string[]} all
 * @returns {BoardData}
 */
export function boardOf(all) {
  const cells = all.map((letter, index) => {
    const file = index % 8;
    const rank = Math.floor(index / 8);
    const name = String.fromCharCode(97 + file) + (rank + 1);
    return { name, ground: (file + rank) % 2 ? "light" : "dark", ...(letter ? { piece: pieceOf(letter) } : {}) };
  });
  return { files: 8, ranks: 8, cells };
}

/** Exchanges the colour of a FEN letter. @param {string} letter */
const otherColour = (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase());

/** Ways to turn a position, by the square that each square's piece comes from. @type {Record<string, (file: number, rank: number) => [number, number]>} */
const TURNS = {
  mirror: (file, rank) => [7 - file, rank],
  "mirror-down": (file, rank) => [file, 7 - rank],
  rotate: (file, rank) => [7 - rank, file],
  colours: (file, rank) => [file, 7 - rank],
  left: (file, rank) => [file + 1, rank],
  right: (file, rank) => [file - 1, rank],
  up: (file, rank) => [file, rank - 1],
  down: (file, rank) => [file, rank + 1],
};

/** Names of the transformations. */
export const turns = Object.keys(TURNS);

/**
 * Returns a position transformed in one of the ways; null if a piece would leave the board.
 * @param {string[]} all
 * @param {string} way
 */
export function turned(all, way) {
  const from = TURNS[way];
  if (!from) return null;
  const made = all.map((_, index) => {
    const [file, rank] = from(index % 8, Math.floor(index / 8));
    const letter = file < 0 || file > 7 || rank < 0 || rank > 7 ? "" : all[rank * 8 + file] ?? "";
    if (way !== "colours" || !letter) return letter;
    return isFairy(letter) ? otherFairy(letter) : otherColour(letter);
  });
  return made.filter(Boolean).length === all.filter(Boolean).length ? made : null;
}
