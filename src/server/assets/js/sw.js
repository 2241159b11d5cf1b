// The service worker: keeps the pages that need no server, and what they need, for when there is no line. Everything else
// is asked for as ever.

const RULES = "../rules.wasm";
const PAGES = ["/board", "/analysis"];
/** Files that are cached after their first request. */
const LATER = ["../engine.wasm", "../players.wasm", "../atalaya.net", "../openings.tsv", "../js/engine-worker.js", "../js/wasm.js"];
const KEPT = [...PAGES, RULES, "../svg/icon.svg", "../manifest.webmanifest"];
/** Name of the cache, one for each version of the site: the address of every file has a hash of all files in it. */
const STORE = `atalaya ${RULES}`;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(KEPT)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

/**
 * A page as the server has it now, or as it was. A page of another version, which needs files that are not here, is left to the
 * worker of that version.
 * @param {Request} request @param {string} path
 */
async function fresh(request, path) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok && (await answer.clone().text()).includes(RULES)) await store.put(path, answer.clone());
    return answer;
  } catch (error) {
    const kept = await store.match(path);
    if (kept) return kept;
    throw error;
  }
}

/** A file that was asked for before, or else as the server has it. @param {Request} request @param {string} path */
async function known(request, path) {
  const store = await caches.open(STORE);
  const kept = await store.match(path);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && LATER.includes(path)) await store.put(path, answer.clone());
  return answer;
}

// Files that a page may ask for later are fetched now, one after the other. What does not come is fetched when it is asked for.
worker.addEventListener("message", (/** @type {any} */ event) => {
  const { keep, all } = event.data;
  const fetchThem = async () => {
    for (const path of LATER) if (all || keep.includes(path)) await known(new Request(path), path);
  };
  event.waitUntil(fetchThem().catch(() => {}));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const path = new URL(request.url).pathname;
  if (PAGES.includes(path)) event.respondWith(fresh(request, path));
  else if (KEPT.includes(path) || LATER.includes(path)) event.respondWith(known(request, path));
});

/** Shows a page: in the window that has it, or else in a new one. @param {string} path */
async function visit(path) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find((/** @type {any} */ client) => new URL(client.url).pathname === path);
  return found ? found.focus() : worker.clients.openWindow(path);
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data));
});
