// How boards look on this device: the colours of the chessboard, the drawings of its pieces, and zen, which leaves the board
// and what belongs to it alone on the page. Every page has it; the choices stand beside the boards of games.

import { chosen, choose, keepChoice, kept } from "./choices.js";
import { maybe } from "./dom.js";

const KINDS = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const root = document.documentElement;
/** Name of the piece set that is in use. */
let standing = "";

/** Gives the symbols of a set the names of the pieces: all that is drawn, and will be, is of that set. @param {string} set */
function draw(set) {
  for (const kind of KINDS) {
    const now = maybe(kind);
    const wanted = maybe(`${set}-${kind}`);
    if (set === standing || !now || (set && !wanted)) continue;
    now.id = `${standing || "usual"}-${kind}`;
    const next = maybe(set ? `${set}-${kind}` : `usual-${kind}`);
    if (next) next.id = kind;
  }
  standing = set;
}

/** @param {string} board */
function color(board) {
  if (board) root.dataset.board = board;
  else delete root.dataset.board;
}

/** @param {boolean} on */
function zen(on) {
  root.classList.toggle("zen", on);
  maybe("zen")?.setAttribute("aria-pressed", String(on));
}

/** A list of choices that acts at once and is kept. @param {string} name @param {(value: string) => void} act */
function listen(name, act) {
  const field = maybe(name);
  act(chosen(name));
  if (!(field instanceof HTMLSelectElement)) return;
  field.value = chosen(name);
  field.addEventListener("change", () => {
    choose(name, field.value);
    act(field.value);
  });
}

listen("board-colors", color);
listen("piece-set", draw);
// A page without a board has nothing to leave alone.
if (maybe("zen")) zen(kept("zen", false));
const turnZen = () => {
  const on = !root.classList.contains("zen");
  keepChoice("zen", on);
  zen(on);
};
maybe("zen")?.addEventListener("click", turnZen);
document.addEventListener("keydown", (event) => {
  const target = event.target;
  if (event.key !== "z" || event.altKey || event.ctrlKey || event.metaKey || !maybe("zen")) return;
  if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
  turnZen();
});
