// Pieces as elements: chessmen from the sprite that stands in the page, Kamisado's towers, Rolit's balls.

import { el, svg } from "./dom.js";
import { kindNamed } from "./fairy.js";
import { letterOf } from "./letters.js";
import { has, t } from "./texts.js";

/** @param {string} color */
export const slug = (color) => color.replaceAll(" ", "-");

/**
 * Creates the element of a piece.
 * @param {import("./messages").PieceView} piece
 * @returns {HTMLElement}
 */
export function drawn(piece) {
  if (piece.kind === "tower") return tower(piece);
  if (piece.kind === "ball") return ball(piece);
  if (kindNamed(piece.kind)) return fairy(piece);
  const figure = svg("svg", { viewBox: "0 0 45 45", "aria-hidden": "true" }, svg("use", { href: `#${piece.kind}` }));
  return el("span", { class: `piece ${piece.color}` }, figure);
}

/** A turned chess piece, or its code; of a neutral one the right half is black. @param {import("./messages").PieceView} piece */
function fairy(piece) {
  const { shape, turn = 0 } = kindNamed(piece.kind) ?? {};
  const figure = () => {
    const drawing = svg("svg", { viewBox: "0 0 45 45", "aria-hidden": "true" });
    if (shape) drawing.append(svg("use", { href: `#${shape}`, transform: `rotate(${turn} 22.5 22.5)` }));
    else drawing.append(svg("circle", { cx: 22.5, cy: 22.5, r: 17 }), svg("text", { class: "code", x: 22.5, y: 23 }, piece.letters));
    return drawing;
  };
  if (piece.color !== "neutral") return el("span", { class: `piece ${piece.color}` }, figure());
  return el("span", { class: "piece white" }, figure(), el("span", { class: "piece black half" }, figure()));
}

/** @param {import("./messages").PieceView} piece */
function ball(piece) {
  return el("span", { class: `piece ball ${slug(piece.color)}` }, el("span", { "aria-hidden": "true" }, letterOf("ball", slug(piece.color))));
}

/** @param {import("./messages").PieceView} piece */
function tower(piece) {
  const black = piece.owner === 0;
  const figure = svg("svg", { viewBox: "0 0 45 45", "aria-hidden": "true" });
  const corner = 18.8 * Math.SQRT1_2 / Math.cos(Math.PI / 8);
  const octagon = [...Array(8).keys()].map((k) => {
    const angle = Math.PI / 8 + (k * Math.PI) / 4;
    const radius = corner * Math.SQRT2;
    return `${(22.5 + radius * Math.cos(angle)).toFixed(2)},${(22.5 + radius * Math.sin(angle)).toFixed(2)}`;
  });
  figure.append(black
    ? svg("polygon", { class: "rim", points: octagon.join(" ") })
    : svg("circle", { class: "rim", cx: 22.5, cy: 22.5, r: 18.8 }));
  for (let ring = 0; ring < piece.rank; ring++) {
    figure.append(svg("circle", { class: "ring", cx: 22.5, cy: 22.5, r: 16.6 - 2.4 * ring }));
  }
  const core = piece.rank ? 15.6 - 2.4 * piece.rank : 14.2;
  figure.append(svg("circle", { class: `core ${piece.color}`, cx: 22.5, cy: 22.5, r: core }));
  figure.append(svg("text", { class: piece.color, x: 22.5, y: 23 }, letterOf("tower", piece.color)));
  return el("span", { class: `piece tower ${black ? "seat-black" : "seat-white"}` }, figure);
}

/**
 * Returns the name of a piece.
 * @param {import("./messages").PieceView} piece
 */
export function pieceName(piece) {
  if (piece.kind === "tower") {
    const name = t(piece.owner === 0 ? "tower-of-black" : "tower-of-white", { color: t(`color-${piece.color}`) });
    return piece.rank ? `${name}, ${t("tower-sumo", { rank: piece.rank })}` : name;
  }
  if (piece.kind === "ball") return t("ball-of", { color: t(`color-${slug(piece.color)}`) });
  const key = `piece-${piece.color}-${piece.kind}`;
  if (has(key)) return t(key);
  return has(`side-${piece.color}`) ? `${piece.kind} (${t(`side-${piece.color}`)})` : `${piece.color} ${piece.kind}`;
}
