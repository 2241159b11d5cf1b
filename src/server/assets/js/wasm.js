// Calls of the modules in WebAssembly: src/web/exports.rs. A module asks the page for the time, and tells it news.

/** @typedef {{memory: WebAssembly.Memory, request: (length: number) => number, answer: () => number, answered: () => number}} Exports */

/** Instance of a module that answers questions. */
export class Answers {
  /** @param {Exports} module */
  constructor(module) {
    this.module = module;
  }

  /**
   * Sends a question to the module.
   * @param {object | ArrayBuffer} request is written as JSON, or is a file
   * @returns {any} the answer; an object with `refused` if it refuses
   */
  ask(request) {
    const bytes = request instanceof ArrayBuffer ? new Uint8Array(request) : new TextEncoder().encode(JSON.stringify(request));
    const at = this.module.request(bytes.length);
    if (at === 0) return { refused: "too long" };
    new Uint8Array(this.module.memory.buffer, at, bytes.length).set(bytes);
    const length = this.module.answer();
    return JSON.parse(this.#text(this.module.answered(), length));
  }

  /** @param {number} at @param {number} length */
  #text(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.module.memory.buffer, at, length));
  }

  /**
   * Makes an instance of a module.
   * @param {WebAssembly.Module} compiled
   * @param {(news: any) => void} [heard] hears of what the module tells while it answers
   */
  static async of(compiled, heard) {
    /** @type {Answers | null} */
    let made = null;
    const told = (/** @type {number} */ at, /** @type {number} */ length) => made && heard?.(JSON.parse(made.#text(at, length)));
    const { exports } = await WebAssembly.instantiate(compiled, { page: { now: () => performance.now(), heard: told } });
    made = new Answers(/** @type {Exports} */ (/** @type {unknown} */ (exports)));
    return made;
  }
}

/** Loads the bytes of a file of the site. @param {string} address */
export async function file(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Loads and compiles a module of the site. @param {string} address */
export const compiled = async (address) => WebAssembly.compile(await file(address));
