// The analysis board: a game with variations, comments, arrows and circles, read from PGN or a position and written as
// PGN. The rules in the page do all of it; the record is kept in the browser, and there is no server in it.

import { Board } from "./board.js";
import "./common.js";
import { el, fill, keep, need, speak, toast } from "./dom.js";
import { shown } from "./letters.js";
import { moveName } from "./movelist.js";
import { goOffline } from "./offline.js";
import { table } from "./rules.js";
import { Settings } from "./settings.js";
import { commentOf, drawShapes, shapesOf, textOf, withShape } from "./shapes.js";
import * as sound from "./sound.js";
import { listenToSteps } from "./steps.js";
import { allSaid, said, t } from "./texts.js";
import { Thinking } from "./thinking.js";
import { GLYPHS, TreeNode } from "./tree.js";

/** @typedef {import("./messages").State} State */
/** @typedef {import("./rules.js").Study} Study */

const KEPT = "analysis";
/** Maximum number of changes that can be undone. */
const UNDO = 50;

const page = need("study");
const settings = new Settings("chess");
/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (need(id));

/** @type {import("./rules.js").Table | null} */
let rules = null;
/** The record without its moves. @type {Study} */
let study = { game: "chess", settings: {}, start: "", tags: [], remark: "", moves: [] };
let root = new TreeNode("", null);
/** Node of the position that is shown. */
let here = root;
/** @type {State | null} */
let state = null;
/** Number of the round (in chess, of the full move) and seat of the first move. */
let first = { lap: 1, seat: 0, seats: 2 };
let flipped = false;
/** Whether clicks draw; and where the arrow begins. */
let drawing = false;
/** @type {string | null} */
let begun = null;
/** Records before the last changes. @type {string[]} */
const past = [];
/** @type {Board | null} */
let board = null;
/** The positions by the numbers of their buttons. @type {TreeNode[]} */
let listed = [];

const thinking = new Thinking({
  study: () => study,
  root: () => root,
  here: () => here,
  state: () => state,
  play,
  go: (ply) => {
    /** @type {TreeNode | undefined} */
    let node = root;
    for (let at = 0; at < ply; at++) node = node?.next[0] ?? node;
    if (node) go(node);
  },
  line: () => {
    const told = stand(root.end());
    stand(here);
    return "refused" in told ? [] : told.moves.map((made) => made.text);
  },
  annotated: (evaluations) => {
    const told = rules?.annotate(whole(), evaluations);
    if (!told) return;
    if ("refused" in told) return complain(told.refused);
    remember();
    load(told.study, here.path());
    save();
    draw(false);
  },
});

/** @param {string} text */
function complain(text) {
  need("error").textContent = text;
  if (text) speak(text);
}

/** The record with its moves. @returns {Study} */
const whole = () => ({ ...study, remark: root.comment, moves: root.line() });

function save() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(whole()));
  } catch {
    // A page without storage forgets the record when it is closed.
  }
}

/** Keeps the record as it is before a change. */
function remember() {
  past.push(JSON.stringify({ study: whole(), path: here.path() }));
  if (past.length > UNDO) past.shift();
}

/** Asks the rules for a position. @param {TreeNode} node */
function stand(node) {
  const { game, settings: options, start } = study;
  return rules?.begin({ game, settings: options, ...(start ? { start } : {}), moves: node.path() }) ?? { refused: t("rules-none-here") };
}

/** Shows a position. @param {TreeNode} node @param {boolean} [animate] */
function go(node, animate = false) {
  const told = stand(node);
  if ("refused" in told) return complain(told.refused);
  complain("");
  state = told;
  here = node;
  begun = null;
  draw(animate);
}

