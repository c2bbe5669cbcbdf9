import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { slugify } from '../../docs/.vitepress/links.js';
import { docPages, ROOT, translatedPages } from './doc-pages.js';

const PAGES = [...docPages(), ...translatedPages(), 'AGENTS.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
/** Parts of the site that the build makes: `pnpm run docs` checks links to them. */
const MADE = /^\/(?:reference|packages|changelog|demos)\b/;

test.each(PAGES)('the links of %s lead to files and headings of the repository', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```[^]*?^```|`[^`\n]*`/gm, '');
  const links = [...text.matchAll(/\]\(<?([^)\s>]+)/g)].map(([, link]) => link);
  const broken = links.filter(
    (link) => !/^[a-z]+:/.test(link) && !MADE.test(link) && !leadsSomewhere(page, link),
  );
  expect(broken).toEqual([]);
});

/** A link that begins with `/` is a path of the site, whose pages are in `docs`. */
function leadsSomewhere(page: string, link: string): boolean {
  const [path, anchor] = link.split('#');
  const isOfSite = path.startsWith('/');
  const base = isOfSite ? `docs${path}` : posix.join(posix.dirname(page), decodeURI(path));
  const candidates = path === '' ? [page] : isOfSite ? [`${base}.md`, posix.join(base, 'index.md')] : [base];
  // while a page is not translated, the site leads to the English one
  const english = candidates.map((name) => name.replace(/^docs\/(?:ja|zh)\//, 'docs/'));
  const target = [...candidates, ...english].find((name) => existsSync(join(ROOT, name)));
  if (target === undefined) return false;
  return anchor === undefined || !target.endsWith('.md') || headings(target).has(decodeURI(anchor));
}

/** The anchors of a page: as GitHub makes them, or as a translated page gives them. */
function headings(page: string): Set<string> {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```[^]*?^```/gm, '');
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(
      ([, heading]) =>
        /\{#([^}]+)\}$/.exec(heading)?.[1] ?? slugify(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
    ),
  );
}

test.each(PAGES)('the files that %s includes exist', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const paths = [...text.matchAll(/^<<< ?(\S+?)(?:\{.*\})?$|^<!-- ?@include: ?(\S+?)(?:\{.*\})? ?-->/gm)].map(
    ([, code, markdown]) => (code ?? markdown).replace(/#.*$/, ''),
  );
  const places = paths.map((path) =>
    path.startsWith('@/') ? `docs/${path.slice(2)}` : posix.join(posix.dirname(page), path),
  );
  expect(places.filter((place) => !existsSync(join(ROOT, place)))).toEqual([]);
});

test.each(PAGES)('the live demos on %s exist and have pictures', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```[^]*?^```|`[^`\n]*`/gm, '');
  const demos = [...text.matchAll(/<LiveDemo\b([^>]*)>/g)].map(([, attributes]) => attributes);
  const names = demos.map(
    (attributes) => /^ page="([a-z]+)" title="[^"]+" \/$/.exec(attributes)?.[1] ?? attributes,
  );
  const pictures = names.flatMap((name) => [
    `home/pictures/${name}.webp`,
    `home/pictures/${name}-night.webp`,
  ]);
  const files = [...names.map((name) => `${name}/index.html`), ...pictures];
  expect(files.filter((file) => !existsSync(join(ROOT, 'demos', file)))).toEqual([]);
});
