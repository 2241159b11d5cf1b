// Forms that are sent as JSON; what is wrong is said in the form.

import "./common.js";
import { ask, el, maybe, toast } from "./dom.js";
import "./devices.js";
import { t } from "./texts.js";

for (const form of document.querySelectorAll("form[data-post]")) {
  if (!(form instanceof HTMLFormElement)) continue;
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
      await ask(form.dataset.post ?? "", fields);
      if (error) error.textContent = "";
      if (form.dataset.then) location.assign(form.dataset.then);
      else {
        toast(t("done-saved"));
        for (const input of passwords) input.value = "";
      }
    } catch (problem) {
      if (error) error.textContent = problem instanceof Error ? problem.message : String(problem);
    } finally {
      if (button) button.disabled = false;
    }
  });
}
maybe("out")?.addEventListener("click", async () => {
  try {
    await ask("/api/log-out", {});
  } catch (problem) {
    return toast(problem instanceof Error ? problem.message : String(problem));
  }
  location.assign("/");
});
