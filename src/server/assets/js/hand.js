// Input at a board: converts clicks, drags, touches and keys to choices of cells. The meaning of a choice is the
// board's business.

import { isOpen } from "./promotion.js";

/** Distance after which a press becomes a drag, in pixels. */
const DRAGS_FROM = 5;

export class Hand {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{from: string, piece: HTMLElement, x: number, y: number, moved: boolean, was: boolean} | null} */
    this.drag = null;
    const root = board.root;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#drags(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#drop());
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("contextmenu", (event) => {
      this.#drop();
      if (board.premove || board.selected) {
        event.preventDefault();
        board.clear();
      }
    });
  }

  /** @param {EventTarget | null} target */
  #nameAt(target) {
    const place = target instanceof Element ? target.closest("[data-cell]") : null;
    return place && this.board.root.contains(place) ? place.getAttribute("data-cell") : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || !event.isPrimary || this.drag) return;
    const name = this.#nameAt(event.target);
    if (!name || isOpen(this.board.frame)) return;
    const piece = this.board.places.get(name)?.place.querySelector(":scope > .piece");
    if (!this.board.movable(name) || !(piece instanceof HTMLElement)) return;
    const isTarget = this.board.selected && this.board.selected !== name && this.board.fits(this.board.selected, name);
    if (isTarget) return;
    const was = this.board.selected === name;
    this.drag = { from: name, piece, x: event.clientX, y: event.clientY, moved: false, was };
    this.board.selected = name;
    this.board.paint();
    this.board.root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #drags(event) {
    const drag = this.drag;
    if (!drag || !event.isPrimary) return;
    // Another button pressed meanwhile, or this one let go where nobody saw it: the piece goes back.
    if (event.buttons !== 1) return this.#drop();
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < DRAGS_FROM) return;
    drag.moved = true;
    drag.piece.classList.add("drag");
    drag.piece.style.transform = `translate(${dx}px, ${dy}px) scale(1.08)`;
    const over = this.#under(event);
    this.board.root.querySelector(".over")?.classList.remove("over");
    if (over && this.board.fits(drag.from, over, true)) this.board.places.get(over)?.place.classList.add("over");
  }

  /** @param {PointerEvent} event */
  #under(event) {
    for (const found of document.elementsFromPoint(event.clientX, event.clientY)) {
      const name = this.#nameAt(found);
      if (name) return name;
    }
    return null;
  }

  #drop() {
    const drag = this.drag;
    this.drag = null;
    this.board.root.querySelector(".over")?.classList.remove("over");
    if (!drag) return;
    drag.piece.classList.remove("drag");
    drag.piece.style.transform = "";
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!event.isPrimary) return;
    const drag = this.drag;
    this.#drop();
    if (event.button !== 0) return;
    // Beside the question what the pawn becomes: it stays a pawn.
    if (isOpen(this.board.frame)) return this.board.clear();
    const name = this.#under(event);
    if (drag?.moved) {
      if (name && name !== drag.from && !this.board.choose(drag.from, name, true) && (this.board.look.legal ?? []).length > 0) {
        this.board.options.onIllegal?.(drag.from, name);
      }
      return;
    }
    if (!name) return;
    if (drag?.from === name) {
      // The press has selected it; a second one puts it back.
      if (drag.was) this.board.clear();
      this.board.focused = name;
      return;
    }
    this.board.focused = name;
    this.board.click(name);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const name = this.#nameAt(event.target);
    const data = this.board.data;
    if (!name || !data || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (step) {
      const sign = this.board.look.flipped ? -1 : 1;
      let file = name.charCodeAt(0) - 97;
      let rank = Number(name.slice(1)) - 1;
      for (;;) {
        file += step[0] * sign;
        rank += step[1] * sign;
        if (file < 0 || rank < 0 || file >= data.files || rank >= data.ranks) break;
        const next = data.cells[rank * data.files + file];
        if (!next) continue;
        this.board.focused = next.name;
        this.board.paint();
        this.board.focus();
        break;
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.board.click(name);
    } else if (event.key === "Escape") {
      this.board.clear();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
