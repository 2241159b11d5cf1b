// The page of a game, to play, to watch, or to step through its moves.

import { Board } from "./board.js";
import { captured, chip, nameGone, playerName, seatLine, seatList, showClock } from "./seats.js";
import { Chat } from "./chat.js";
import { Clocks } from "./clock.js";
import { connection } from "./common.js";
import { el, fill, maybe, need, speak, toast } from "./dom.js";
import { Log, moveLine, outcomeFor, passed } from "./gamelog.js";
import { gather } from "./gather.js";
import { what } from "./lines.js";
import { MoveList } from "./movelist.js";
import { table } from "./rules.js";
import { Settings } from "./settings.js";
import * as sound from "./sound.js";
import { listenToSteps } from "./steps.js";
import { absent, status } from "./status.js";
import { allSaid, has, said, t } from "./texts.js";
import { passTurn, showNotification, titled } from "./turns.js";
import { magnify } from "./zoom.js";

/** @typedef {import("./messages").BoardView} BoardData */
/** @typedef {import("./messages").Snapshot} Snapshot */

const page = need("game");
const id = page.dataset.room ?? "";
const variant = page.dataset.variant ?? "chess";
const STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/** @type {Snapshot | null} */
let room = null;
/** @type {number | null} */
let you = null;
let host = false;
/** @type {import("./messages").Presence} */
let presence = { seats: [], spectators: 0 };
/** @type {number[]} */
let wishes = [];
/** @type {string | null} */
let next = null;
/** The ply that is shown; null for the current position. @type {number | null} */
let shown = null;
let flipped = false;
/** The move that is on its way to the server: its number there, what it is, and what it was made after. @type {{n: number, text: string, ply: number} | null} */
let sent = null;
/** The rules, which play the room's moves; null until they are there. @type {import("./rules.js").Table | null} */
let rules = null;
/** State of the game by the rules; null until they are loaded. @type {import("./messages").State | null} */
let state = null;
/** State of the game after the move that the server has not confirmed yet; null if there is none. @type {import("./messages").State | null} */
let ahead = null;
/** Reason for stopped clocks, while the site cannot save anything; null otherwise. @type {Record<string, string> | null} */
let halted = null;
let wasLow = false;
/** Instant at which the connection was lost; null while there is one. @type {number | null} */
let lostAt = null;
/** How many opponents could be claimed to be absent when that was looked at last. */
let claimable = 0;
/** True if the game waited for the visitor when it was drawn last; null before. @type {boolean | null} */
let waited = null;
const log = new Log(need("messages"), id);

const settings = new Settings(variant);
const board = new Board(need("board"), {
  variant,
  onMove: (move) => play(move.text),
  onIllegal: (from, to) => {
    const reason = rules?.why(from + to);
    if (reason) complain(reason);
  },
  onPremove: (premove) => {
    need("premove").textContent = premove ? t("premove-set", { move: `${premove.from ?? ""}${premove.to}` }) : "";
  },
});
settings.apply(board.root);
magnify(board.frame, () => board);
const list = new MoveList(need("moves"), (ply) => step(ply));
const chat = new Chat(connection, id);
const clocks = new Clocks(() => connection.now(), (seat, left, running) => {
  showClock(seat, left, running, room?.clocks[seat]?.moves_to_go ?? null);
  const low = seat === you && running && left !== null && left < 10000;
  if (low && !wasLow) sound.play("low");
  if (seat === you) wasLow = low;
});

const plies = () => room?.moves.length ?? 0;
const at = () => shown ?? plies();

/** Does something in the own seat, or says that there is no connection. @param {import("./messages").Act} event */
function act(event) {
  const n = connection.act(id, event);
  if (n === null) toast(t("not-connected"));
  return n;
}

/** Has the rules play the room's moves: the board, the turn and the points follow from them. */
function stand() {
  state = ahead = null;
  if (!rules || !room) return;
  const { game, settings: options, start, moves, claims } = room;
  const told = rules.begin({ game, settings: options, start, moves: moves.map((made) => made.text), ...(claims ? { claims } : {}) });
  if ("refused" in told) {
    toast(told.refused);
    return;
  }
  state = told;
  const seats = room.seats.map((seat, index) => {
    const points = told.seats[index]?.points;
    return points === undefined ? seat : { ...seat, points };
  });
  room = { ...room, board: told.board, turn: told.turn, seats };
}

/** Shows the reason why a move is refused. @param {string} text */
function complain(text) {
  const error = need("error");
  error.textContent = text;
  speak(text);
  setTimeout(() => {
    if (error.textContent === text) error.textContent = "";
  }, 6000);
}

