// Buttons of a problem: copying it, deleting an own one.

import "./common.js";
import { ask, maybe, need } from "./dom.js";
import { t } from "./texts.js";

const id = need("problem").dataset.problem ?? "";

/** Asks for something and goes where it leads. @param {string} what @param {(answer: any) => string} then */
async function manage(what, then) {
  const error = need("manage-error");
  error.textContent = "";
  try {
    location.assign(then(await ask(`/api/problems/${id}/${what}`, {})));
  } catch (problem) {
    error.textContent = problem instanceof Error ? problem.message : String(problem);
  }
}

maybe("copy-problem")?.addEventListener("click", () => manage("copy", (copied) => `/compose?problem=${copied.id}&edit=yes`));
const remove = maybe("delete-problem");
remove?.addEventListener("click", () => {
  if (remove.dataset.sure) return void manage("delete", () => "/problems?mine=yes");
  const words = remove.textContent;
  remove.dataset.sure = "yes";
  remove.textContent = t("problem-delete-sure");
  setTimeout(() => {
    delete remove.dataset.sure;
    remove.textContent = words;
  }, 4000);
});
