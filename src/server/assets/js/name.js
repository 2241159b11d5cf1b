// Dialog for a nickname, wherever one is needed: visitors who open a link to a game have none yet.

import { ask, el } from "./dom.js";
import { t } from "./texts.js";

/**
 * Sets the visitor's nickname.
 * @param {import("./connection.js").Connection} connection
 * @param {string} name
 */
export async function takeName(connection, name) {
  const answer = await ask("/api/nickname", { name });
  const me = document.querySelector("#me .name");
  if (me) me.textContent = answer.who.name;
  connection.shows.seen = null;
  await connection.restart();
}

/**
 * Asks for a name where there is none; whether there is one then.
 * @param {import("./connection.js").Connection} connection
 * @returns {Promise<boolean>}
 */
export function withName(connection) {
  if (connection.named) return Promise.resolve(true);
  return new Promise((resolve) => {
    const input = el("input", { type: "text", id: "new-name", maxlength: 30, required: true, autocomplete: "nickname" });
    const error = el("p", { class: "error", role: "alert" });
    const form = el("form", { class: "stack tight" },
      el("div", { class: "field" }, el("label", { for: "new-name" }, t("name-title")), input, error),
      el("div", { class: "row-flow" },
        el("button", { class: "button main" }, t("name-go")),
        el("button", { type: "button", class: "button", onclick: () => dialog.close() }, t("cancel"))));
    const dialog = el("dialog", { "aria-label": t("name-title") }, form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await takeName(connection, input.value);
        dialog.close("named");
      } catch (problem) {
        error.textContent = problem instanceof Error ? problem.message : String(problem);
        input.setAttribute("aria-invalid", "true");
      }
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "named");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
