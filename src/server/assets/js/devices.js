// A guest on another device: a code that can be used once, as text, link and QR code, and the form to enter it.

import { ask, el, fill, maybe, need, speak, svg, toast } from "./dom.js";
import { t } from "./texts.js";

/** @param {string} id @param {() => Promise<void>} does */
function on(id, does) {
  maybe(id)?.addEventListener("click", async () => {
    const error = need("device-error");
    error.textContent = "";
    try {
      await does();
    } catch (problem) {
      error.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  });
}

/** @param {[number, string]} code how many modules wide, and the dark ones */
function picture([size, path]) {
  const drawn = svg("svg", { viewBox: `-4 -4 ${size + 8} ${size + 8}`, class: "qr", role: "img", "aria-label": t("return-qr") });
  drawn.append(svg("path", { d: path }));
  return drawn;
}

/** @param {{code: string, link: string, minutes: number, qr: [number, string] | null}} told */
function show(told) {
  const link = el("input", { type: "text", id: "return-link", readonly: true, value: told.link });
  const copy = async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(told.link);
    } catch {
      document.execCommand("copy");
    }
    toast(t("share-copied"));
  };
  const box = need("return-code");
  box.hidden = false;
  fill(box, told.qr && picture(told.qr),
    el("div", { class: "stack tight" },
      el("p", { class: "small" }, t("return-made", { minutes: told.minutes })),
      el("p", { class: "code number" }, told.code),
      el("div", { class: "field" }, el("label", { for: "return-link" }, t("return-link")),
        el("div", { class: "joined" }, link, el("button", { type: "button", class: "button", onclick: copy }, t("share-copy"))))));
  need("withdraw").hidden = false;
  speak(t("return-made", { minutes: told.minutes }));
}

on("make-code", async () => show(await ask("/api/guest/code", {})));
on("withdraw", async () => {
  await ask("/api/guest/withdraw", {});
  const box = need("return-code");
  fill(box);
  box.hidden = true;
  need("withdraw").hidden = true;
  toast(t("return-withdrawn"));
});
on("other-devices", async () => {
  await ask("/api/guest/others", {});
  need("other-devices").hidden = true;
  toast(t("return-others-gone"));
});
on("leave", async () => {
  const leave = need("leave");
  // Games and name would be lost by one click.
  if (!leave.dataset.sure) {
    leave.dataset.sure = "yes";
    leave.textContent = t("return-leave-sure");
    return;
  }
  await ask("/api/guest/leave", {});
  location.assign("/");
});

/** Fills the code of a link into the form. */
function fromLink() {
  const code = location.hash.match(/^#return=([\w-]+)$/)?.[1];
  const input = maybe("return-input");
  if (!code || !(input instanceof HTMLInputElement)) return;
  input.value = code;
  // What has been used stays in no list of visited pages.
  history.replaceState(null, "", location.pathname);
  input.form?.scrollIntoView({ block: "center" });
  input.form?.querySelector("button")?.focus();
}
addEventListener("hashchange", fromLink);
fromLink();
