// A board in a page of another site: a game that is stepped through, a problem or a position. It has no connection, and
// asks the server for nothing but the rules.

import { Board } from "./board.js";
import { maybe, need, speak } from "./dom.js";
import { shown } from "./letters.js";
import "./look.js";
import { table } from "./rules.js";
import { listenToSteps } from "./steps.js";
import { t } from "./texts.js";

/** Shows the board. */
async function begin() {
  /** The game: how it began and went on. @type {import("./messages").Setup} */
  const setup = JSON.parse(need("told").textContent ?? "null");
  const rules = await table();
  const begun = rules?.begin(setup);
  if (!rules || !begun || "refused" in begun) {
    need("made").textContent = begun && "refused" in begun ? begun.refused : t("rules-none");
    need("steps").hidden = true;
    return;
  }
  const plies = begun.moves.length;
  let at = plies;
  let flipped = false;
  const board = new Board(need("board"), { variant: setup.game });
  /** @param {boolean} animate */
  const draw = (animate) => {
    board.show(rules.board(at), { animate, flipped });
    const made = begun.moves[at - 1];
    need("made").textContent = made ? `${at}/${plies} · ${shown(made.name)}` : "";
  };
  /** @param {number} ply */
  const go = (ply) => {
    const to = Math.max(0, Math.min(plies, ply));
    const near = Math.abs(at - to) === 1;
    at = to;
    draw(near);
    speak(need("made").textContent ?? "");
  };
  listenToSteps({ at: () => at, last: () => plies, go });
  maybe("flip")?.addEventListener("click", () => {
    flipped = !flipped;
    draw(false);
  });
  for (const name of ["first", "back", "forward", "last"]) need(name).hidden = plies === 0;
  draw(false);
}

begin();
