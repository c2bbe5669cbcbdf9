import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { slugify } from '../../docs/.vitepress/links.js';
import { addressOf, REPOSITORY, sourceOf } from '../../docs/.vitepress/repository.js';
import { ROOT } from './doc-pages.js';

test('anchors are those of GitHub', () => {
  expect(slugify("What's new in `MmdModel.update()`?")).toBe('whats-new-in-mmdmodelupdate');
  expect(slugify('Bones and morphs – 骨')).toBe('bones-and-morphs--骨');
  expect(slugify('snake_case-and 1.5 s')).toBe('snake_case-and-15-s');
});

test('a file of the repository has the address of its page in the site, or its address on the web', () => {
  expect(addressOf('packages/model/README.md')).toBe('/packages/model');
  expect(addressOf('packages/model')).toBe('/packages/model');
  expect(addressOf('docs/concepts.md')).toBe('/concepts');
  expect(addressOf('docs/index.md')).toBe('/');
  expect(addressOf('CHANGELOG.md')).toBe('/changelog');
  expect(addressOf('LICENSE')).toBe(`${REPOSITORY}/blob/main/LICENSE`);
  expect(addressOf('packages/sample/files')).toBe(`${REPOSITORY}/tree/main/packages/sample/files`);
  expect(addressOf('docs/nothing.md')).toBeUndefined();
});

test('a page of the site knows its file in the repository', () => {
  expect(['packages/model.md', 'changelog.md', 'guide/physics.md'].map(sourceOf)).toEqual([
    'packages/model/README.md',
    'CHANGELOG.md',
    'docs/guide/physics.md',
  ]);
});

const GOOD = `<a href="/odori/guide/music#sync"></a> <a href="#top" id="top"></a> <a href="https://example.com/x"></a>
  <img src="dancer.png"> <a href="demos/"></a> <a href="${REPOSITORY}/blob/main/LICENSE#L1"></a>`;

test('the check of the built site accepts links to pages, anchors, demos and files of the repository', () => {
  expect(checkLinks({ 'index.html': GOOD })).toEqual({ status: 0, problems: [] });
});

test('the check of the built site finds missing pages, anchors, demos, pictures and files of the repository', () => {
  const links = [
    '/odori/guide/dance',
    'guide/music#sink',
    'demos/dance/',
    '/guide/music',
    `${REPOSITORY}/blob/main/NONE`,
  ];
  const page = `${links.map((link) => `<a href="${link}"></a>`).join('')}<img src="none.png">`;
  expect(checkLinks({ 'index.html': page })).toEqual({
    status: 1,
    problems: [
      'index.html: /odori/guide/dance: there is no such page',
      'index.html: guide/music#sink: guide/music.html has no such anchor',
      'index.html: demos/dance/: there is no such page',
      'index.html: /guide/music: it is outside of /odori/',
      `index.html: ${REPOSITORY}/blob/main/NONE: the repository has no such file`,
      'index.html: none.png: there is no such page',
    ],
  });
});

/** Checks a site with the base path `/odori/`, a guide, a demo and a picture besides the given pages. */
function checkLinks(pages: Readonly<Record<string, string>>): { status: number | null; problems: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'odori-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const guide = '<h2 id="sync"><a href="../index#top"></a></h2>';
  const rest = { 'guide/music.html': guide, 'demos/index.html': '<p>', 'dancer.png': '' };
  for (const [path, text] of Object.entries({ ...rest, 'index.html': '<p id="top">', ...pages })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'docs/check-links.mjs'), folder], {
    encoding: 'utf8',
    env: { ...process.env, DOCS_BASE: '/odori/' },
  });
  return { status, problems: stderr.split('\n').filter((line) => line.startsWith('index.html')) };
}
