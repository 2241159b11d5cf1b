// Arrows and circles on a board, kept in comments as other programs do: `[%cal Ge2e4] [%csl Rd5]`.

import { svg } from "./dom.js";

/** @typedef {{color: string, from: string, to: string}} Shape a circle ends where it begins */

const COMMANDS = /\s*\[%[^\]]*\]/g;
const TAGS = /\s*\[%(?:cal|csl)\s+([^\]]*)\]/g;
const SHAPE = /^([GRYB])([a-z]\d{1,2})([a-z]\d{1,2})?$/;

/** Returns the shapes in a comment. @param {string} comment @returns {Shape[]} */
export function shapesOf(comment) {
  return [...comment.matchAll(TAGS)].flatMap(([, list = ""]) => list.split(",").flatMap((word) => {
    const [, color, from, to] = word.trim().match(SHAPE) ?? [];
    return color && from ? [{ color, from, to: to ?? from }] : [];
  }));
}

/** Returns a comment without its shapes and other commands. @param {string} comment */
export const textOf = (comment) => comment.replace(COMMANDS, "").trim();

/** The engine's evaluation in a comment: `[%eval 0.35]`, `[%eval #-3]`. @param {string} comment @returns {import("./graph.js").Score | null} */
export function evalOf(comment) {
  const [, mate, score] = comment.match(/\[%eval\s+(?:#([+-]?\d+)|([+-]?\d+(?:\.\d+)?))/) ?? [];
  if (mate) return { score: mate.startsWith("-") ? -1 : 1, mate: Number(mate) };
  return score ? { score: Math.round(Number(score) * 100), mate: null } : null;
}

/** A comment with another text and other shapes; other commands stay. @param {string} before @param {string} text @param {Shape[]} shapes */
export function commentOf(before, text, shapes) {
  const others = before.replace(TAGS, "").match(COMMANDS)?.map((command) => command.trim()) ?? [];
  const list = (/** @type {string} */ tag, /** @type {string[]} */ words) => (words.length ? `[%${tag} ${words.join(",")}]` : "");
  const circles = shapes.filter((shape) => shape.from === shape.to).map((shape) => shape.color + shape.from);
  const arrows = shapes.filter((shape) => shape.from !== shape.to).map((shape) => shape.color + shape.from + shape.to);
  return [...others, list("csl", circles), list("cal", arrows), text].filter(Boolean).join(" ");
}

/** The shapes after one more was drawn: the same one again is taken away, another colour takes its place. @param {Shape[]} shapes @param {Shape} drawn */
export function withShape(shapes, drawn) {
  const isPlace = (/** @type {Shape} */ shape) => shape.from === drawn.from && shape.to === drawn.to;
  const others = shapes.filter((shape) => !isPlace(shape));
  return shapes.some((shape) => isPlace(shape) && shape.color === drawn.color) ? others : [...others, drawn];
}

/**
 * Draws shapes over a board.
 * @param {import("./board.js").Board} board
 * @param {Shape[]} shapes
 */
export function drawShapes(board, shapes) {
  board.frame.querySelector(":scope > .shapes")?.remove();
  const data = board.data;
  if (!data || shapes.length === 0) return;
  const { files, ranks } = data;
  const at = (/** @type {string} */ cell) => {
    const x = cell.charCodeAt(0) - 97 + 0.5;
    const y = Number(cell.slice(1)) - 0.5;
    return board.look.flipped ? { x: files - x, y } : { x, y: ranks - y };
  };
  const drawn = shapes.map(({ color, from, to }) => {
    const a = at(from);
    const b = at(to);
    if (from === to) return svg("circle", { class: `shape-${color}`, cx: a.x, cy: a.y, r: 0.44, "stroke-width": 0.08 });
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const [x, y] = [b.x - dx * 0.45, b.y - dy * 0.45];
    const head = [[b.x, b.y], [x - dy * 0.25, y + dx * 0.25], [x + dy * 0.25, y - dx * 0.25]];
    return svg("g", { class: `shape-${color}` },
      svg("line", { x1: a.x + dx * 0.2, y1: a.y + dy * 0.2, x2: x, y2: y, "stroke-width": 0.17 }),
      svg("polygon", { points: head.map((point) => point.join(",")).join(" "), stroke: "none" }));
  });
  board.frame.append(svg("svg", { class: "shapes", viewBox: `0 0 ${files} ${ranks}`, "aria-hidden": "true" }, ...drawn));
}
