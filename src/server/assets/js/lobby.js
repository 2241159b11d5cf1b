// The lobby: a name at once, an opponent, a machine, a link, a Rolit room; who waits, what is played.

import { bringFields, keepFields } from "./choices.js";
import { connection, sayLater } from "./common.js";
import { ask, el, keep, need } from "./dom.js";
import { gameEntry, gameName, none, players, what } from "./lines.js";
import { takeName } from "./name.js";
import { SeatChooser, machineSitters } from "./seatchooser.js";
import { ago, clockName, t } from "./texts.js";
import { notifies, notify } from "./turns.js";

connection.shows.lobby = true;
let named = need("name-form").hidden;

const levels = need("levels");
/** The ratings of the levels, by game. @type {Record<string, Record<string, number>>} */
const ratings = JSON.parse(levels.dataset.ratings ?? "{}");

/** Returns the value of a group of radio buttons. @param {string} name */
const picked = (name) => document.querySelector(`input[name="${name}"]:checked`)?.getAttribute("value") ?? "";
/** @param {string} id */
const value = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (need(id)).value;

/** @param {string} id */
const ticked = (id) => /** @type {HTMLInputElement} */ (need(id)).checked;

function settings() {
  /** @type {Record<string, string>} */
  const chosen = {};
  if (value("begins") === "chess960") chosen.rules = "chess960";
  if (picked("game") === "kamisado") {
    chosen.points = value("points");
    chosen.rules = value("deadlock");
    chosen.towers = value("towers");
  }
  if (picked("game") === "rolit") chosen.players = "2";
  return chosen;
}

/** The clock that is chosen; null, and said, if an own one cannot be. */
function clock() {
  if (picked("clock") === "days") {
    const days = Number(value("days"));
    if (Number.isInteger(days) && days >= 1 && days <= 10) return `${days * 86400}/turn`;
    complain(t("clock-days-bad"));
    return null;
  }
  if (picked("clock") !== "own") return picked("clock");
  const [minutes, seconds] = [Number(value("minutes")), Number(value("seconds"))];
  if (minutes >= 0.25 && minutes <= 180 && seconds >= 0 && seconds <= 180) return `${minutes}+${seconds}`;
  complain(t("clock-own-bad"));
  return null;
}

function shows() {
  const game = picked("game");
  for (const place of levels.querySelectorAll("[data-level]")) place.textContent = String(ratings[game]?.[place.getAttribute("data-level") ?? ""] ?? "");
  for (const only of document.querySelectorAll("[data-only]")) {
    if (only instanceof HTMLElement) only.hidden = only.dataset.only !== game;
  }
  need("own-clock").hidden = picked("clock") !== "own";
  need("own-days").hidden = picked("clock") !== "days";
  const start = /** @type {HTMLSelectElement} */ (need("begins"));
  for (const option of start.options) if (option.value === "chess960") option.hidden = option.disabled = game !== "chess";
  if (game !== "chess" && start.value === "chess960") start.value = "usual";
  need("own-position").hidden = start.value !== "position";
  const way = /** @type {HTMLDetailsElement} */ (need("way-rolit"));
  if (game !== "rolit" && way.open) way.open = false;
  for (const side of document.querySelectorAll("[data-side]")) {
    side.textContent = t(`side-${game}-${side.getAttribute("data-side")}`);
  }
}

/** Storage key of the last choices. */
const KEPT = "choices";
const form = /** @type {HTMLFormElement} */ (need("play-form"));
/** What is chosen in the form, by name or id; the Rolit room is chosen anew each time. */
const inputs = () => [...form.querySelectorAll("input, select, textarea")].filter((input) => !input.closest("#way-rolit"));

bringFields(KEPT, inputs());
form.addEventListener("change", () => {
  shows();
  keepFields(KEPT, inputs());
});
shows();

/** @param {string} text */
function complain(text) {
  need("play-error").textContent = text;
}

