// The chat of a game. Messages are inserted as text, never as HTML.

import { chatRules } from "./chatrules.js";
import { el, keep, need, toast } from "./dom.js";
import { keepMuted, mutedNames } from "./muted.js";
import "./report.js";
import { profile } from "./seats.js";
import { lang, t } from "./texts.js";

export class Chat {
  /**
   * @param {import("./connection.js").Connection} connection
   * @param {string} room
   */
  constructor(connection, room) {
    this.connection = connection;
    this.room = room;
    this.list = need("chat-lines");
    this.muted = new Set(mutedNames());
    /** @type {import("./messages").ChatLine[]} */
    this.lines = [];
    this.me = "";
    /** The message sent last that the server has not confirmed yet. */
    this.said = "";
    const form = /** @type {HTMLFormElement} */ (need("chat-form"));
    const input = /** @type {HTMLInputElement} */ (need("chat-input"));
    this.usual = input.placeholder;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      if (!connection.send("chat", { room, text })) return toast(t("not-connected"));
      input.value = "";
      this.said = text;
    });
    // A refused message is put back into the field, to be sent again.
    connection.on("refused", (message) => {
      if (message.room === room && message.n === null && this.said && !input.value) input.value = this.said;
      this.said = "";
    });
    connection.on("chat", (message) => {
      if (message.room !== room || this.lines.some((line) => line.id === message.line.id)) return;
      if (message.line.name === this.me) this.said = "";
      this.lines.push(message.line);
      this.#draw();
    });
    connection.on("welcome", (message) => {
      this.me = message.who.name ?? "";
      input.disabled = !message.who.name;
      input.placeholder = message.who.name ? this.usual : t("chat-needs-name");
    });
    chatRules(connection, room);
    connection.on("reported", () => toast(t("chat-reported")));
  }

  /** @param {import("./messages").ChatLine[]} lines */
  show(lines) {
    this.lines = lines.slice();
    this.#draw();
  }

  #draw() {
    const shown = this.lines.filter((line) => !this.muted.has(line.name));
    const hidden = this.lines.length - shown.length;
    const items = shown.map((line) => this.#line(line));
    if (hidden > 0) {
      const unmute = () => {
        this.muted.clear();
        this.#keep();
      };
      items.push(el("li", { class: "muted" }, t("chat-hidden", { count: hidden }), " ", el("button", { type: "button", class: "link", onclick: unmute }, t("chat-unmute"))));
    }
    if (items.length === 0) items.push(el("li", { class: "empty" }, t("chat-none")));
    // Whoever reads what was said before goes on reading; only what is new is announced.
    const list = this.list;
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    keep(list, ...items);
    if (atEnd) list.scrollTop = list.scrollHeight;
  }

  /** @param {import("./messages").ChatLine} line */
  #line(line) {
    const time = new Date(line.at);
    const item = el("li", { title: time.toLocaleTimeString(lang) }, el("strong", {}, line.gone ? t("seat-gone") : line.guest ? line.name : el("a", { class: "person-link", href: profile(line.name) }, line.name)), " ", el("span", { class: "said" }, line.text));
    if (line.name !== this.me && !line.gone) {
      const mute = () => {
        this.muted.add(line.name);
        this.#keep();
      };
      const report = () => this.#report(line);
      item.append(el("span", { class: "tools" },
        el("button", { type: "button", class: "link", onclick: mute, "aria-label": t("chat-mute-name", { name: line.name }) }, t("chat-mute")),
        el("button", { type: "button", class: "link", onclick: report, "aria-label": t("chat-report-name", { name: line.name }) }, t("chat-report"))));
    }
    return item;
  }

  /** @param {import("./messages").ChatLine} line */
  #report(line) {
    const why = el("input", { type: "text", id: "report-why", maxlength: 300, required: true });
    const dialog = el("dialog", { "aria-labelledby": "report-title" },
      el("form", { method: "dialog", class: "stack tight" },
        el("h2", { id: "report-title" }, t("chat-report-title", { name: line.name })),
        el("p", { class: "notice" }, line.text),
        el("div", { class: "field" }, el("label", { for: "report-why" }, t("chat-report-why")), why),
        el("div", { class: "row-flow" },
          el("button", { class: "button main", value: "send" }, t("chat-report-send")),
          el("button", { class: "button", value: "", formnovalidate: true }, t("cancel")))));
    dialog.addEventListener("close", () => {
      const report = { room: this.room, message: line.id, why: why.value.trim() };
      if (dialog.returnValue === "send" && !this.connection.send("report", report)) toast(t("not-connected"));
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  #keep() {
    keepMuted(this.muted);
    this.#draw();
  }
}