/**
 * Makes a move: it is drawn at once if the rules are here, and the server is told.
 * @param {string} text in the game's own form, or as people write it
 */
function play(text) {
  if (shown !== null) step(plies());
  const after = state ? rules?.play(text) : undefined;
  if (after && "refused" in after) return complain(after.refused);
  need("error").textContent = "";
  const made = after?.moves.at(-1);
  const n = act({ event: "move", text: made?.text ?? text });
  sent = n === null ? null : { n, text: made?.text ?? text, ply: plies() };
  if (sent && room) {
    const before = room.board;
    ahead = after ?? null;
    draw(true);
    if (after) sound.ofMove(before, after.board);
  }
  if (!connection.opened) need("premove").textContent = t("move-waits");
}
connection.onUnsent(() => {
  sent = null;
  stand();
  need("premove").textContent = "";
  toast(t("not-connected"));
  draw(false);
});

/** Returns true if the board is rotated for this seat. */
function turned() {
  return you === 1 && (room?.seats.length ?? 0) === 2 && variant !== "rolit";
}

/** Returns true if the visitor is to move. */
const isMyTurn = () => room !== null && room.phase === "playing" && !room.closed && you !== null && room.turn === you && !room.seats[you]?.out;

/** Returns what a seat may do before its turn: it chooses the cell of a ball, or moves a piece of its own. @param {number} seat */
const inAdvance = (seat) => (variant === "rolit" ? { puts: true } : { premove: [seat] });

/** @param {boolean} animate */
function draw(animate) {
  if (!room) return;
  const now = room;
  const live = shown === null;
  const myTurn = isMyTurn();
  if (you !== null && !myTurn && waited !== false) passTurn(id);
  waited = myTurn;
  if (now.phase === "over") board.clear();
  const data = live ? ahead?.board ?? now.board : rules?.board(at());
  // A move may be chosen before the rules are loaded, which then play it or say why not.
  const early = myTurn && page.dataset.rules === undefined;
  const legal = live && myTurn && !sent && state ? state.legal : [];
  if (data) {
    const hints = variant === "rolit" && myTurn && settings.gains ? gains(legal) : undefined;
    board.show(data, {
      animate,
      flipped: flipped !== turned(),
      legal,
      ...(live && you !== null && (!myTurn || early) && !now.closed && now.phase === "playing" && !now.seats[you]?.out ? { early, ...inAdvance(you) } : {}),
      ...(hints ? { gains: hints } : {}),
    });
  }
  lines();
  const moves = ahead ? now.moves.concat(ahead.moves.slice(now.moves.length).map((made) => ({ ...made, spent: null }))) : now.moves;
  list.show(moves, ahead && live ? moves.length : at(), now.seats.length, (seat) => {
    const found = now.seats[seat];
    return found ? chip(now.game, found, seat) : null;
  });
  page.dataset.phase = now.phase;
  page.classList.toggle("past", !live);
  need("live-note").hidden = live;
  gather(need("gather"), now, you, host, connection);
  const instant = connection.now();
  claimable = absent(now, you, instant).length;
  const blocked = passed(moves).map((ply) => line(ply));
  status(now, { you, myTurn, live, claimable: you !== null && !ahead && state?.claimable === true, next, legal, news: allSaid(state?.news), blocked, now: instant, halted, wishes }, { act: (event) => act({ event }), play, restart: () => rematch() });
  tell();
  drawText();
  buttons(now, myTurn);
  connection.plays(now.phase === "playing" && you !== null);
  document.title = titled(`${myTurn ? "● " : ""}${titleOf(now)}`);
}

/** Returns the text of a move for the log. @param {number} ply from 1 */
function line(ply) {
  const made = room?.moves[ply - 1];
  return room && made ? moveLine(made, ply, room.seats, rules) : "";
}

/** Writes the log: it follows from the moves, so a page that is loaded anew has it as well. */
function tell() {
  if (!room) return;
  const { moves, verdict } = room;
  const outcome = verdict && outcomeFor(verdict, you);
  log.show(moves.map((_, index) => line(index + 1)), verdict ? `${outcome ? `${t(outcome)} ` : ""}${said(verdict.text)}` : "");
}

/** Updates the board as text, if it is visible. */
function drawText() {
  if (!need("pane-text").hidden) need("text-board").textContent = rules?.text(at()) ?? t("rules-coming");
}

/**
 * How many balls each legal move turns: the marks that the rules write into the cells.
 * @param {import("./messages").MoveView[]} legal
 */
