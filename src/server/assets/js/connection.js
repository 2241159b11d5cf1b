// The one socket of a page. It comes back by itself, and asks for what it has missed by the number of the
// last version it has seen; until it is back, nothing is sent.

import { inLanguage } from "./dom.js";

/** @typedef {import("./messages").ServerMessage} ServerMessage */
/** @typedef {import("./messages").ClientMessage} ClientMessage */
/** @typedef {ClientMessage["type"]} Name */
/** Name of an action without further fields. @typedef {Exclude<import("./messages").Act, {event: "move"}>["event"]} Deed */
/**
 * Fields of a message besides its type.
 * @template {Name} N
 * @typedef {Omit<Extract<ClientMessage, {type: N}>, "type">} Fields
 */
/**
 * A message of the server.
 * @template {ServerMessage["type"]} T
 * @typedef {Extract<ServerMessage, {type: T}>} Told
 */
/** @typedef {"disconnected" | "connected" | "waiting" | "playing"} State */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 10000;
const PONG_WITHIN = 8000;
const OPEN_WITHIN = 10000;
/** A longer way there and back says nothing of the server's clock. */
const LONG_TRIP = 2000;
const MOST_UNSENT = 10;

export class Connection {
  /** @param {string} [path] where the socket is */
  constructor(path = "/ws") {
    this.path = path;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {State} */
    this.state = "disconnected";
    /** Room or lobby that this page shows, and the last version of the room that it has seen. @type {{room: string | null, seen: number | null, lobby: boolean}} */
    this.shows = { room: null, seen: null, lobby: false };
    /** @type {Map<string, Set<(message: any) => void>>} */
    this.listeners = new Map();
    this.wait = FIRST_WAIT;
    this.number = 0;
    this.seeking = false;
    this.playing = false;
    /** True once the socket has been open. */
    this.opened = false;
    /** Messages to be sent once the socket is open for the first time. @type {string[]} */
    this.unsent = [];
    /** True if the visitor has a name. */
    this.named = false;
    /** Difference of the server's clock to the browser's, in milliseconds. */
    this.ahead = 0;
    this.lag = null;
    this.ended = false;
    this.pongTimer = 0;
    addEventListener("online", () => this.#again());
    addEventListener("pagehide", () => this.end());
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.#drop();
      this.ended = false;
      this.open();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#again();
    });
    setInterval(() => this.#ping(), PING_EVERY);
  }

  /**
   * Listens to messages of a type, or to `state`.
   * @template {ServerMessage["type"]} T
   * @param {T} type
   * @param {(message: Extract<ServerMessage, {type: T}>) => void} listener
   */
  on(type, listener) {
    const all = this.listeners.get(type) ?? new Set();
    all.add(listener);
    this.listeners.set(type, all);
  }

  /** @param {(state: State) => void} listener */
  onState(listener) {
    const all = this.listeners.get("state") ?? new Set();
    all.add(listener);
    this.listeners.set("state", all);
    listener(this.state);
  }

  /** Returns the current time by the server's clock, in milliseconds since 1970. */
  now() {
    return Date.now() + this.ahead;
  }

  /**
   * What the page has brought with it, as if the socket had told it.
   * @param {ServerMessage} message
   */
  begin(message) {
    if (message.type === "room") this.ahead = message.room.now - Date.now();
    this.#tell(message.type, message);
  }

  /** Listens to it that what was said before the socket was there will not be sent. @param {() => void} listener */
  onUnsent(listener) {
    this.listeners.set("unsent", (this.listeners.get("unsent") ?? new Set()).add(listener));
  }

