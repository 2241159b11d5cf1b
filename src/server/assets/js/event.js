// Pages of tournaments and classes: forms, countdowns, and periodic updates of the page.

import "./common.js";
import { maybe } from "./dom.js";
import { sendForms } from "./forms.js";
import { t } from "./texts.js";

/** Interval between two updates of a page, in milliseconds. */
const AGAIN = 3000;

/** Difference of the server's clock to the browser's, in milliseconds. */
let ahead = 0;

function count() {
  for (const time of document.querySelectorAll("[data-until]")) {
    if (!(time instanceof HTMLElement)) continue;
    const left = Math.max(0, Math.ceil((Number(time.dataset.until) - Date.now() - ahead) / 1000));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    time.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  }
}

function synchronise() {
  const time = document.querySelector("[data-now]");
  if (time instanceof HTMLElement) ahead = Number(time.dataset.now) - Date.now();
  count();
}

/** Takes the changed part of the page over, unless somebody is about to fill in a form there. */
async function look() {
  const here = maybe("event");
  if (!here || document.hidden || "over" in here.dataset) return;
  const busy = document.activeElement?.closest("form");
  if (busy && here.contains(busy)) return;
  const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = page.getElementById("event");
  if (!there) return;
  if ("over" in there.dataset) here.dataset.over = "";
  const focused = document.activeElement?.getAttribute("href");
  // Countdowns are written by this page.
  here.querySelectorAll("[data-until]").forEach((time) => { time.textContent = ""; });
  const now = /** @type {HTMLElement | null} */ (there.querySelector("[data-now]"));
  const old = /** @type {HTMLElement | null} */ (here.querySelector("[data-now]"));
  if (now && old) old.dataset.now = now.dataset.now;
  if (here.innerHTML !== there.innerHTML) {
    here.replaceChildren(...there.childNodes);
    sendForms(here);
    if (focused) [...here.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
  }
  synchronise();
}

/** Writes down what a teacher hands over: each name with the link by which a password is set. */
document.addEventListener("answered", (event) => {
  const list = maybe("links");
  const text = maybe("links-text");
  if (!(event instanceof CustomEvent) || !event.detail?.links || !list || !(text instanceof HTMLTextAreaElement)) return;
  const links = /** @type {{name: string, path: string}[]} */ (event.detail.links);
  text.value = links.map((link) => `${link.name}\t${location.origin}${link.path}`).join("\n");
  text.rows = Math.min(12, links.length + 1);
  list.hidden = false;
  text.focus();
  look();
});
maybe("links-copy")?.addEventListener("click", async () => {
  const text = /** @type {HTMLTextAreaElement} */ (maybe("links-text"));
  text.select();
  await navigator.clipboard?.writeText(text.value).catch(() => {});
  const button = maybe("links-copy");
  if (button) button.textContent = t("study-copied");
});

sendForms(document);
synchronise();
setInterval(count, 1000);
if (maybe("event")) setInterval(look, AGAIN);
