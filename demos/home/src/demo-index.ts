import { element } from '../../shared/dom.js';
import type { Demo } from './demos.js';
import { repository, sourceAddress } from './source-address.js';

/** The list of demos, each with a picture, a sentence and the folder of its source. */
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

/** The folder of the source; a link if the address of the repository is known. */
function sourceOf(folder: string): HTMLElement {
  const text = element('code', {}, folder);
  const address = sourceAddress(repository, folder);
  return address === undefined ? text : element('a', { href: address }, text);
}

const WIDTH = '480';
const HEIGHT = '270';

/** The addresses of the existing pictures by path. `write-pictures.mjs` takes the pictures. */
const addresses = import.meta.glob<string>('../pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The picture of a demo, in a light and a dark version; an empty box if there is none. */
function demoPicture({ name, picture }: Demo): HTMLElement {
  const day = addresses[`../pictures/${name}.webp`];
  const night = addresses[`../pictures/${name}-night.webp`];
  if (day === undefined) return element('div', { class: 'picture' });
  const size = { width: WIDTH, height: HEIGHT };
  return element(
    'picture',
    { class: 'picture' },
    ...(night === undefined
      ? []
      : [element('source', { srcset: night, media: '(prefers-color-scheme: dark)', ...size })]),
    element('img', { src: day, alt: picture, loading: 'lazy', decoding: 'async', ...size }),
  );
}
