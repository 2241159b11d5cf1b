// Help: diagrams that move. Each plays its moves when it is asked to, and once by itself when it comes into view,
// unless its reader wants no motion.

import { Board } from "./board.js";
import "./common.js";
import { speak } from "./dom.js";
import { table } from "./rules.js";
import { t } from "./texts.js";

/** Time between two moves, in milliseconds. */
const PAUSE = 1200;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Prepares a diagram. @param {HTMLElement} figure */
async function prepare(figure) {
  const { game = "chess", settings = "{}", start = "", moves = "" } = figure.dataset;
  const frame = figure.querySelector(".figure-board");
  const again = figure.querySelector("button");
  const rules = await table();
  if (!(frame instanceof HTMLElement) || !again || !rules) return;
  const caption = figure.querySelector("figcaption")?.textContent ?? "";
  const board = new Board(frame, { variant: game, label: `${t("board")}: ${caption}` });
  const all = moves.split(" ");
  const begun = rules.begin({ game, settings: JSON.parse(settings), ...(start ? { start } : {}), moves: all });
  if ("refused" in begun) return;
  let timer = 0;
  /** @param {number} ply */
  const show = (ply) => {
    board.show(rules.board(ply), { animate: ply > 0 });
    figure.dataset.ply = String(ply);
    if (ply < all.length) timer = setTimeout(() => show(ply + 1), PAUSE);
    else again.disabled = false;
  };
  const play = () => {
    clearTimeout(timer);
    again.disabled = true;
    speak(caption);
    show(0);
  };
  again.addEventListener("click", play);
  board.show(rules.board(0));
  again.disabled = false;
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    if (!reduced.matches) play();
  }, { threshold: 0.6 });
  seen.observe(figure);
}

for (const figure of document.querySelectorAll("figure[data-moves]")) if (figure instanceof HTMLElement) prepare(figure);
