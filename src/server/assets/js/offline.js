// Pages that go on without a connection: the service worker keeps them, and fetches meanwhile what may be asked for later.

/**
 * Registers the service worker. Once the page is there, unless the browser is to save data, the service worker fetches files that
 * the page loads only when somebody asks for them, so that they are there without a connection too.
 * @param {string[]} keep addresses of the files. Where the site is installed as an application, all files are fetched: the engine
 * and its network, several megabytes, too.
 */
export async function goOffline(keep) {
  try {
    await navigator.serviceWorker?.register("/sw.js");
    const ready = await navigator.serviceWorker?.ready;
    if (!ready || /** @type {any} */ (navigator).connection?.saveData) return;
    ready.active?.postMessage({ keep, all: matchMedia("(display-mode: standalone)").matches });
  } catch {
    // Without the service worker the page needs a connection to be loaded.
  }
}
