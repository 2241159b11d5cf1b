// The composer: a board on which anything may stand, verified by the server, with the solution as a tree.

import { Board } from "./board.js";
import "./common.js";
import { ask, el, fill, need, speak, svg, toast } from "./dom.js";
import { boardOf, fenOf, pieceOf, squares } from "./fen.js";
import { shown, spoken } from "./letters.js";
import { drawn, pieceName } from "./pieces.js";
import { t } from "./texts.js";

const page = need("compose");
const fenInput = /** @type {HTMLInputElement} */ (need("fen"));
const movesInput = /** @type {HTMLSelectElement} */ (need("moves"));
const KEPT = "composing";

/** @type {string[]} */
let position = squares("8/8/8/8/8/8/8/8") ?? [];
let turn = "w";
let rest = "- - 0 1";
let flipped = false;
/** @type {{position: string[], turn: string, rest: string}[]} */
let past = [];
/** The letter to be put, `x` to take away, empty to move. */
let tool = "";
/** @type {string | null} */
let taken = null;
/** @type {string | null} */
let verification = null;
/** Which position is verified: the number goes up with every change. */
let asked = 0;
let looking = false;

const board = new Board(need("board"), {
  variant: "chess",
  onMove: (move) => {
    if (move.from && move.to) move_(move.from, move.to);
  },
  onCell: (cell) => {
    if (looking) {
      diagram();
      return true;
    }
    if (!tool) return false;
    put(cell.name, tool === "x" ? "" : tool);
    return true;
  },
});

/** @param {string} name */
const index = (name) => (Number(name.slice(1)) - 1) * 8 + name.charCodeAt(0) - 97;

/** Every piece may go to every square. */
function anywhere() {
  const data = boardOf(position);
  const from = tool || looking ? [] : data.cells.filter((cell) => cell?.piece);
  /** @type {import("./messages").MoveView[]} */
  const all = [];
  for (const a of from) for (const b of data.cells) if (a && b && a !== b) all.push({ text: "", name: "", from: a.name, to: b.name });
  return all;
}

/** @param {boolean} animate */
function show(animate = false) {
  board.show(boardOf(position), { flipped, legal: anywhere(), animate });
  board.root.classList.add("composing");
  const fen = fenOf(position, turn, rest);
  if (document.activeElement !== fenInput) fenInput.value = fen;
  const radio = document.querySelector(`input[name="turn"][value="${turn}"]`);
  if (radio instanceof HTMLInputElement) radio.checked = true;
  /** @type {HTMLButtonElement} */ (need("undo")).disabled = past.length === 0;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ fen, moves: movesInput.value, search: location.search }));
  } catch {
    // A page without storage forgets it.
  }
}

function remember() {
  past.push({ position: position.slice(), turn, rest });
  if (past.length > 500) past.shift();
  forget();
}

/** What was found is of another position. */
function forget() {
  asked++;
  if (verification) ask(`/api/compose/verify/${verification}/stop`, {}).catch(() => {});
  verification = null;
  looking = false;
  need("verify-error").textContent = "";
  fill(need("verdict"));
  fill(need("tree"), el("p", { class: "empty" }, need("tree").dataset.none ?? ""));
}

/** @param {string} name @param {string} letter */
function put(name, letter) {
  remember();
  const at = index(name);
  position[at] = position[at] === letter ? "" : letter;
  rest = "- - 0 1";
  show();
  speak(`${name}: ${position[at] ? pieceName(pieceOf(position[at] ?? "")) : t("empty-cell")}`);
}

/** @param {string} from @param {string} to */
function move_(from, to) {
  remember();
  position[index(to)] = position[index(from)] ?? "";
  position[index(from)] = "";
  rest = "- - 0 1";
  show();
}

