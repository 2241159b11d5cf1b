// Status line above the board: result, open question, seat to move, and moves that have no cell on the board.

import { el, keep, need } from "./dom.js";
import { outcomeFor } from "./gamelog.js";
import { moveName } from "./movelist.js";
import { playerName } from "./seats.js";
import { said, t } from "./texts.js";

/** @typedef {import("./messages").Snapshot} Snapshot */

/**
 * The opponents who have been away for so long that the game can be claimed.
 * @param {Snapshot} room @param {number | null} you @param {number} now the instant
 */
export function absent(room, you, now) {
  const own = you === null || room.phase !== "playing" || room.closed ? null : room.seats[you];
  if (!own || own.out) return [];
  const other = (/** @type {import("./messages").SeatView} */ seat) => seat !== own && (seat.team === undefined || seat.team !== own.team);
  return room.seats.filter((seat) => other(seat) && !seat.out && seat.away_until !== null && seat.away_until <= now);
}

/** Who sits in a seat, or what the seat is called. @param {import("./messages").SeatView | undefined} seat */
const nameOf = (seat) => (seat?.player ? playerName(seat.player) : seat ? said(seat.title) : "");

/**
 * Draws the status line.
 * @param {Snapshot} room
 * @param {{you: number | null, myTurn: boolean, live: boolean, claimable: boolean, next: string | null, legal: import("./messages").MoveView[], news: string[], blocked: string[], now: number, halted: Record<string, string> | null, wishes: number[]}} of
 * @param {{act: (event: import("./connection.js").Deed) => void, play: (text: string) => void, restart: () => void}} does
 */
export function status(room, { you, myTurn, live, claimable, next, legal, news, blocked, now, halted, wishes }, does) {
  /** @type {HTMLElement[]} */
  const items = halted ? [el("p", { class: "notice warn", id: "halted" }, said(halted))] : [];
  const question = room.question;
  if (room.verdict) {
    const outcome = outcomeFor(room.verdict, you);
    items.push(...blocked.map((line) => el("p", { class: "notice warn blocked" }, line)));
    items.push(el("p", { class: "verdict" }, outcome ? el("strong", {}, t(outcome)) : null, outcome ? " " : null, said(room.verdict.text)));
    if (next) items.push(el("a", { class: "button main", href: `/game/${next}` }, t("rematch-go")));
  } else if (question) {
    const name = nameOf(room.seats[question.by]);
    const mine = you !== null && question.waiting.includes(you);
    const draw = question.ask.asks === "draw";
    const whose = mine ? "asked" : question.by === you ? "waiting" : "open";
    items.push(el("p", {}, t(draw ? `draw-${whose}` : `takeback-${whose}`, { name })));
    if (mine) {
      const yes = () => does.act(draw ? "accept_draw" : "grant_takeback");
      const no = () => does.act(draw ? "decline_draw" : "refuse_takeback");
      items.push(el("div", { class: "row-flow" },
        el("button", { type: "button", class: "button main", id: "answer-yes", onclick: yes }, t(draw ? "draw-accept" : "takeback-grant")),
        el("button", { type: "button", class: "button", id: "answer-no", onclick: no }, t(draw ? "draw-decline" : "takeback-refuse"))));
    }
  }
  if (room.closed && room.phase === "playing") items.push(el("p", { class: "verdict" }, t(next ? "room-anew" : "room-idle")), ...(next ? [el("a", { class: "button main", href: `/game/${next}` }, t("restart-go"))] : []));
  if (!room.verdict && room.phase === "playing" && !room.closed) {
    if (you !== null && wishes.includes(you)) items.push(el("p", { class: "notice" }, t("restart-waits")));
    else if (wishes.length > 0) {
      items.push(el("div", { class: "notice row-flow spread" }, el("span", {}, t("restart-asked", { name: wishes.map((seat) => nameOf(room.seats[seat])).join(", ") })),
        ...(you === null ? [] : [el("button", { type: "button", class: "button main", id: "restart-agree", onclick: () => does.restart() }, t("restart-agree"))])));
    }
    items.push(...blocked.map((line) => el("p", { class: "notice warn blocked" }, line)));
    const away = absent(room, you, now);
    if (away.length > 0) {
      items.push(el("div", { class: "notice warn row-flow spread" }, el("span", {}, t("claim-may", { name: away.map(nameOf).join(", ") })),
        el("button", { type: "button", class: "button main", id: "claim", onclick: () => does.act("claim") }, t("claim"))));
    }
    if (claimable) {
      items.push(el("div", { class: "notice warn row-flow spread" }, el("span", {}, t("claim-draw-may")),
        el("button", { type: "button", class: "button main", id: "claim-draw", onclick: () => does.act("claim_draw") }, t("claim-draw"))));
    }
    items.push(el("p", {}, myTurn ? t("turn-yours") : t("turn-of", { name: nameOf(room.seats[room.turn]) })));
    // How towers regroup, a move that only passes.
    const others = legal.filter((m) => !m.to);
    if (others.length > 0) {
      items.push(el("div", { class: "row-flow" }, ...others.map((m) => el("button", { type: "button", class: "button main", "data-move": m.text, onclick: () => does.play(m.text) }, moveName(m)))));
    }
  }
  // What is said already is not said again to those who listen.
  keep(need("status"), ...items);
  const lines = room.phase === "playing" || room.game !== "chess" ? news : [];
  keep(need("news"), ...lines.map((line) => el("li", {}, line)));
}
