// The list of a game's moves, to read and to step through.

import { el, keep } from "./dom.js";
import { shown, spoken } from "./letters.js";
import { has, lang, t } from "./texts.js";

/**
 * A move as the reader says it: what is no place on the board has words of its own.
 * @param {{text: string, name: string}} made
 * @param {(moves: string) => string} [letters] how a move of chess is written
 */
export function moveName(made, letters = spoken) {
  const key = `move-${made.text}`;
  return has(key) ? t(key) : letters(made.name || made.text);
}

/** Formats the time spent on a move. @param {number} ms */
export function took(ms) {
  const seconds = ms / 1000;
  const format = new Intl.NumberFormat(lang, { maximumFractionDigits: seconds < 10 ? 1 : 0 });
  return seconds < 60 ? `${format.format(seconds)} s` : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

export class MoveList {
  /**
   * @param {HTMLElement} root
   * @param {(ply: number) => void} go hears of the ply to show: 0 is the start
   */
  constructor(root, go) {
    this.root = root;
    this.go = go;
    /** @type {import("./messages").Made[]} */
    this.moves = [];
    this.at = 0;
    /** What is said of a move beside it, by ply from 1. @type {Map<number, {mark: string, title: string}>} */
    this.marks = new Map();
    root.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button[data-ply]") : null;
      if (button) this.go(Number(button.getAttribute("data-ply")));
    });
  }

  /**
   * @param {import("./messages").Made[]} moves
   * @param {number} at the ply that is shown
   * @param {number} seats
   * @param {(seat: number) => Node | null} chip
   */
  show(moves, at, seats, chip) {
    const moved = this.at !== at || this.moves.length !== moves.length;
    this.moves = moves;
    this.at = at;
    this.root.classList.toggle("paired", seats === 2);
    if (moves.length === 0) {
      keep(this.root, el("li", { class: "empty" }, t("moves-none")));
      return;
    }
    /** @type {HTMLElement[]} */
    const items = [];
    let number = 0;
    moves.forEach((made, index) => {
      const first = moves[0];
      const begins = seats === 2 ? made.seat === 0 || index === 0 : index % seats === 0;
      if (begins || (seats === 2 && index > 0 && moves[index - 1]?.seat === made.seat)) {
        number++;
        items.push(el("li", { class: "no", "aria-hidden": "true" }, `${number}.`));
        if (seats === 2 && index === 0 && first?.seat === 1) items.push(el("li", { class: "gap" }, "…"));
        else if (seats === 2 && made.seat === 1) items.push(el("li", { class: "gap" }, "…"));
      }
      const ply = index + 1;
      const mark = this.marks.get(ply);
      const button = el("button", {
        type: "button", "data-ply": ply, class: mark ? `ply ${mark.mark}` : "ply",
        title: mark?.title,
      }, seats === 2 ? null : chip(made.seat), moveName(made, shown), made.spent == null ? null : el("span", { class: "took number" }, took(made.spent)), mark ? el("span", { class: "glyph" }, glyph(mark.mark)) : null);
      items.push(el("li", {}, button));
      const next = moves[index + 1];
      if (seats === 2 && made.seat === 0 && (!next || next.seat === 0)) items.push(el("li", { class: "gap" }));
    });
    keep(this.root, ...items);
    for (const button of this.root.querySelectorAll("button[data-ply]")) {
      if (button.getAttribute("data-ply") === String(at)) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    // An analysis draws the list anew while somebody reads in it.
    if (!moved) return;
    const current = this.root.querySelector("[aria-current]");
    if (!(current instanceof HTMLElement)) {
      this.root.scrollTop = 0;
      this.root.scrollLeft = 0;
      return;
    }
    // Only this list scrolls, never the page.
    const box = this.root.getBoundingClientRect();
    const place = current.getBoundingClientRect();
    this.root.scrollTop += place.top - box.top - box.height / 2 + place.height / 2;
    this.root.scrollLeft += place.left - box.left - box.width / 2 + place.width / 2;
  }
}

/** @param {string} mark */
function glyph(mark) {
  return { blunder: "??", mistake: "?", inaccuracy: "?!", best: "!" }[mark] ?? "";
}
