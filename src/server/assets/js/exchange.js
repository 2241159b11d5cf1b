// Problems as text: read from any format that the program knows, and written; and the diagram as a picture.

import { ask, el, fill, need, speak } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./soundness.js").Question} Question */
/** @typedef {{author: string, title: string, source: string, tags: string[]}} Words */
/** A question with the terms that it has no fields for. @typedef {Question & {twins: string[], pieces: string[], options: string[]}} Asked */
/** @typedef {Words & {question: Asked}} Found */
/** @typedef {{question: () => Asked, words: () => Words, moves: () => number | null, set: (found: Found) => void}} Host */

/** File name extensions by format. @type {Record<string, string>} */
const ENDINGS = { popeye: "inp", yacpdb: "yaml", epd: "epd", fen: "fen", pgn: "pgn", json: "json", latex: "tex", svg: "svg", png: "png" };
/** Scale of a picture: pixels per unit of the drawing. */
const SCALE = 2;

/** Converts an SVG drawing to a bitmap picture. @param {string} svg @returns {Promise<Blob>} */
async function png(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = el("canvas", { width: image.width * SCALE, height: image.height * SCALE });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png"));
}

/** @param {Host} host */
export function exchange(host) {
  const error = need("exchange-error");
  const wrong = (/** @type {unknown} */ problem) => {
    error.textContent = problem instanceof Error ? problem.message : String(problem);
    speak(error.textContent);
  };
  need("read-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = "";
    fill(need("read-list"));
    try {
      const moves = host.moves();
      const text = /** @type {HTMLTextAreaElement} */ (need("pasted")).value;
      const read = await ask("/api/compose/read", { text, ...(moves ? { moves } : {}) });
      /** @type {Found[]} */
      const problems = read.problems;
      error.textContent = read.notes.join(" · ");
      const [first] = problems;
      if (first) host.set(first);
      if (problems.length < 2) return;
      // Of several problems one is chosen.
      const choose = (/** @type {Found} */ found, /** @type {number} */ index) => {
        const name = [found.question.stipulation, found.title || found.author].filter(Boolean).join(" ");
        return el("li", {}, el("button", { type: "button", class: "button", onclick: () => host.set(found) }, `${index + 1}. ${name}`));
      };
      fill(need("read-list"), el("h3", {}, t("compose-choose")), el("ul", { class: "plain stack tight" }, ...problems.map(choose)));
    } catch (problem) {
      wrong(problem);
    }
  });
  need("write-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = "";
    const format = /** @type {HTMLSelectElement} */ (need("format")).value;
    const link = /** @type {HTMLAnchorElement} */ (need("download"));
    try {
      const asked = format === "png" ? "svg" : format;
      const made = await ask("/api/compose/write", { question: host.question(), words: host.words(), format: asked });
      error.textContent = made.lost.join(" · ");
      /** @type {HTMLTextAreaElement} */ (need("written")).value = made.text;
      const blob = format === "png" ? await png(made.text) : new Blob([made.text], { type: "text/plain" });
      URL.revokeObjectURL(link.href);
      link.href = URL.createObjectURL(blob);
      link.download = `problem.${ENDINGS[format] ?? "txt"}`;
      need("write-result").hidden = false;
    } catch (problem) {
      need("write-result").hidden = true;
      wrong(problem);
    }
  });
}