  open() {
    if (this.socket || this.ended) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${inLanguage(this.path)}`);
    this.socket = socket;
    const late = setTimeout(() => {
      if (this.socket === socket) this.#drop();
    }, OPEN_WITHIN);
    socket.addEventListener("open", () => {
      clearTimeout(late);
      if (this.socket !== socket) return;
      this.opened = true;
      this.#hello();
      for (const text of this.unsent.splice(0)) socket.send(text);
    });
    socket.addEventListener("message", (event) => {
      if (this.socket === socket) this.#hear(String(event.data));
    });
    socket.addEventListener("close", () => {
      clearTimeout(late);
      this.#closed(socket);
    });
  }

  /** What does not answer is no connection; a browser would wait for the end of it for up to a minute. */
  #drop() {
    const socket = this.socket;
    if (!socket) return;
    socket.close();
    this.#closed(socket);
  }

  /** Has nothing more to ask or to hear. */
  end() {
    this.ended = true;
    this.socket?.close();
  }

  /** Shows a room, or another. @param {string} room */
  show(room) {
    if (this.shows.room !== room) this.shows = { ...this.shows, room, seen: null };
    if (this.socket?.readyState === WebSocket.OPEN) this.#hello();
  }

  /** Begins a new connection, for whoever has another name now; done when the server has answered. */
  restart() {
    return new Promise((resolve) => {
      const all = this.listeners.get("welcome") ?? new Set();
      const once = () => {
        all.delete(once);
        resolve(undefined);
      };
      all.add(once);
      this.listeners.set("welcome", all);
      this.wait = 0;
      if (this.socket) this.#drop();
      else this.open();
    });
  }

  /** Requests the complete state of the room again. */
  refresh() {
    this.shows.seen = null;
    if (this.socket?.readyState === WebSocket.OPEN) this.#hello();
  }

  /**
   * Requests the list of the visitor's games again, as a new `welcome`. Does nothing on a page that shows a room, which the
   * request would leave, and while an opponent is sought.
   */
  greet() {
    if (this.socket?.readyState === WebSocket.OPEN && !this.shows.room && !this.seeking) this.#hello();
  }

  /**
   * Says something; false if there is no connection. Before the first one it waits for that.
   * @template {Name} N
   * @param {N} type
   * @param {Fields<N>} fields
   */
  send(type, fields) {
    const text = JSON.stringify({ v: 1, type, ...fields });
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (!this.opened && this.unsent.length < MOST_UNSENT) this.unsent.push(text);
    else return false;
    return true;
  }

  /**
   * Does something in the own seat; the number by which a refusal names it.
   * @param {string} room
   * @param {import("./messages").Act} event
   */
  act(room, event) {
    const n = ++this.number;
    return this.send("event", { room, n, event }) ? n : null;
  }

  #hello() {
    /** @type {Fields<"hello">} */
    const fields = { lobby: this.shows.lobby };
    if (this.shows.room) fields.room = this.shows.room;
    if (this.shows.room && this.shows.seen !== null) fields.seen = this.shows.seen;
    this.send("hello", fields);
  }

  #again() {
    if (this.socket && this.socket.readyState >= WebSocket.CLOSING) this.#drop();
    if (!this.socket) this.open();
    else this.#ping();
  }

  #ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.send("ping", { t: Math.round(performance.now()) });
    clearTimeout(this.pongTimer);
    this.pongTimer = setTimeout(() => this.#drop(), PONG_WITHIN);
  }

  /** @param {string} text */
  #hear(text) {
    /** @type {ServerMessage} */
    const message = JSON.parse(text);
    switch (message.type) {
      case "welcome":
        this.ahead = message.now - Date.now();
        this.wait = FIRST_WAIT;
        this.named = message.who.name !== null;
        this.playing = message.games.some((game) => game.state === "playing");
        this.#settle();
        this.#ping();
        break;
      case "pong": {
        clearTimeout(this.pongTimer);
        const trip = performance.now() - message.t;
        if (trip < LONG_TRIP || this.lag === null) this.ahead = message.now + trip / 2 - Date.now();
        this.lag = /** @type {any} */ (message.lag ?? Math.round(trip));
        break;
      }
      case "seeking":
        this.seeking = message.seek !== null;
        this.#settle();
        break;
      case "room":
        this.shows.seen = message.room.version;
        break;
      case "event":
        if (message.room === this.shows.room) {
          const seen = this.shows.seen;
          if (seen !== null && message.version <= seen) return;
          if (seen !== null && message.version > seen + 1) {
            this.refresh();
            return;
          }
          this.shows.seen = message.version;
        }
        break;
      case "bye":
        if (message.code === "restart") this.wait = FIRST_WAIT;
        break;
    }
    this.#tell(message.type, message);
  }

  /** Says whether this page's visitor is at the board. @param {boolean} playing */
  plays(playing) {
    this.playing = playing;
    this.#settle();
  }

  #settle() {
    const open = this.socket?.readyState === WebSocket.OPEN;
    const state = !open ? "disconnected" : this.playing ? "playing" : this.seeking ? "waiting" : "connected";
    if (state === this.state) return;
    this.state = state;
    this.#tell("state", state);
  }

  /**
   * @param {string} type
   * @param {any} message
   */
  #tell(type, message) {
    for (const listener of this.listeners.get(type) ?? []) {
      try {
        listener(message);
      } catch (error) {
        // The other listeners are called all the same.
        reportError(error);
      }
    }
  }

  /** @param {WebSocket} socket */
  #closed(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    if (this.unsent.splice(0).length > 0) this.#tell("unsent", null);
    clearTimeout(this.pongTimer);
    this.seeking = false;
    this.#settle();
    if (this.ended) return;
    const wait = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(Math.max(FIRST_WAIT, this.wait * 2), LONGEST_WAIT);
    setTimeout(() => this.open(), wait);
  }
}
