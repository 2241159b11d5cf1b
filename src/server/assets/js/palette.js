// The composer's box of pieces: a click selects the piece to be placed, a drag places it at once.

import { el, svg } from "./dom.js";
import { pieceOf } from "./fen.js";
import { kinds } from "./fairy.js";
import { drawn, pieceName } from "./pieces.js";
import { t } from "./texts.js";

const TOOLS = ["K", "Q", "R", "B", "N", "P", "", "k", "q", "r", "b", "n", "p", "x"];
/** Distance after which a press becomes a drag, in pixels. */
const DRAGS_FROM = 6;

/** @param {PointerEvent} event */
function nameUnder(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
  return found?.getAttribute("data-cell") ?? null;
}

/**
 * Fills the box with the pieces of chess.
 * @param {HTMLElement} frame
 * @param {(tool: string) => void} choose hears which tool was chosen: a letter, `x` to take away, empty to move
 * @param {(name: string, letter: string) => void} put hears where a piece was dropped
 */
export function palette(frame, choose, put) {
  for (const letter of TOOLS) {
    const button = el("button", { type: "button", "data-tool": letter || "hand", "aria-pressed": letter === "" ? "true" : "false" });
    if (letter === "x") {
      button.append(svg("svg", { viewBox: "0 0 24 24" }, svg("path", { d: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13" })));
      button.setAttribute("aria-label", t("compose-palette-empty"));
    } else if (letter === "") {
      button.append(svg("svg", { viewBox: "0 0 24 24" }, svg("path", { d: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3" })));
      button.setAttribute("aria-label", t("compose-hand"));
    } else {
      button.append(drawn(pieceOf(letter)));
      button.setAttribute("aria-label", pieceName(pieceOf(letter)));
    }
    button.title = button.getAttribute("aria-label") ?? "";
    button.addEventListener("click", () => {
      for (const other of frame.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
      choose(letter);
    });
    if (letter && letter !== "x") button.addEventListener("pointerdown", (event) => dragNew(event, letter, put));
    frame.append(button);
  }
}

/**
 * Fills the box of fairy pieces: a kind and a colour are chosen, then it is put like the others.
 * @param {HTMLElement} frame
 * @param {(piece: string) => void} choose hears which piece was chosen: `Neutral G`
 * @param {(name: string, piece: string) => void} put hears where it was dropped
 */
export function fairyBox(frame, choose, put) {
  const kind = /** @type {HTMLSelectElement} */ (el("select", { id: "fairy-kind", "aria-label": t("compose-fairy-kind") }, ...kinds.map((one) => el("option", { value: one.code }, `${one.name} (${one.code})`))));
  const colors = ["White", "Black", "Neutral"].map((color) => el("option", { value: color }, t(`side-${color.toLowerCase()}`)));
  const color = /** @type {HTMLSelectElement} */ (el("select", { id: "fairy-color", "aria-label": t("compose-fairy-color") }, ...colors));
  const button = el("button", { type: "button", id: "fairy-put", "aria-pressed": "false" });
  const piece = () => `${color.value} ${kind.value}`;
  const show = () => {
    button.replaceChildren(drawn(pieceOf(piece())));
    button.setAttribute("aria-label", pieceName(pieceOf(piece())));
    button.title = button.getAttribute("aria-label") ?? "";
  };
  const use = () => {
    show();
    button.setAttribute("aria-pressed", "true");
    choose(piece());
  };
  kind.value = "G";
  show();
  for (const field of [kind, color]) field.addEventListener("change", use);
  button.addEventListener("click", use);
  button.addEventListener("pointerdown", (event) => dragNew(event, piece(), put));
  frame.append(kind, color, el("div", { class: "palette" }, button));
  return () => button.setAttribute("aria-pressed", "false");
}

/** @param {PointerEvent} start @param {string} letter @param {(name: string, letter: string) => void} put */
function dragNew(start, letter, put) {
  /** @type {HTMLElement | null} */
  let ghost = null;
  const button = /** @type {HTMLElement} */ (start.currentTarget);
  const move = (/** @type {PointerEvent} */ event) => {
    if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < DRAGS_FROM) return;
    if (!ghost) {
      ghost = el("div", { class: "dragged" }, drawn(pieceOf(letter)));
      document.body.append(ghost);
    }
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
  };
  const end = (/** @type {PointerEvent} */ event) => {
    button.removeEventListener("pointermove", move);
    button.removeEventListener("pointerup", end);
    button.removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    const name = nameUnder(event);
    if (name) put(name, letter);
  };
  button.setPointerCapture(start.pointerId);
  button.addEventListener("pointermove", move);
  button.addEventListener("pointerup", end);
  button.addEventListener("pointercancel", end);
}
