// The solution of a problem in the problemists' notation: a tree to be unfolded or lines to be read, each move a button that
// shows the position after it. Arrow keys go from move to move.

import { el, fill } from "./dom.js";
import { shown, spoken } from "./letters.js";
import { t } from "./texts.js";

/** A move with what can follow: src/solve/stipulation/steps.rs. @typedef {{number: string, san: string, fen: string, fairy?: boolean, kind?: string, next?: Step[]}} Step */
/** @typedef {{twin?: string, duplex: boolean, soundness: string, count: number, complete: boolean, least: number | null, too_long: boolean, set_play: Step[], keys: Step[], tries: Step[], set_lines: Step[][], lines: Step[][]}} Played */
/** @typedef {{look: (step: Step) => void, back: () => void}} Host */

/** A move as the reader sees it; on a fairy board in Popeye's letters, of which there is one notation only. @param {Step} step */
const seen = (step) => (step.fairy ? step.san : shown(step.san));

/** A move as the reader says it. @param {Step} step */
export const said = (step) => (step.fairy ? step.san : spoken(step.san));

/** The first moves or lines that solve, as text. @param {Played} part @returns {string} */
export function solutions(part) {
  const line = (/** @type {Step[]} */ steps) => steps.map((step) => step.number + seen(step)).join(" ");
  const all = part.lines.length ? part.lines.map(line) : part.keys.map((key) => `${key.number}${seen(key)}!`);
  const told = all.slice(0, 4).join(", ");
  return all.length > 4 || !part.complete ? `${told} …` : told;
}

export class Solution {
  /** @param {HTMLElement} frame @param {Host} host */
  constructor(frame, host) {
    this.frame = frame;
    this.host = host;
    this.none = frame.textContent?.trim() ?? "";
    frame.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Says that there is none yet. */
  clear() {
    fill(this.frame, el("p", { class: "empty" }, this.none));
  }

  /** @param {Partial<Played>[]} parts */
  show(parts) {
    const made = parts.flatMap((part) => this.#part(part));
    if (made.length === 0) return this.clear();
    const back = el("button", { type: "button", class: "button", onclick: () => this.host.back(), id: "tree-back" }, t("tree-back"));
    fill(this.frame, back, ...made);
  }

  /** The move that is shown is not the one any more. */
  forget() {
    for (const other of this.frame.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
  }

  /** @param {Partial<Played>} part */
  #part(part) {
    /** @type {HTMLElement[]} */
    const made = [];
    const add = (/** @type {string} */ title, /** @type {Step[] | undefined} */ steps, /** @type {string} */ mark) => {
      if (!steps?.length) return;
      const list = el("ul", { class: "tree" }, ...steps.map((step) => this.#branch(step, mark, 0)));
      made.push(el("h3", {}, t(title)), list);
    };
    const lines = (/** @type {string} */ title, /** @type {Step[][] | undefined} */ all) => {
      if (!all?.length) return;
      const line = (/** @type {Step[]} */ steps) => el("li", {}, ...steps.map((step) => this.#button(step, "")));
      made.push(el("h3", {}, t(title)), el("ol", { class: "tree lines" }, ...all.map(line)));
    };
    add("tree-set-play", part.set_play, "");
    lines("tree-set-play", part.set_lines);
    add("tree-tries", part.tries, "?");
    add("tree-keys", part.keys, "!");
    lines("tree-lines", part.lines);
    if (part.too_long) made.push(el("p", { class: "muted" }, t("tree-none")));
    if (part.duplex && made.length) made.unshift(el("h3", {}, t("tree-duplex")));
    if (part.twin) made.unshift(el("h3", { class: "twin" }, part.twin));
    return made;
  }

  /** @param {Step} step @param {string} mark */
  #button(step, mark) {
    const name = `${step.number}${seen(step)}${mark}`;
    return el("button", { type: "button", "aria-label": `${step.number} ${said(step)}${mark}`, onclick: (/** @type {Event} */ event) => this.#look(event, step) }, name);
  }

  /**
   * @param {Step} step
   * @param {string} mark
   * @param {number} depth
   * @returns {HTMLElement}
   */
  #branch(step, mark, depth) {
    const kind = step.kind && step.kind !== "refutation" ? el("span", { class: "small muted" }, ` (${t(`tree-${step.kind}`)})`) : null;
    const button = this.#button(step, mark);
    const next = step.next ?? [];
    if (next.length === 0) return el("li", { class: mark === "!" ? "leaf key" : "leaf" }, button, kind);
    const below = el("ul");
    const details = el("details", { open: depth < 1 }, el("summary", {}, button, kind), below);
    // Long trees are drawn when they are opened.
    const draw = () => {
      if (details.open && !below.firstChild) below.append(...next.map((n) => this.#branch(n, "", depth + 1)));
    };
    details.addEventListener("toggle", draw);
    draw();
    return el("li", { class: mark === "!" ? "key" : "" }, details);
  }

  /** @param {Event} event @param {Step} step */
  #look(event, step) {
    event.preventDefault();
    event.stopPropagation();
    this.forget();
    const button = /** @type {Element} */ (event.currentTarget);
    button.setAttribute("aria-current", "true");
    const details = button.closest("details");
    if (details?.querySelector("summary")?.contains(button)) details.open = true;
    this.host.look(step);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step || event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLButtonElement)) return;
    const all = [...this.frame.querySelectorAll(".tree button")].filter((button) => button.getClientRects().length > 0);
    const next = all[all.indexOf(event.target) + step];
    if (!(next instanceof HTMLButtonElement)) return;
    event.preventDefault();
    next.focus();
    next.click();
  }
}
