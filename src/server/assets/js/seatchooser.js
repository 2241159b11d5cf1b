// The choice of the seats of a game in a form: who sits in each, and in Rolit its colour and its team.

import { el, fill, need } from "./dom.js";
import { letterOf } from "./letters.js";
import { t } from "./texts.js";

/** Letters of Rolit's colours, in the order in which seats get them, and their names. */
const COLORS = ["Y", "R", "G", "L", "O", "K", "P", "B", "W", "E"];
const NAMES = ["yellow", "red", "green", "light-blue", "orange", "black", "pink", "blue", "white", "grey"];
const OFFICIAL = ["R", "Y", "G", "B"];

/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement} */ (need(id));

/** The levels of machines, as those who may sit in a seat. @returns {[string, string][]} */
export const machineSitters = () => ["easy", "medium", "hard", "expert"].map((level) => [level, t("machine-level", { level: t(`level-${level}`) })]);

/** The seats of a game in a form. Rolit takes its rules, its board and the number of its players from the fields of `rolit-fields.html`. */
export class SeatChooser {
  /**
   * @param {HTMLElement} root the list of the seats
   * @param {[string, string][]} sitters who may sit in a seat, with their names; `me` sits in one only
   * @param {(seat: number) => string} usual who sits in a seat at first
   */
  constructor(root, sitters, usual) {
    this.root = root;
    this.sitters = sitters;
    this.usual = usual;
    this.game = "rolit";
    for (const id of ["rules", "players"]) need(id).addEventListener("change", () => this.show(this.game));
  }

  /** Shows the seats of a game; what was chosen in them stays. @param {string} game */
  show(game) {
    this.game = game;
    const before = this.#rows();
    if (game !== "rolit") {
      fill(this.root, ...[0, 1].map((seat) =>
        el("li", { class: "plain-seat" }, el("span", {}, t(`side-${game}-${seat}`)), this.#who(seat, t(`side-${game}-${seat}`), before[seat]?.who))));
      return;
    }
    const official = select("rules").value === "official";
    const players = select("players");
    for (const option of players.options) option.disabled = official && Number(option.value) > OFFICIAL.length;
    if (official && Number(players.value) > OFFICIAL.length) players.value = String(OFFICIAL.length);
    for (const id of ["shape", "size"]) select(id).disabled = official;
    fill(this.root, ...[...Array(Number(players.value)).keys()].map((seat) => {
      const old = before[seat];
      const usual = official ? OFFICIAL[seat] ?? "R" : old?.color ?? COLORS[seat] ?? "E";
      const color = el("select", { id: `seat-color-${seat}`, "aria-label": t("rolit-seat-color", { seat: seat + 1 }), disabled: official, onchange: () => this.#paint() },
        ...(official ? OFFICIAL : COLORS).map((letter) => el("option", { value: letter, selected: letter === usual }, t(`color-${NAMES[COLORS.indexOf(letter)]}`))));
      const team = el("select", { id: `seat-team-${seat}`, "aria-label": t("rolit-seat-team", { seat: seat + 1 }) },
        ...["", "1", "2"].map((n) => el("option", { value: n, selected: n === (old?.team ?? "") }, n ? t("team-n", { team: n }) : t("team-none"))));
      return el("li", { class: "rolit-seat" }, el("span", { class: "chip ball" }, el("span", {}, "")), color, team, this.#who(seat, t("rolit-seat", { seat: seat + 1 }), old?.who));
    }));
    this.#paint();
  }

  /** @param {number} seat @param {string} label @param {string} [before] */
  #who(seat, label, before) {
    return el("select", { id: `seat-who-${seat}`, class: "who-sits", "aria-label": label, onchange: (event) => this.#onlyOne(event) },
      ...this.sitters.map(([value, name]) => el("option", { value, selected: value === (before ?? this.usual(seat)) }, name)));
  }

  #rows() {
    /** @param {Element} item @param {string} part */
    const value = (item, part) => /** @type {HTMLSelectElement | null} */ (item.querySelector(`select[id^="seat-${part}-"]`))?.value;
    return [...this.root.querySelectorAll("li")].map((item) => ({ color: value(item, "color"), team: value(item, "team") ?? "", who: value(item, "who") ?? "" }));
  }

  /** One person sits in one seat: whoever moves to another leaves the first to anyone. @param {Event} event */
  #onlyOne(event) {
    const chosen = event.currentTarget;
    if (!(chosen instanceof HTMLSelectElement) || chosen.value !== "me") return;
    for (const other of this.root.querySelectorAll("select.who-sits")) {
      if (other instanceof HTMLSelectElement && other !== chosen && other.value === "me") other.value = "open";
    }
  }

  #paint() {
    for (const item of this.root.querySelectorAll("li")) {
      const letter = item.querySelector("select")?.value ?? "E";
      const sign = item.querySelector(".chip");
      if (!sign) continue;
      const color = NAMES[COLORS.indexOf(letter)] ?? "grey";
      sign.className = `chip ball ${color}`;
      fill(sign, el("span", {}, letterOf("ball", color)));
    }
  }

  /** Returns who sits in each seat. */
  seats() {
    return this.#rows().map(({ who }) => who);
  }

  /** Returns the settings of a game of Rolit; throws an Error with a sentence if the seats do not go together. */
  rolit() {
    const rows = this.#rows();
    const colors = rows.map(({ color }) => color ?? "E");
    if (new Set(colors).size < colors.length) throw new Error(t("color-twice"));
    const of = (/** @type {string} */ team) => rows.flatMap((row) => (row.team === team ? row.color ?? "E" : [])).join("");
    const teams = of("1") || of("2") ? `${of("1")}/${of("2")}` : "";
    if (teams && (of("1") === "" || of("2") === "" || of("") !== "")) throw new Error(t("teams-rule"));
    const rules = select("rules").value;
    /** @type {Record<string, string>} */
    const settings = rules === "official"
      ? { rules, players: String(rows.length) }
      : { rules, players: colors.join(""), shape: select("shape").value, size: select("size").value };
    if (teams) settings.teams = teams;
    return settings;
  }
}
