// Fairy pieces of the composer: the table that stands in the page, and pieces as text: `Neutral G`, `White Royal N`.

/** A kind of piece: its code and name after Popeye, and the chess piece whose turned shape it has; none is shown by its code. @typedef {{code: string, name: string, shape?: string, turn?: number}} Kind */

/** @type {Kind[]} */
export const kinds = JSON.parse(document.getElementById("fairy")?.textContent ?? "[]");

/** Codes of chess pieces after Popeye. @type {Record<string, string>} */
const CHESS = { K: "k", Q: "q", R: "r", B: "b", S: "n", P: "p" };

/** Returns true for a piece that FEN cannot express. @param {string} piece */
export const isFairy = (piece) => piece.length > 1;

/** Returns the kind of piece with a name. @param {string} name */
export const kindNamed = (name) => kinds.find((kind) => kind.name === name);

/** The piece of a text to be drawn. @param {string} piece */
export function fairyPiece(piece) {
  const words = piece.split(" ");
  const code = words.at(-1) ?? "";
  const color = (words[0] ?? "").toLowerCase();
  const name = kinds.find((kind) => kind.code === code)?.name ?? code;
  return { kind: name, color, owner: 0, letters: code, rank: 0 };
}

/** Returns a piece with exchanged colours. @param {string} piece */
export function otherFairy(piece) {
  const [color = "", ...rest] = piece.split(" ");
  const other = color === "White" ? "Black" : color === "Black" ? "White" : color;
  return [other, ...rest].join(" ");
}

/** The terms of a problem for its fairy pieces: `Neutral Gd4`. @param {string[]} all pieces by the squares, a1 first */
export function termsOf(all) {
  const name = (/** @type {number} */ index) => String.fromCharCode(97 + (index % 8)) + (Math.floor(index / 8) + 1);
  return all.flatMap((piece, index) => (isFairy(piece) ? [piece + name(index)] : []));
}

/** Puts pieces of terms on their squares. @param {string[]} all @param {string[]} terms */
export function place(all, terms) {
  for (const term of terms) {
    const found = term.match(/^(.+)([a-h])([1-8])$/);
    if (!found) continue;
    const [, piece = "", file = "", rank = ""] = found;
    all[(Number(rank) - 1) * 8 + file.charCodeAt(0) - 97] = piece;
  }
}

/**
 * The squares of a solver's Forsyth: `=` before neutral pieces, a point before codes of two letters; null if it is none.
 * @param {string} text
 */
export function forsyth(text) {
  /** @type {string[][]} */
  const ranks = [];
  for (const rank of text.split("/")) {
    /** @type {string[]} */
    const row = [];
    for (const [, empty, neutral, two, one] of rank.matchAll(/([1-8])|(=)?(?:\.([A-Za-z]{2})|([A-Za-z]))/g)) {
      if (empty) {
        row.push(...Array(Number(empty)).fill(""));
        continue;
      }
      const letters = two ?? one ?? "";
      const code = letters.toUpperCase();
      const chess = CHESS[code];
      const white = letters === code;
      if (chess && !neutral) row.push(white ? chess.toUpperCase() : chess);
      else row.push(`${neutral ? "Neutral" : white ? "White" : "Black"} ${code}`);
    }
    if (row.length !== 8) return null;
    ranks.unshift(row);
  }
  return ranks.length === 8 ? ranks.flat() : null;
}
