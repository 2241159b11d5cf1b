// The evaluation of a game as a picture, and scores as people write them.

import { svg } from "./dom.js";
import { t } from "./texts.js";

/** A score for White: in hundredths of a pawn, or a mate in so many moves. @typedef {{score: number | null, mate: number | null}} Score */
/** A point of a graph. @typedef {{ply: number, value: Score, mark?: string | null}} Point */

const WIDTH = 600;
const HEIGHT = 120;

/** Formats a score: `+0.3`, `#3`. @param {Score} e */
export function scoreText(e) {
  if (e.mate !== null) return e.mate === 0 ? "#" : `#${e.mate}`;
  if (e.score === null) return "–";
  return `${e.score > 0 ? "+" : ""}${(e.score / 100).toFixed(1)}`;
}

/** Maps a score to a height from −1 (Black wins) to 1 (White wins). @param {Score} e */
export function height(e) {
  if (e.mate !== null) return e.mate === 0 ? (e.score ?? 0) >= 0 ? 1 : -1 : Math.sign(e.mate);
  return 2 / (1 + Math.exp(-0.00368 * (e.score ?? 0))) - 1;
}

/**
 * Draws the evaluations of a game as a graph.
 * @param {Point[]} points
 * @param {number} at the ply that is shown
 * @param {(ply: number) => void} go hears of the ply that is clicked on
 */
export function graph(points, at, go) {
  const count = Math.max(1, points.at(-1)?.ply ?? 1);
  const x = (/** @type {number} */ ply) => ((ply / count) * WIDTH).toFixed(1);
  const y = (/** @type {Point} */ point) => (HEIGHT / 2 - (height(point.value) * HEIGHT) / 2).toFixed(1);
  const now = x(Math.min(at, count));
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "graph", role: "img", "aria-label": t("analysis-graph") },
    svg("rect", { width: WIDTH, height: HEIGHT, class: "graph-black" }),
    svg("polygon", { class: "graph-white", points: `0,${HEIGHT} ${points.map((point) => `${x(point.ply)},${y(point)}`).join(" ")} ${x(count)},${HEIGHT}` }),
    svg("line", { class: "graph-zero", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    ...points.filter(({ mark }) => mark === "blunder" || mark === "mistake").map((point) =>
      svg("ellipse", { class: `graph-${point.mark}`, cx: x(point.ply), cy: y(point), rx: 4, ry: 4 })),
    svg("line", { class: "graph-now", x1: now, x2: now, y1: 0, y2: HEIGHT }));
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    go(Math.round(((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * count));
  });
  return drawn;
}
