// The lobby: a name at once, an opponent, a machine, a link, a Rolit room; who waits, what is played.

import { connection, sayLater } from "./common.js";
import { ask, el, fill, keep, need } from "./dom.js";
import { letterOf } from "./letters.js";
import { gameEntry, none, players, what } from "./lines.js";
import { takeName } from "./name.js";
import { ago, clockName, t } from "./texts.js";

connection.shows.lobby = true;
let named = need("name-form").hidden;

for (const place of document.querySelectorAll("[data-clock]")) {
  place.textContent = clockName(place.getAttribute("data-clock") ?? "");
}
const levels = need("levels");
for (const level of ["easy", "medium", "hard", "expert"]) {
  const input = el("input", { type: "radio", name: "level", value: level, checked: level === "medium" });
  levels.append(el("label", {}, input, el("span", {}, t(`level-${level}`))));
}

/** The value of a set of radio buttons. @param {string} name */
const picked = (name) => document.querySelector(`input[name="${name}"]:checked`)?.getAttribute("value") ?? "";
/** @param {string} id */
const value = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (need(id)).value;

function settings() {
  /** @type {Record<string, string>} */
  const chosen = {};
  if (picked("game") === "kamisado") {
    chosen.points = value("points");
    chosen.rules = value("deadlock");
  }
  if (picked("game") === "rolit") chosen.players = "2";
  return chosen;
}

function shows() {
  const kamisado = picked("game") === "kamisado";
  const only = document.querySelector(".kamisado-only");
  if (only instanceof HTMLElement) only.hidden = !kamisado;
  const way = /** @type {HTMLDetailsElement} */ (need("way-rolit"));
  if (picked("game") !== "rolit" && way.open) way.open = false;
  for (const side of document.querySelectorAll("[data-side]")) {
    side.textContent = t(`side-${picked("game")}-${side.getAttribute("data-side")}`);
  }
}
for (const radio of document.querySelectorAll('input[name="game"]')) radio.addEventListener("change", shows);
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

need("play-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const rated = /** @type {HTMLInputElement} */ (need("rated")).checked;
  say("seek", { game: picked("game"), settings: settings(), clock: picked("clock"), rated });
});
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

need("machine").addEventListener("click", async () => {
  const game = picked("game");
  const position = value("position").trim();
  /** @type {import("./connection.js").Fields<"open">} */
  const fields = { game, settings: settings(), clock: picked("clock"), seats: seats(picked("color"), picked("level")), visibility: "open" };
  try {
    if (position) fields.start = await startOf(position);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return;
  }
  say("open", fields);
});

/**
 * The position to begin with: a FEN as it is, of a game as PGN its last position.
 * @param {string} text
 */
