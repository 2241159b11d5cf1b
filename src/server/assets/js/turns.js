// Games in which one is to move, wherever on the site one is: a mark in the tab's title, a sound, and, if that was asked for, a
// notification.

import { toast } from "./dom.js";
import { what } from "./lines.js";
import * as sound from "./sound.js";
import { t } from "./texts.js";

/** @typedef {import("./messages").GameLine} GameLine */

const KEPT = "notify";
/** Storage key of the last game that ceased to wait for the visitor. */
const PASSED = "turn-passed";
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
  // Where only a service worker may show notifications, there has to be one.
  if (on) navigator.serviceWorker?.register("/sw.js").catch(console.warn);
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

/** Returns true if there are games in which one is to move. */
export const waiting = () => rooms.size > 0;

/** Tells the other tabs that a game does not wait for the visitor any more. @param {string} room */
export function passTurn(room) {
  try {
    localStorage.setItem(PASSED, `${room} ${Date.now()}`);
  } catch {
    // Without storage the other tabs learn it from the server.
  }
}

/** Takes out the game of which another tab has told so; true if there was one. @param {StorageEvent} event */
export function tookOut({ key, newValue }) {
  if (key !== PASSED || !rooms.delete(newValue?.split(" ")[0] ?? "")) return false;
  mark();
  return true;
}

/** Shows a notification that leads to a game, if notifications are on. @param {string} text @param {string} room */
export async function showNotification(text, room) {
  if (!notifies()) return;
  const path = `/game/${room}`;
  try {
    const shown = new Notification(text, { tag: room });
    shown.addEventListener("click", () => {
      window.focus();
      if (location.pathname !== path) location.assign(path);
    });
  } catch {
    // Chrome on Android shows the notifications of service workers only.
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(text, { tag: room, data: path }).catch(console.warn);
  }
}

/** Handles the notice that it is the visitor's turn. @param {GameLine} game */
export function hear(game) {
  if (location.pathname === `/game/${game.room}`) return;
  rooms.add(game.room);
  mark();
  const text = t("your-turn", { what: what(game) });
  toast(text);
  sound.play("call");
  void showNotification(text, game.room);
}
