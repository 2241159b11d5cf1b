// Games in which one is to move, wherever on the site one is: a mark in the tab's title, and, if that was asked for, a notification.

import { toast } from "./dom.js";
import { what } from "./lines.js";
import { t } from "./texts.js";

/** @typedef {import("./messages").GameLine} GameLine */

const KEPT = "notify";
/** Rooms in which it is the visitor's turn. @type {Set<string>} */
const rooms = new Set();
const MARK = /^(● )?\(\d+\) /;

/** Adds the mark to a title. @param {string} title */
export function titled(title) {
  return rooms.size ? title.replace(/^(● )?/, `$1(${rooms.size}) `) : title;
}

function mark() {
  document.title = titled(document.title.replace(MARK, "$1"));
}

/** Whether notifications were asked for and are allowed. */
export function notifies() {
  try {
    return "Notification" in window && Notification.permission === "granted" && localStorage.getItem(KEPT) === "yes";
  } catch {
    return false;
  }
}

/** Turns notifications on or off, which a browser asks about; whether they are on. @param {boolean} on */
export async function notify(on) {
  if (on && !("Notification" in window && (await Notification.requestPermission()) === "granted")) {
    toast(t("notify-none"));
    on = false;
  }
  try {
    localStorage.setItem(KEPT, on ? "yes" : "no");
  } catch {
    // A page without storage forgets it.
  }
  return on;
}

/** Takes over in which games one is to move. @param {GameLine[]} games */
export function follow(games) {
  rooms.clear();
  for (const game of games) if (game.your_turn && location.pathname !== `/game/${game.room}`) rooms.add(game.room);
  mark();
}

/** Handles the notice that it is the visitor's turn. @param {GameLine} game */
export function hear(game) {
  if (location.pathname === `/game/${game.room}`) return;
  rooms.add(game.room);
  mark();
  const text = t("your-turn", { what: what(game) });
  toast(text);
  if (!notifies()) return;
  const shown = new Notification(text, { tag: game.room });
  shown.addEventListener("click", () => location.assign(`/game/${game.room}`));
}
