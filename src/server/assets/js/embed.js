// A board in a page of another site: a game that is stepped through and, while it is played, followed; a problem or a
// position. It asks the server for the rules and, of a game that is played, for its events, as somebody without a name.

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { maybe, need, speak } from "./dom.js";
import { shown } from "./letters.js";
import "./look.js";
import { table } from "./rules.js";
import { listenToSteps } from "./steps.js";
import { said, t } from "./texts.js";

/** @typedef {import("./messages").Setup} Setup */

const { room = "", version = "" } = need("main").dataset;

/** Shows the board. */
async function begin() {
  /** The game: how it began and went on. @type {Setup} */
  let setup = JSON.parse(need("told").textContent ?? "null");
  const rules = await table();
  const begun = rules?.begin(setup);
  if (!rules || !begun || "refused" in begun) {
    need("made").textContent = begun && "refused" in begun ? begun.refused : t("rules-none");
    need("steps").hidden = true;
    return;
  }
  let moves = begun.moves;
  let at = moves.length;
  let flipped = false;
  const board = new Board(need("board"), { variant: setup.game });
  /** @param {boolean} animate */
  const draw = (animate) => {
    board.show(rules.board(at), { animate, flipped });
    const made = moves[at - 1];
    need("made").textContent = made ? `${at}/${moves.length} · ${shown(made.name)}` : "";
    for (const name of ["first", "back", "forward", "last"]) need(name).hidden = moves.length === 0;
  };
  /** @param {number} ply */
  const go = (ply) => {
    const to = Math.max(0, Math.min(moves.length, ply));
    const near = Math.abs(at - to) === 1;
    at = to;
    draw(near);
    speak(need("made").textContent ?? "");
  };
  listenToSteps({ at: () => at, last: () => moves.length, go });
  maybe("flip")?.addEventListener("click", () => {
    flipped = !flipped;
    draw(false);
  });
  draw(false);
  if (room) listen();

  /** Goes on with other moves; whoever looks at an earlier one stays there. @param {string[]} texts */
  function play(texts) {
    const told = rules?.begin({ ...setup, moves: texts });
    if (!told || "refused" in told) return;
    setup = { ...setup, moves: texts };
    const follows = at === moves.length;
    const next = told.moves.length === moves.length + 1;
    moves = told.moves;
    at = follows ? moves.length : Math.min(at, moves.length);
    draw(follows && next);
    if (follows) speak(need("made").textContent ?? "");
  }

  /** Says how the game stands. @param {import("./messages").VerdictView | null | undefined} verdict */
  function state(verdict) {
    const text = verdict ? said(verdict.text) : t("embed-playing", { count: moves.length });
    need("about").textContent = text;
    need("about").title = text;
  }

  /** Follows a game that is played. */
  function listen() {
    const connection = new Connection("/ws?stranger");
    connection.shows.room = room;
    connection.shows.seen = Number(version);
    connection.on("room", ({ room: now }) => {
      play(now.moves.map((made) => made.text));
      if (now.phase !== "gathering") state(now.verdict);
    });
    connection.on("event", ({ effects, verdict }) => {
      let texts = setup.moves ?? [];
      for (const effect of effects) {
        if (effect.effect === "moved") texts = texts.concat(effect.text);
        else if (effect.effect === "took_back") texts = texts.slice(0, effect.plies);
      }
      if (texts !== setup.moves) play(texts);
      if (texts.length > 0 || verdict) state(verdict);
      if (verdict) connection.end();
    });
    connection.open();
  }
}

begin();
