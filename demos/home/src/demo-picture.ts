import type { Demo } from './demos.js';
import { element } from './element.js';

const WIDTH = '480';
const HEIGHT = '270';

/** The pictures that there are, made by `write-pictures.mjs`: addresses by path. */
const addresses = import.meta.glob<string>('../pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The picture of a demo, by day and by night; its place is kept if it is missing. */
export function demoPicture({ name, picture }: Demo): HTMLElement {
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
