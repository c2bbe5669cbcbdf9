import { clientsClaim, registerQuotaErrorCallback } from 'workbox-core';
import { getCacheKeyForURL, matchPrecache, precache, cleanupOutdatedCaches } from 'workbox-precaching';
import { RangeRequestsPlugin } from 'workbox-range-requests';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';
import type { PrecacheEntry } from 'workbox-precaching/_types.js';

/** Plays our dance and all visited pages without a network. Built by `plugin.ts`. */

declare const self: ServiceWorkerGlobalScope;
/** What the dance page and the index need. */
declare const PRECACHED: PrecacheEntry[];
/** That of these files. */
declare const VERSION: string;

/** What else was visited with this version of the pages. */
const VISITED_PREFIX = 'odori-visited-';
const VISITED = VISITED_PREFIX + VERSION;
/** A network that answers later is as good as none. */
const PATIENCE_SECONDS = 6;

const { scope } = self.registration;

/** The address of a file, without the options that pages have. */
function fileAddress({ origin, pathname }: URL): string {
  return origin + pathname + (pathname.endsWith('/') ? 'index.html' : '');
}

const isPrecached = (url: URL): boolean => getCacheKeyForURL(fileAddress(url)) !== undefined;

/** Files whose names say their content, and those that a page of before still asks for. */
const isCode = ({ href }: URL): boolean => href.startsWith(`${scope}code/`);

precache(PRECACHED);
cleanupOutdatedCaches();
clientsClaim();
// A new version takes over when no page of the last one is open: code of both is never mixed.
self.addEventListener('activate', (event) => {
  void self.registration.navigationPreload?.enable();
  event.waitUntil(forgetLastVersions());
});
registerQuotaErrorCallback(() => caches.delete(VISITED));

const visitedCode = new CacheFirst({ cacheName: VISITED });
registerRoute(
  ({ url }) => isCode(url),
  async (options) => (await matchPrecache(options.request)) ?? visitedCode.handle(options),
);

/** The network says what is new. */
registerRoute(
  ({ url }) => isPrecached(url),
  new NetworkOnly({
    networkTimeoutSeconds: PATIENCE_SECONDS,
    plugins: [{ handlerDidError: ({ request }) => matchPrecache(fileAddress(new URL(request.url))) }],
  }),
);
registerRoute(
  ({ url }) => url.href.startsWith(scope),
  new NetworkFirst({
    cacheName: VISITED,
    networkTimeoutSeconds: PATIENCE_SECONDS,
    matchOptions: { ignoreSearch: true },
    plugins: [new RangeRequestsPlugin()],
  }),
);

async function forgetLastVersions(): Promise<void> {
  const names = await caches.keys();
  const last = names.filter((name) => name.startsWith(VISITED_PREFIX) && name !== VISITED);
  await Promise.all(last.map((name) => caches.delete(name)));
}
