// Forms that are sent as JSON; errors are shown in the form.

import { ask, el, toast } from "./dom.js";
import { t } from "./texts.js";

/** Makes a form send its fields as JSON. @param {Element} form */
function send(form) {
  if (!(form instanceof HTMLFormElement)) return;
  /** @type {NodeListOf<HTMLInputElement>} */
  const passwords = form.querySelectorAll("input[type=password]");
  const show = el("input", {
    type: "checkbox",
    onchange: () => passwords.forEach((input) => { input.type = show.checked ? "text" : "password"; }),
  });
  if (passwords.length) form.querySelector(".error")?.before(el("label", { class: "check" }, show, " ", t("password-show")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const error = form.querySelector(".error");
    const button = form.querySelector("button");
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    if (button) button.disabled = true;
    try {
      const answer = await ask(form.dataset.post ?? "", fields);
      if (error) error.textContent = "";
      if (answer?.go ?? form.dataset.then) location.assign(answer?.go ?? form.dataset.then);
      else {
        toast(t("done-saved"));
        for (const input of passwords) input.value = "";
        form.dispatchEvent(new CustomEvent("answered", { detail: answer, bubbles: true }));
      }
    } catch (problem) {
      if (error) error.textContent = problem instanceof Error ? problem.message : String(problem);
    } finally {
      if (button) button.disabled = false;
    }
  });
}

/** Makes all forms within an element send their fields as JSON. @param {ParentNode} within */
export function sendForms(within) {
  within.querySelectorAll("form[data-post]").forEach(send);
}