function gains(legal) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const move of legal) if (move.to) found.set(move.to, move.mark ?? "");
  return found;
}

/** @param {Snapshot} now */
function titleOf(now) {
  const names = now.seats.map((seat) => (seat.player ? playerName(seat.player) : "…"));
  return names.length === 2 ? names.join(" – ") : said(now.title);
}

function lines() {
  if (!room) return;
  const now = room;
  const state = (/** @type {number} */ index) => ({
    present: index === you || (presence.seats[index] ?? false), mine: index === you, now: connection.now(), wants: wishes.includes(index),
    lost: lostAt === null || now.grace === null || now.phase !== "playing" ? null : lostAt + now.grace,
  });
  const many = now.seats.length > 2;
  page.classList.toggle("many", many);
  need("seats").hidden = !many;
  for (const [place, below] of /** @type {[string, boolean][]} */ ([["seat-top", false], ["seat-bottom", true]])) {
    const root = need(place);
    root.hidden = many;
    if (many) continue;
    // The own line is below, whichever way the board stands.
    const first = (flipped !== (you === 1)) === below ? 1 : 0;
    const line = seatLine(now, first, state(first));
    const seat = now.seats[first];
    if (variant === "chess" && now.start.startsWith(STANDARD) && seat) {
      const data = shown === null ? ahead?.board ?? now.board : rules?.board(at());
      const taken = data && captured(data, seat.color);
      if (taken?.childElementCount) line.querySelector(".second")?.append(taken);
    }
    fill(root, line);
  }
  if (many) seatList(need("seats"), now, (index) => seatLine(now, index, state(index)));
  clocks.set(now.clocks, now.now);
  need("spectators").textContent = presence.spectators ? t("spectators", { count: presence.spectators }) : "";
}

/** @param {string} name @param {boolean} on @param {boolean} [visible] */
function enable(name, on, visible = true) {
  const button = maybe(name);
  if (!(button instanceof HTMLButtonElement)) return;
  button.disabled = !on;
  button.hidden = !visible;
}

/**
 * @param {Snapshot} now
 * @param {boolean} myTurn
 */
function buttons(now, myTurn) {
  const playing = now.phase === "playing" && !now.closed && you !== null && !now.seats[you]?.out;
  const over = now.phase === "over";
  const people = now.seats.filter((seat) => seat.player && seat.player.kind !== "machine").length;
  enable("draw", myTurn && !now.question, playing && people > 1 && variant !== "kamisado");
  // In a rated game nothing is taken back.
  enable("takeback", !now.question && now.moves.some((m) => m.seat === you), playing && !now.rated);
  enable("resign", true, playing);
  // With others it is a wish, and nothing may hang on the game.
  enable("restart", now.moves.length > 0 && !(you !== null && wishes.includes(you)), playing && (people === 1 || !now.rated));
  enable("rematch", you !== null && !wishes.includes(you), over && you !== null && !next);
  need("after").hidden = !over;
  need("elsewhere").hidden = !playing || you === null || now.seats[you]?.player?.kind !== "guest";
  need("typed").hidden = !playing;
  // It is not disabled: whoever types would lose it after each move.
  need("typed-move").setAttribute("aria-disabled", String(!myTurn));
}

/** @param {number} ply */
function step(ply) {
  if (!room) return;
  const last = plies();
  const to = Math.max(0, Math.min(last, ply));
  if (to !== last && !rules) {
    toast(t(page.dataset.rules === "none" ? "rules-none" : "rules-coming"));
    return;
  }
  const from = at();
  shown = to === last ? null : to;
  board.clear();
  draw(Math.abs(from - to) === 1);
  if (room.moves[to - 1]) speak(line(to));
  page.dispatchEvent(new CustomEvent("ply", { detail: to }));
}

connection.shows.room = id;
connection.on("room", (message) => {
  if (message.room.id !== id) return;
  const first = room === null;
  const same = room?.moves.map((made) => made.text).join(" ") === message.room.moves.map((made) => made.text).join(" ");
  const late = sent;
  room = message.room;
  halted = null;
  sent = null;
  stand();
  nameGone(room.seats);
  you = message.you;
  host = message.host;
  // Before the socket is there, nobody is taken for absent.
  presence = connection.opened ? message.presence : { seats: room.seats.map(() => true), spectators: 0 };
  next = message.next;
  wishes = message.rematch;
  if (!same) shown = null;
  if (connection.opened) {
    chat.show(message.chat);
    if (!board.premove) need("premove").textContent = "";
  }
  page.classList.remove("loading");
  draw(!first);
  if (late?.ply === plies()) makeAgain(late.text);
  if (first && room.phase === "over") page.dispatchEvent(new CustomEvent("over"));
  if (first) connection.onState(() => draw(false));
});