/** Takes the name that is typed, if none was taken before. */
async function withName() {
  if (named) return true;
  const input = /** @type {HTMLInputElement} */ (need("name"));
  const error = need("name-error");
  if (!input.value.trim()) {
    error.textContent = t("name-first");
    input.focus();
    return false;
  }
  try {
    await takeName(connection, input.value);
    error.textContent = "";
    input.removeAttribute("aria-invalid");
    named = true;
    need("name-form").hidden = true;
    return true;
  } catch (problem) {
    error.textContent = problem instanceof Error ? problem.message : String(problem);
    input.setAttribute("aria-invalid", "true");
    input.focus();
    return false;
  }
}

need("name-form").addEventListener("submit", (event) => {
  event.preventDefault();
  withName();
});

/**
 * @template {import("./connection.js").Name} N
 * @param {N} type
 * @param {import("./connection.js").Fields<N>} fields
 */
async function say(type, fields) {
  complain("");
  if (!(await withName())) return;
  if (!connection.send(type, fields)) complain(t("not-connected"));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (value("begins") === "position") return complain(t("seek-position"));
  const chosen = clock();
  if (chosen && mayBeRated()) say("seek", { game: picked("game"), settings: settings(), clock: chosen, rated: ticked("rated") });
});

/** Whether a game that is to be rated begins as rated games do; says so if not. */
function mayBeRated() {
  if (!ticked("rated") || value("begins") === "usual") return true;
  complain(t("rated-start"));
  return false;
}
need("unseek").addEventListener("click", () => {
  // Without a connection nobody seeks; nor when it is back.
  if (!connection.send("unseek", {})) seeks(null);
});

/**
 * The seats of a game of two: who is where.
 * @param {string} mine `0`, `1` or `any`
 * @param {string} other
 */
function seats(mine, other) {
  const first = mine === "any" ? Math.random() < 0.5 : mine === "0";
  return first ? ["me", other] : [other, "me"];
}

/**
 * Opens a room for two.
 * @param {string} other who plays: a level, or `open`
 * @param {{visibility: "open" | "private", rated: boolean, invite?: string}} how
 */
async function open(other, how) {
  complain("");
  const chosen = clock();
  if (!chosen) return;
  /** @type {import("./connection.js").Fields<"open">} */
  const fields = { game: picked("game"), settings: settings(), clock: chosen, seats: seats(picked("color"), other), ...how };
  try {
    if (value("begins") === "position") fields.start = await startOf(value("position").trim());
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return;
  }
  say("open", fields);
}
need("machine").addEventListener("click", () => open(picked("level"), { visibility: "open", rated: false }));
/** Who is to be challenged: a name from the address, of whose profile one comes. */
const whom = new URLSearchParams(location.search).get("challenge");
if (whom) {
  need("challenge-whom").hidden = false;
  need("challenge-whom").textContent = t("challenge-whom", { name: whom });
  /** @type {HTMLDetailsElement} */ (need("way-private")).open = true;
  need("challenge").textContent = t("challenge-name", { name: whom });
}
need("challenge").addEventListener("click", () => {
  if (!mayBeRated()) return;
  open("open", { visibility: ticked("listed") ? "open" : "private", rated: ticked("rated"), ...(whom ? { invite: whom } : {}) });
  if (whom) sayLater([t("challenge-sent", { name: whom })]);
});

/**
 * The position to begin with: a FEN as it is, of a game as PGN its last position.
 * @param {string} text
 */
