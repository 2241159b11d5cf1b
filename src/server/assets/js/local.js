// A game of several people at one screen. The page plays it by the rules alone and keeps it in the browser: there is no
// server in it, and it goes on without a line.

import { Board } from "./board.js";
import "./common.js";
import { el, fill, keep, need, speak } from "./dom.js";
import { MoveList, moveName } from "./movelist.js";
import { table } from "./rules.js";
import { chip } from "./seats.js";
import { Settings } from "./settings.js";
import * as sound from "./sound.js";
import { listenToSteps } from "./steps.js";
import { allSaid, said, t } from "./texts.js";
import { moveLine, passed } from "./told.js";
import { magnify } from "./zoom.js";

/** @typedef {import("./messages").State} State */

const KEPT = "game at one screen";

/** The game: how it began. Its moves are in the state. @type {import("./messages").Setup} */
let setup = { game: "chess", alone: true };
/** @type {import("./rules.js").Table | null} */
let rules = null;
/** @type {State | null} */
let state = null;
/** The ply that is shown; null for the present. @type {number | null} */
let shown = null;
let flipped = false;
/** @type {Board | null} */
let board = null;
const settings = new Settings(setup.game);

const page = need("local");
magnify(need("board"), () => board);
const list = new MoveList(need("moves"), (ply) => step(ply));
const turns = /** @type {HTMLInputElement} */ (need("turns"));
const game = /** @type {HTMLSelectElement} */ (need("game"));
/** @param {string} id */
const value = (id) => /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (need(id)).value;

const plies = () => state?.moves.length ?? 0;

function save() {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...setup, moves: state?.moves.map((made) => made.text) ?? [] }));
  } catch {
    // A page without storage forgets the game when it is closed.
  }
}

/** @returns {import("./messages").Setup | null} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} text */
function complain(text) {
  need("error").textContent = text;
  if (text) speak(text);
}

/** Goes on from what the rules answer; says why if they refuse. @param {State | {refused: string}} answer @param {boolean} animate */
function take(answer, animate) {
  if ("refused" in answer) {
    complain(answer.refused);
    return false;
  }
  complain("");
  const before = state;
  state = answer;
  shown = null;
  save();
  draw(animate);
  if (before && answer.moves.length > before.moves.length) {
    if (answer.ended) sound.play("end");
    else sound.ofMove(before.board, answer.board);
    speak(answer.moves.slice(before.moves.length).map((_, index) => lineOf(answer, before.moves.length + index + 1)).join(" "));
  }
  return true;
}

/** A move as it is told. @param {State} of @param {number} ply from 1 */
function lineOf(of, ply) {
  const made = of.moves[ply - 1];
  return made ? moveLine(made, ply, of.seats, rules) : "";
}

/** @param {number} seat */
function titleOf(seat) {
  const found = state?.seats[seat];
  return found ? said(found.title) : "";
}

/** Begins a game. @param {import("./messages").Setup} wanted */
function begin(wanted) {
  if (!rules) return false;
  const answer = rules.begin({ ...wanted, alone: true });
  if ("refused" in answer) {
    // The one before goes on.
    const text = answer.refused;
    rules.begin({ ...setup, moves: state?.moves.map((made) => made.text) ?? [] });
    complain(text);
    return false;
  }
  if (wanted.game !== setup.game || !board) {
    need("board").replaceChildren();
    need("board").className = `${wanted.game}-frame`;
    board = new Board(need("board"), {
      variant: wanted.game,
      onMove: (move) => play(move.text),
      onIllegal: (from, to) => complain(rules?.why(from + to) ?? ""),
    });
    page.dataset.variant = wanted.game;
    settings.apply(board.root, wanted.game);
  }
  const { moves, ...start } = wanted;
  setup = { ...start, alone: true };
  state = null;
  flipped = false;
  return take(answer, false);
}

/** @param {string} text */
function play(text) {
  if (!rules || !state) return;
  if (shown !== null) step(plies());
  take(rules.play(text), true);
}

/** @param {number} ply */
function step(ply) {
  if (!state) return;
  const from = shown ?? plies();
  const to = Math.max(0, Math.min(plies(), ply));
  shown = to === plies() ? null : to;
  board?.clear();
  draw(Math.abs(from - to) === 1);
}

