// Solving a problem: the visitor attacks, the machine defends, the solver says whether there is still a mate. What is
// legal is known by the rules in the page.

import { Board } from "./board.js";
import "./common.js";
import "./manage.js";
import { ask, el, fill, need, speak } from "./dom.js";
import { shown } from "./letters.js";
import { MoveList, moveName } from "./movelist.js";
import { table } from "./rules.js";
import * as sound from "./sound.js";
import { t } from "./texts.js";

/**
 * State of an attempt, as the server sends it.
 * @typedef {{duel: string, start: string, board: import("./messages").BoardView, moves: import("./messages").Made[], left: number,
 *   still: boolean | null, seats: [string, string], solved: boolean | null, points: number | null, review: string[], keys: string[], text?: string | null}} Attempt
 */

/** First and longest wait after an error, in milliseconds. */
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 30000;

const page = need("problem");
const id = page.dataset.problem ?? "";
const white = page.dataset.white === "true";
const wanted = Number(page.dataset.moves);
/** What an attempt begins with, which the page has brought: the server hears of it when something is done. @type {Attempt} */
const first = JSON.parse(need("attempt").textContent ?? "");
let attempt = first;
let busy = false;
/** Wait until the move of a machine is asked for again after an error, in milliseconds; 0 if there was none. */
let pause = 0;
/** Number of the attempt: what a machine thinks about one that was left is not waited for. */
let round = 0;
/** Players of the attacker and of the defender: `person`, `m1` or `m2`. */
const minds = () => ["attacker", "defender"].map((id) => /** @type {HTMLSelectElement} */ (need(id)).value);
/** Returns true if the attacker is to move. */
const attacks = () => (state ?? attempt).moves.length % 2 === 0;
/** Returns true if a person is to move. */
const mine = () => minds()[attacks() ? 0 : 1] === "person";
/** Whether the visitor is on this side alone. @param {number} side 0 for the attacker */
const alone = (side) => minds()[side] === "person" && minds()[1 - side] !== "person";
/** The rules, which play the attempt's moves; null until they are there. @type {import("./rules.js").Table | null} */
let rules = null;
/** State of the game by the rules; null until they are loaded. @type {import("./messages").State | null} */
let state = null;

const board = new Board(need("board"), {
  variant: "chess",
  onMove: (move) => play(move.text),
  onIllegal: (from, to) => complain(rules?.why(from + to) ?? ""),
});
const list = new MoveList(need("moves"), () => {});

/** @param {string} text */
function complain(text) {
  need("error").textContent = text;
  if (text) speak(text);
}

/** @param {string} text @param {string} [kind] */
function feedback(text, kind = "") {
  const root = need("feedback");
  root.className = `notice feedback ${kind}`;
  root.textContent = text;
  speak(text);
}

/** Has the rules play the attempt's moves: what is legal follows from them. */
function stand() {
  const { start, moves } = attempt;
  const told = rules?.begin({ game: "chess", start, moves: moves.map((made) => made.text) }) ?? null;
  state = told && "refused" in told ? null : told;
  if (told && "refused" in told) complain(told.refused);
}

/** @param {boolean} animate */
function draw(animate) {
  const over = attempt.solved !== null;
  const now = state ?? attempt;
  board.show(now.board, { animate, flipped: white === alone(1), legal: busy || over || !mine() ? [] : state?.legal ?? [] });
  list.show(now.moves.map((made) => ({ ...made, spent: null })), now.moves.length, 2, () => null);
  for (const name of ["hint", "give-up"]) /** @type {HTMLButtonElement} */ (need(name)).disabled = busy || over || !mine();
  need("hint").hidden = !alone(0);
  need("typed").hidden = over || !minds().includes("person");
  const again = need("again");
  again.hidden = attempt.moves.length === 0 && !over;
  /** @type {HTMLButtonElement} */ (again).disabled = busy;
  again.textContent = t("solve-again");
  fill(need("review"), ...attempt.review.map((line) => el("li", {}, line)));
}

