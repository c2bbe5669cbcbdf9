/** Milliseconds after which the code is loaded although the browser draws without a pause. */
const PATIENCE = 2000;

/**
 * Loads all code that the page has not needed yet, as soon as the browser has nothing else to do: files that
 * are opened then need no network. Built pages, which alone have the list of files, then learn to work
 * offline.
 */
export function loadLaterCode(): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: PATIENCE });
  else setTimeout(load, PATIENCE); // Safari
}

function load(): void {
  const list = document.querySelector('#later-code');
  if (!list) return;
  document.head.append(...(JSON.parse(list.textContent) as string[]).map(linkTo));
  list.remove();
  void import('./offline/work-offline.js').then(({ workOffline }) => workOffline());
}

function linkTo(file: string): HTMLLinkElement {
  const link = document.createElement('link');
  // browsers warn of a style sheet that is preloaded and not used soon
  Object.assign(link, file.endsWith('.css') ? { rel: 'prefetch', as: 'style' } : { rel: 'modulepreload' });
  link.href = file;
  return link;
}
