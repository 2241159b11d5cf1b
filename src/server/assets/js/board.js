// A board for any game, drawn from the server's data: it knows no rules. Moves are chosen by click and
// click, by dragging, by touch, and by arrow keys with Enter; what may be chosen is in `legal`.

import { el } from "./dom.js";
import { drawn, pieceName } from "./pieces.js";
import { t } from "./texts.js";

/** @typedef {import("./types").BoardData} BoardData */
/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").MoveData} MoveData */

/**
 * What is shown, beside the board itself.
 * @typedef {object} Look
 * @property {MoveData[]} [legal] what may be chosen now
 * @property {boolean} [flipped] whether the other side is below
 * @property {boolean} [animate] whether what has moved slides
 * @property {number[]} [premove] the seats whose pieces may be given a move in advance
 * @property {Map<string, string>} [gains] what to write in cells
 */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /**
   * @param {HTMLElement} frame where it stands
   * @param {object} options
   * @param {string} options.variant
   * @param {string} [options.label]
   * @param {(move: MoveData) => void} [options.onMove] hears which legal move was chosen
   * @param {(premove: {from?: string, to: string} | null) => void} [options.onPremove]
   * @param {(cell: Cell) => boolean} [options.onCell] hears of any other click; true if it has used it
   */
  constructor(frame, options) {
    this.options = options;
    this.frame = frame;
    frame.classList.add("board-frame");
    this.root = el("div", { class: `board ${options.variant}`, role: "grid", "aria-label": options.label ?? t("board") });
    frame.append(this.root);
    /** @type {BoardData | null} */
    this.data = null;
    /** @type {Look} */
    this.look = {};
    /** @type {Map<string, {place: HTMLElement, json: string}>} */
    this.places = new Map();
    /** @type {string | null} */
    this.selected = null;
    /** @type {{from?: string, to: string} | null} */
    this.premove = null;
    this.layout = "";
    this.focused = "";
    /** @type {{from: string, piece: HTMLElement, x: number, y: number, moved: boolean, was: boolean} | null} */
    this.drag = null;
    this.root.addEventListener("pointerdown", (event) => this.#down(event));
    this.root.addEventListener("pointermove", (event) => this.#drags(event));
    this.root.addEventListener("pointerup", (event) => this.#up(event));
    this.root.addEventListener("pointercancel", () => this.#drop());
    this.root.addEventListener("keydown", (event) => this.#key(event));
    this.root.addEventListener("contextmenu", (event) => {
      if (this.premove || this.selected) {
        event.preventDefault();
        this.clear();
      }
    });
  }

  /**
   * Shows a board.
   * @param {BoardData} data
   * @param {Look} look
   */
  show(data, look = {}) {
    const before = this.data;
    const same = before && before.files === data.files && before.ranks === data.ranks;
    this.data = data;
    this.look = look;
    this.#closePicker();
    const layout = `${data.files}x${data.ranks}${look.flipped ? "f" : ""}`;
    const rebuilt = layout !== this.layout;
    if (rebuilt) this.#build(layout);
    const animate = (look.animate ?? false) && same && !rebuilt && !reduced.matches;
    const slides = animate && before ? moved(before, data) : [];
    const turned = animate && before ? turnedCells(before, data) : [];
    const legal = look.legal ?? [];
    if (this.selected && !this.#movable(this.selected)) this.selected = null;
    for (const cell of data.cells) {
      const found = cell && this.places.get(cell.name);
      if (!cell || !found) continue;
      const json = JSON.stringify([cell.piece, cell.ground, cell.letter]);
      if (json !== found.json) {
        found.json = json;
        for (const old of found.place.querySelectorAll(":scope > .piece")) old.remove();
        if (cell.piece) found.place.append(drawn(cell.piece));
      }
      this.#gain(found.place, look.gains?.get(cell.name));
    }
    this.root.classList.toggle("playable", legal.length > 0 || (look.premove?.length ?? 0) > 0);
    this.#paint();
    for (const { from, to } of slides) this.#slide(from, to);
    for (const { cell, old } of turned) this.#turn(cell, old);
    const premove = this.premove;
    if (premove && legal.length > 0) {
      this.premove = null;
      const choices = legal.filter((m) => m.to === premove.to && m.from === premove.from);
      const queen = choices.find((m) => m.suffix === "q") ?? choices[0];
      this.options.onPremove?.(null);
      this.#paint();
      if (queen) this.options.onMove?.(queen);
    }
  }

  /** Forgets what was selected and what was to be played in advance. */
  clear() {
    this.selected = null;
    if (this.premove) this.options.onPremove?.(null);
    this.premove = null;
    this.#closePicker();
    this.#paint();
  }

  /** Puts the focus on the board. */
  focus() {
    (this.places.get(this.focused)?.place ?? this.places.values().next().value?.place)?.focus();
  }

  /** @param {string} layout */
  #build(layout) {
    const data = this.data;
    if (!data) return;
    this.layout = layout;
    this.places.clear();
    this.root.style.setProperty("--files", String(data.files));
    this.root.style.setProperty("--ranks", String(data.ranks));
    const ranks = [...Array(data.ranks).keys()];
    const files = [...Array(data.files).keys()];
    if (this.look.flipped) files.reverse();
    else ranks.reverse();
    const rows = ranks.map((rank, line) => {
      const row = el("div", { class: "rank", role: "row" });
      files.forEach((file, column) => {
        const cell = data.cells[rank * data.files + file];
        if (!cell) {
          row.append(el("div", { class: "cell hole", role: "gridcell", "aria-label": t("hole") }));
          return;
        }
        const place = el("div", { class: "cell", role: "gridcell", tabindex: -1, "data-cell": cell.name });
        if (cell.letter) {
          place.classList.add(`ground-${cell.ground}`);
          place.append(el("span", { class: "letter", "aria-hidden": "true" }, cell.letter));
        } else {
          place.classList.add(cell.ground === "empty" ? "socket" : cell.ground);
        }
        const below = ranks[line + 1];
        const isLast = below === undefined || !data.cells[below * data.files + file];
        const before = files[column - 1];
        const isFirst = before === undefined || !data.cells[rank * data.files + before];
        const name = cell.name;
        const at = name.replace(/^[a-z]/, "");
        // Drawn by the style: who listens hears the whole name of the square instead.
        if (isLast) place.append(el("span", { class: "where file", "data-text": name.slice(0, 1) }));
        if (isFirst) place.append(el("span", { class: "where at", "data-text": at }));
        this.places.set(name, { place, json: "" });
        row.append(place);
      });
      return row;
    });
    this.root.replaceChildren(...rows);
    if (!this.places.has(this.focused)) this.focused = this.places.keys().next().value ?? "";
  }

  /**
   * @param {HTMLElement} place
   * @param {string | undefined} text
   */
  #gain(place, text) {
    const old = place.querySelector(":scope > .gain");
    if (old?.getAttribute("data-text") === text || (!old && !text)) return;
    old?.remove();
    if (text) place.append(el("span", { class: "gain", "data-text": text }));
  }

  /** Sets the marks and the names of all cells. */
  #paint() {
    const legal = this.look.legal ?? [];
    const targets = new Set(legal.filter((m) => m.to && (m.from ? m.from === this.selected : true)).map((m) => m.to));
    const movable = new Set(legal.map((m) => m.from));
    for (const cell of this.data?.cells ?? []) {
      const place = cell && this.places.get(cell.name)?.place;
      if (!cell || !place) continue;
      const marks = cell.marks ?? [];
      const target = targets.has(cell.name);
      /** @type {Record<string, boolean>} */
      const classes = {
        from: marks.includes("from"), to: marks.includes("to"), changed: marks.includes("changed"),
        must: marks.includes("must_move"), check: marks.includes("check"),
        selected: this.selected === cell.name, target, taken: target && !!cell.piece,
        can: movable.has(cell.name) || this.#ownedInAdvance(cell),
        premove: this.premove?.to === cell.name || this.premove?.from === cell.name,
      };
      for (const [name, on] of Object.entries(classes)) place.classList.toggle(name, on);
      const states = [cell.piece ? pieceName(cell.piece) : t("empty-cell")];
      if (cell.letter) states.push(t(`color-${cell.ground}`));
      if (classes.must) states.push(t("mark-must"));
      if (classes.check) states.push(t("mark-check"));
      if (classes.to) states.push(t("mark-last"));
      if (target) states.push(t("mark-target"));
      place.setAttribute("aria-label", `${cell.name}, ${states.join(", ")}`);
      place.setAttribute("aria-selected", String(this.selected === cell.name));
      if (cell.letter) place.title = `${cell.name} · ${states.join(" · ")}`;
      place.tabIndex = cell.name === this.focused ? 0 : -1;
    }
  }

  /** @param {Cell} cell */
  #ownedInAdvance(cell) {
    const seats = this.look.premove;
    return !!seats && cell.piece?.owner !== undefined && seats.includes(cell.piece.owner);
  }

  /** @param {string} name */
  #cell(name) {
    return this.data?.cells.find((cell) => cell?.name === name) ?? null;
  }

  /** Whether a move may begin on a cell. @param {string} name */
  #movable(name) {
    const cell = this.#cell(name);
    return (this.look.legal ?? []).some((m) => m.from === name) || (!!cell && this.#ownedInAdvance(cell));
  }

  /** @param {EventTarget | null} target */
  #nameAt(target) {
    const place = target instanceof Element ? target.closest("[data-cell]") : null;
    return place && this.root.contains(place) ? place.getAttribute("data-cell") : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    const name = this.#nameAt(event.target);
    if (!name || this.root.querySelector(".promotion")) return;
    const piece = this.places.get(name)?.place.querySelector(":scope > .piece");
    if (!this.#movable(name) || !(piece instanceof HTMLElement)) return;
    const isTarget = this.selected && this.selected !== name && this.#fits(this.selected, name);
    if (isTarget) return;
    const was = this.selected === name;
    this.drag = { from: name, piece, x: event.clientX, y: event.clientY, moved: false, was };
    this.selected = name;
    this.#paint();
    this.root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #drags(event) {
    const drag = this.drag;
    if (!drag) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < 5) return;
    drag.moved = true;
    drag.piece.classList.add("drag");
    drag.piece.style.transform = `translate(${dx}px, ${dy}px) scale(1.08)`;
    const over = this.#under(event);
    this.root.querySelector(".over")?.classList.remove("over");
    if (over && this.#fits(drag.from, over)) this.places.get(over)?.place.classList.add("over");
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
    this.root.querySelector(".over")?.classList.remove("over");
    if (!drag) return;
    drag.piece.classList.remove("drag");
    drag.piece.style.transform = "";
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest(".promotion"))) return;
    const drag = this.drag;
    this.#drop();
    const name = this.#under(event);
    if (drag?.moved) {
      if (name && name !== drag.from) this.#choose(drag.from, name);
      return;
    }
    if (!name) return;
    if (drag?.from === name) {
      // The press has selected it; a second one puts it back.
      if (drag.was) this.clear();
      this.focused = name;
      return;
    }
    this.focused = name;
    this.#click(name);
  }

  /** @param {string} name */
  #click(name) {
    const cell = this.#cell(name);
    if (!cell) return;
    if (this.options.onCell?.(cell)) return;
    if (this.selected && this.selected !== name && this.#choose(this.selected, name)) return;
    if (this.#choose(undefined, name)) return;
    if (this.#movable(name) && this.selected !== name) {
      this.selected = name;
    } else {
      this.selected = null;
      if (this.premove) this.clear();
    }
    this.#paint();
  }

  /**
   * Whether there may be a move from one cell to another.
   * @param {string | undefined} from
   * @param {string} to
   */
  #fits(from, to) {
    const legal = this.look.legal ?? [];
    if (legal.length > 0) return legal.some((m) => m.to === to && m.from === from);
    const begins = from ? this.#cell(from) : null;
    const ends = this.#cell(to);
    return !!begins && !!ends && this.#ownedInAdvance(begins) && !this.#ownedInAdvance(ends);
  }

  /**
   * Plays, asks what a pawn is to become, or keeps for later.
   * @param {string | undefined} from
   * @param {string} to
   */
  #choose(from, to) {
    if (!this.#fits(from, to)) return false;
    const legal = this.look.legal ?? [];
    this.selected = null;
    const choices = legal.filter((m) => m.to === to && m.from === from);
    const [first] = choices;
    if (choices.length === 0) {
      this.premove = from ? { from, to } : { to };
      this.options.onPremove?.(this.premove);
    } else if (choices.length === 1 && first) {
      this.options.onMove?.(first);
    } else {
      this.#pick(to, choices);
    }
    this.#paint();
    return true;
  }

  /**
   * The pieces that a pawn may become, on the board.
   * @param {string} to
   * @param {MoveData[]} choices
   */
  #pick(to, choices) {
    const place = this.places.get(to)?.place;
    if (!place) return;
    /** @type {Record<string, string>} */
    const kinds = { q: "queen", r: "rook", b: "bishop", n: "knight" };
    const first = choices[0];
    const begins = first?.from ? this.#cell(first.from) : null;
    const color = begins?.piece?.color ?? "white";
    const order = ["q", "r", "b", "n"];
    const sorted = choices.toSorted((a, b) => order.indexOf(a.suffix ?? "") - order.indexOf(b.suffix ?? ""));
    const buttons = sorted.map((m) => {
      const kind = kinds[m.suffix ?? ""] ?? "queen";
      const piece = { kind, color, letters: "", rank: 0 };
      const chosen = () => {
        this.#closePicker();
        this.options.onMove?.(m);
      };
      return el("button", { type: "button", "aria-label": pieceName(piece), onclick: chosen }, drawn(piece));
    });
    const picker = el("div", { class: "promotion", role: "dialog", "aria-label": t("promotion") }, ...buttons);
    this.root.append(picker);
    const left = Math.min(place.offsetLeft, this.root.clientWidth - picker.offsetWidth);
    const top = Math.min(place.offsetTop, this.root.clientHeight - picker.offsetHeight);
    picker.style.left = `${Math.max(0, left)}px`;
    picker.style.top = `${Math.max(0, top)}px`;
    picker.addEventListener("keydown", (event) => {
      const at = buttons.findIndex((button) => button === document.activeElement);
      if (event.key === "Escape") {
        this.#closePicker();
        this.focus();
      } else if (event.key === "ArrowDown" || event.key === "ArrowRight") buttons[(at + 1) % buttons.length]?.focus();
      else if (event.key === "ArrowUp" || event.key === "ArrowLeft") buttons.at(at - 1)?.focus();
      else return;
      event.stopPropagation();
      event.preventDefault();
    });
    buttons[0]?.focus();
  }

  #closePicker() {
    this.root.querySelector(".promotion")?.remove();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const name = this.#nameAt(event.target);
    const data = this.data;
    if (!name || !data || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (step) {
      const sign = this.look.flipped ? -1 : 1;
      let file = name.charCodeAt(0) - 97;
      let rank = Number(name.slice(1)) - 1;
      for (;;) {
        file += step[0] * sign;
        rank += step[1] * sign;
        if (file < 0 || rank < 0 || file >= data.files || rank >= data.ranks) break;
        const next = data.cells[rank * data.files + file];
        if (!next) continue;
        this.focused = next.name;
        this.#paint();
        this.focus();
        break;
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.#click(name);
    } else if (event.key === "Escape") {
      this.clear();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} token */
  #milliseconds(token) {
    return Number.parseFloat(getComputedStyle(this.root).getPropertyValue(token)) || 0;
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #slide(from, to) {
    const start = this.places.get(from)?.place;
    const end = this.places.get(to)?.place;
    const piece = end?.querySelector(":scope > .piece");
    if (!start || !end || !(piece instanceof HTMLElement)) return;
    const dx = start.offsetLeft - end.offsetLeft;
    const dy = start.offsetTop - end.offsetTop;
    piece.classList.add("moving");
    const frames = [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }];
    const slide = piece.animate(frames, { duration: this.#milliseconds("--slide"), easing: "ease-out" });
    slide.onfinish = () => piece.classList.remove("moving");
    slide.oncancel = slide.onfinish;
  }

  /**
   * @param {string} name
   * @param {import("./types").Piece} old
   */
  #turn(name, old) {
    const place = this.places.get(name)?.place;
    const piece = place?.querySelector(":scope > .piece");
    if (!place || !(piece instanceof HTMLElement)) return;
    const duration = this.#milliseconds("--flip");
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
}

/**
 * Which pieces stand elsewhere than before: those that have gone from one cell and stand on another.
 * @param {BoardData} before
 * @param {BoardData} after
 */
function moved(before, after) {
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
function turnedCells(before, after) {
  /** @type {{cell: string, old: import("./types").Piece}[]} */
  const turned = [];
  after.cells.forEach((now, index) => {
    const then = before.cells[index];
    if (now?.piece?.kind === "ball" && then?.piece && then.piece.color !== now.piece.color) {
      turned.push({ cell: now.name, old: then.piece });
    }
  });
  return turned;
}

/**
 * A board after changes, as a new value.
 * @param {BoardData} board
 * @param {import("./types").CellChange[]} changed
 * @returns {BoardData}
 */
export function changedBoard(board, changed) {
  const cells = board.cells.slice();
  for (const { index, cell } of changed) cells[index] = cell;
  return { ...board, cells };
}
