// Solving a problem: the visitor attacks, the machine defends, the solver says whether there is still a mate.

import { Board } from "./board.js";
import "./common.js";
import { ask, el, fill, need, speak } from "./dom.js";
import { shown } from "./letters.js";
import { MoveList, moveName } from "./movelist.js";
import * as sound from "./sound.js";
import { t } from "./texts.js";

/**
 * What the server says of an attempt.
 * @typedef {{duel: string, board: import("./messages").BoardView, legal: import("./messages").MoveView[], moves: import("./messages").Made[], left: number,
 *   still: boolean | null, solved: boolean | null, points: number | null, review: string[], keys: string[], text?: string | null}} Attempt
 */

const page = need("problem");
const id = page.dataset.problem ?? "";
const white = page.dataset.white === "true";
const wanted = Number(page.dataset.moves);
/** What an attempt begins with, which the page has brought: the server hears of it when something is done. @type {Attempt} */
const first = JSON.parse(need("attempt").textContent ?? "");
let attempt = first;
let busy = false;

const board = new Board(need("board"), { variant: "chess", onMove: (move) => act("move", { text: move.text }) });
const list = new MoveList(need("moves"), () => {});

/** @param {string} text @param {string} [kind] */
function feedback(text, kind = "") {
  const root = need("feedback");
  root.className = `notice feedback ${kind}`;
  root.textContent = text;
  speak(text);
}

/** @param {boolean} animate */
function draw(animate) {
  const over = attempt.solved !== null;
  board.show(attempt.board, { animate, flipped: !white, legal: busy || over ? [] : attempt.legal });
  list.show(attempt.moves, attempt.moves.length, 2, () => null);
  /** @type {HTMLButtonElement} */ (need("hint")).disabled = busy || over;
  /** @type {HTMLButtonElement} */ (need("give-up")).disabled = busy || over;
  const again = need("again");
  again.hidden = attempt.moves.length === 0 && !over;
  /** @type {HTMLButtonElement} */ (again).disabled = busy;
  again.textContent = t("solve-again");
  fill(need("review"), ...attempt.review.map((line) => el("li", {}, line)));
}

/** @param {Attempt} before */
function told(before) {
  if (attempt.text) return feedback(attempt.text);
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

function begin() {
  attempt = first;
  need("error").textContent = "";
  feedback(t("solve-yours", { left: wanted }));
  draw(false);
}

/**
 * @param {string} what
 * @param {Record<string, unknown>} fields
 */
async function act(what, fields) {
  if (busy) return;
  let before = attempt;
  busy = true;
  need("error").textContent = "";
  if (what === "move") feedback(t("solve-thinking"));
  draw(false);
  try {
    if (!before.duel) before = await ask(`/api/problems/${id}/begin`, {});
    attempt = await ask(`/api/duels/${before.duel}/${what}`, fields);
    busy = false;
    draw(true);
    told(before);
  } catch (error) {
    // Another page may have gone on with the attempt.
    attempt = before.duel ? await ask(`/api/duels/${before.duel}`).catch(() => before) : first;
    busy = false;
    need("error").textContent = error instanceof Error ? error.message : String(error);
    feedback(t("solve-yours", { left: attempt.left }));
    draw(false);
  }
}

need("hint").addEventListener("click", () => act("hint", {}));
need("give-up").addEventListener("click", () => act("resign", {}));
need("again").addEventListener("click", begin);
begin();
