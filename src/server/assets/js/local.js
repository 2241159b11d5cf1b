// A game of people and machines at one screen. The page plays it by the rules alone and keeps it in the browser: there is no
// server in it, and it goes on without a line.

import { Board } from "./board.js";
import { bringFields, keepFields } from "./choices.js";
import "./common.js";
import { el, fill, keep, need, speak } from "./dom.js";
import { machineName } from "./lines.js";
import { FILES, Machines } from "./machines.js";
import { MoveList, moveName } from "./movelist.js";
import { table } from "./rules.js";
import { SeatChooser, machineSitters } from "./seatchooser.js";
import { chip } from "./seats.js";
import { Settings } from "./settings.js";
import * as sound from "./sound.js";
import { listenToSteps } from "./steps.js";
import { allSaid, said, t } from "./texts.js";
import { moveLine, passed } from "./gamelog.js";
import { goOffline } from "./offline.js";
import { magnify } from "./zoom.js";

/** @typedef {import("./messages").State} State */

/** Storage keys of the game and of the last choices in the form. */
const KEPT = "game at one screen";
const CHOICES = "choices at one screen";

/** How the game began; its moves are in the state. @type {import("./messages").Setup} */
let setup = { game: "chess", alone: true };
/**
 * Who plays: `person` or the level of a machine for each seat (where none is named, a person), and the seed of the machines' random
 * choices. While the game is halted, the machines do not move.
 * @typedef {{seats: string[], seed: number, halted: boolean}} Sitting
 */
/** @type {Sitting} */
let sitting = { seats: [], seed: 0, halted: false };
/** The machines, if any sit in the game. @type {Machines | null} */
let machines = null;
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
const moves = () => state?.moves.map((made) => made.text) ?? [];

/** Level of the machine in a seat; null for a person. @param {number} seat */
function machineIn(seat) {
  const who = sitting.seats[seat];
  return who && who !== "person" ? who : null;
}

/** Seats in which people sit. */
const people = () => [...(state?.seats.keys() ?? [])].filter((seat) => !machineIn(seat));

/** Level of the machine that is to move; null if there is none. */
const machineToMove = () => (state && !state.ended ? machineIn(state.turn) : null);

function save() {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...setup, moves: moves(), sitting }));
  } catch {
    // A page without storage forgets the game when it is closed.
  }
}

/** @returns {import("./messages").Setup & {sitting?: Sitting} | null} */
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

/**
 * Goes on from what the rules answer; says why if they refuse.
 * @param {State | {refused: string}} answer
 * @param {boolean} animate
 * @param {boolean} [follow] whether the present is shown, whatever was shown before
 */
function take(answer, animate, follow = true) {
  if ("refused" in answer) {
    complain(answer.refused);
    return false;
  }
  complain("");
  const before = state;
  state = answer;
  if (follow) shown = null;
  save();
  draw(animate && shown === null);
  if (before && answer.moves.length > before.moves.length) {
    if (answer.ended) sound.play("end");
    else sound.ofMove(before.board, answer.board);
    speak(answer.moves.slice(before.moves.length).map((_, index) => lineOf(answer, before.moves.length + index + 1)).join(" "));
  }
  goOn();
  return true;
}

/** Has the machine that is to move play. */
async function goOn() {
  const now = state;
  const level = machineToMove();
  if (!level || sitting.halted || !machines) return;
  try {
    const text = await machines.choose({ ...setup, moves: moves() }, level, sitting.seed);
    if (text !== null && now === state && !sitting.halted && rules) take(rules.play(text), true, shown === null);
  } catch {
    if (now !== state) return;
    halt(true);
    complain(t("board-machine-none"));
  }
}

/** Stops the machines, or has them go on. @param {boolean} halted */
function halt(halted) {
  sitting.halted = halted;
  machines?.stop();
  complain("");
  save();
  draw(false);
  goOn();
}

