// Boards of many cells on a small screen: cells too small for a finger can be made as large as one, and the board is then moved
// about under its frame.

import { maybe } from "./dom.js";
import { t } from "./texts.js";

/** A cell as wide as a finger needs, in pixels. */
const FINGER = 44;
/** Smaller ones are offered to be enlarged. */
const SMALL = 30;

/**
 * Offers larger cells where they are too small.
 * @param {HTMLElement} frame where the board stands
 * @param {() => import("./board.js").Board | null} board the one that stands there now
 */
export function magnify(frame, board) {
  const button = maybe("zoom");
  if (!button) return;
  const count = () => board()?.data?.files ?? 8;
  /** @param {boolean} on */
  const turn = (on) => {
    frame.classList.toggle("zoomed", on);
    frame.style.setProperty("--zoomed", `${count() * FINGER}px`);
    button.setAttribute("aria-pressed", String(on));
    const root = board()?.root;
    if (!on || !root) return;
    // What was done last is in the middle, or else the middle of the board.
    const last = root.querySelector(".cell.to");
    const [x, y] = last instanceof HTMLElement ? [last.offsetLeft, last.offsetTop] : [root.scrollWidth / 2, root.scrollHeight / 2];
    frame.scrollTo(x - frame.clientWidth / 2, y - frame.clientHeight / 2);
  };
  const look = () => {
    const small = frame.clientWidth > 0 && frame.clientWidth / count() < SMALL;
    button.hidden = !small;
    if (!small && frame.classList.contains("zoomed")) turn(false);
  };
  button.textContent = t("board-zoom");
  button.addEventListener("click", () => turn(button.getAttribute("aria-pressed") !== "true"));
  new ResizeObserver(look).observe(frame);
  new MutationObserver(look).observe(frame, { childList: true, subtree: true });
}