/** @param {boolean} animate */
function draw(animate) {
  if (!state || !rules || !board) return;
  const now = state;
  const live = shown === null;
  const two = now.seats.length === 2 && setup.game !== "rolit";
  const legal = live && !now.ended ? now.legal : [];
  /** @type {Map<string, string>} */
  const gains = new Map();
  if (setup.game === "rolit" && settings.gains) for (const move of legal) if (move.to) gains.set(move.to, move.mark ?? "");
  board.show(live ? now.board : rules.board(shown ?? 0), {
    animate, legal, gains, flipped: flipped !== (two && turns.checked && now.turn === 1),
  });
  list.show(now.moves.map((made) => ({ ...made, spent: null })), shown ?? plies(), now.seats.length, (seat) => chipOf(seat));
  fill(need("seats"), ...now.seats.map((seat, index) => {
    const line = el("div", { class: "seat-line" }, el("span", { class: "who" }, chipOf(index), el("span", { class: "name" }, said(seat.title))));
    line.classList.toggle("turn", !now.ended && now.turn === index);
    line.classList.toggle("winner", now.ended?.winners.includes(index) ?? false);
    if (seat.points !== undefined) line.append(el("span", { class: "points number", title: t("points") }, String(seat.points)));
    return el("li", {}, line);
  }));
  const lines = passed(now.moves).map((ply) => lineOf(now, ply)).map((text) => el("p", { class: "notice warn blocked" }, text));
  const told = now.ended ? el("p", { class: "verdict" }, said(now.ended.text)) : el("p", {}, t("turn-of", { name: titleOf(now.turn) }));
  const others = legal.filter((move) => !move.to).map((move) =>
    el("button", { type: "button", class: "button main", "data-move": move.text, onclick: () => play(move.text) }, moveName(move)));
  keep(need("status"), ...lines, told, ...(others.length ? [el("div", { class: "row-flow" }, ...others)] : []));
  keep(need("news"), ...[...allSaid(now.dropped), ...allSaid(now.news)].map((line) => el("li", {}, line)));
  page.classList.remove("loading");
  page.classList.toggle("past", !live);
  need("live-note").hidden = live;
  /** @type {HTMLButtonElement} */ (need("takeback")).disabled = plies() === 0;
  /** @type {HTMLInputElement} */ (need("position")).value = now.text;
}

/** @param {number} seat */
function chipOf(seat) {
  const found = state?.seats[seat];
  return found ? chip(setup.game, { ...found, player: null, ready: true, out: null, away_until: null }, seat) : null;
}

function shows() {
  for (const only of document.querySelectorAll("[data-only]")) {
    if (only instanceof HTMLElement) only.hidden = only.dataset.only !== game.value;
  }
}
game.addEventListener("change", shows);
need("begin-form").addEventListener("submit", (event) => {
  event.preventDefault();
  /** @type {Record<string, string>} */
  const options = {};
  const start = value("start").trim();
  if (game.value === "kamisado") Object.assign(options, { points: value("points"), rules: value("deadlock") });
  if (game.value === "rolit" && !start) options.players = value("players");
  if (!begin({ game: game.value, settings: options, ...(start ? { start } : {}) })) return;
  /** @type {HTMLDetailsElement} */ (need("begin")).open = false;
});
need("takeback").addEventListener("click", () => {
  if (rules && state) take(rules.back(plies() - 1), true);
});
turns.addEventListener("change", () => draw(false));
settings.onChange(() => {
  if (board) settings.apply(board.root);
  draw(false);
});
need("flip").addEventListener("click", () => {
  flipped = !flipped;
  draw(false);
});
listenToSteps({ at: () => shown ?? plies(), last: plies, go: step });
need("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (need("typed-move"));
  const text = input.value.trim();
  if (!text || !rules || !state) return;
  if (shown !== null) step(plies());
  if (take(rules.play(text), true)) input.value = "";
});
table().then((made) => {
  rules = made;
  page.dataset.rules = made ? "here" : "none";
  if (!made) return complain(t("rules-none-here"));
  const last = kept();
  if (last && begin(last)) {
    game.value = setup.game;
    shows();
    return;
  }
  begin({ game: "chess" });
});
navigator.serviceWorker?.register("/sw.js").catch(() => {
  // Without it the page needs a line to be loaded.
});
