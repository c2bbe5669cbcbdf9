import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { demoGroups } from '#demos/home/src/demos.js';
import { useBuiltDemos } from '#test/support/use-built-demos.js';

const ROOT = join(import.meta.dirname, '../..');
const DEMOS = join(ROOT, 'demos');
const site = useBuiltDemos();
const pages = readdirSync(DEMOS).filter(
  (name) => name !== 'dist' && existsSync(join(DEMOS, name, 'index.html')),
);

/** The built files of one kind: path and text. */
function texts(ending: string): [path: string, text: string][] {
  const paths = readdirSync(site, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => path.endsWith(ending))
    .map((path) => [path, readFileSync(join(site, path), 'utf8')]);
}

test('every page is built, and the index lists all of them', () => {
  const built = texts('.html').map(([path]) => path);
  expect(built.toSorted()).toEqual(
    ['index.html', ...pages.map((name) => join(name, 'index.html'))].toSorted(),
  );
  const demos = demoGroups.flatMap((group) => group.demos);
  expect(demos.map(({ name }) => name).toSorted()).toEqual(pages.toSorted());
});

/** The text of some HTML without tags. */
function plain(html: string): string {
  return html.replace(/<[^>]*>/g, '');
}

test('the index has its demos in three groups, each with a picture, a link, a sentence and its source', () => {
  const html = readFileSync(join(site, 'index.html'), 'utf8');
  const groups = html.match(/<section class="demos"[^]*?<\/section>/g)!;
  expect(groups.map((group) => plain(/<h2[^]*?<\/h2>/.exec(group)![0]))).toEqual([
    'Watch',
    'Build',
    'Look inside',
  ]);
  const cards = groups.flatMap((group) => group.match(/<li>[^]*?<\/li>/g)!);
  expect(cards).toHaveLength(pages.length);
  for (const card of cards) {
    const [, name] = /<h3><a href="\.\/(\w+)\/">/.exec(card)!;
    expect(plain(card), name).toMatch(/[.?]\s*Source\s*$/);
    expect(card).toMatch(/<source srcset="[^"]+" media="\(prefers-color-scheme: dark\)"/);
    expect(card).toMatch(/<img src="[^"]+" alt="[^"]+"/);
    expect(card).toContain(`href="https://github.com/odori-mmd/odori/tree/HEAD/demos/${name}/src"`);
    expect(existsSync(join(DEMOS, name, 'src')), name).toBe(true);
  }
});

test('the page of the tag is escaped on the index', () => {
  expect(readFileSync(join(site, 'index.html'), 'utf8')).toContain('one HTML tag: &lt;odori-player>.');
});

test('every page has a title, a text and a picture with its whole address for link previews', () => {
  for (const [path, html] of texts('.html')) {
    const property = (name: string): string | undefined =>
      new RegExp(`property="og:${name}" content="([^"]+)"`).exec(html)?.[1];
    expect(property('title'), path).toMatch(path === 'index.html' ? /^Odori/ : /^\w+$/);
    expect(property('description'), path).toMatch(/\.$/);
    const address = property('image');
    expect(address, path).toMatch(/^https:\/\/odori-mmd\.github\.io\/odori\/demos\/code\/.+\.webp$/);
    expect(existsSync(join(site, address!.split('/demos/')[1])), address).toBe(true);
  }
});