/** A move that was sent into a connection which was lost has not come: it is made now, if it still can be. @param {string} text */
function makeAgain(text) {
  if (!room || room.turn !== you) return;
  if (!state || state.legal.some((move) => move.text === text)) play(text);
  else toast(t("move-lost"));
}
connection.on("welcome", () => {
  // With nothing missed the server would say nothing, and nobody would know.
  if (sent) connection.refresh();
});

/** Takes over what an event has changed. @param {import("./connection.js").Told<"event">} message */
function follow(message) {
  if (!room) return;
  let moves = room.moves;
  for (const effect of message.effects) {
    if (effect.effect === "moved") {
      const { seat, text, name, spent } = effect;
      moves = moves.concat({ seat, text, name, spent });
    } else if (effect.effect === "took_back") {
      moves = moves.slice(0, effect.plies);
    } else if (effect.effect === "clocks") {
      room = { ...room, clocks: effect.faces, now: message.now };
    }
  }
  const { version, phase, seats, question, verdict } = message;
  room = { ...room, version, moves };
  if (phase !== undefined) room.phase = phase;
  if (seats !== undefined) room.seats = seats;
  if (question !== undefined) room.question = question;
  if (verdict !== undefined) room.verdict = verdict;
  nameGone(room.seats);
  stand();
}

connection.on("event", (message) => {
  if (message.room !== id || !room) return;
  // What follows from the moves is known by the rules alone: until they are there, the whole room is asked for.
  if (!rules) return connection.refresh();
  const before = room;
  const was = before.phase;
  const wasMyTurn = isMyTurn();
  halted = null;
  const drawn = ahead;
  const waiting = sent;
  follow(message);
  const { moves, board: data } = room;
  const played = message.effects.filter((effect) => effect.effect === "moved");
  // What the page has drawn already is not heard a second time.
  const heard = drawn && moves.length === drawn.moves.length && moves.at(-1)?.text === drawn.moves.at(-1)?.text;
  if (moves.length !== before.moves.length) sent = null;
  else if (waiting && drawn) {
    const again = rules.play(waiting.text);
    ahead = "refused" in again ? null : again;
  }
  // Before the game a seat is given up by an absence, too.
  if (you !== null && room.phase === "gathering" && !room.seats[you]?.player) you = null;
  if (shown !== null && shown > moves.length) shown = null;
  const took = message.effects.find((effect) => effect.effect === "took_back");
  if (took) {
    shown = null;
    board.clear();
  }
  if (took) log.note(moves.length, "log-took-back");
  const notices = message.effects.filter((effect) => effect.effect === "message" && (you === null || effect.to.includes(you)));
  const told = notices.map((effect) => (effect.effect === "message" ? notice(effect.notice) : ""));
  draw(true);
  if (played.length > 0) {
    // A turn that passes by itself is told with the move after which it does.
    const lines = played.map((_, index) => line(moves.length - played.length + index + 1));
    told.unshift(...lines);
    if (!heard) sound.ofMove(before.board, data);
  }
  if (told.some(Boolean)) speak(told.filter(Boolean).join(" "));
  if (was === "gathering" && room.phase === "playing") sound.play("call");
  // A move in advance is on its way already.
  if (document.hidden && !wasMyTurn && isMyTurn() && !sent) void showNotification(t("your-turn", { what: what(room) }), id);
  if (was !== "over" && room.phase === "over") {
    sound.play("end");
    const outcome = room.verdict && outcomeFor(room.verdict, you);
    speak(`${outcome ? t(outcome) : ""} ${room.verdict ? said(room.verdict.text) : ""}`);
    page.dispatchEvent(new CustomEvent("over"));
  }
});

/** Takes note of something that has happened; the words for it. @param {{notice: string, seat?: number, by?: number | null, how?: string}} notice */
function notice(notice) {
  const seat = room?.seats[notice.seat ?? notice.by ?? -1];
  const who = seat ? (seat.player ? playerName(seat.player) : said(seat.title)) : "";
  const key = `notice-${notice.notice}${notice.by === null ? "-nobody" : ""}`;
  if (notice.notice === "draw_offered" || notice.notice === "takeback_asked") sound.play("call");
  if (!has(key)) return "";
  log.note(plies(), key, who);
  return t(key, { who });
}

