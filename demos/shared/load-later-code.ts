/**
 * Loads all code that the page has not needed yet, as soon as the browser has nothing else to do: what was dropped then opens
 * without the network, too. The list of files is in built pages only.
 */
export function loadLaterCode(): void {
  const list = document.querySelector('#later-code');
  if (!list) return;
  const files = JSON.parse(list.textContent) as string[];
  list.remove();
  const load = (): void => document.head.append(...files.map(linkTo));
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load);
  else setTimeout(load, 1000); // Safari
}

function linkTo(file: string): HTMLLinkElement {
  const link = document.createElement('link');
  Object.assign(link, file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' });
  link.href = file;
  return link;
}
