// Stepping through the moves of a game, by the buttons below them and by keys.

import { maybe, need } from "./dom.js";

/**
 * Listens to buttons and keys.
 * @param {object} game
 * @param {() => number} game.at the ply that is shown
 * @param {() => number} game.last the present ply
 * @param {(ply: number) => void} game.go shows a ply
 */
export function listenToSteps({ at, last, go }) {
  const buttons = { first: () => 0, back: () => at() - 1, forward: () => at() + 1, last, "live-note": last };
  for (const [name, ply] of Object.entries(buttons)) maybe(name)?.addEventListener("click", () => go(ply()));
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (target instanceof Element && target.closest("input, select, textarea, dialog, .board, [role=tab]")) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // In a list that has more than it shows, these two are its own.
    const scrolled = target instanceof Element && target.closest(".chat-lines, .messages");
    if (scrolled && (event.key === "Home" || event.key === "End")) return;
    if (event.key === "ArrowLeft") go(at() - 1);
    else if (event.key === "ArrowRight") go(at() + 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(last());
    else if (event.key === "f") need("flip").click();
    else return;
    event.preventDefault();
  });
}
