// Animations on a board: pieces slide to their new cells, balls turn over. Visitors who want less motion get
// none: the caller asks before.

import { drawn } from "./pieces.js";

/** @typedef {import("./messages").BoardView} BoardData */
/** @typedef {import("./messages").CellView} Cell */

/** Returns a duration from the CSS tokens, in milliseconds. @param {Element} place @param {string} token */
function milliseconds(place, token) {
  return Number.parseFloat(getComputedStyle(place).getPropertyValue(token)) || 0;
}

/**
 * Slides the piece that stands on a cell there from another.
 * @param {HTMLElement | undefined} start
 * @param {HTMLElement | undefined} end
 */
export function slide(start, end) {
  const piece = end?.querySelector(":scope > .piece");
  if (!start || !end || !(piece instanceof HTMLElement)) return;
  const dx = start.offsetLeft - end.offsetLeft;
  const dy = start.offsetTop - end.offsetTop;
  piece.classList.add("moving");
  const frames = [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }];
  const sliding = piece.animate(frames, { duration: milliseconds(end, "--slide"), easing: "ease-out" });
  sliding.onfinish = () => piece.classList.remove("moving");
  sliding.oncancel = sliding.onfinish;
}

/**
 * Turns the ball of a cell over from what it was.
 * @param {HTMLElement | undefined} place
 * @param {import("./messages").PieceView} old
 */
export function turn(place, old) {
  const piece = place?.querySelector(":scope > .piece");
  if (!place || !(piece instanceof HTMLElement)) return;
  const duration = milliseconds(place, "--flip");
  const back = drawn(old);
  place.append(back);
  const away = [{ transform: "scaleX(1)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(0)" }];
  const here = [{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(1)" }];
  piece.animate(here, { duration });
  const gone = back.animate(away, { duration });
  gone.onfinish = () => back.remove();
  gone.oncancel = gone.onfinish;
  // A page that is not to be seen may hold its animations for ever.
  setTimeout(() => back.remove(), 2 * duration);
}

/**
 * Which pieces stand elsewhere than before: those that have gone from one cell and stand on another.
 * @param {BoardData} before
 * @param {BoardData} after
 */
export function moved(before, after) {
  /** @type {{name: string, key: string}[]} */
  const gone = [];
  /** @type {{name: string, key: string}[]} */
  const come = [];
  const key = (/** @type {Cell | null | undefined} */ cell) => cell?.piece ? `${cell.piece.kind} ${cell.piece.color} ${cell.piece.owner}` : "";
  after.cells.forEach((now, index) => {
    const then = before.cells[index];
    if (!now || key(now) === key(then)) return;
    if (then?.piece && then.piece.kind !== "ball") gone.push({ name: now.name, key: key(then) });
    if (now.piece && now.piece.kind !== "ball") come.push({ name: now.name, key: key(now) });
  });
  const slides = [];
  for (const { name, key: what } of come) {
    let from = gone.findIndex((g) => g.key === what);
    // A pawn that has become something else slides too.
    const cell = after.cells.find((c) => c?.name === name);
    if (from < 0 && cell?.marks?.includes("to")) from = gone.findIndex((g) => after.cells.find((c) => c?.name === g.name)?.marks?.includes("from"));
    if (from < 0) continue;
    const [start] = gone.splice(from, 1);
    if (start) slides.push({ from: start.name, to: name });
  }
  return slides.length > 6 ? [] : slides;
}

/**
 * Balls that have another colour than before.
 * @param {BoardData} before
 * @param {BoardData} after
 */
export function turnedCells(before, after) {
  /** @type {{cell: string, old: import("./messages").PieceView}[]} */
  const turned = [];
  after.cells.forEach((now, index) => {
    const then = before.cells[index];
    if (now?.piece?.kind === "ball" && then?.piece && then.piece.color !== now.piece.color) {
      turned.push({ cell: now.name, old: then.piece });
    }
  });
  return turned;
}
