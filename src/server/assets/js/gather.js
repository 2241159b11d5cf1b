// A room before its game begins: taking seats, adding machines, the link for others.

import { el, fill, keep, toast } from "./dom.js";
import { withName } from "./name.js";
import { chip, playerName } from "./seats.js";
import { said, t } from "./texts.js";

const LEVELS = ["easy", "medium", "hard", "expert"];

/**
 * Draws a room before its game begins.
 * @param {HTMLElement} root
 * @param {import("./messages").Snapshot} room
 * @param {number | null} you
 * @param {boolean} host
 * @param {import("./connection.js").Connection} connection
 */
export function gather(root, room, you, host, connection) {
  root.hidden = room.phase !== "gathering";
  if (root.hidden) return;
  if (room.closed) {
    fill(root, el("h2", {}, t("gather-closed")), el("div", { class: "row-flow" }, el("a", { class: "button main", href: "/" }, t("gather-anew"))));
    return;
  }
  /** @param {boolean | number | null} done */
  const sent = (done) => {
    if (done === false || done === null) toast(t("not-connected"));
  };
  const link = el("input", { type: "text", readonly: true, value: location.href, id: "share", "aria-label": t("share-link") });
  const copy = async () => {
    const shown = root.querySelector("#share");
    if (shown instanceof HTMLInputElement) shown.select();
    try {
      await navigator.clipboard.writeText(location.href);
      toast(t("share-copied"));
    } catch {
      document.execCommand("copy");
    }
  };
  const seats = room.seats.map((seat, index) => {
    const player = seat.player;
    const row = el("li", { class: "gather-seat" }, chip(room.game, seat, index),
      el("span", { class: "name" }, said(seat.title), seat.team === undefined ? "" : ` · ${t("seat-team", { team: seat.team + 1 })}`));
    if (player) {
      row.append(el("span", { class: "name taken", title: playerName(player) }, playerName(player), index === you ? ` (${t("seat-you")})` : "", seat.ready ? " ✓" : ""));
      if (host && player.kind === "machine") {
        const out = () => sent(connection.send("machine", { room: room.id, seat: index, level: null }));
        row.append(el("button", { type: "button", class: "button small-button", onclick: out, "aria-label": t("machine-out"), title: t("machine-out") }, "×"));
      }
      return row;
    }
    const sit = async () => {
      if (!(await withName(connection))) return;
      // Whoever has another seat keeps it if this one is taken by now.
      sent(connection.send("join", { room: room.id, seat: index }));
    };
    const free = el("span", { class: "free" },
      el("button", { type: "button", class: "button small-button", onclick: sit }, t(you === null ? "seat-take" : "seat-change")));
    row.append(free);
    if (host) {
      const levels = LEVELS.map((level) => el("option", { value: level }, t("machine-level", { level: t(`level-${level}`) })));
      // Whoever goes through the levels by the keys has not chosen yet.
      const level = el("select", { "aria-label": t("machine-for", { seat: said(seat.title) }) }, ...levels);
      const put = (/** @type {Event & {currentTarget: HTMLElement}} */ event) => {
        const chosen = event.currentTarget.parentElement?.querySelector("select");
        sent(connection.send("machine", { room: room.id, seat: index, level: chosen?.value ?? "medium" }));
      };
      free.append(level, el("button", { type: "button", class: "button small-button", onclick: put }, t("machine-seat")));
    }
    return row;
  });
  const mine = you === null ? null : room.seats[you];
  const ready = () => sent(connection.act(room.id, { event: "ready" }));
  const leave = () => sent(connection.act(room.id, { event: "leave" }));
  const free = room.seats.filter((seat) => !seat.player).length;
  const buttons = mine ? el("div", { class: "row-flow" },
    mine.ready ? null : el("button", { type: "button", class: "button main", onclick: ready }, t("gather-begin")),
    el("button", { type: "button", class: "button", onclick: leave }, t("gather-leave"))) : null;
  const share = free === 0 ? null : el("div", { class: "field" }, el("label", { for: "share" }, t("share-label")),
    el("div", { class: "joined" }, link, el("button", { type: "button", class: "button", onclick: copy }, t("share-copy"))));
  // A list that somebody has open, or a link that is marked, stays while others come and go.
  const list = root.querySelector(":scope > ul") ?? el("ul", { class: "plain stack tight" });
  keep(list, ...seats);
  keep(root, el("h2", {}, free > 0 ? t("gather-waiting", { free }) : t("gather-ready")), share, buttons, list);
}
