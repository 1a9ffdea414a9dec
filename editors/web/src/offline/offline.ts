/** The service worker: keeps the files of the page, so that it opens without a network. */

/** The files of this build, and a name that is another one for every build. Both are put in by `scripts/build.mjs`. */
declare const FILES: string[];
declare const VERSION: string;

const scope = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `ishi-${VERSION}`;

scope.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    // Not those that the browser has kept of an earlier build.
    await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
    await scope.skipWaiting();
  };
  event.waitUntil(keep());
});

scope.addEventListener('activate', (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('ishi-') && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(tidy());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === scope.location.origin) {
    event.respondWith(answer(request));
  }
});

async function answer(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}
