// What a reader wants to see and hear: letters, patterns, sounds, the numbers of balls turned. Kept in the
// browser.

import { maybe } from "./dom.js";
import * as sound from "./sound.js";

/** @param {string} name @param {boolean} usual */
function kept(name, usual) {
  try {
    const value = localStorage.getItem(name);
    return value === null ? usual : value === "on";
  } catch {
    return usual;
  }
}

export class Settings {
  /** @param {string} variant */
  constructor(variant) {
    // Where colours carry the game, letters are on unless somebody turns them off.
    this.letters = kept("letters", true);
    this.patterns = kept("patterns", false);
    this.gains = kept("gains", true);
    this.variant = variant;
    /** @type {() => void} */
    this.changed = () => {};
    this.#toggle("letters");
    this.#toggle("patterns");
    this.#toggle("gains");
    const button = maybe("sound");
    const show = () => button?.setAttribute("aria-pressed", String(sound.isOn()));
    show();
    button?.addEventListener("click", () => {
      sound.turn(!sound.isOn());
      show();
    });
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.changed = listener;
  }

  /** @param {HTMLElement} board */
  apply(board) {
    document.documentElement.classList.toggle("no-letters", !this.letters && this.variant !== "chess");
    board.classList.toggle("patterns", this.patterns);
  }

  /** @param {"letters" | "patterns" | "gains"} name */
  #toggle(name) {
    const button = maybe(name);
    const show = () => button?.setAttribute("aria-pressed", String(this[name]));
    show();
    button?.addEventListener("click", () => {
      this[name] = !this[name];
      try {
        localStorage.setItem(name, this[name] ? "on" : "off");
      } catch {
        // A page without storage forgets it.
      }
      show();
      this.changed();
    });
  }
}
