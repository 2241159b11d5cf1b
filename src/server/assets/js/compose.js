// The composer: a board on which anything may stand, solved in the page at every change, verified by the server, with the
// solution to be clicked through.

import { Board } from "./board.js";
import "./common.js";
import { ask, el, fill, need, speak, toast } from "./dom.js";
import { exchange } from "./exchange.js";
import { forsyth, isFairy, place, termsOf } from "./fairy.js";
import { boardOf, fenOf, pieceOf, squares, turned, turns } from "./fen.js";
import { shown } from "./letters.js";
import { fairyBox, palette } from "./palette.js";
import { pieceName } from "./pieces.js";
import { Solution, said } from "./solution.js";
import { Soundness, verdictOf } from "./soundness.js";
import { t } from "./texts.js";

/** What is asked beside the position, as it is in the fields. @typedef {{stipulation: string, twins: string, intended: string, switches: boolean[], conditions: string[], options: string[]}} Terms */
/** What can be undone. @typedef {{position: string[], turn: string, rest: string, terms: Terms}} Sheet */

const page = need("compose");
const fenInput = /** @type {HTMLInputElement} */ (need("fen"));
const stipulationInput = /** @type {HTMLInputElement} */ (need("stipulation"));
const intendedInput = /** @type {HTMLInputElement} */ (need("intended"));
const switches = /** @type {HTMLInputElement[]} */ ([need("set-play"), need("tries"), need("duplex")]);
const conditionInputs = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#conditions input"));
const twinsInput = /** @type {HTMLTextAreaElement} */ (need("twins"));
const KEPT = "composing";
/** The greatest number of changes that can be undone. */
const MOST_UNDONE = 500;

/** @type {string[]} */
let position = squares("8/8/8/8/8/8/8/8") ?? [];
let turn = "w";
let rest = "- - 0 1";
let flipped = false;
/** Options that the page has no switch for. @type {string[]} */
let options = [];
/** What the fields said at the last change. @type {Terms} */
let terms = fields();
/** @type {Sheet[]} */
let past = [];
/** @type {Sheet[]} */
let future = [];
/** The letter to be put, `x` to take away, empty to move. */
let tool = "";
/** @type {string | null} */
let taken = null;
/** @type {string | null} */
let verification = null;
/** Which position is verified: the number goes up with every change. */
let asked = 0;
let looking = false;
/** True if the tree is the server's. */
let isVerified = false;

const solution = new Solution(need("tree"), {
  look: (step) => {
    // A fairy board is written in Popeye's letters.
    const all = step.fairy ? forsyth(step.fen.split(" ")[0] ?? "") : squares(step.fen);
    if (!all) return;
    looking = true;
    board.show(boardOf(all), { flipped, animate: true });
    speak(said(step));
  },
  back: () => diagram(),
});
const soundness = new Soundness((found) => {
  fill(need("soundness"), el("span", { class: found.look }, found.text));
  if (!isVerified && found.parts.length) solution.show(found.parts);
});

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
  /** @type {HTMLButtonElement} */ (need("redo")).disabled = future.length === 0;
  for (const id of ["save-new", "save-changes"]) {
    const button = document.getElementById(id);
    if (button instanceof HTMLButtonElement) button.disabled = id === "save-new" && page.dataset.user !== "true";
  }
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...wholeQuestion(), search: location.search }));
  } catch {
    // A page without storage forgets it.
  }
}

/** Lines of a field. @param {HTMLTextAreaElement} field */
const linesOf = (field) => field.value.split("\n").map((line) => line.trim()).filter(Boolean);

/** The question with its twins, fairy pieces and options, which the solver in the page does not know. */
function wholeQuestion() {
  return { ...question(), twins: linesOf(twinsInput), pieces: termsOf(position), options };
}

/** True if the solver in the page can answer: there are no twins, fairy pieces or options. */
function isQuestion() {
  const { twins, pieces, options } = wholeQuestion();
  return twins.length + pieces.length + options.length === 0;
}

/** The question on the board. @returns {import("./soundness.js").Question} */
function question() {
  const [set_play, tries, duplex] = switches.map((box) => box.checked);
  return {
    fen: fenOf(position, turn, rest), stipulation: stipulationInput.value.trim(),
    conditions: [...conditionInputs].filter((box) => box.checked).map((box) => box.value),
    set_play: set_play ?? false, tries: tries ?? false, duplex: duplex ?? false,
    intended: Math.min(999, Math.max(1, Math.round(Number(intendedInput.value)) || 1)),
  };
}

