// Common code of all pages: the connection and its state in the header, theme and language.

import { Connection } from "./connection.js";
import { ask, el, maybe, need, speak, toast } from "./dom.js";
import { what } from "./lines.js";
import "./look.js";
import { mutedNames } from "./muted.js";
import { t } from "./texts.js";
import { follow, hear, tookOut, waiting } from "./turns.js";

/** The page's connection. */
export const connection = new Connection();

connection.named = maybe("me")?.hasAttribute("data-named") ?? false;

const state = maybe("state");
connection.onState((now) => {
  // Until it was there once, it is on its way.
  if (!state || (now === "disconnected" && state.classList.contains("first"))) return;
  state.classList.remove("first");
  state.dataset.state = now;
  state.textContent = t(`state-${now}`);
});

maybe("theme")?.addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  ask("/api/preferences", { theme: root.dataset.theme }).catch(() => {});
});

maybe("language")?.addEventListener("click", (event) => {
  event.preventDefault();
  // An address that names a language would keep it.
  const here = new URL(location.href);
  const named = here.searchParams.has("lang");
  here.searchParams.delete("lang");
  const again = () => named ? location.replace(here) : location.reload();
  ask("/api/preferences", { lang: maybe("language")?.dataset.lang }).then(again, (error) => toast(error.message));
});

/** What is said of a session that has ended, unless the next connection has the same visitor: a change of password ends all of them. */
let ended = "";

connection.on("welcome", (message) => {
  // Whoever was signed out elsewhere is called so no more.
  const me = document.querySelector("#me .name");
  const name = message.who.name ?? t("name-none");
  if (ended && me?.textContent !== name) toast(ended);
  ended = "";
  if (me) {
    me.textContent = name;
    me.setAttribute("title", name);
  }
  const link = maybe("my-games");
  const games = message.games.filter((g) => location.pathname !== `/game/${g.room}`);
  const game = games.find((g) => g.state === "playing") ?? games[0];
  if (!(link instanceof HTMLAnchorElement)) return;
  // Several are listed in the lobby, where this is not needed.
  link.hidden = !game || (games.length > 1 && location.pathname === "/");
  link.textContent = games.length > 1 ? t("my-games-many", { count: games.length }) : t("my-games-one");
  if (game) link.href = games.length > 1 ? "/#mine" : `/game/${game.room}`;
});
/** Where the page that comes next finds what it is to say. */
const LATER = "left-out";

/** Says on the page that comes next what was left out of a position. @param {string[]} sentences */
export function sayLater(sentences) {
  if (sentences.length === 0) return;
  try {
    sessionStorage.setItem(LATER, sentences.join(" · "));
  } catch {
    // A page without storage says it at once, however short it is seen.
    toast(sentences.join(" · "));
  }
}

try {
  const left = sessionStorage.getItem(LATER);
  sessionStorage.removeItem(LATER);
  if (left) toast(left);
} catch {
  // A page without storage has nothing to say.
}

connection.on("welcome", (message) => follow(message.games));
connection.on("your_turn", (message) => hear(message.game));
// The visitor may have moved in another tab, or on another device.
addEventListener("storage", (event) => {
  if (tookOut(event)) connection.greet();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && (waiting() || connection.shows.lobby)) connection.greet();
});

connection.on("paired", (message) => {
  sayLater(message.dropped);
  location.assign(`/game/${message.room}`);
});
connection.on("challenged", (message) => {
  if (mutedNames().includes(message.by)) return;
  const text = t("challenged", { name: message.by, what: what(message) });
  const made = el("section", { class: "challenge notice", "aria-label": t("challenge") }, el("span", {}, text),
    el("a", { class: "button main", href: `/game/${message.room}` }, t("challenge-look")),
    el("button", { type: "button", class: "button", onclick: () => made.remove() }, t("challenge-not")));
  need("main").prepend(made);
  speak(text);
});
connection.on("refused", (message) => {
  if (message.n === null) toast(message.text);
});
connection.on("bye", (message) => {
  if (message.code === "logged_out") ended = message.text;
  else toast(message.text);
});

// A page that shows a room or the lobby says so first.
queueMicrotask(() => {
  const first = JSON.parse(maybe("told")?.textContent || "null");
  if (first) connection.begin(first);
  connection.open();
});
