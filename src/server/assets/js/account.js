// The page of an account: forms for names and passwords, a guest's devices, logging out.

import "./common.js";
import { ask, maybe, toast } from "./dom.js";
import "./devices.js";
import { sendForms } from "./forms.js";

sendForms(document);
maybe("out")?.addEventListener("click", async () => {
  try {
    await ask("/api/log-out", {});
  } catch (problem) {
    return toast(problem instanceof Error ? problem.message : String(problem));
  }
  location.assign("/");
});
