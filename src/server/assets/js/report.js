// The button that reports a profile or a game to the administrators.

import { ask, el, toast } from "./dom.js";
import { t } from "./texts.js";

/** @param {HTMLElement} button */
function open(button) {
  const { report: subject = "", about = "" } = button.dataset;
  const why = el("input", { type: "text", id: "report-what", maxlength: 300, required: true });
  const error = el("p", { class: "error", role: "alert" });
  const form = el("form", { class: "stack tight" },
    el("h2", { id: "report-heading" }, subject === "game" ? t("report-game-title") : t("report-title", { about })),
    el("div", { class: "field" }, el("label", { for: "report-what" }, t("chat-report-why")), why), error,
    el("div", { class: "row-flow" },
      el("button", { class: "button main" }, t("chat-report-send")),
      el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("cancel"))));
  const dialog = el("dialog", { "aria-labelledby": "report-heading" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await ask("/api/report", { subject, about, why: why.value.trim() });
      toast(t("report-sent"));
      dialog.close();
    } catch (problem) {
      error.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

for (const button of document.querySelectorAll("[data-report]")) {
  if (!(button instanceof HTMLElement)) continue;
  button.hidden = false;
  button.addEventListener("click", () => open(button));
}
