import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demos } from '#demos/home/src/demos.js';

const ROOT = join(import.meta.dirname, '../..');
const DEMOS = join(ROOT, 'demos');
const site = mkdtempSync(join(tmpdir(), 'odori-site-'));
const pages = readdirSync(DEMOS).filter(
  (name) => name !== 'dist' && existsSync(join(DEMOS, name, 'index.html')),
);

beforeAll(async () => {
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: site, emptyOutDir: true },
  });
});
afterAll(() => rmSync(site, { recursive: true }));

/** What was built, by path: text of one kind. */
function texts(ending: string): [path: string, text: string][] {
  const paths = readdirSync(site, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => path.endsWith(ending))
    .map((path) => [path, readFileSync(join(site, path), 'utf8')]);
}

test('every page is there, and the index lists them all', () => {
  const built = texts('.html').map(([path]) => path);
  expect(built.toSorted()).toEqual(
    ['index.html', ...pages.map((name) => join(name, 'index.html'))].toSorted(),
  );
  expect(demos.map(({ name }) => name).toSorted()).toEqual(pages.toSorted());
});

test('whatever a page names is beside it, under whatever path the site lies', () => {
  for (const [path, html] of texts('.html')) {
    const addresses = [...html.matchAll(/\s(?:href|src)="(?!data:|#|https:)([^"?#]*)/g)].map(
      ([, address]) => address,
    );
    expect(addresses.length, path).toBeGreaterThan(2);
    for (const address of addresses) {
      expect(address, path).toMatch(/^\.\.?\//);
      const target = join(site, dirname(path), address, address.endsWith('/') ? 'index.html' : '');
      expect(existsSync(target), `${address} of ${path}`).toBe(true);
    }
  }
});

test('no style and no script leads to the root of a server', () => {
  for (const [path, css] of texts('.css')) expect(css, path).not.toMatch(/url\(["']?\//);
  for (const [path, js] of texts('.js'))
    expect(js, path).not.toMatch(/["'`]\/(?:demos|assets|code|packages)\//);
});

test('the files that pages fetch by path are where they look for them', () => {
  for (const name of readdirSync(join(DEMOS, 'assets/files'))) {
    const [there, here] = [site, DEMOS].map((folder) => statSync(join(folder, 'assets/files', name)).size);
    expect(there, name).toBe(here);
  }
});

test('the index has a small picture of every page, by day and by night', () => {
  for (const name of pages.flatMap((page) => [`${page}.webp`, `${page}-night.webp`])) {
    const path = join(DEMOS, 'home/pictures', name);
    expect(existsSync(path), name).toBe(true);
    expect(statSync(path).size, name).toBeLessThanOrEqual(25_000);
  }
});