/** @param {Attempt} before */
function told(before) {
  if (attempt.text) return feedback(attempt.text);
  if (!alone(0)) return toldOthers();
  if (attempt.solved === true) {
    sound.play("end");
    const points = attempt.points === null ? t("solve-guest") : t("solve-points", { points: attempt.points });
    return feedback(`${t("solve-solved", { moves: attempt.moves.filter((m) => m.seat === attempt.moves[0]?.seat).length })} ${points}`, "good");
  }
  if (attempt.solved === false) {
    sound.play("end");
    const keys = attempt.keys.length ? ` ${t("tree-keys")}: ${shown(attempt.keys.join(", "))}` : "";
    return feedback(t("solve-failed") + keys, "bad");
  }
  sound.play(attempt.board.cells.some((cell) => cell?.marks?.includes("check")) ? "check" : "move");
  const own = attempt.moves.at(-2) ?? attempt.moves.at(-1);
  if (attempt.still === false && before.still !== false) return feedback(t("solve-off", { move: own ? moveName(own) : "", left: attempt.left }), "warn");
  if (attempt.still) return feedback(`${t("solve-on", { left: attempt.left })} ${t("solve-yours-left", { left: attempt.left })}`, "good");
  feedback(t("solve-yours", { left: attempt.left }));
}

/** What is told where the visitor does not attack alone. */
function toldOthers() {
  if (attempt.solved !== null) sound.play("end");
  const points = attempt.points === null ? "" : ` ${t("solve-points", { points: attempt.points })}`;
  if (attempt.solved !== null && alone(1)) {
    return feedback((attempt.solved ? t("solve-not-held") : t("solve-held", { moves: wanted })) + points, attempt.solved ? "bad" : "good");
  }
  if (attempt.solved !== null) return feedback(t(attempt.solved ? "solve-watch-mate" : "solve-watch-held"));
  if (!mine()) return feedback(t("solve-watch", { name: t(attacks() ? "solve-attacker" : "solve-defender") }));
  feedback(t(attacks() ? "solve-yours" : "solve-defend", { left: attempt.left }));
}

/** Tells what is to be done. */
function task() {
  if (alone(0) && attempt.solved === null) feedback(t("solve-yours", { left: attempt.left }));
  else toldOthers();
}

function begin() {
  attempt = first;
  round++;
  busy = false;
  pause = 0;
  complain("");
  stand();
  task();
  draw(false);
  goOn();
}

/** Requests the move of a machine, if one is to move. */
function goOn() {
  if (busy || attempt.solved !== null || mine()) return;
  setTimeout((/** @type {number} */ of) => of === round && act("go", {}), pause || (attempt.moves.length ? 700 : 0), round);
}

/**
 * Makes a move: it is drawn at once if the rules are here, and the server is told.
 * @param {string} text in the game's own form, or as people write it
 */
function play(text) {
  if (busy) return;
  const after = state ? rules?.play(text) : undefined;
  if (after && "refused" in after) return complain(after.refused);
  if (after) state = after;
  act("move", { text: after?.moves.at(-1)?.text ?? text });
}

/**
 * @param {string} what
 * @param {Record<string, unknown>} fields
 */
async function act(what, fields) {
  if (busy) return;
  let before = attempt;
  const own = round;
  busy = true;
  complain("");
  if (what === "move" && alone(0)) feedback(t("solve-thinking"));
  draw(true);
  try {
    const [attacker, defender] = minds();
    if (!before.duel) before = await ask(`/api/problems/${id}/begin`, { attacker, defender });
    const after = await ask(`/api/duels/${before.duel}/${what}`, fields);
    // Meanwhile another attempt was begun.
    if (own !== round) return;
    attempt = after;
    busy = false;
    pause = 0;
    stand();
    draw(true);
    told(before);
    goOn();
  } catch (error) {
    if (own !== round) return;
    // Another page may have gone on with the attempt.
    const again = before.duel ? await ask(`/api/duels/${before.duel}`).catch(() => before) : first;
    if (own !== round) return;
    attempt = again;
    busy = false;
    pause = Math.min(pause * 2 || FIRST_PAUSE, LONGEST_PAUSE);
    complain(error instanceof Error ? error.message : String(error));
    stand();
    task();
    draw(false);
    goOn();
  }
}

need("hint").addEventListener("click", () => act("hint", {}));
need("give-up").addEventListener("click", () => act("resign", {}));
need("again").addEventListener("click", begin);
for (const side of ["attacker", "defender"]) need(side).addEventListener("change", begin);
need("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (need("typed-move"));
  const text = input.value.trim();
  if (!text || busy) return;
  play(text);
  if (busy) input.value = "";
});
begin();
table().then((made) => {
  rules = made;
  page.dataset.rules = made ? "here" : "none";
  if (!made) complain(t("rules-none"));
  // What was typed meanwhile is on its way.
  if (busy) return;
  stand();
  draw(false);
});