/** N, if an ordinary mate in N is asked for; else null. */
function mate() {
  const number = stipulationInput.value.trim().match(/^#(\d+)$/)?.[1];
  const moves = Number(number);
  return number && moves >= 1 && moves <= 15 && isOrdinary() ? moves : null;
}

/** True if the rules are those of chess, with one solution. */
function isOrdinary() {
  const { conditions, duplex, intended } = question();
  return isQuestion() && conditions.length === 0 && !duplex && intended === 1;
}

/** What the fields say. @returns {Terms} */
function fields() {
  return {
    stipulation: stipulationInput.value, twins: twinsInput.value, intended: intendedInput.value,
    switches: switches.map((box) => box.checked),
    conditions: [...conditionInputs].filter((box) => box.checked).map((box) => box.value),
    options,
  };
}

/** Puts what is asked into the fields. @param {Terms} other */
function setTerms(other) {
  terms = other;
  stipulationInput.value = terms.stipulation;
  twinsInput.value = terms.twins;
  intendedInput.value = terms.intended;
  switches.forEach((box, place) => {
    box.checked = terms.switches[place] ?? false;
  });
  for (const box of conditionInputs) box.checked = terms.conditions.includes(box.value);
  options = terms.options;
}

/** @returns {Sheet} */
const sheet = () => ({ position: position.slice(), turn, rest, terms });

/** Keeps what there is, so that a change can be undone. */
function remember() {
  past.push(sheet());
  if (past.length > MOST_UNDONE) past.shift();
  future = [];
  forget();
}

/** Takes what was kept in one list, and keeps what there is in the other. @param {Sheet[]} from @param {Sheet[]} to */
function travel(from, to) {
  const other = from.pop();
  if (!other) return;
  to.push(sheet());
  forget();
  ({ position, turn, rest } = other);
  setTerms(other.terms);
  changed();
}

/** Shows a change, and looks how sound it is. */
function changed() {
  show();
  if (position.some(Boolean)) {
    if (isQuestion()) {
      soundness.ask(question());
    } else {
      soundness.stop();
      fill(need("soundness"), t("sound-server"));
    }
    alike();
  } else {
    soundness.stop();
    fill(need("soundness"));
    fill(need("alike"));
  }
}

let alikeTimer = 0;
/** Says which problems of the collection have this position. */
function alike() {
  clearTimeout(alikeTimer);
  fill(need("alike"));
  const own = asked;
  alikeTimer = setTimeout(async () => {
    // A position that is none is told elsewhere.
    const found = await ask("/api/compose/alike", { question: wholeQuestion() }).catch(() => null);
    const ids = (found?.problems ?? []).filter((/** @type {number} */ id) => id !== Number(page.dataset.edited));
    if (own !== asked || ids.length === 0) return;
    const links = ids.flatMap((/** @type {number} */ id) => [" ", el("a", { href: `/problems/${id}` }, t("compose-alike-problem", { id }))]);
    fill(need("alike"), t("compose-alike"), ...links);
  }, 800);
}

/** What was found is of another position. */
function forget() {
  asked++;
  if (verification) ask(`/api/compose/verify/${verification}/stop`, {}).catch(() => {});
  verification = null;
  looking = false;
  isVerified = false;
  need("verify-error").textContent = "";
  fill(need("verdict"));
  solution.clear();
}

/** @param {string} name @param {string} letter */
function put(name, letter) {
  remember();
  const at = index(name);
  position[at] = position[at] === letter ? "" : letter;
  rest = "- - 0 1";
  changed();
  speak(`${name}: ${position[at] ? pieceName(pieceOf(position[at] ?? "")) : t("empty-cell")}`);
}

/** @param {string} from @param {string} to */
function move_(from, to) {
  remember();
  position[index(to)] = position[index(from)] ?? "";
  position[index(from)] = "";
  rest = "- - 0 1";
  changed();
}

/** @param {string} fen @param {string[]} [pieces] fairy pieces */
function set(fen, pieces = []) {
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
  place(position, pieces);
  const fields = fen.trim().split(/\s+/);
  turn = fields[1] === "b" ? "b" : "w";
  rest = fields.length >= 4 ? `${fields.slice(2, 4).join(" ")} ${fields[4] ?? 0} ${fields[5] ?? 1}` : "- - 0 1";
  changed();
}

/** Says what of the position's text was left out. @param {string[]} sentences */
function leftOut(sentences) {
  if (sentences.length === 0) return;
  need("fen-error").textContent = sentences.join(" · ");
  speak(sentences.join(" "));
}

const unchoose = fairyBox(need("fairy-box"), (piece) => {
  for (const other of need("palette").querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
  choose(piece);
}, put);
palette(need("palette"), choose, put);
need("palette-help").textContent = `${t("compose-drop")} ${t("compose-drop-key")}`;

/** @param {string} letter */
function choose(letter) {
  if (looking) diagram();
  if (!isFairy(letter)) unchoose();
  tool = letter;
  board.clear();
  show();
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

board.root.addEventListener("keydown", (event) => {
  if (event.key !== "Delete" && event.key !== "Backspace") return;
  const name = event.target instanceof Element ? event.target.closest("[data-cell]")?.getAttribute("data-cell") : null;
  if (!name || looking || !position[index(name)]) return;
  event.preventDefault();
  board.clear();
  put(name, "");
});
addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (typing || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "z" && !event.shiftKey) travel(past, future);
  else travel(future, past);
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
    changed();
  });
}
for (const input of [stipulationInput, twinsInput, intendedInput, ...switches, ...conditionInputs]) {
  input.addEventListener(input === stipulationInput || input === twinsInput ? "input" : "change", () => {
    remember();
    terms = fields();
    changed();
  });
}
need("clear").addEventListener("click", () => {
  remember();
  position = position.map(() => "");
  rest = "- - 0 1";
  changed();
});
need("undo").addEventListener("click", () => travel(past, future));
need("redo").addEventListener("click", () => travel(future, past));
for (const way of turns) {
  need(way).addEventListener("click", () => {
    const made = turned(position, way);
    if (!made) return toast(t("compose-shift-blocked"));
    remember();
    position = made;
    if (way === "colours") turn = turn === "w" ? "b" : "w";
    rest = "- - 0 1";
    changed();
  });
}
need("turn-board").addEventListener("click", () => {
  if (looking) diagram();
  flipped = !flipped;
  show();
});