/** Number of moves that are left when one is taken back: up to the last of a person, or the last one if no person plays; -1 if there is none. */
function backTo() {
  return people().length ? state?.moves.findLastIndex((made) => !machineIn(made.seat)) ?? -1 : plies() - 1;
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

/** Begins a game. @param {import("./messages").Setup} wanted @param {Sitting} sitters */
function begin(wanted, sitters) {
  if (!rules) return false;
  const answer = rules.begin({ ...wanted, alone: true });
  if ("refused" in answer) {
    // The one before goes on.
    const text = answer.refused;
    rules.begin({ ...setup, moves: moves() });
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
  const { moves: _, ...start } = wanted;
  setup = { ...start, alone: true };
  sitting = sitters;
  machines?.end();
  machines = sitting.seats.some((who) => who !== "person") ? new Machines(setup.game) : null;
  delete page.dataset.machines;
  machines?.prepare().then((ready) => {
    if (ready) page.dataset.machines = "here";
  }, () => {
    // What did not come is asked for again when it is needed.
  });
  state = null;
  flipped = false;
  return take(answer, false);
}

/** @param {string} text */
function play(text) {
  if (!rules || !state || machineToMove()) return;
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
  const legal = live && !now.ended && !machineIn(now.turn) ? now.legal : [];
  const [alone, ...more] = people();
  // Whoever plays against a machine sits below.
  const below = alone !== undefined && !more.length ? alone : turns.checked ? now.turn : 0;
  /** @type {Map<string, string>} */
  const gains = new Map();
  if (setup.game === "rolit" && settings.gains) for (const move of legal) if (move.to) gains.set(move.to, move.mark ?? "");
  board.show(live ? now.board : rules.board(shown ?? 0), {
    animate, legal, gains, flipped: flipped !== (two && below === 1),
  });
  list.show(now.moves.map((made) => ({ ...made, spent: null })), shown ?? plies(), now.seats.length, (seat) => chipOf(seat));
  fill(need("seats"), ...now.seats.map((seat, index) => {
    const level = machineIn(index);
    const notes = [...(level ? [machineName(level)] : []), ...(seat.team === undefined ? [] : [t("seat-team", { team: seat.team + 1 })])];
    const line = el("div", { class: "seat-line" }, el("span", { class: "who" }, chipOf(index),
      el("span", { class: "told" }, el("span", { class: "name" }, said(seat.title)), ...(notes.length ? [el("span", { class: "notes" }, notes.join(" · "))] : []))));
    line.classList.toggle("turn", !now.ended && now.turn === index);
    line.classList.toggle("winner", now.ended?.winners.includes(index) ?? false);
    if (seat.points !== undefined) line.append(el("span", { class: "points number", title: t("points") }, String(seat.points)));
    return el("li", {}, line);
  }));
  const lines = passed(now.moves).map((ply) => lineOf(now, ply)).map((text) => el("p", { class: "notice warn blocked" }, text));
  const told = now.ended ? el("p", { class: "verdict" }, said(now.ended.text)) : el("p", {}, t("turn-of", { name: titleOf(now.turn) }));
  const others = legal.filter((move) => !move.to).map((move) =>
    el("button", { type: "button", class: "button main", "data-move": move.text, onclick: () => play(move.text) }, moveName(move)));
  if (machineToMove() && (sitting.halted || alone === undefined)) {
    const { halted } = sitting;
    others.push(el("button", { type: "button", class: "button", id: "halt", onclick: () => halt(!halted) }, t(halted ? "board-go-on" : "board-halt")));
  }
  keep(need("status"), ...lines, told, ...(others.length ? [el("div", { class: "row-flow" }, ...others)] : []));
  keep(need("news"), ...[...allSaid(now.dropped), ...allSaid(now.news)].map((line) => el("li", {}, line)));
  page.classList.remove("loading");
  page.classList.toggle("past", !live);
  need("live-note").hidden = live;
  /** @type {HTMLButtonElement} */ (need("takeback")).disabled = backTo() < 0;
  /** @type {HTMLInputElement} */ (need("position")).value = now.text;
}

/** @param {number} seat */
function chipOf(seat) {
  const found = state?.seats[seat];
  return found ? chip(setup.game, { ...found, player: null, ready: true, out: null, away_until: null }, seat) : null;
}

const form = need("begin-form");
/** Fields of the form whose values are kept; the start position is not. */
const fields = () => [...form.querySelectorAll("input, select")];
const chooser = new SeatChooser(need("sitters"), [["person", t("who-person")], ...machineSitters()], () => "person");

function shows() {
  chooser.show(game.value);
  for (const only of document.querySelectorAll("[data-only]")) {
    if (only instanceof HTMLElement) only.hidden = only.dataset.only !== game.value;
  }
}
bringFields(CHOICES, fields());
shows();
// The seats are there only now.
bringFields(CHOICES, fields());
shows();
game.addEventListener("change", shows);
form.addEventListener("change", () => keepFields(CHOICES, fields()));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  /** @type {Record<string, string>} */
  let options = {};
  const start = value("start").trim();
  if (game.value === "kamisado") Object.assign(options, { points: value("points"), rules: value("deadlock"), towers: value("towers") });
  if (game.value === "rolit" && !start) {
    try {
      options = chooser.rolit();
    } catch (problem) {
      return complain(problem instanceof Error ? problem.message : String(problem));
    }
  }
  const sitters = { seats: chooser.seats(), seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0, halted: false };
  if (!begin({ game: game.value, settings: options, ...(start ? { start } : {}) }, sitters)) return;
  /** @type {HTMLDetailsElement} */ (need("begin")).open = false;
});
need("takeback").addEventListener("click", () => {
  if (!rules || backTo() < 0) return;
  machines?.stop();
  sitting.halted = people().length === 0;
  let answer = rules.back(backTo());
  // Moves without a choice are taken back with the one before: it may be a machine's.
  while (!sitting.halted && machineIn(answer.turn) && answer.moves.length) answer = rules.back(answer.moves.length - 1);
  take(answer, true);
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
  if (!text || !rules || !state || machineToMove()) return;
  if (shown !== null) step(plies());
  if (take(rules.play(text), true)) input.value = "";
});
table().then((made) => {
  rules = made;
  page.dataset.rules = made ? "here" : "none";
  if (!made) return complain(t("rules-none-here"));
  const { sitting: sitters = sitting, ...last } = kept() ?? { game: "" };
  if (last.game && begin(last, sitters)) return;
  begin({ game: "chess" }, sitting);
});
goOffline(FILES);
