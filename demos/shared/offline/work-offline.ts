import { ASSETS } from '../asset-loader.js';
import { ROOT } from '../root.js';
import { songFile } from '../song.js';

/**
 * Lets the pages that a visitor has seen work without a network from now on. To be called in a built page,
 * when the browser has nothing else to do. Pages inside of other pages and visitors who save data go without.
 */
export async function workOffline(): Promise<void> {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const isInside = window !== window.top;
  if (isInside || !serviceWorker || connection?.saveData) return;
  try {
    const { href } = new URL(`${ROOT}service-worker.js`, location.href);
    await serviceWorker.register(href);
    const { active, scope } = await serviceWorker.ready;
    const used = performance.getEntriesByType('resource').map(({ name }) => name);
    const urlsToCache = [...used, new URL(ASSETS + songFile(), location.href).href].filter((address) =>
      address.startsWith(scope),
    );
    active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } }); // a message that Workbox knows
  } catch {
    // the browser allows no service worker, as in some private windows: the pages need the network
  }
}
