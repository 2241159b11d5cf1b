// Thinking on the analysis board: lines of the engine, exact values of Kamisado and Rolit, the annotation of a whole game and
// its graph. What a graph shows stands in the record, as comments, marks and tags.

import { el, fill, keep, need, speak } from "./dom.js";
import { Engine } from "./engine.js";
import { graph, height, scoreText } from "./graph.js";
import { shown } from "./letters.js";
import { moveName } from "./movelist.js";
import { evalOf } from "./shapes.js";
import { lang, said, t } from "./texts.js";

/** @typedef {import("./messages").State} State */
/** @typedef {import("./rules.js").Study} Study */
/** @typedef {import("./tree.js").TreeNode} TreeNode */

/** Time limit for a position, in milliseconds. */
const LONGEST = 30000;
/** Positions for each move of a game that is annotated: as many as the command `analyse` takes. */
const NODES = 120000;
/** Milliseconds until a position that is shown is thought about: whoever steps through a game does not wait for each. */
const PAUSE = 120;
/** Marks that an annotation gives. @type {Record<number, string>} */
const MARKS = { 2: "mistake", 4: "blunder", 6: "inaccuracy" };

/**
 * Page whose position the engine thinks about.
 * @typedef {object} Host
 * @property {() => Study} study
 * @property {() => TreeNode} root
 * @property {() => TreeNode} here
 * @property {() => State | null} state
 * @property {() => string[]} line the moves of the main line in the game's own form
 * @property {(text: string) => void} play
 * @property {(ply: number) => void} go to a position of the main line
 * @property {(evaluations: object[]) => void} annotated
 */

export class Thinking {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.live = new Engine();
    /** Looks for mates of any length beside the search. */
    this.finder = new Engine();
    this.reader = new Engine();
    this.on = false;
    this.reading = false;
    /** The position that is being thought about. */
    this.about = "";
    /** @type {any[]} */
    this.lines = [];
    /** A mate that the finder has proved. @type {any} */
    this.proof = null;
    this.timer = 0;
    const lines = /** @type {HTMLSelectElement} */ (need("engine-lines"));
    lines.addEventListener("change", () => {
      this.about = "";
      this.show();
    });
    need("engine").addEventListener("click", () => {
      this.on = !this.on;
      this.about = "";
      this.show();
    });
    need("annotate").addEventListener("click", () => void this.#annotate());
  }

  /** Thinks about the position that is shown, if the engine is on, and draws the graph. */
  show() {
    const { host } = this;
    need("engine").setAttribute("aria-pressed", String(this.on));
    need("thoughts").hidden = !this.on;
    const isChess = host.study().game === "chess";
    need("engine-lines-field").hidden = !isChess;
    need("annotate").hidden = !isChess;
    /** @type {HTMLButtonElement} */ (need("annotate")).disabled = !host.root().next[0];
    this.#draw();
    const state = host.state();
    const about = this.on && state ? `${state.text} ${state.moves.length}` : "";
    if (about === this.about) return;
    this.about = about;
    clearTimeout(this.timer);
    for (const engine of [this.live, this.finder]) {
      if (about) engine.stop();
      else engine.end();
    }
    this.lines = [];
    this.proof = null;
    if (!state || !about) return;
    if (state.ended) return this.#tell(said(state.ended.text));
    this.#tell(t("engine-thinking"));
    this.timer = setTimeout(() => void this.#think(state), PAUSE);
  }

  /** @param {string} text @param {...(Node | string)} more */
  #tell(text, ...more) {
    fill(need("engine-state"), text);
    keep(need("engine-found"), ...more);
    if (more.length === 0) this.#bar(null);
  }

