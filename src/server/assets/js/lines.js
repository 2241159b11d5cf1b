// Lines in lists of games, and the texts in them.

import { el } from "./dom.js";
import { clockName, t } from "./texts.js";

/** The game, by the name that people have for its rules. @param {{game: string, settings: Record<string, string>}} of */
export const gameName = (of) => (of.settings.rules === "chess960" ? "Chess960" : t(`game-${of.game}`));

/**
 * What is played, on which clock, and whether it counts.
 * @param {{game: string, settings: Record<string, string>, clock: string, rated: boolean}} of
 */
export function what(of) {
  return [gameName(of), clockName(of.clock), t(of.rated ? "rated" : "casual")].join(" · ");
}

/** Returns the display name of a machine of a level. @param {string | null | undefined} level */
export function machineName(level) {
  if (!level) return t("machine-level", { level: "" });
  return /^\d+$/.test(level) ? t("machine-number", { level }) : t("machine-level", { level: t(`level-${level}`) });
}

/** Who plays: the words, and the address of the profile of who has one. @param {import("./messages").GameLine} game */
function names(game) {
  const seats = game.seats.filter((seat) => seat !== null);
  return seats.map((seat) => ({
    text: (seat.kind === "machine" ? machineName(seat.level) : seat.kind === "gone" ? t("seat-gone") : seat.name) + (seat.rating ? ` ${seat.rating}` : ""),
    href: seat.kind === "user" ? `/user/${encodeURIComponent(seat.name)}` : null,
  }));
}

/**
 * Who plays, as a line in which a long name leaves room for the other.
 * @param {import("./messages").GameLine} game
 */
export function players(game) {
  const all = names(game);
  const text = all.map((one) => one.text).join(" – ") || "…";
  const [first, second] = all.map((one) => el("span", {}, one.href ? el("a", { class: "person-link", href: one.href }, one.text) : one.text));
  const parts = first && second && all.length === 2 ? [first, el("i", {}, "–"), second] : [text];
  return el("strong", { class: parts.length > 1 ? "name pair" : "name", title: text }, ...parts);
}

/** Creates the line of an empty list. @param {string} key */
export const none = (key) => el("li", { class: "empty" }, t(key));

/**
 * Creates the line of a game with a link to it.
 * @param {import("./messages").GameLine} game
 * @param {string} [way]
 */
export function gameEntry(game, way = "watch-game") {
  return el("li", { class: "entry" },
    el("div", { class: "about" }, players(game), el("span", { class: "small muted" }, what(game))),
    el("a", { class: game.your_turn ? "button main" : "button", href: `/game/${game.room}` }, t(game.your_turn ? "my-game-turn" : way)));
}