connection.on("halted", (message) => {
  if (message.room !== id || !room) return;
  const { now, clocks } = room;
  const since = Math.max(0, connection.now() - now);
  // A process that does not have the room does not know its clocks: they stand as they are.
  const stood = clocks.map((clock) => ({ ...clock, running: false, left: clock.running && clock.left !== null ? clock.left - since : clock.left }));
  halted = message.text;
  room = message.clocks.length > 0 ? { ...room, clocks: message.clocks, now: message.now } : { ...room, clocks: stood, now: connection.now() };
  draw(false);
});
connection.on("presence", (message) => {
  if (message.room !== id) return;
  presence = message.presence;
  lines();
});
connection.on("rematch", (message) => {
  if (message.room !== id) return;
  wishes = message.seats;
  next = message.next;
  draw(false);
});
connection.on("refused", (message) => {
  if (message.room !== null && message.room !== id) return;
  if (message.code === "no_such_room") {
    page.classList.remove("loading");
    fill(need("status"), el("p", { class: "notice bad" }, message.text));
    return;
  }
  // The room could not be told: this page does not hear of it.
  if (message.n === null && ["database", "moved", "storage"].includes(message.code)) setTimeout(() => connection.refresh(), 2000);
  if (message.n === null) return;
  sent = null;
  stand();
  complain(message.text);
  draw(false);
});

/** @param {string} name @param {import("./connection.js").Deed} event */
const does = (name, event) => maybe(name)?.addEventListener("click", () => act({ event }));
does("draw", "offer_draw");
does("takeback", "ask_takeback");
/** Requests a rematch. */
function rematch() {
  if (!connection.send("rematch", { room: id })) toast(t("not-connected"));
}
maybe("rematch")?.addEventListener("click", rematch);
/**
 * What cannot be undone takes two clicks.
 * @param {string} name
 * @param {string} sure the word for the second
 * @param {() => void} act
 */
function twice(name, sure, act) {
  const button = need(name);
  button.addEventListener("click", () => {
    if (button.dataset.sure) {
      delete button.dataset.sure;
      button.textContent = t(name);
      act();
      return;
    }
    button.dataset.sure = "yes";
    button.textContent = t(sure);
    setTimeout(() => {
      delete button.dataset.sure;
      button.textContent = t(name);
    }, 4000);
  });
}
twice("resign", "resign-sure", () => act({ event: "resign" }));
// The same again against the same machines: this game is given up, another begins. With other people all must want it.
twice("restart", "restart-sure", () => {
  if (!room) return;
  const { game, settings, start, clock, visibility } = room;
  if (room.seats.some((seat, index) => index !== you && seat.player && seat.player.kind !== "machine")) return rematch();
  const seats = room.seats.map((seat, index) => (index === you ? "me" : seat.player?.level ?? "open"));
  if (act({ event: "resign" }) === null) return;
  connection.send("open", { game, settings, start, clock, visibility, seats });
});
need("flip").addEventListener("click", () => {
  flipped = !flipped;
  draw(false);
});
settings.onChange(() => {
  settings.apply(board.root);
  draw(false);
});
listenToSteps({ at, last: plies, go: step });
page.addEventListener("go", (event) => step(/** @type {CustomEvent<number>} */ (event).detail));
need("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (need("typed-move"));
  const text = input.value.trim();
  if (!text) return;
  if (input.getAttribute("aria-disabled") === "true") return toast(t("turn-wait"));
  play(text);
  input.value = "";
});
table().then((made) => {
  rules = made;
  page.dataset.rules = made ? "here" : "none";
  if (!made) {
    toast(t("rules-none"));
    board.clear();
  }
  stand();
  draw(false);
});
// Whoever has gone away is waited for: the seconds run.
setInterval(() => {
  if (room?.phase !== "playing") return;
  if (absent(room, you, connection.now()).length !== claimable) draw(false);
  else if (lostAt !== null || room.seats.some((seat) => seat.away_until !== null)) lines();
}, 1000);
connection.onState((now) => {
  const lost = now === "disconnected" && connection.opened;
  lostAt = lost ? lostAt ?? connection.now() : null;
});
for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => {
    for (const other of document.querySelectorAll("[role=tab]")) {
      const on = other === tab;
      other.setAttribute("aria-selected", String(on));
      need(other.getAttribute("aria-controls") ?? "").hidden = !on;
    }
    drawText();
  });
}
if (variant === "chess") {
  page.addEventListener("over", async () => {
    try {
      const { Analysis } = await import("./analysis.js");
      new Analysis(id, page, list, () => draw(false));
    } catch {
      toast(t("not-connected"));
    }
  }, { once: true });
}