// Verifying.
need("verify").addEventListener("click", verify);

async function verify() {
  forget();
  const error = need("verify-error");
  const moves = mate();
  const own = asked;
  const wanted = wholeQuestion();
  soundness.stop();
  fill(need("soundness"));
  try {
    const begun = await ask("/api/compose/verify", moves ? { fen: wanted.fen, moves } : { question: wanted });
    leftOut(begun.dropped);
    const mine = begun.id;
    const ends = () => ask(`/api/compose/verify/${mine}/stop`, {});
    // Meanwhile something has been moved, or asked again.
    if (own !== asked) return void ends().catch(() => {});
    verification = mine;
    const halt = () => ends().catch((problem) => toast(problem.message));
    const stop = el("button", { type: "button", class: "button", onclick: halt }, t("verify-stop"));
    const line = el("span", {}, t("verify-begun"));
    fill(need("verdict"), el("div", { class: "row-flow spread" }, line, stop), el("progress", { max: moves ?? 1, "aria-label": t("verify-begun") }));
    for (;;) {
      const now = await ask(`/api/compose/verify/${mine}`);
      if (own !== asked) return;
      if (now.progress.refuted) line.textContent = t("verify-running", { refuted: now.progress.refuted });
      const bar = need("verdict").querySelector("progress");
      if (bar && now.progress.refuted) bar.value = now.progress.refuted;
      if (now.done) {
        if (now.reply) replied(now.reply, wanted);
        else found(now);
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

/** Circumstances of a test. @typedef {{version: string, rules?: string[], time_ms: number}} Tested */

/** The line for a problem that is sound, with what was tested. @param {Tested} tested */
function certificate(tested) {
  const version = tested.version;
  const seconds = (tested.time_ms / 1000).toFixed(2);
  const rules = (tested.rules ?? []).join(", ");
  const text = rules ? t("verify-tested-rules", { version, rules, seconds }) : t("verify-tested", { version, seconds });
  return el("p", { class: "small muted number" }, text);
}

/** @param {{parts: import("./solution.js").Played[], tested?: Tested}} reply @param {import("./soundness.js").Question} wanted */
function replied(reply, wanted) {
  const told = verdictOf(reply.parts, wanted);
  isVerified = true;
  const open = reply.parts.some((part) => part.soundness === "open");
  const sound = reply.parts.every((part) => part.duplex || part.soundness === "sound");
  fill(need("verdict"), el("p", { class: `notice ${told.look || "warn"}` }, open ? t("verify-undecided") : told.text), sound && reply.tested ? certificate(reply.tested) : null);
  speak(told.text);
  solution.show(reply.parts);
}

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
  if (verdict.unique_key) lines.push(certificate(verdict));
  fill(need("verdict"), ...lines);
  speak(lines[0]?.textContent ?? "");
  if (now.tree) {
    isVerified = true;
    solution.show([now.tree]);
  } else if (verdict.state === "verified") {
    fill(need("tree"), el("p", { class: "muted" }, t("tree-none")), el("p", {}, shown(verdict.keys.map((/** @type {any} */ key) => key.san).join(", "))));
  }
}

function diagram() {
  looking = false;
  solution.forget();
  show(true);
}

/** The words of the author. */
function words() {
  const text = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (need(name)).value.trim();
  const tags = text("tags").split(",").map((tag) => tag.trim()).filter(Boolean);
  return { author: text("author"), title: text("title"), source: text("source"), tags };
}

/** Puts what is asked into the fields. @param {Partial<import("./exchange.js").Asked>} asked */
function setQuestion(asked) {
  setTerms({
    stipulation: asked.stipulation ?? terms.stipulation, twins: (asked.twins ?? []).join("\n"), intended: String(asked.intended ?? 1),
    switches: [asked.set_play, asked.tries, asked.duplex].map((on) => on ?? false),
    conditions: asked.conditions ?? [], options: asked.options ?? [],
  });
}

exchange({
  question: wholeQuestion,
  words,
  moves: mate,
  set: (found) => {
    remember();
    setQuestion(found.question);
    for (const name of /** @type {const} */ (["author", "title", "source"])) /** @type {HTMLInputElement} */ (need(name)).value = found[name];
    /** @type {HTMLInputElement} */ (need("tags")).value = found.tags.join(", ");
    const before = past.pop();
    set(found.question.fen, found.question.pieces);
    past.pop();
    if (before) past.push(before);
    show();
  },
});

// Keeping.
need("save-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const edited = Number(page.dataset.edited);
  const changes = edited > 0 && event.submitter?.id !== "save-new";
  const error = need("save-error");
  try {
    const kept = await ask("/api/compose/save", {
      question: wholeQuestion(), ...words(), ...(changes ? { id: edited } : {}),
    });
    error.textContent = "";
    leftOut(kept.dropped);
    const same = kept.twins.flatMap((/** @type {number} */ id) => [" ", el("a", { href: `/problems/${id}` }, t("compose-alike-problem", { id }))]);
    const also = same.length ? el("p", { class: "notice warn" }, t("compose-alike"), ...same) : null;
    fill(need("saved"), el("p", { class: "notice good" }, t(changes ? "compose-changed" : "compose-saved", { id: kept.id }), " ", el("a", { href: `/problems/${kept.id}` }, t("compose-open"))), also);
  } catch (problem) {
    error.textContent = problem instanceof Error ? problem.message : String(problem);
  }
});

let begin = page.dataset.fen ?? "";
const given = JSON.parse(page.dataset.asked ?? "{}");
let beginPieces = given.pieces;
setQuestion(given);
try {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  // A problem that is opened anew is as it was; one that was worked on is come back to, in another language, say.
  const [came] = performance.getEntriesByType("navigation");
  const isBack = came instanceof PerformanceNavigationTiming && came.type !== "navigate";
  if (kept && (!location.search || (isBack && kept.search === location.search))) {
    begin = kept.fen;
    beginPieces = kept.pieces;
    setQuestion(kept);
  }
} catch {
  // A page without storage begins anew.
}
set(begin, beginPieces);
past = [];
show();
if (!position.some(Boolean)) fill(need("soundness"));
