// The administrators' page, the page for another password, and reports of profiles: forms that are sent as JSON, with what is
// wrong said in the form.

import "./common.js";
import { ask, el, toast } from "./dom.js";
import "./report.js";
import { t } from "./texts.js";

for (const form of document.querySelectorAll("form[data-act]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const error = form.querySelector(".error");
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    if (button?.name) fields[button.name] = button.value;
    // The token stands behind the hash sign, which browsers send to no server.
    if (form.id === "reset") fields.token = location.hash.slice(1);
    if (button) button.disabled = true;
    try {
      const told = await ask(form.dataset.act ?? "", fields);
      if (error) error.textContent = "";
      if (told.link) {
        form.querySelector(".field")?.remove();
        const link = el("input", { type: "text", readonly: true, value: told.link });
        form.append(el("div", { class: "field" }, el("label", {}, t("reset-link"), link)));
        link.select();
      } else if (form.dataset.then) location.assign(form.dataset.then);
      else location.reload();
      toast(t("done-saved"));
    } catch (problem) {
      if (error) error.textContent = problem instanceof Error ? problem.message : String(problem);
    }
    if (button) button.disabled = false;
  });
}