async function startOf(text) {
  if (!/^\s*(\[|1\.)/.test(text)) return text;
  /** @type {import("./messages").History} */
  const game = await ask("/api/pgn", { pgn: text });
  sayLater(game.dropped);
  return game.plies.at(-1)?.position ?? game.start;
}

need("challenge").addEventListener("click", () => {
  const listed = /** @type {HTMLInputElement} */ (need("listed")).checked;
  say("open", { game: picked("game"), settings: settings(), clock: picked("clock"), seats: seats(picked("side"), "open"), visibility: listed ? "open" : "private" });
});

// Rolit rooms: seats with colour, team and who.
const COLORS = ["Y", "R", "G", "L", "O", "K", "P", "B", "W", "E"];
const NAMES = ["yellow", "red", "green", "light-blue", "orange", "black", "pink", "blue", "white", "grey"];
const OFFICIAL = ["R", "Y", "G", "B"];
const seatRoot = need("rolit-seats");

function rolitSeats() {
  const official = value("rules") === "official";
  const players = /** @type {HTMLSelectElement} */ (need("players"));
  for (const option of players.options) option.disabled = official && Number(option.value) > 4;
  if (official && Number(players.value) > 4) players.value = "4";
  const count = Number(players.value);
  for (const id of ["shape", "size"]) /** @type {HTMLSelectElement} */ (need(id)).disabled = official;
  const before = [...seatRoot.querySelectorAll("li")].map((li) => [...li.querySelectorAll("select")].map((select) => select.value));
  const items = [...Array(count).keys()].map((index) => {
    const old = before[index] ?? [];
    const usual = official ? OFFICIAL[index] ?? "R" : old[0] ?? COLORS[index] ?? "E";
    const options = (official ? OFFICIAL : COLORS).map((letter) =>
      el("option", { value: letter, selected: letter === usual }, t(`color-${NAMES[COLORS.indexOf(letter)]}`)));
    const color = el("select", { "aria-label": t("rolit-seat-color", { seat: index + 1 }), disabled: official, onchange: () => paint() }, ...options);
    const team = el("select", { "aria-label": t("rolit-seat-team", { seat: index + 1 }) },
      ...["", "1", "2"].map((n) => el("option", { value: n, selected: n === (old[1] ?? "") }, n ? t("team-n", { team: n }) : t("team-none"))));
    const who = el("select", { "aria-label": t("rolit-seat", { seat: index + 1 }) },
      ...["me", "open", "easy", "medium", "hard", "expert"].map((kind) =>
        el("option", { value: kind, selected: kind === (old[2] ?? (index === 0 ? "me" : "open")) },
          kind === "me" ? t("who-me") : kind === "open" ? t("who-open") : t("machine-level", { level: t(`level-${kind}`) }))));
    return el("li", { class: "rolit-seat" }, el("span", { class: "chip ball" }, el("span", {}, "")), color, team, who);
  });
  fill(seatRoot, ...items);
  paint();
}

function paint() {
  for (const item of seatRoot.querySelectorAll("li")) {
    const letter = item.querySelector("select")?.value ?? "E";
    const sign = item.querySelector(".chip");
    if (!sign) continue;
    const color = NAMES[COLORS.indexOf(letter)] ?? "grey";
    sign.className = `chip ball ${color}`;
    fill(sign, el("span", {}, letterOf("ball", color)));
  }
}
for (const id of ["rules", "players"]) need(id).addEventListener("change", rolitSeats);
rolitSeats();

need("rolit").addEventListener("click", async () => {
  const error = need("rolit-error");
  error.textContent = "";
  const rows = [...seatRoot.querySelectorAll("li")].map((li) => [...li.querySelectorAll("select")].map((select) => select.value));
  const colors = rows.map(([color = "E"]) => color);
  if (new Set(colors).size < colors.length) {
    error.textContent = t("color-twice");
    return;
  }
  const of = (/** @type {string} */ team) => rows.filter((row) => row[1] === team).map(([color]) => color).join("");
  const teams = of("1") || of("2") ? `${of("1")}/${of("2")}` : "";
  if (teams && (of("1").length !== of("2").length || of("") !== "")) {
    error.textContent = t("teams-rule");
    return;
  }
  const official = value("rules") === "official";
  /** @type {Record<string, string>} */
  const chosen = { rules: value("rules") };
  /** @type {import("./connection.js").Fields<"open">} */
  const fields = { game: "rolit", settings: chosen, clock: picked("clock"), seats: rows.map(([, , who = "open"]) => who), visibility: value("visibility") === "open" ? "open" : "private" };
  if (official) {
    chosen.players = String(rows.length);
    if (teams) chosen.teams = teams;
  } else {
    chosen.shape = value("shape");
    chosen.size = value("size");
    const query = new URLSearchParams({ shape: chosen.shape, size: chosen.size, colors: colors.join(""), teams });
    try {
      fields.start = (await ask(`/api/rolit/start?${query}`)).start;
    } catch (problem) {
      error.textContent = problem instanceof Error ? problem.message : String(problem);
      return;
    }
  }
  say("open", fields);
});

// What there is.
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
  if (seek) need("seeking-text").textContent = t("seeking-now", { what: `${t(`game-${seek.game}`)}, ${clockName(seek.clock)}` });
}
connection.on("seeking", (message) => seeks(message.seek));
// Whoever comes back to this page from the game seeks no more.
connection.on("paired", () => seeks(null));
connection.on("welcome", (message) => {
  named = message.who.name !== null;
  need("name-form").hidden = named;
  need("mine").hidden = message.games.length === 0;
  keep(need("my-list"), ...message.games.map((game) => gameEntry(game, "my-game-go")));
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
    return el("li", { class: "entry" },
      el("div", { class: "about" }, el("strong", { class: "name", title: name }, name), el("span", { class: "small muted" }, what(seek), " · ", t("waiting-since", { since: ago(now - seek.since) }))),
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