/** Shows another record. @param {Study} wanted @param {string[]} [path] the moves to the position that is shown */
function load(wanted, path) {
  const before = { study, root };
  study = { ...wanted, moves: [] };
  root = new TreeNode("", null);
  const told = stand(root);
  if ("refused" in told) {
    // The one before stays.
    ({ study, root } = before);
    complain(told.refused);
    return false;
  }
  root.comment = wanted.remark;
  root.grow(wanted.moves);
  const lap = study.game === "chess" ? Number(told.text.split(" ")[5]) || 1 : 1;
  first = { lap, seat: told.turn, seats: told.seats.length };
  if (!board || page.dataset.variant !== study.game) {
    need("board").replaceChildren();
    need("board").className = `${study.game}-frame`;
    board = new Board(need("board"), {
      variant: study.game,
      onMove: (move) => play(move.text),
      onIllegal: (from, to) => complain(rules?.why(from + to) ?? ""),
      onCell: (cell) => drawing && sketch(cell.name, "G"),
    });
    listenToRightButton(board);
    page.dataset.variant = study.game;
    settings.apply(board.root, study.game);
    field("game").value = study.game;
  }
  /** @type {TreeNode | undefined} */
  let node = path ? root : root.end();
  for (const name of path ?? []) node = node?.next.find((next) => next.name === name);
  go(path ? node ?? root : root);
  return true;
}

/** @param {string} text */
function play(text) {
  const after = rules?.play(text);
  if (!after) return;
  if ("refused" in after) return complain(after.refused);
  complain("");
  const before = state;
  const name = after.moves.at(-1)?.name;
  if (!here.next.some((node) => node.name === name)) remember();
  follow(after);
  begun = null;
  save();
  draw(true);
  if (before && state) sound.ofMove(before.board, state.board);
  const made = state?.moves.at(-1);
  if (made) speak(t("spoken-move", { who: titleOf(made.seat), move: moveName(made), ply: here.path().length }));
}

/** Goes on by the last move of a state, and by those after it that leave no choice: a pass, a zero move. @param {State} after */
function follow(after) {
  state = after;
  here = here.child(after.moves.at(-1)?.name ?? "");
  const [only, other] = after.legal;
  const further = only && !other && isStill(only) ? rules?.play(only.text) : undefined;
  if (further && !("refused" in further)) follow(further);
}

/** Whether a move has no target of its own on the board. @param {import("./messages").MoveView} move */
const isStill = (move) => !move.to || move.from === move.to;

/** @param {number} seat */
function titleOf(seat) {
  const found = state?.seats[seat];
  return found ? said(found.title) : "";
}

/** @param {boolean} animate */
function draw(animate) {
  if (!state || !board) return;
  const now = state;
  const legal = now.ended ? [] : now.legal;
  /** @type {Map<string, string>} */
  const gains = new Map();
  if (study.game === "rolit" && settings.gains) for (const move of legal) if (move.to) gains.set(move.to, move.mark ?? "");
  board.show(now.board, { animate, flipped, legal: drawing ? [] : legal, gains });
  drawShapes(board, shapesOf(here.comment));
  const told = now.ended ? el("p", { class: "verdict" }, said(now.ended.text)) : el("p", {}, t("turn-of", { name: titleOf(now.turn) }));
  const others = legal.filter(isStill).map((move) =>
    el("button", { type: "button", class: "button main", "data-move": move.text, onclick: () => play(move.text) }, moveName(move)));
  keep(need("status"), told, ...(others.length ? [el("div", { class: "row-flow" }, ...others)] : []));
  keep(need("news"), ...[...allSaid(study.dropped), ...allSaid(now.news)].map((line) => el("li", {}, line)));
  const opening = rules?.opening() ?? null;
  fill(need("opening"), ...(opening ? [el("strong", { class: "number" }, opening.eco), ` ${said(opening.name)}`] : [t(here.parent && study.game === "chess" ? "study-no-opening" : `game-${study.game}`)]));
  const points = now.seats.filter((seat) => seat.points !== undefined).map((seat) => `${said(seat.title)} ${seat.points}`);
  const names = ["White", "Black"].map((name) => study.tags.find(([tag]) => tag === name)?.[1]).filter((name) => name && name !== "?");
  need("about").textContent = points.length ? points.join(" · ") : names.join(" – ");
  drawMoves();
  write();
  if (document.activeElement !== field("comment")) field("comment").value = textOf(here.comment);
  field("mark").value = String(here.nags.find((nag) => nag <= 6) ?? "");
  field("position").value = now.text;
  field("mark").disabled = !here.parent;
  const enable = (/** @type {string} */ id, /** @type {boolean} */ on) => {
    /** @type {HTMLButtonElement} */ (need(id)).disabled = !on;
  };
  enable("remove", !!here.parent);
  enable("promote", !!branch());
  enable("undo", past.length > 0);
  need("draw").setAttribute("aria-pressed", String(drawing));
  thinking.show();
  page.classList.remove("loading");
}

