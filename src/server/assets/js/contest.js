// Contest of the solving engines M1 and M2 over k problems: a table that fills while they play.

import "./common.js";
import { ask, el, fill, keep, need } from "./dom.js";
import { shown } from "./letters.js";
import { t } from "./texts.js";

/** @typedef {{problem: number, moves: number, band: number, attacker: string, defender: string, winner: string, result: string, plies: number, ms: number, line: string[]}} Line */
/** @typedef {{total: number, games: Line[], done: boolean, error: string | null}} Table */

const NAMES = ["M1", "M2"];

/** @param {Table | null} table */
function draw(table) {
  const games = table?.games ?? [];
  fill(need("table"), ...NAMES.map((name) => {
    const attacks = games.filter((g) => g.attacker === name);
    const defences = games.filter((g) => g.defender === name);
    const mates = attacks.filter((g) => g.winner === "attacker").length;
    const held = defences.filter((g) => g.winner === "defender").length;
    return el("tr", {}, el("td", {}, el("strong", {}, name)), el("td", { class: "number" }, `${mates} / ${attacks.length}`),
      el("td", { class: "number" }, `${held} / ${defences.length}`), el("td", { class: "number" }, el("strong", {}, String(mates + held))));
  }));
  fill(need("games"), ...(games.length ? games.toReversed().map((g) => el("tr", {},
    el("td", {}, el("a", { href: `/problems/${g.problem}` }, t("problem-number", { id: g.problem })), " ", el("span", { class: "small muted" }, shown(g.line.join(" ")))),
    el("td", { class: "number" }, String(g.moves)), el("td", {}, `${g.attacker} → ${g.defender}`),
    el("td", {}, el("strong", {}, g.winner === "attacker" ? g.attacker : g.defender), ` (${t(g.result === "mate" ? "contest-mate" : "contest-held")})`)))
    : [el("tr", {}, el("td", { colspan: 4, class: "empty" }, t("contest-none")))]));
  const progress = need("progress");
  if (!table) return fill(progress);
  keep(progress, el("p", {}, table.done ? t("contest-done") : t("contest-running", { done: games.length, total: table.total })),
    el("progress", { max: table.total, value: games.length, "aria-label": t("contest-running", { done: games.length, total: table.total }) }));
}

/** Name of the contest that is shown. */
let following = "";

/** @param {string} id */
async function follow(id) {
  following = id;
  for (;;) {
    /** @type {Table} */
    const table = await ask(`/api/contest/${id}`);
    if (following !== id) return;
    draw(table);
    if (table.error) need("error").textContent = table.error;
    if (table.done) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

need("contest-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const go = /** @type {HTMLButtonElement} */ (need("go"));
  const value = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (need(id)).value;
  need("error").textContent = "";
  go.disabled = true;
  try {
    const begun = await ask("/api/contest", { problems: Number(value("k")), moves: value("moves").trim() });
    history.replaceState(null, "", `#${begun.id}`);
    await follow(begun.id);
  } catch (error) {
    need("error").textContent = error instanceof Error ? error.message : String(error);
  } finally {
    go.disabled = false;
  }
});
draw(null);
if (location.hash.length > 1) follow(location.hash.slice(1)).catch(() => history.replaceState(null, "", location.pathname));
