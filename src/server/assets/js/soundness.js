// How sound the problem on the board is, found out in the background at every change by the solver of all stipulations in the
// page's worker: src/web/inquiring.rs. What takes longer is for the server.

import { Engine } from "./engine.js";
import { solutions } from "./solution.js";
import { lang, t } from "./texts.js";

/** @typedef {{fen: string, stipulation: string, conditions: string[], set_play: boolean, tries: boolean, duplex: boolean, intended: number}} Question */
/** @typedef {import("./solution.js").Played} Played */
/** What is known: a sentence, how it looks, and the solution as far as it was found. @typedef {{text: string, look: string, parts: Played[]}} Verdict */

/** Delay after a change before a position is checked, in milliseconds. */
const PAUSE = 350;
/** Time limit for a position, in milliseconds. */
const LONGEST = 5000;

/** @type {Record<string, string>} */
const LOOKS = { sound: "good", none: "bad", cooked: "warn", short: "warn", fewer: "warn", open: "", illegal: "" };

/** @param {Played[]} parts @param {Question} question @returns {Verdict} */
export function verdictOf(parts, question) {
  const tell = (/** @type {Played} */ part) => {
    const text = t(`sound-${part.soundness}`, { moves: solutions(part), count: part.count, intended: question.intended, seconds: LONGEST / 1000 });
    const of = part.duplex ? `${t("tree-duplex")}: ${text}` : text;
    return part.twin ? `${part.twin}: ${of}` : of;
  };
  return { text: parts.map(tell).join(" "), look: LOOKS[parts[0]?.soundness ?? ""] ?? "", parts };
}

/** Says what is wrong with a question. @param {{fault: string, refused: string}} answer @returns {Verdict} */
function fault(answer) {
  const why = answer.refused;
  const text = answer.fault === "position" ? why
    : answer.fault === "stipulation" ? t("sound-stipulation")
    : answer.fault === "play" ? t("sound-play", { why })
    : t("sound-conditions", { why });
  return { text, look: "bad", parts: [] };
}

export class Soundness {
  /** @param {(verdict: Verdict) => void} told */
  constructor(told) {
    this.told = told;
    this.engine = new Engine({ network: false });
    this.timer = 0;
  }

  /** Asks about a position; what was asked before is given up. @param {Question} question */
  ask(question) {
    this.stop();
    this.told({ text: t("sound-working"), look: "", parts: [] });
    this.timer = setTimeout(() => void this.#ask(question), PAUSE);
  }

  /** Cancels the current question. */
  stop() {
    clearTimeout(this.timer);
    this.engine.stop();
  }

  /** @param {Question} question */
  async #ask(question) {
    try {
      const answer = await this.engine.ask({ do: "inquire", question, time_ms: LONGEST, lang });
      if (!answer) return;
      if (answer.fault) return this.told(fault(answer));
      if (answer.refused) throw new Error(answer.refused);
      this.told(verdictOf(answer.parts, question));
    } catch (error) {
      console.warn("no solver in this page:", error);
      this.told({ text: t("sound-unavailable"), look: "", parts: [] });
    }
  }
}