/** The first move of the variation that is shown; null in the main line. */
function branch() {
  for (let node = here; node.parent; node = node.parent) if (node.parent.next[0] !== node) return node;
  return null;
}

function drawMoves() {
  listed = [];
  const moves = root.next[0] ? lineOf(root.next[0], 0) : [el("p", { class: "empty" }, t("moves-none"))];
  const remark = textOf(root.comment);
  const list = need("moves");
  keep(list, ...(remark ? [el("span", { class: "comment" }, remark)] : []), ...moves);
  const current = String(listed.indexOf(here));
  for (const button of list.querySelectorAll("button[data-node]")) {
    if (button.getAttribute("data-node") === current) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  const shownAt = list.querySelector("[aria-current]");
  if (!(shownAt instanceof HTMLElement)) return void (list.scrollTop = 0);
  const box = list.getBoundingClientRect();
  const place = shownAt.getBoundingClientRect();
  if (place.top < box.top || place.bottom > box.bottom) list.scrollTop += place.top - box.top - box.height / 2;
}

/**
 * A line of moves, with the variations beside it.
 * @param {TreeNode} begins
 * @param {number} ply of the position before it
 * @returns {HTMLElement[]}
 */
function lineOf(begins, ply) {
  /** @type {HTMLElement[]} */
  const items = [];
  let numbered = false;
  /** @type {TreeNode | undefined} */
  let node = begins;
  for (; node; node = node.next[0], ply++) {
    const seat = (first.seat + ply) % first.seats;
    const lap = first.lap + Math.floor((first.seat + ply) / first.seats);
    if (node.remark) items.push(el("span", { class: "comment" }, textOf(node.remark)));
    const number = seat === 0 || !numbered ? el("span", { class: "no", "aria-hidden": "true" }, seat === 0 ? `${lap}.` : `${lap}…`) : null;
    numbered = true;
    const signs = node.nags.map((nag) => GLYPHS[nag] ?? `$${nag}`).join(" ");
    items.push(el("span", { class: "made" }, number, el("button", { type: "button", class: "ply", "data-node": listed.length },
      moveName({ text: node.name, name: node.name }, shown), signs ? el("span", { class: "glyph" }, signs) : null)));
    listed.push(node);
    const words = textOf(node.comment);
    if (words) items.push(el("span", { class: "comment" }, words));
    const others = node === begins && begins.parent?.next[0] !== begins ? [] : node.parent?.next.slice(1) ?? [];
    for (const other of others) items.push(el("div", { class: "variation" }, ...lineOf(other, ply)));
    if (words || others.length) numbered = false;
  }
  return items;
}
need("moves").addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-node]") : null;
  const node = button && listed[Number(button.getAttribute("data-node"))];
  if (node) go(node);
});

/** Draws or takes away; returns true, for the click is used. @param {string} cell @param {string} color */
function sketch(cell, color) {
  if (begun === null) {
    begun = cell;
    if (board) drawShapes(board, [...shapesOf(here.comment), { color, from: cell, to: cell }]);
    return true;
  }
  remember();
  here.comment = commentOf(here.comment, textOf(here.comment), withShape(shapesOf(here.comment), { color, from: begun, to: cell }));
  begun = null;
  save();
  draw(false);
  return true;
}

/** The right button draws: green, with Shift red, with Alt blue. @param {Board} board */
function listenToRightButton(board) {
  const cellAt = (/** @type {PointerEvent} */ event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    return found?.getAttribute("data-cell") ?? null;
  };
  board.root.addEventListener("contextmenu", (event) => event.preventDefault());
  board.root.addEventListener("pointerdown", (event) => {
    if (event.button === 2) begun = cellAt(event);
  });
  board.root.addEventListener("pointerup", (event) => {
    const cell = event.button === 2 && begun !== null ? cellAt(event) : null;
    if (cell) sketch(cell, event.shiftKey ? "R" : event.altKey ? "B" : "G");
  });
}

