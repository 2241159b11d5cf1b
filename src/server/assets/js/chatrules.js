// Rules of a room's chat: who may write, and blocked words. The host of the room sets them.

import { ask, el, fill, need, toast } from "./dom.js";
import { t } from "./texts.js";

/**
 * @param {import("./connection.js").Connection} connection
 * @param {string} room
 */
export function chatRules(connection, room) {
  const box = /** @type {HTMLDetailsElement} */ (need("chat-rules"));
  let is = false;
  connection.on("room", (message) => { if (message.host) box.hidden = false; });
  // The rules are loaded when the host opens them.
  box.addEventListener("toggle", async () => {
    if (!box.open || is) return;
    is = true;
    const rule = await ask(`/api/game/${room}/chat`).catch(() => null);
    if (!rule) {
      is = false;
      return;
    }
    const speakers = el("select", { id: "chat-speakers" },
      ...["all", "players", "nobody"].map((value) => el("option", { value, selected: rule.speakers === value }, t(`chat-rules-${value}`))));
    const words = el("input", { type: "text", id: "chat-words", maxlength: 1000, value: rule.words, autocomplete: "off" });
    const error = el("p", { class: "error", role: "alert" });
    const form = el("form", { class: "stack tight" },
      el("div", { class: "field" }, el("label", { for: "chat-speakers" }, t("chat-rules-speakers")), speakers),
      el("div", { class: "field" }, el("label", { for: "chat-words" }, t("chat-rules-words")), words), error,
      el("button", { class: "button" }, t("chat-rules-save")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await ask(`/api/game/${room}/chat`, { speakers: speakers.value, words: words.value.trim() });
        error.textContent = "";
        toast(t("done-saved"));
      } catch (problem) {
        error.textContent = problem instanceof Error ? problem.message : String(problem);
      }
    });
    const summary = box.querySelector("summary");
    fill(box, summary, form);
  });
}
