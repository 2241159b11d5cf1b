// A board for any game, drawn from data, without rules of its own. `legal` has the moves that may be chosen;
// input by pointer and keys is in hand.js, animations are in motion.js.

import { el } from "./dom.js";
import { Hand } from "./hand.js";
import { letterOf } from "./letters.js";
import { moved, slide, turn, turnedCells } from "./motion.js";
import { drawn, pieceName } from "./pieces.js";
import * as promotion from "./promotion.js";
import { t } from "./texts.js";

/** @typedef {import("./messages").BoardView} BoardData */
/** @typedef {import("./messages").CellView} Cell */
/** @typedef {import("./messages").MoveView} MoveData */

/**
 * Options of what is shown, beside the board itself.
 * @typedef {object} Look
 * @property {MoveData[]} [legal] what may be chosen now
 * @property {boolean} [flipped] whether the other side is below
 * @property {boolean} [animate] whether what has moved slides
 * @property {number[]} [premove] the seats whose pieces may be moved in advance (premoves)
 * @property {boolean} [puts] whether an empty cell may be chosen in advance, where pieces are put and not moved
 * @property {boolean} [early] whether it is the turn already, but the legal moves are not known yet
 * @property {Map<string, string>} [gains] texts to be written in cells, by cell
 */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /**
   * @param {HTMLElement} frame element that contains the board
   * @param {object} options
   * @param {string} options.variant
   * @param {string} [options.label]
   * @param {(move: MoveData) => void} [options.onMove] hears which legal move was chosen
   * @param {(from: string, to: string) => void} [options.onIllegal] hears of two cells between which there is no move
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
    /** The cell that was clicked last, if no piece may move from it; null if none. @type {string | null} */
    this.tried = null;
    /** Target cell of the moves between which the player is asked to choose; null if not asked. @type {string | null} */
    this.asked = null;
    this.layout = "";
    this.focused = "";
    this.hand = new Hand(this);
  }

  /**
   * Shows a board.
   * @param {BoardData} data
   * @param {Look} look
   */
  show(data, look = {}) {
    const before = this.data;
    const early = this.look.early;
    const same = before && before.files === data.files && before.ranks === data.ranks;
    this.data = data;
    this.look = look;
    if (this.asked && !(look.legal ?? []).some((m) => m.text === this.asked)) this.#asksNoLonger();
    const layout = `${data.files}x${data.ranks}${look.flipped ? "f" : ""}`;
    const rebuilt = layout !== this.layout;
    if (rebuilt) this.#build(layout);
    const animate = (look.animate ?? false) && same && !rebuilt && !reduced.matches;
    const slides = animate && before ? moved(before, data) : [];
    const turned = animate && before ? turnedCells(before, data) : [];
    const legal = look.legal ?? [];
    if (this.selected && !this.movable(this.selected)) this.selected = null;
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
    this.root.classList.toggle("playable", legal.length > 0 || (look.premove?.length ?? 0) > 0 || (look.puts ?? false));
    this.paint();
    for (const { from, to } of slides) slide(this.places.get(from)?.place, this.places.get(to)?.place);
    for (const { cell, old } of turned) turn(this.places.get(cell)?.place, old);
    const premove = this.premove;
    if (premove && legal.length > 0) {
      this.premove = null;
      const choices = legal.filter((m) => m.to === premove.to && m.from === premove.from);
      const queen = choices.find((m) => m.suffix === "q") ?? choices[0];
      this.options.onPremove?.(null);
      this.paint();
      if (!queen) this.options.onIllegal?.(premove.from ?? "", premove.to);
      else if (early) this.choose(premove.from, premove.to);
      else this.options.onMove?.(queen);
    }
  }

  /** Clears the selection and the premove. */
  clear() {
    this.selected = null;
    if (this.premove) this.options.onPremove?.(null);
    this.premove = null;
    this.#asksNoLonger();
    this.paint();
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
          place.append(el("span", { class: "letter", "aria-hidden": "true" }, letterOf("tower", cell.ground)));
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
  paint() {
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

  /** Returns true if a move may begin on a cell. @param {string} name */
  movable(name) {
    const cell = this.#cell(name);
    return (this.look.legal ?? []).some((m) => m.from === name) || (!!cell && this.#ownedInAdvance(cell));
  }

  /** @param {string} name */
  click(name) {
    const cell = this.#cell(name);
    if (!cell) return;
    if (this.options.onCell?.(cell)) return;
    if (this.selected && this.selected !== name && this.choose(this.selected, name)) return;
    if (this.choose(undefined, name)) return;
    this.#explain(cell);
    if (this.movable(name) && this.selected !== name) {
      this.selected = name;
    } else {
      this.selected = null;
      if (this.premove) this.clear();
    }
    this.paint();
  }

  /**
   * Has it said why a click is no move: from what is selected, from the cell clicked before, or, where balls are put, at all.
   * @param {Cell} cell
   */
  #explain(cell) {
    const legal = this.look.legal ?? [];
    const tried = this.tried;
    this.tried = null;
    if (legal.length === 0 || this.movable(cell.name)) return;
    const from = this.selected ?? tried;
    if (from && from !== cell.name) this.options.onIllegal?.(from, cell.name);
    else if (legal.every((m) => !m.from)) this.options.onIllegal?.("", cell.name);
    else if (cell.piece) this.tried = cell.name;
  }

  /**
   * Whether there may be a move from one cell to another. In advance, a piece that is dragged onto one's own
   * takes back there; a click on one's own chooses that instead.
   * @param {string | undefined} from
   * @param {string} to
   * @param {boolean} [dragged]
   */
  fits(from, to, dragged = false) {
    const legal = this.look.legal ?? [];
    if (legal.length > 0) return legal.some((m) => m.to === to && m.from === from);
    const begins = from ? this.#cell(from) : null;
    const ends = this.#cell(to);
    if (!from) return (this.look.puts ?? false) && !!ends && !ends.piece;
    return !!begins && !!ends && this.#ownedInAdvance(begins) && (dragged || !this.#ownedInAdvance(ends));
  }

  /**
   * Plays a move, asks for the piece of a promotion, or stores the move as a premove.
   * @param {string | undefined} from
   * @param {string} to
   * @param {boolean} [dragged]
   */
  choose(from, to, dragged = false) {
    if (!this.fits(from, to, dragged)) return false;
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
      this.#asks(to, choices);
    }
    this.paint();
    return true;
  }

  /**
   * Asks which of several moves to one cell is meant: the piece of a promotion.
   * @param {string} to
   * @param {MoveData[]} choices
   */
  #asks(to, choices) {
    const place = this.places.get(to)?.place;
    const [first] = choices;
    if (!place || !first) return;
    promotion.close(this.frame);
    this.asked = first.text;
    const color = (first.from && this.#cell(first.from)?.piece?.color) || "white";
    promotion.ask(this.frame, place, color, choices, (move) => {
      this.#asksNoLonger();
      this.focus();
      if (move) this.options.onMove?.(move);
    });
  }

  #asksNoLonger() {
    this.asked = null;
    promotion.close(this.frame);
  }
}
