// Puzzles: a move is drawn at once by the rules in the page, and judged by the server, which keeps the solution to itself
// until the attempt is over. And the list of one's own mistakes, with the button that looks for them.

import { Board } from "./board.js";
import "./common.js";
import { ask, maybe, need, speak } from "./dom.js";
import { shown } from "./letters.js";
import { MoveList } from "./movelist.js";
import { table } from "./rules.js";
import * as sound from "./sound.js";
import { lang, t } from "./texts.js";

/**
 * State of an attempt, as the server sends it.
 * @typedef {{id: number, start: string, moves: string[], white: boolean, mate: number | null, counts: boolean, version: number,
 *   ended: {solved: boolean, solution: string[], gained: number | null, rating: number, themes: string[], due: number | null} | null,
 *   standing: {rating: number, deviation: number, streak: number}}} Attempt
 */

/** @param {unknown} problem */
function complain(problem) {
  const text = problem instanceof Error ? problem.message : String(problem);
  need("error").textContent = text;
  if (text) speak(text);
}

/** The stream of puzzles. @param {HTMLElement} page */
function solve(page) {
  /** @type {import("./rules.js").Table | null} */
  let rules = null;
  /** @type {Attempt | null} */
  let attempt = null;
  /** State of the game by the rules; null until they are loaded. @type {import("./messages").State | null} */
  let state = null;
  let busy = true;
  const board = new Board(need("board"), {
    variant: "chess",
    onMove: (move) => play(move.text),
    onIllegal: (from, to) => complain(rules?.why(from + to) ?? ""),
  });
  const list = new MoveList(need("moves"), () => {});

  /** @param {string} text @param {string} [kind] */
  const feedback = (text, kind = "") => {
    const root = need("feedback");
    root.className = `notice feedback ${kind}`;
    root.textContent = text;
    speak(text);
  };

  /** Has the rules play the moves. @param {string[]} moves */
  const stand = (moves) => {
    const told = attempt && rules?.begin({ game: "chess", start: attempt.start, moves });
    state = told && !("refused" in told) ? told : null;
    if (told && "refused" in told) complain(told.refused);
  };

  /** @param {boolean} animate */
  const draw = (animate) => {
    const over = !attempt || attempt.ended !== null;
    if (state) {
      board.show(state.board, { animate, flipped: attempt?.white === false, legal: busy || over ? [] : state.legal });
      list.show(state.moves.map((made) => ({ ...made, spent: null })), state.moves.length, 2, () => null);
    }
    /** @type {HTMLButtonElement} */ (need("give-up")).disabled = busy || over;
    need("typed").hidden = over;
    need("next").hidden = busy || attempt?.ended === null;
    const study = /** @type {HTMLAnchorElement} */ (need("study"));
    study.hidden = !attempt?.ended;
    if (attempt) study.href = `/analysis?fen=${encodeURIComponent(state?.text ?? attempt.start)}`;
  };

  const task = () => {
    if (!attempt) return;
    const find = attempt.mate ? t("puzzle-find-mate", { moves: attempt.mate }) : t(attempt.white ? "puzzle-find-white" : "puzzle-find-black");
    feedback(attempt.counts ? find : `${find} ${t("puzzle-practice")}`);
  };

  const standing = () => {
    if (!attempt) return;
    need("rating").textContent = String(Math.round(attempt.standing.rating));
    need("deviation").textContent = String(Math.round(attempt.standing.deviation));
    need("streak").textContent = String(attempt.standing.streak);
  };

  const end = () => {
    const ended = attempt?.ended;
    if (!attempt || !ended) return;
    sound.play("end");
    const words = [t(ended.solved ? "puzzle-solved" : "puzzle-wrong")];
    if (ended.solution.length > 0) words.push(`${t("puzzle-solution", { moves: shown(ended.solution.join(" ")) })}.`);
    if (ended.gained !== null) {
      const gained = Math.round(ended.gained);
      words.push(t("puzzle-gained", { rating: Math.round(attempt.standing.rating), gained: gained < 0 ? `−${-gained}` : `+${gained}` }));
    }
    words.push(t("puzzle-about", { rating: Math.round(ended.rating), themes: ended.themes.join(", ") }));
    if (ended.due !== null) words.push(t("puzzle-comes", { date: new Date(ended.due).toLocaleDateString(lang) }));
    feedback(words.join(" "), ended.solved ? "good" : "bad");
  };

  const load = async () => {
    busy = true;
    complain("");
    draw(false);
    try {
      attempt = await ask("/api/puzzles/next", { theme: page.dataset.themeWish ?? "", due: page.dataset.due === "true" });
    } catch (problem) {
      // The button asks again.
      attempt = null;
      busy = false;
      feedback(problem instanceof Error ? problem.message : String(problem), "warn");
      draw(false);
      return;
    }
    busy = false;
    standing();
    const moves = attempt?.moves ?? [];
    if (moves.length === 1) {
      // What the opponent has just played is seen to be played.
      stand([]);
      busy = true;
      draw(false);
      busy = false;
    }
    stand(moves);
    draw(moves.length === 1);
    task();
  };

  /** @param {string} what @param {Record<string, unknown>} fields */
  const act = async (what, fields) => {
    if (busy || !attempt) return;
    const before = attempt;
    busy = true;
    complain("");
    if (before.mate) feedback(t("puzzle-judging"));
    draw(true);
    try {
      attempt = await ask(`/api/puzzles/${before.id}/${what}`, { ...fields, version: before.version });
      busy = false;
      standing();
      stand(attempt?.moves ?? []);
      draw(true);
      if (attempt?.ended) return end();
      sound.play("move");
      feedback(t("puzzle-right"), "good");
    } catch (problem) {
      // Another page may have gone on with it, or the move was none.
      busy = false;
      stand(before.moves);
      draw(false);
      task();
      complain(problem);
    }
  };

  /** @param {string} text */
  const play = (text) => {
    if (busy || !attempt || attempt.ended) return;
    const after = state ? rules?.play(text) : undefined;
    if (after && "refused" in after) return complain(after.refused);
    if (after) state = after;
    act("move", { text: after?.moves.at(-1)?.text ?? text });
  };

  need("give-up").addEventListener("click", () => act("give-up", {}));
  need("next").addEventListener("click", load);
  need("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (need("typed-move"));
    const text = input.value.trim();
    if (!text || busy) return;
    play(text);
    if (busy) input.value = "";
  });
  table().then((made) => {
    rules = made;
    page.dataset.rules = made ? "here" : "none";
    if (!made) complain(t("rules-none"));
    if (page.dataset.named === "true") load();
  });
}

const page = maybe("puzzle");
if (page) solve(page);
maybe("look")?.addEventListener("click", async () => {
  const button = /** @type {HTMLButtonElement} */ (need("look"));
  button.disabled = true;
  complain("");
  try {
    const told = await ask("/api/puzzles/mistakes", {});
    const line = need("looked");
    line.hidden = false;
    line.textContent = t("puzzle-looked", { new: told.new, asked: told.asked });
    if (told.new > 0) location.reload();
  } catch (problem) {
    complain(problem);
  }
  button.disabled = false;
});
