// The lines above and below a board: who plays, rating, whether present, what was captured, the clock; and
// the list of seats where more than two play.

import { face, spoken } from "./clock.js";
import { el, fill, svg } from "./dom.js";
import { machineName } from "./lines.js";
import { letterOf } from "./letters.js";
import { drawn } from "./pieces.js";
import { lang, said, t } from "./texts.js";

/** @typedef {import("./messages").SeatView} Seat */
/** @typedef {import("./messages").Snapshot} Snapshot */

/** @type {Record<string, string>} */
const ROLIT = { Y: "yellow", R: "red", G: "green", L: "light-blue", O: "orange", K: "black", P: "pink", B: "blue", W: "white", E: "grey" };

/**
 * Creates the sign for a seat's colour.
 * @param {string} game
 * @param {Seat} seat
 * @param {number} index
 */
export function chip(game, seat, index) {
  if (game === "rolit") {
    const color = ROLIT[seat.color] ?? "grey";
    return el("span", { class: `chip ball ${color}`, "aria-hidden": "true" }, el("span", {}, letterOf("ball", color)));
  }
  const black = game === "kamisado" ? index === 0 : seat.color === "black";
  return el("span", { class: `chip ${black ? "black-side" : "white-side"} ${game === "kamisado" && black ? "octagon" : ""}`, "aria-hidden": "true" });
}

/** Draws the picture of a profile, which adds nothing to the name beside it. @param {string} name `king-w` */
function portrait(name) {
  const [kind, side] = name.split("-");
  const figure = svg("svg", { viewBox: "0 0 45 45", class: `mini-piece ${side}` }, svg("use", { href: `#${kind}` }));
  return el("span", { class: "picture", "aria-hidden": "true" }, figure);
}

/**
 * Who sits in a seat, as a line.
 * @param {Snapshot} room
 * @param {number} index
 * @param {object} state
 * @param {boolean} state.present
 * @param {boolean} state.mine
 * @param {number} state.now
 * @param {boolean} state.wants
 * @param {number | null} state.lost when the opponent may claim the game, because this page has no connection
 */
export function seatLine(room, index, { present, mine, now, wants, lost }) {
  const seat = room.seats[index];
  if (!seat) return el("div");
  const player = seat.player;
  const name = player ? playerName(player) : t("seat-free");
  const line = el("div", { class: "seat-line" });
  line.classList.toggle("turn", room.phase === "playing" && room.turn === index);
  line.classList.toggle("winner", room.verdict?.winners.includes(index) ?? false);
  const first = el("span", { class: "first" }, player?.kind === "user" ? el("a", { class: "name person-link", title: name, href: profile(player.name) }, name) : el("span", { class: "name", title: name }, name));
  const second = el("span", { class: "second" });
  const who = el("span", { class: "who" }, chip(room.game, seat, index), player?.picture ? portrait(player.picture) : null, el("span", { class: "told" }, first, second));
  if (player?.rating != null) first.append(el("span", { class: "rating number" }, String(player.rating)));
  if (player?.change !== undefined) first.append(el("span", { class: `change number ${player.change < 0 ? "down" : "up"}`, title: t("rating-change") }, `${player.change < 0 ? "−" : "+"}${Math.abs(player.change)}`));
  const notes = [];
  const left = (/** @type {number} */ until) => {
    const seconds = Math.max(0, Math.ceil((until - now) / 1000));
    return seconds < 100 ? `${seconds} s` : face(1000 * seconds);
  };
  if (mine) notes.push(t("seat-you"));
  if (player?.kind === "guest" && !mine) notes.push(t("seat-guest"));
  if (seat.team !== undefined) notes.push(t("seat-team", { team: seat.team + 1 }));
  if (seat.out) notes.push(t(`out-${seat.out}`));
  // What runs out comes first: the end of a line may be cut.
  else if (mine && lost !== null) notes.unshift(t("seat-lost", { time: left(lost) }));
  else if (seat.away_until !== null && room.phase === "playing") notes.unshift(seat.away_until > now ? t("seat-away", { time: left(seat.away_until) }) : t("seat-away-long"));
  else if (player && player.kind !== "machine" && !present && room.phase !== "over") notes.push(t("seat-not-here"));
  if (room.phase === "gathering" && player) notes.push(seat.ready ? t("seat-ready") : t("seat-not-ready"));
  if (wants) notes.push(t(room.phase === "over" ? "seat-wants-rematch" : "seat-wants-restart"));
  if (notes.length) second.append(el("span", { class: "notes" }, notes.join(" · ")));
  line.append(who);
  if (seat.points !== undefined && seat.points !== null) line.append(el("span", { class: "points number", title: t("points") }, String(seat.points)));
  if (room.clock !== "none") line.append(el("span", { class: "clock", "data-seat": index, role: "timer" }, "–"));
  return line;
}

/** Returns the address of a profile. @param {string} name */
export const profile = (name) => `/user/${encodeURIComponent(name)}`;

/** Whoever has deleted the account is called so in the page's language. @param {import("./messages").SeatView[]} seats */
export function nameGone(seats) {
  for (const seat of seats) if (seat.player?.kind === "gone") seat.player.name = t("seat-gone");
}

/** @param {import("./messages").PlayerView} player */
export function playerName(player) {
  if (player.kind !== "machine") return player.name;
  return machineName(player.level ?? player.name);
}

/**
 * Shows a clock wherever it stands.
 * @param {number} seat
 * @param {number | null} left
 * @param {boolean} running
 * @param {number | null} moves
 */
export function showClock(seat, left, running, moves) {
  for (const place of document.querySelectorAll(`.clock[data-seat="${seat}"]`)) {
    if (!(place instanceof HTMLElement)) continue;
    const text = left === null ? "–" : face(left);
    const more = moves ? ` /${moves}` : "";
    if (place.textContent !== text + more) place.textContent = text + more;
    place.classList.toggle("running", running);
    place.classList.toggle("low", left !== null && left < 10000);
    place.title = left === null ? "" : spoken(left, lang);
  }
}

/** Initial number of pieces of a side, by kind. @type {Record<string, number>} */
const USUAL = { queen: 1, rook: 2, bishop: 2, knight: 2, pawn: 8 };
/** @type {Record<string, number>} */
const WORTH = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1 };

/**
 * What has been captured of the other side, and how much more it is worth than what was lost.
 * @param {import("./messages").BoardView} board
 * @param {string} by the capturing colour
 */
export function captured(board, by) {
  const other = by === "white" ? "black" : "white";
  /** @param {string} color @param {string} kind */
  const count = (color, kind) => board.cells.filter((cell) => cell?.piece?.color === color && cell.piece.kind === kind).length;
  const row = el("span", { class: "captured" });
  let lead = 0;
  for (const [kind, usual] of Object.entries(USUAL)) {
    const theirs = count(other, kind);
    const ours = count(by, kind);
    lead += (WORTH[kind] ?? 0) * (ours - theirs);
    for (let n = theirs; n < usual; n++) row.append(drawn({ kind, color: other, letters: "", rank: 0 }));
  }
  if (lead > 0) row.append(el("span", { class: "lead number" }, `+${lead}`));
  row.setAttribute("aria-label", t("captured"));
  row.setAttribute("role", "img");
  return row;
}

/**
 * The seats of a room of many, with their points.
 * @param {HTMLElement} root
 * @param {Snapshot} room
 * @param {(index: number) => HTMLElement} line
 */
export function seatList(root, room, line) {
  fill(root, ...room.seats.map((_, index) => el("li", {}, line(index))));
}

/** @param {Seat} seat */
export const seatTitle = (seat) => said(seat.title);
