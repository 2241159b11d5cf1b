// Analysis of a finished game by the engine of the site: the graph of the evaluation, best moves, what was
// lost, proved mates. The server computes it as a job; the page polls its progress.

import { ask, el, fill, need } from "./dom.js";
import { graph, scoreText } from "./graph.js";
import { shown, spoken } from "./letters.js";
import { t } from "./texts.js";

/** @typedef {import("./types").Evaluation} Evaluation */

export class Analysis {
  /**
   * @param {string} room
   * @param {HTMLElement} page
   * @param {import("./movelist.js").MoveList} list
   * @param {() => void} redraw
   */
  constructor(room, page, list, redraw) {
    this.room = room;
    this.page = page;
    this.list = list;
    this.redraw = redraw;
    /** @type {Evaluation[]} */
    this.evaluations = [];
    this.ply = list.at;
    this.root = need("analysis");
    this.root.hidden = false;
    const begin = el("button", { type: "button", class: "button", id: "analyse", onclick: () => this.#begin() }, t("analysis-begin"));
    fill(this.root, begin);
    page.addEventListener("ply", (event) => {
      this.ply = /** @type {CustomEvent<number>} */ (event).detail;
      if (this.evaluations.length > 0) this.#draw(1);
    });
  }

  async #begin() {
    fill(this.root, el("div", { class: "graph skeleton" }, t("analysis-running", { percent: 0 })));
    try {
      await ask(`/api/analysis/${this.room}`, {});
      this.evaluations = [];
      for (;;) {
        const now = await ask(`/api/analysis/${this.room}?from=${this.evaluations.length}`);
        this.evaluations.push(...now.evaluations);
        this.#draw(this.evaluations.length / Math.max(1, now.total));
        if (now.error) throw new Error(now.error);
        if (now.done) break;
        await new Promise((resolve) => setTimeout(resolve, 700));
      }
    } catch (error) {
      fill(this.root, el("p", { class: "error" }, error instanceof Error ? error.message : String(error)),
        el("button", { type: "button", class: "button", onclick: () => this.#begin() }, t("analysis-again")));
    }
  }

  /** @param {number} part how much of the analysis is done */
  #draw(part) {
    this.list.marks = new Map();
    for (const e of this.evaluations) {
      if (e.judgement) this.list.marks.set(e.ply, { mark: e.judgement, title: t(`judged-${e.judgement}`, { best: spoken(this.evaluations[e.ply - 1]?.best_name ?? "") }) });
    }
    this.redraw();
    const points = this.evaluations.map((e) => ({ ply: e.ply, value: e, mark: e.judgement }));
    const course = graph(points, this.ply, (ply) => this.page.dispatchEvent(new CustomEvent("go", { detail: ply })));
    const here = this.evaluations[this.ply];
    const line = el("p", { class: "best-line" });
    if (here) {
      line.append(el("strong", { class: "number" }, scoreText(here)), " ");
      if (here.best_name) line.append(t("analysis-best", { move: shown(here.best_name) }), " ", el("span", { class: "muted" }, shown(here.line.slice(1).join(" "))));
      if (here.mate) line.append(" ", el("span", { class: "tag" }, t("analysis-proved", { moves: Math.abs(here.mate) })));
    }
    const counts = ["blunder", "mistake", "inaccuracy"].map((kind) => {
      // A game may begin with Black.
      const of = (/** @type {number} */ seat) => this.evaluations.filter((e) => e.judgement === kind && this.list.moves[e.ply - 1]?.seat === seat).length;
      return el("tr", {}, el("th", { scope: "row" }, t(`count-${kind}`)), el("td", { class: "number" }, String(of(0))), el("td", { class: "number" }, String(of(1))));
    });
    const table = el("table", { class: "counts" },
      el("thead", {}, el("tr", {}, el("th", {}, ""), el("th", { class: "number" }, t("white")), el("th", { class: "number" }, t("black")))), el("tbody", {}, ...counts));
    fill(this.root, el("h2", {}, t("analysis-title")), course, part < 1 ? el("p", { class: "muted" }, t("analysis-running", { percent: Math.round(part * 100) })) : null, line, table);
  }
}
