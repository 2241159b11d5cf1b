// The machines that play in the page: the module `players.wasm`, made from src/web, in a worker. It is loaded when a
// machine sits down, in chess with the network; the service worker fetches it before and keeps it.

import { Engine } from "./engine.js";

const MODULE = "../players.wasm";
/** What machines need besides the network. */
export const FILES = [MODULE, "../js/engine-worker.js", "../js/wasm.js"];
/** Time for a move, in milliseconds, as on the server. */
const TIME = 1000;
/** Time after which a move is played at the earliest, so that it can be followed. */
const PAUSE = 400;

/** The machines of a game. */
export class Machines {
  /** @param {string} game */
  constructor(game) {
    this.engine = new Engine({ module: MODULE, network: game === "chess" });
  }

  /** Loads what the machines need, before it is their turn. Returns false if a move was asked for meanwhile. */
  prepare() {
    return this.engine.start();
  }

  /**
   * Chooses a move.
   * @param {import("./messages").Setup} setup the game with its moves
   * @param {string} level
   * @param {number} seed of the random choices of the game
   * @returns {Promise<string | null>} the move in the game's own form; null if it is not wanted any more
   */
  async choose(setup, level, seed) {
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE));
    const answer = await this.engine.ask({ setup, level, seed, time_ms: TIME });
    if (answer?.refused) throw new Error(answer.refused);
    await pause;
    return answer?.move ?? null;
  }

  /** Gives up the move that is being chosen. */
  stop() {
    this.engine.stop();
  }

  /** Ends the machines. */
  end() {
    this.engine.end();
  }
}