test('all addresses in pages are relative and exist, so the site works under any path', () => {
  for (const [path, html] of texts('.html')) {
    const addresses = [...html.matchAll(/\s(?:href|src)="(?!data:|#|https:)([^"?#]*)/g)].map(
      ([, address]) => address,
    );
    expect(addresses.length, path).toBeGreaterThan(2);
    for (const address of addresses) {
      expect(address, path).toMatch(/^\.\.?\//);
      if (address.endsWith('/odori-start.zip')) continue; // write-starter.mjs writes it after the build
      const target = join(site, dirname(path), address, address.endsWith('/') ? 'index.html' : '');
      expect(existsSync(target), `${address} of ${path}`).toBe(true);
    }
  }
});

test('the site has the licenses of the packages that its code includes', () => {
  const licenses = texts('licenses.txt')
    .map(([, text]) => text)
    .join('\n');
  const titles = Array.from(licenses.matchAll(/^## (\S+) - [\d.]+ \((.+)\)$/gm), ([, name, license]) => [
    name,
    license,
  ]);
  expect(Object.fromEntries(titles)).toMatchObject({
    fflate: 'MIT',
    mediabunny: 'MPL-2.0',
    three: 'MIT',
    'workbox-precaching': 'MIT', // of the service worker
  });
});

test('every page has the common head, with the charset within the first 1024 bytes', () => {
  for (const [path, html] of texts('.html')) {
    expect(html.indexOf('<meta charset="utf-8"'), path).toBeGreaterThan(0);
    expect(html.indexOf('<meta charset="utf-8"'), path).toBeLessThan(1000);
    expect(html.match(/<title>/g), path).toHaveLength(1);
    expect(html, path).toMatch(path === 'index.html' ? /<title>Odori: / : /<title>\w+ – Odori<\/title>/);
    for (const part of [
      'name="viewport"',
      'name="color-scheme"',
      'name="description"',
      'rel="icon"',
      '<noscript>',
    ])
      expect(html, `${part} of ${path}`).toContain(part);
  }
});

test('styles and scripts have no addresses relative to the server root', () => {
  for (const [path, css] of texts('.css')) expect(css, path).not.toMatch(/url\(["']?\//);
  for (const [path, js] of texts('.js'))
    expect(js, path).not.toMatch(/["'`]\/(?:demos|assets|code|packages)\//);
});

test('the files that pages fetch by path are copied', () => {
  const files = join(DEMOS, '../packages/sample/files');
  for (const name of readdirSync(files))
    expect(statSync(join(site, 'assets/files', name)).size, name).toBe(statSync(join(files, name)).size);
});

test('the index has a small picture of every page, and the still of its masthead, light and dark', () => {
  for (const name of [...pages, 'poster'].flatMap((page) => [`${page}.webp`, `${page}-night.webp`])) {
    const path = join(DEMOS, 'home/pictures', name);
    expect(existsSync(path), name).toBe(true);
    expect(statSync(path).size, name).toBeLessThanOrEqual(40_000);
  }
});

test('the site can be installed: its manifest leads to the dance and to icons, and the service worker keeps our dance', () => {
  const manifest = JSON.parse(readFileSync(join(site, 'manifest.webmanifest'), 'utf8')) as {
    start_url: string;
    scope: string;
    icons: { src: string }[];
  };
  expect([manifest.start_url, manifest.scope]).toEqual(['./dance/', './']);
  for (const { src } of manifest.icons) expect(existsSync(join(site, src)), src).toBe(true);
  const worker = readFileSync(join(site, 'service-worker.js'), 'utf8');
  const kept = Array.from(worker.matchAll(/url:["'`]([^"'`]+)/g), ([, path]) => path);
  for (const path of ['index.html', 'dance/index.html', 'assets/files/dancer.zip', 'assets/files/dance.zip'])
    expect(kept).toContain(path);
  expect(kept.filter((path) => !existsSync(join(site, path)))).toEqual([]);
  const html = readFileSync(join(site, 'dance/index.html'), 'utf8');
  const atOnce = Array.from(
    html.matchAll(/(?:src|href)="\.\.\/(code\/[\w.-]+\.(?:js|css))"/g),
    ([, path]) => path,
  );
  expect(atOnce.length).toBeGreaterThan(10);
  expect(atOnce.filter((path) => !kept.includes(path))).toEqual([]);
  const bytes = kept.reduce((sum, path) => sum + statSync(join(site, path)).size, 0);
  expect(bytes).toBeLessThan(4_500_000);
});