/** @param {string} fen */
function set(fen) {
  const read = squares(fen);
  const error = need("fen-error");
  if (!read) {
    error.textContent = t("compose-bad-fen");
    fenInput.setAttribute("aria-invalid", "true");
    return;
  }
  error.textContent = "";
  fenInput.removeAttribute("aria-invalid");
  remember();
  position = read;
  const fields = fen.trim().split(/\s+/);
  turn = fields[1] === "b" ? "b" : "w";
  rest = fields.length >= 4 ? `${fields.slice(2, 4).join(" ")} ${fields[4] ?? 0} ${fields[5] ?? 1}` : "- - 0 1";
  show();
}

/** Says what of the position's text was left out. @param {string[]} sentences */
function leftOut(sentences) {
  if (sentences.length === 0) return;
  need("fen-error").textContent = sentences.join(" · ");
  speak(sentences.join(" "));
}

// The palette: a click chooses what is put, a drag puts it at once.
const palette = need("palette");
const letters = ["K", "Q", "R", "B", "N", "P", "", "k", "q", "r", "b", "n", "p", "x"];
for (const letter of letters) {
  const button = el("button", { type: "button", "data-tool": letter || "hand", "aria-pressed": letter === "" ? "true" : "false" });
  if (letter === "x") {
    button.append(svg("svg", { viewBox: "0 0 24 24" }, svg("path", { d: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13" })));
    button.setAttribute("aria-label", t("compose-palette-empty"));
  } else if (letter === "") {
    button.append(svg("svg", { viewBox: "0 0 24 24" }, svg("path", { d: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3" })));
    button.setAttribute("aria-label", t("compose-hand"));
  } else {
    button.append(drawn(pieceOf(letter)));
    button.setAttribute("aria-label", pieceName(pieceOf(letter)));
  }
  button.title = button.getAttribute("aria-label") ?? "";
  button.addEventListener("click", () => choose(letter));
  if (letter && letter !== "x") button.addEventListener("pointerdown", (event) => dragNew(event, letter));
  palette.append(button);
}
need("palette-help").textContent = t("compose-drop");

/** @param {string} letter */
function choose(letter) {
  if (looking) diagram();
  tool = letter;
  for (const button of palette.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.tool === (letter || "hand")));
  board.clear();
  show();
}

/** @param {PointerEvent} event */
function nameUnder(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
  return found?.getAttribute("data-cell") ?? null;
}

/** @param {PointerEvent} start @param {string} letter */
function dragNew(start, letter) {
  /** @type {HTMLElement | null} */
  let ghost = null;
  const button = /** @type {HTMLElement} */ (start.currentTarget);
  const move = (/** @type {PointerEvent} */ event) => {
    if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 6) return;
    if (!ghost) {
      ghost = el("div", { class: "dragged" }, drawn(pieceOf(letter)));
      document.body.append(ghost);
    }
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
  };
  const end = (/** @type {PointerEvent} */ event) => {
    button.removeEventListener("pointermove", move);
    button.removeEventListener("pointerup", end);
    button.removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    const name = nameUnder(event);
    if (name) put(name, letter);
  };
  button.setPointerCapture(start.pointerId);
  button.addEventListener("pointermove", move);
  button.addEventListener("pointerup", end);
  button.addEventListener("pointercancel", end);
}

// A piece that is dragged off the board is taken away.
addEventListener("pointerdown", () => {
  taken = null;
}, true);
addEventListener("pointercancel", () => {
  taken = null;
});
board.root.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !event.isPrimary) return;
  const found = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
  taken = !tool && !looking ? found?.getAttribute("data-cell") ?? null : null;
});
addEventListener("pointerup", (event) => {
  const name = taken;
  taken = null;
  if (!name || !position[index(name)]) return;
  const box = board.root.getBoundingClientRect();
  const outside = event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
  if (outside) put(name, "");
});

need("fen-form").addEventListener("submit", (event) => {
  event.preventDefault();
  fenInput.blur();
  set(fenInput.value);
});
for (const radio of document.querySelectorAll('input[name="turn"]')) {
  radio.addEventListener("change", () => {
    remember();
    turn = radio.getAttribute("value") ?? "w";
    rest = rest.replace(/ [a-h][36] /, " - ");
    show();
  });
}
movesInput.addEventListener("change", () => {
  forget();
  show();
});
need("clear").addEventListener("click", () => {
  remember();
  position = position.map(() => "");
  rest = "- - 0 1";
  show();
});
need("undo").addEventListener("click", () => {
  const before = past.pop();
  if (!before) return;
  forget();
  ({ position, turn, rest } = before);
  show();
});
need("mirror").addEventListener("click", () => {
  remember();
  position = position.map((_, i) => position[i - (i % 8) + 7 - (i % 8)] ?? "");
  rest = "- - 0 1";
  show();
});
need("turn-board").addEventListener("click", () => {
  if (looking) diagram();
  flipped = !flipped;
  show();
});

// Verifying.
const tree = need("tree");
tree.dataset.none = tree.textContent?.trim() ?? "";
need("verify").addEventListener("click", verify);

async function verify() {
  forget();
  const error = need("verify-error");
  const moves = Number(movesInput.value);
  const own = asked;
  try {
    const begun = await ask("/api/compose/verify", { fen: fenOf(position, turn, rest), moves });
    leftOut(begun.dropped);
    const mine = begun.id;
    const ends = () => ask(`/api/compose/verify/${mine}/stop`, {});
    // Meanwhile something has been moved, or asked again.
    if (own !== asked) return void ends().catch(() => {});
    verification = mine;
    const halt = () => ends().catch((problem) => toast(problem.message));
    const stop = el("button", { type: "button", class: "button", onclick: halt }, t("verify-stop"));
    const line = el("span", {}, t("verify-begun"));
    fill(need("verdict"), el("div", { class: "row-flow spread" }, line, stop), el("progress", { max: moves, "aria-label": t("verify-begun") }));
    for (;;) {
      const now = await ask(`/api/compose/verify/${mine}`);
      if (own !== asked) return;
      if (now.progress.refuted) line.textContent = t("verify-running", { refuted: now.progress.refuted });
      const bar = need("verdict").querySelector("progress");
      if (bar && now.progress.refuted) bar.value = now.progress.refuted;
      if (now.done) {
        found(now);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  } catch (problem) {
    if (own !== asked) return;
    fill(need("verdict"));
    error.textContent = problem instanceof Error ? problem.message : String(problem);
    speak(error.textContent);
  }
}

/** @typedef {{san: string, fen: string, kind?: string, next?: TreeNode[]}} TreeNode */

/** @param {any} now */
function found(now) {
  if (now.error) {
    fill(need("verdict"));
    need("verify-error").textContent = now.error;
    return;
  }
  const verdict = now.verdict;
  if (!verdict) {
    fill(need("verdict"), el("p", { class: "notice warn" }, t("verify-undecided")));
    return;
  }
  const lines = [];
  const stats = t("verify-stats", { nodes: verdict.nodes, seconds: (verdict.time_ms / 1000).toFixed(1), difficulty: Math.round(verdict.difficulty) });
  if (verdict.state === "refuted") {
    lines.push(el("p", { class: "notice bad" }, t("verify-refuted", { moves: verdict.moves })));
  } else {
    const sound = verdict.unique_key;
    lines.push(el("p", { class: `notice ${sound ? "good" : "warn"}` }, t("verify-verified", { least: verdict.least }), " ",
      sound ? t("verify-unique") : verdict.least < verdict.moves ? t("verify-short", { least: verdict.least }) : t("verify-cooked", { count: verdict.keys.length })));
  }
  lines.push(el("p", { class: "small muted number" }, stats));
  fill(need("verdict"), ...lines);
  speak(lines[0]?.textContent ?? "");
  if (now.tree) {
    const back = el("button", { type: "button", class: "button", onclick: diagram, id: "tree-back" }, t("tree-back"));
    const parts = [el("h3", {}, t("tree-keys")), branches(now.tree.keys, true)];
    if (now.tree.tries.length) parts.push(el("h3", {}, t("tree-tries")), branches(now.tree.tries, false));
    fill(tree, back, ...parts);
  } else if (verdict.state === "verified") {
    fill(tree, el("p", { class: "muted" }, t("tree-none")), el("p", {}, shown(verdict.keys.map((/** @type {any} */ key) => key.san).join(", "))));
  }
}

/** @param {TreeNode[]} nodes @param {boolean} keys */
function branches(nodes, keys) {
  return el("ul", { class: "tree" }, ...nodes.map((node) => branch(node, keys, 0)));
}

/**
 * @param {TreeNode} node
 * @param {boolean} key
 * @param {number} depth
 * @returns {HTMLElement}
 */
function branch(node, key, depth) {
  const kind = node.kind ? el("span", { class: "small muted" }, ` (${t(`tree-${node.kind}`)})`) : null;
  const name = (depth % 2 && node.kind !== "threat" ? "… " : "") + shown(node.san);
  const button = el("button", { type: "button", onclick: (/** @type {Event} */ event) => look(event, node) }, name);
  const next = node.next ?? [];
  if (next.length === 0) return el("li", { class: "leaf" }, button, kind);
  const below = el("ul");
  const details = el("details", { open: depth < 1 }, el("summary", {}, button, kind), below);
  // Long trees are drawn when they are opened.
  const draw = () => {
    if (details.open && !below.firstChild) below.append(...next.map((n) => branch(n, false, depth + 1)));
  };
  details.addEventListener("toggle", draw);
  draw();
  return el("li", { class: key ? "key" : "" }, details);
}

/** @param {Event} event @param {TreeNode} node */
function look(event, node) {
  event.preventDefault();
  event.stopPropagation();
  const all = squares(node.fen);
  if (!all) return;
  looking = true;
  for (const other of tree.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
  /** @type {Element} */ (event.currentTarget).setAttribute("aria-current", "true");
  const details = /** @type {Element} */ (event.currentTarget).closest("details");
  if (details?.querySelector("summary")?.contains(/** @type {Node} */ (event.currentTarget))) details.open = true;
  board.show(boardOf(all), { flipped, animate: true });
  speak(spoken(node.san));
}

function diagram() {
  looking = false;
  for (const other of tree.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
  show(true);
}

// Keeping.
need("save-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const edited = Number(page.dataset.edited);
  const changes = edited > 0 && event.submitter?.id !== "save-new";
  const error = need("save-error");
  const text = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (need(name)).value.trim();
  try {
    const kept = await ask("/api/compose/save", {
      fen: fenOf(position, turn, rest), moves: Number(movesInput.value), author: text("author"), title: text("title"), source: text("source"),
      tags: text("tags").split(",").map((tag) => tag.trim()).filter(Boolean), ...(changes ? { id: edited } : {}),
    });
    error.textContent = "";
    leftOut(kept.dropped);
    fill(need("saved"), el("p", { class: "notice good" }, t(changes ? "compose-changed" : "compose-saved", { id: kept.id }), " ", el("a", { href: `/problems/${kept.id}` }, t("compose-open"))));
  } catch (problem) {
    error.textContent = problem instanceof Error ? problem.message : String(problem);
  }
});

let begin = page.dataset.fen ?? "";
try {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  // A problem that is opened anew is as it was; one that was worked on is come back to, in another language, say.
  const [came] = performance.getEntriesByType("navigation");
  const isBack = came instanceof PerformanceNavigationTiming && came.type !== "navigate";
  if (kept && (!location.search || (isBack && kept.search === location.search))) {
    begin = kept.fen;
    movesInput.value = kept.moves;
  }
} catch {
  // A page without storage begins anew.
}
set(begin);
past = [];
show();
