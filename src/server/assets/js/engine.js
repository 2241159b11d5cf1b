// The engine and the solvers, in the page: the module `engine.wasm`, made from src/web, with the network beside it. Both are asked
// for when somebody wants the engine, and kept by the service worker.

import { compiled, file } from "./wasm.js";

const MODULE = "../engine.wasm";
const NETWORK = "../atalaya.net";

/** Modules and the network, each loaded once for the page. @type {Map<string, Promise<any>>} */
const loaded = new Map();

/** @template T @param {string} address @param {(address: string) => Promise<T>} load @returns {Promise<T>} */
function once(address, load) {
  const known = loaded.get(address) ?? load(address);
  loaded.set(address, known);
  // What did not come may come next time.
  known.catch(() => loaded.delete(address));
  return known;
}

/** An engine in its own web worker, which answers one question at a time. */
export class Engine {
  /** @param {{module?: string, network?: boolean}} [options] without the network the usual module has only the solvers */
  constructor({ module = MODULE, network = true } = {}) {
    this.module = module;
    this.network = network;
    /** @type {Worker | null} */
    this.worker = null;
    /** Takes the answer of the question that is being worked at. @type {((answer: any) => void) | null} */
    this.waiting = null;
    /** @type {(news: any) => void} */
    this.heard = () => {};
    /** Number of the last question. */
    this.turn = 0;
  }

  /** Starts the worker, unless there is one. Returns false if it was given up meanwhile. */
  async start() {
    if (this.worker) return true;
    const turn = this.turn;
    const [module, network] = await Promise.all([once(this.module, compiled), this.network ? once(NETWORK, file) : null]);
    if (turn !== this.turn) return false;
    this.worker = new Worker("../js/engine-worker.js", { type: "module" });
    this.worker.onmessage = ({ data }) => {
      if (data.news) return this.heard(data.news);
      const take = this.waiting;
      this.waiting = null;
      take?.(data.answer);
    };
    this.worker.onerror = () => this.#fail();
    const ready = await this.#send({ module, network });
    if (ready?.refused) throw new Error(ready.refused);
    return ready !== null;
  }

  /**
   * Sends a question; a previous question without an answer is cancelled.
   * @param {object} request as src/web/thinking.rs or src/web/choosing.rs reads it
   * @param {(news: any) => void} [heard]
   * @returns {Promise<any>} the answer; null if the question was given up
   */
  async ask(request, heard = () => {}) {
    this.stop();
    if (!(await this.start())) return null;
    this.heard = heard;
    return this.#send(request);
  }

  /** @param {object} message @returns {Promise<any>} */
  #send(message) {
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.worker?.postMessage(message);
    });
  }

  /** Handles a worker that cannot be started or has died. */
  #fail() {
    const take = this.waiting;
    this.waiting = null;
    this.end();
    take?.({ refused: "the worker has ended" });
  }

  /** Gives the question up and the worker back: what it has learned is forgotten. */
  end() {
    this.stop();
    this.worker?.terminate();
    this.worker = null;
  }

  /** Gives the question up. A search hears nothing while it thinks, so its worker ends; without a question it stays. */
  stop() {
    this.turn++;
    const take = this.waiting;
    if (!take) return;
    this.waiting = null;
    this.worker?.terminate();
    this.worker = null;
    take(null);
  }
}
