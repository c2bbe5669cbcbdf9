import { demoPicture } from './demo-picture.js';
import type { Demo } from './demos.js';
import { element } from './element.js';
import { repository, sourceAddress } from './source-address.js';

/** The list of demos: of each its picture, a sentence, and where its source is. */
export function demoIndex(demos: readonly Demo[]): HTMLElement {
  return element('ul', { class: 'demos' }, ...demos.map(demoCard));
}

function demoCard(demo: Demo): HTMLElement {
  const { name, title, text } = demo;
  return element(
    'li',
    {},
    demoPicture(demo),
    element('h2', {}, element('a', { href: `${name}/` }, title)),
    element('p', {}, text),
    element('p', { class: 'source' }, 'Source: ', sourceOf(`demos/${name}/src`)),
  );
}

/** The folder; a link to it if it is known where others find the repository. */
function sourceOf(folder: string): HTMLElement {
  const text = element('code', {}, folder);
  const address = sourceAddress(repository, folder);
  return address === undefined ? text : element('a', { href: address }, text);
}
