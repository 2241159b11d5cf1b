// Choice of the piece of a promotion, shown over the board as a sibling of the grid, which contains only cells.

import { el } from "./dom.js";
import { drawn, pieceName } from "./pieces.js";
import { t } from "./texts.js";

/** @typedef {import("./messages").MoveView} MoveData */

/** Pieces of a promotion, in the order in which they are offered. @type {Record<string, string>} */
const KINDS = { q: "queen", r: "rook", b: "bishop", n: "knight" };
const ORDER = Object.keys(KINDS);

/**
 * Asks which of several moves to one cell is meant.
 * @param {HTMLElement} frame of the board
 * @param {HTMLElement} place the cell
 * @param {string} color of the pawn
 * @param {MoveData[]} choices
 * @param {(move: MoveData | null) => void} done hears the answer, or that there is none; closes
 */
export function ask(frame, place, color, choices, done) {
  const at = (/** @type {MoveData} */ m) => ORDER.indexOf(m.suffix ?? "");
  const buttons = choices.toSorted((a, b) => at(a) - at(b)).map((m) => {
    const piece = { kind: KINDS[m.suffix ?? ""] ?? "queen", color, letters: "", rank: 0 };
    return el("button", { type: "button", "aria-label": pieceName(piece), onclick: () => done(m) }, drawn(piece));
  });
  const picker = el("div", { class: "promotion", role: "dialog", "aria-label": t("promotion") }, ...buttons);
  frame.append(picker);
  const left = Math.min(place.offsetLeft, frame.clientWidth - picker.offsetWidth);
  const top = Math.min(place.offsetTop, frame.clientHeight - picker.offsetHeight);
  picker.style.left = `${Math.max(0, left)}px`;
  picker.style.top = `${Math.max(0, top)}px`;
  picker.addEventListener("keydown", (event) => {
    const here = buttons.findIndex((button) => button === document.activeElement);
    if (event.key === "Escape") done(null);
    else if (event.key === "ArrowDown" || event.key === "ArrowRight") buttons[(here + 1) % buttons.length]?.focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") buttons.at(here - 1)?.focus();
    else return;
    event.stopPropagation();
    event.preventDefault();
  });
  buttons[0]?.focus();
}

/** Returns true if a choice is open on a board. @param {HTMLElement} frame */
export const isOpen = (frame) => frame.querySelector(".promotion") !== null;

/** Closes the choice. @param {HTMLElement} frame */
export function close(frame) {
  for (const picker of frame.querySelectorAll(".promotion")) picker.remove();
}