need("draw").addEventListener("click", () => {
  drawing = !drawing;
  begun = null;
  board?.clear();
  draw(false);
});
field("comment").addEventListener("change", () => {
  remember();
  here.comment = commentOf(here.comment, field("comment").value.trim(), shapesOf(here.comment));
  save();
  draw(false);
});
field("mark").addEventListener("change", () => {
  remember();
  const mark = Number(field("mark").value);
  here.nags = [...(mark ? [mark] : []), ...here.nags.filter((nag) => nag > 6)];
  save();
  draw(false);
});
need("remove").addEventListener("click", () => {
  const before = here.parent;
  if (!before) return;
  remember();
  here.remove();
  save();
  go(before);
});
need("promote").addEventListener("click", () => {
  remember();
  branch()?.promote();
  save();
  draw(false);
});
need("undo").addEventListener("click", () => {
  const last = past.pop();
  if (!last) return;
  const { study: before, path } = JSON.parse(last);
  load(before, path);
  save();
});
need("new-form").addEventListener("submit", (event) => {
  event.preventDefault();
  take({ game: field("game").value, settings: {}, start: "", tags: [], remark: "", moves: [] }, "new-fold");
});
need("read-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = field("read").value.trim();
  if (text) read(text);
});

/** Shows a record instead of the one before, which can be brought back. @param {Study} wanted @param {string} fold that is closed after it */
function take(wanted, fold) {
  remember();
  if (!load(wanted, [])) return void past.pop();
  save();
  draw(false);
  /** @type {HTMLDetailsElement} */ (need(fold)).open = false;
}

/** Reads PGN or a position. @param {string} text */
function read(text) {
  const found = rules?.read(text, field("game").value);
  if (!found) return;
  if ("refused" in found) {
    need("read-error").textContent = found.refused;
    speak(found.refused);
    return;
  }
  need("read-error").textContent = "";
  take(found, "read-fold");
}

/** Writes the record, if that is looked at. */
function write() {
  if (!(/** @type {HTMLDetailsElement} */ (need("write-fold")).open) || !rules) return;
  const told = rules.write(whole());
  if ("refused" in told) return complain(told.refused);
  field("pgn").value = told.pgn;
  /** @type {HTMLAnchorElement} */ (need("save")).href = `data:application/x-chess-pgn;charset=utf-8,${encodeURIComponent(told.pgn)}`;
}
need("write-fold").addEventListener("toggle", write);
need("copy").addEventListener("click", () => {
  const input = field("pgn");
  navigator.clipboard?.writeText(input.value).then(() => toast(t("study-copied")), () => {
    if (input instanceof HTMLTextAreaElement) input.select();
  });
});
need("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = field("typed-move");
  const text = input.value.trim();
  if (!text) return;
  const before = here;
  play(text);
  if (here !== before) input.value = "";
});
need("flip").addEventListener("click", () => {
  flipped = !flipped;
  draw(false);
});
settings.onChange(() => {
  if (board) settings.apply(board.root);
  draw(false);
});
listenToSteps({
  at: () => here.path().length,
  last: () => here.end().path().length,
  go: (ply) => {
    /** @type {TreeNode | undefined} */
    let node = here;
    for (let at = here.path().length; at > ply; at--) node = node?.parent ?? root;
    for (let at = here.path().length; at < ply; at++) node = node?.next[0] ?? node;
    if (node !== here) go(node, Math.abs(here.path().length - ply) === 1);
  },
});

/** Shows the record of the last time, or what the page was opened with: a game of this site, or a position. */
async function begin() {
  /** @type {Study | null} */
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    // A page without storage begins anew.
  }
  if (!kept || !load(kept, [])) load({ game: "chess", settings: {}, start: "", tags: [], remark: "", moves: [] });
  const query = new URLSearchParams(location.search);
  const room = query.get("game");
  let text = query.get("fen");
  if (room) {
    const answer = await fetch(`/game/${encodeURIComponent(room)}/pgn`).catch(() => null);
    if (!answer?.ok) return toast(t("not-connected"));
    text = await answer.text();
  }
  const found = text ? rules?.read(text, query.get("variant") ?? "chess") : undefined;
  if (!found) return;
  if ("refused" in found) return toast(found.refused);
  // The record of the last time can be brought back.
  remember();
  load(found);
}
table().then((made) => {
  rules = made;
  page.dataset.rules = made ? "here" : "none";
  if (!made) return complain(t("rules-none-here"));
  begin();
  // The names of openings come when the board is there; without them it says that it knows none.
  made.learnOpenings().then(() => draw(false), () => {});
});
goOffline([]);
