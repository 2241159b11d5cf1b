// The worker in which the engine and the solvers think. It gets the compiled module and the network, if it is wanted, first, then questions one
// after the other; news and the answer of each go back. Whoever wants no answer any more ends the worker.

import { Answers } from "./wasm.js";

const worker = /** @type {any} */ (self);
/** @type {Answers | null} */
let answers = null;

worker.onmessage = async (/** @type {{data: any}} */ { data }) => {
  try {
    if (data.module) {
      answers = await Answers.of(data.module, (news) => worker.postMessage({ news }));
      worker.postMessage({ answer: data.network ? answers.ask(data.network) : {} });
    } else {
      worker.postMessage({ answer: answers?.ask(data) });
    }
  } catch (error) {
    worker.postMessage({ answer: { refused: String(error) } });
  }
};
