import { type Demo, type DemoGroup, demoGroups } from './demos.js';
import { sourceAddress } from './source-address.js';

/** The pictures have twice the size at which most screens show them. `write-pictures.mjs` takes them. */
const SIZE = 'width="960" height="540"';

/**
 * The HTML of all demos in their groups, as a part of the index page. `repository` is the one of the
 * package.json.
 *
 * The page has it from the start: it needs no script, and search engines read it.
 */
export function demoList(repository: string | undefined): string {
  return demoGroups.map((group) => groupHtml(group, repository)).join('\n');
}

function groupHtml({ title, text, demos }: DemoGroup, repository: string | undefined): string {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return `<section class="demos" aria-labelledby="${id}">
  <h2 id="${id}">${title}</h2>
  <p class="quiet">${escape(text)}</p>
  <ul>${demos.map((demo) => cardHtml(demo, repository)).join('')}</ul>
</section>`;
}

function cardHtml({ name, title, text, picture }: Demo, repository: string | undefined): string {
  const night = `./home/pictures/${name}-night.webp`;
  const source = sourceAddress(repository, `demos/${name}/src`);
  return `<li>
  <picture>
    <source srcset="${night}" media="(prefers-color-scheme: dark)" ${SIZE} />
    <img src="./home/pictures/${name}.webp" alt="${escape(picture)}" loading="lazy" decoding="async" ${SIZE} />
  </picture>
  <h3><a href="./${name}/">${title}</a></h3>
  <p>${escape(text)}</p>${source ? `<a class="source" href="${source}" aria-label="Source of ${title}">Source</a>` : ''}
</li>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
