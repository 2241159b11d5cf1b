// The engine and the solvers, in the page: the module `engine.wasm`, made from src/web, with the network beside it. Both are asked
// for when somebody wants the engine, and kept by the service worker.

import { compiled, file } from "./wasm.js";

const MODULE = "../engine.wasm";
const NETWORK = "../atalaya.net";

/** The module and the network, loaded once for the page. @type {Promise<[WebAssembly.Module, ArrayBuffer]> | null} */
let loaded = null;

/** The module alone, for those who want only its solvers. @type {Promise<WebAssembly.Module> | null} */
let solvers = null;

function loadSolvers() {
  solvers ??= compiled(MODULE);
  solvers.catch(() => (solvers = null));
  return solvers;
}

function load() {
  loaded ??= Promise.all([loadSolvers(), file(NETWORK)]);
  // What did not come may come next time.
  loaded.catch(() => (loaded = null));
  return loaded;
}

/** An engine in its own web worker, which answers one question at a time. */
export class Engine {
  /** @param {{network?: boolean}} [options] without the network there are only the solvers */
  constructor({ network = true } = {}) {
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

  /**
   * Sends a question; a previous question without an answer is cancelled.
   * @param {object} request as src/web/thinking.rs reads it
   * @param {(news: any) => void} [heard]
   * @returns {Promise<any>} the answer; null if the question was given up
   */
  async ask(request, heard = () => {}) {
    this.stop();
    const turn = this.turn;
    if (!this.worker) {
      const [module, network] = this.network ? await load() : [await loadSolvers(), null];
      if (turn !== this.turn) return null;
      this.worker = new Worker("../js/engine-worker.js", { type: "module" });
      this.worker.onmessage = ({ data }) => {
        if (data.news) return this.heard(data.news);
        const take = this.waiting;
        this.waiting = null;
        take?.(data.answer);
      };
      this.worker.onerror = () => this.#fail();
      const ready = await this.#send({ module, network });
      if (!ready) return null;
      if (ready.refused) throw new Error(ready.refused);
    }
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