async function startOf(text) {
  if (!text) throw new Error(t("position-first"));
  if (!/^\s*(\[|1\.)/.test(text)) return text;
  /** @type {import("./messages").History} */
  const game = await ask("/api/pgn", { pgn: text });
  sayLater(game.dropped);
  return game.plies.at(-1)?.position ?? game.start;
}

const seatChooser = new SeatChooser(
  need("rolit-seats"),
  [["me", t("who-me")], ["open", t("who-open")], ...machineSitters()],
  (seat) => (seat === 0 ? "me" : "open"),
);
seatChooser.show("rolit");

need("rolit").addEventListener("click", () => {
  need("rolit-error").textContent = "";
  const time = clock();
  if (!time) return;
  try {
    const settings = seatChooser.rolit();
    say("open", { game: "rolit", settings, clock: time, seats: seatChooser.seats(), visibility: value("visibility") === "open" ? "open" : "private" });
  } catch (problem) {
    need("rolit-error").textContent = problem instanceof Error ? problem.message : String(problem);
  }
});

// What there is.
const wants = /** @type {HTMLInputElement} */ (need("notify"));
wants.checked = notifies();
wants.addEventListener("change", async () => {
  wants.checked = await notify(wants.checked);
});

/** What is looked for: the server forgets it with a connection that is lost. @type {import("./connection.js").Fields<"seek"> | null} */
let sought = null;
let again = false;
/** The rooms that one played in when the page was last connected. @type {Set<string> | null} */
let known = null;

/** @param {import("./messages").SeekLine | null} seek */
function seeks(seek) {
  sought = seek && { game: seek.game, settings: seek.settings, clock: seek.clock, rated: seek.rated };
  again = false;
  need("seeking").hidden = seek === null;
  /** @type {HTMLButtonElement} */ (need("quick")).disabled = seek !== null;
  if (!seek) return;
  const text = t("seeking-now", { what: `${gameName(seek)}, ${clockName(seek.clock)}` });
  need("seeking-text").textContent = need("seeking-text").title = text;
}
/** Unfinished games of the visitor. @type {import("./messages").GameLine[]} */
let mine = [];

/** Shows the unfinished games; first those in which it is the visitor’s turn. */
function drawMine() {
  const sorted = mine.toSorted((a, b) => Number(b.your_turn ?? false) - Number(a.your_turn ?? false));
  keep(need("my-list"), ...sorted.map((game) => gameEntry(game, "my-game-go")));
}
connection.on("your_turn", (message) => {
  mine = mine.filter((game) => game.room !== message.game.room).concat(message.game);
  need("mine").hidden = false;
  drawMine();
});
connection.on("seeking", (message) => seeks(message.seek));
// Whoever comes back to this page from the game seeks no more.
connection.on("paired", () => seeks(null));
connection.on("welcome", (message) => {
  named = message.who.name !== null;
  need("name-form").hidden = named;
  need("mine").hidden = message.games.length === 0;
  mine = message.games;
  drawMine();
  const playing = message.games.filter((game) => game.state === "playing").map((game) => game.room);
  const paired = known && playing.find((room) => !known?.has(room));
  known = new Set(playing);
  if (!sought) return;
  // The opponent may have come while the line was down.
  if (paired) location.assign(`/game/${paired}`);
  else again = connection.send("seek", sought);
});
connection.on("refused", (message) => {
  if (again) seeks(null);
  complain(message.text);
});

connection.on("lobby", (message) => {
  need("online").textContent = t("online", { count: message.online });
  const me = document.querySelector("#me .name")?.textContent;
  const now = connection.now();
  const waiting = message.seeks.map((seek) => {
    const mine = seek.name === me && named;
    const go = () => say("seek", { game: seek.game, settings: seek.settings, clock: seek.clock, rated: seek.rated });
    const name = seek.name + (seek.rating ? ` ${seek.rating}` : "");
    const title = seek.guest ? name : el("a", { class: "person-link", href: `/user/${encodeURIComponent(seek.name)}` }, name);
    return el("li", { class: "entry" },
      el("div", { class: "about" }, el("strong", { class: "name", title: name }, title), el("span", { class: "small muted" }, what(seek), " · ", t("waiting-since", { since: ago(now - seek.since) }))),
      mine ? el("span", { class: "tag" }, t("your-seek")) : el("button", { type: "button", class: "button", onclick: go, "aria-label": t("play-them", { name }) }, t("join-room")));
  });
  keep(need("seeks"), ...(waiting.length ? waiting : [none("seeks-none")]));
  // Where nobody sits, nobody waits.
  const kept = message.rooms.filter((game) => game.seats.some((seat) => seat !== null && seat.kind !== "machine"));
  const rooms = kept.map((game) => {
    const free = game.seats.filter((seat) => seat === null).length;
    return el("li", { class: "entry" },
      el("div", { class: "about" }, players(game), el("span", { class: "small muted" }, what(game), " · ", t("seats-free", { free, all: game.seats.length }))),
      el("a", { class: "button", href: `/game/${game.room}` }, t("join-room")));
  });
  keep(need("rooms"), ...(rooms.length ? rooms : [none("rooms-none")]));
  keep(need("games"), ...(message.games.length ? message.games.map((game) => gameEntry(game)) : [none("games-none")]));
});