  /** @param {import("./graph.js").Score | null} score */
  #bar(score) {
    const bar = need("engine-bar");
    bar.hidden = !score;
    if (!score) return;
    /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${50 + 50 * height(score)}%`;
    bar.setAttribute("aria-label", t("engine-bar", { score: scoreText(score) }));
  }

  /** @param {State} state */
  async #think(state) {
    const { game, start, settings } = this.host.study();
    const about = this.about;
    const rules = settings.rules ?? "";
    const lines = Number(/** @type {HTMLSelectElement} */ (need("engine-lines")).value);
    const request = game === "chess"
      ? { do: "evaluate", start, chess960: rules === "chess960", moves: state.moves.map((made) => made.text), lines, time_ms: LONGEST }
      : { do: "solve", game, text: state.text, rules, time_ms: LONGEST };
    try {
      if (game === "chess") void this.#seek(about, { start, chess960: rules === "chess960", moves: state.moves.map((made) => made.text) });
      const heard = (/** @type {any} */ news) => about === this.about && this.#hear(news);
      const answer = await this.live.ask(request, heard);
      if (!answer || about !== this.about) return;
      if (answer.refused) throw new Error(answer.refused);
      if (game !== "chess") return this.#solved(answer, state);
      const proved = this.lines[0];
      if (proved && answer.mate) {
        Object.assign(proved, { mate: answer.mate, line: answer.line, proved: true });
        speak(t("analysis-proved", { moves: Math.abs(answer.mate) }));
      }
      this.#found(true);
    } catch (error) {
      console.warn("no engine in this page:", error);
      if (about === this.about) this.#tell(t("engine-none"));
    }
  }

  /** Looks for a mate beside the search. @param {string} about @param {{start: string, chess960: boolean, moves: string[]}} game */
  async #seek(about, game) {
    try {
      const found = await this.finder.ask({ do: "mate", ...game, time_ms: LONGEST });
      if (about !== this.about || !found?.mate) return;
      this.proof = { ...found, proved: true, depth: 0, nodes: 0 };
      speak(t("analysis-proved", { moves: Math.abs(found.mate) }));
      this.#found(false);
    } catch (error) {
      console.warn("no mate finder in this page:", error);
    }
  }

  /** The lines as they are shown: a proved mate before all that is none, or is longer. */
  #ranked() {
    const lines = this.lines.filter(Boolean);
    const { proof } = this;
    const [first] = lines;
    if (!proof || (first?.proved && first.mate * proof.mate > 0 && Math.abs(first.mate) < Math.abs(proof.mate))) return lines;
    return [proof, ...lines.filter((line) => line.line[0] !== proof.line[0])];
  }

  /** @param {any} news */
  #hear(news) {
    if (news.rank === undefined) return this.#tell(t("engine-solving", { nodes: news.nodes.toLocaleString(lang) }));
    this.lines[news.rank - 1] = news;
    this.#found(false);
  }

  /** Shows the lines. @param {boolean} done */
  #found(done) {
    const ranked = this.#ranked();
    const [best] = ranked;
    const first = this.lines[0] ?? best;
    if (!first || !best) return;
    const depth = t(done ? "engine-done" : "engine-at", { depth: first.depth, nodes: Math.round(first.nodes / 1000).toLocaleString(lang) });
    this.#tell(depth, ...ranked.map((line) => this.#move(line.line[0] ?? "", scoreText(line),
      shown(line.line.join(" ")), line.proved ? t("analysis-proved", { moves: Math.abs(line.mate) }) : null)));
    this.#bar(best);
  }

  /** A move that can be played, with what is said of it. @param {string} text @param {string} score @param {string} line @param {string | null} tag */
  #move(text, score, line, tag) {
    return el("li", {}, el("button", { type: "button", class: "thought", title: line, onclick: () => this.host.play(text) },
      score ? el("strong", { class: "number" }, score) : null, tag ? el("span", { class: "tag" }, tag) : null, el("span", { class: "line" }, line)));
  }

  /** Shows the value of a position of Kamisado or Rolit. @param {any} found @param {State} state */
  #solved(found, state) {
    const name = said(state.seats[state.turn]?.title ?? {});
    const [least, most] = found.margin ?? [];
    let told = t("solved-not", { plies: found.plies });
    if (found.wins !== null) told = t(found.wins ? "solved-wins" : "solved-loses", { name, plies: found.plies });
    else if (found.margin && least !== most) told = t("solved-between", { name, least, most });
    else if (found.margin) told = least === 0 ? t("solved-even") : t(least > 0 ? "solved-ahead" : "solved-behind", { name, balls: Math.abs(least) });
    const names = found.best.map((/** @type {string} */ text) => state.legal.find((move) => move.text === text)).filter(Boolean);
    this.#tell(told, ...names.map((/** @type {import("./messages").MoveView} */ move) => this.#move(move.text, "", moveName(move), t("solved-best"))));
    speak(told);
  }

  /** Has the engine look at every position of the main line, and writes what it finds into the record; or gives up. */
  async #annotate() {
    const button = need("annotate");
    const label = button.dataset.label ??= button.textContent ?? "";
    if (this.reading) return this.reader.stop();
    this.reading = true;
    need("annotating").textContent = "";
    button.textContent = t("annotate-stop");
    const { start, settings } = this.host.study();
    const moves = this.host.line();
    try {
      /** @type {object[]} */
      const found = [];
      for (let ply = 0; ply <= moves.length; ply++) {
        need("annotating").textContent = t("analysis-running", { percent: Math.round((100 * ply) / (moves.length + 1)) });
        const request = { do: "evaluate", start, chess960: settings.rules === "chess960", moves: moves.slice(0, ply), nodes: NODES, is_end: ply === moves.length };
        const answer = await this.reader.ask(request);
        if (!answer) break;
        if (answer.refused) throw new Error(answer.refused);
        found.push(answer);
      }
      need("annotating").textContent = "";
      // The record may have become another meanwhile.
      if (found.length === moves.length + 1 && this.host.line().join() === moves.join()) this.host.annotated(found);
    } catch (error) {
      console.warn("no engine in this page:", error);
      need("annotating").textContent = t("engine-none");
    }
    // The next time begins anew, so that the same game is annotated alike.
    this.reader.end();
    this.reading = false;
    button.textContent = label;
  }

  /** Draws the course of the game, if its moves have evaluations. */
  #draw() {
    const { host } = this;
    /** @type {import("./graph.js").Point[]} */
    const points = [];
    let ply = 0;
    let at = 0;
    for (let node = host.root().next[0]; node; node = node.next[0]) {
      ply++;
      const value = evalOf(node.comment);
      if (node === host.here()) at = ply;
      if (value) points.push({ ply, value, mark: MARKS[node.nags.find((nag) => MARKS[nag]) ?? 0] });
    }
    need("course").hidden = points.length === 0;
    if (points.length === 0) return;
    const begins = { ply: 0, value: { score: 0, mate: null } };
    const accuracy = ["White", "Black"].flatMap((side) => {
      const percent = host.study().tags.find(([tag]) => tag === `${side}Accuracy`)?.[1];
      const counts = ["blunder", "mistake", "inaccuracy"].map((kind) => {
        const made = points.filter((point) => point.mark === kind && (this.#seat(point.ply) === 0) === (side === "White"));
        return `${t(`count-${kind}`)}: ${made.length}`;
      });
      return percent ? [el("li", {}, el("strong", {}, t("accuracy", { side: t(side === "White" ? "white" : "black"), percent })), ` ${counts.join(" · ")}`)] : [];
    });
    fill(need("course"), el("h2", {}, t("analysis-title")), graph([begins, ...points], at, (to) => host.go(to)), el("ul", { class: "plain small" }, ...accuracy));
  }

  /** The seat that has made a move of the main line. @param {number} ply from 1 */
  #seat(ply) {
    const black = this.host.study().start.split(" ")[1] === "b";
    return (ply + (black ? 0 : 1)) % 2;
  }
}
