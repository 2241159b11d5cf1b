// Settings of display and sound: letters, figurines, patterns, sounds, numbers of turned balls.

import { keepChoice, kept } from "./choices.js";
import { maybe } from "./dom.js";
import "./sound.js";

export class Settings {
  /** @param {string} variant */
  constructor(variant) {
    // Where colours carry the game, letters are on unless somebody turns them off.
    this.letters = kept("letters", true);
    this.patterns = kept("patterns", false);
    this.gains = kept("gains", true);
    this.figurines = kept("figurines", false);
    this.variant = variant;
    /** @type {() => void} */
    this.changed = () => {};
    this.#toggle("letters");
    this.#toggle("patterns");
    this.#toggle("gains");
    this.#toggle("figurines");
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.changed = listener;
  }

  /**
   * Shows what fits a game.
   * @param {HTMLElement} board
   * @param {string} [variant] the game, if it is another than before
   */
  apply(board, variant = this.variant) {
    this.variant = variant;
    document.documentElement.classList.toggle("no-letters", !this.letters && this.variant !== "chess");
    board.classList.toggle("patterns", this.patterns);
  }

  /** @param {"letters" | "patterns" | "gains" | "figurines"} name */
  #toggle(name) {
    const button = maybe(name);
    const show = () => button?.setAttribute("aria-pressed", String(this[name]));
    show();
    button?.addEventListener("click", () => {
      this[name] = !this[name];
      keepChoice(name, this[name]);
      show();
      this.changed();
    });
  }
}
