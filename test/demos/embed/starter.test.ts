import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IS_ON_NPM, withAddresses } from '#demos/shared/copy-and-go/published.js';
import { docPages, readPage, ROOT, translatedPages } from '#test/docs/doc-pages.js';

test('the start page shows the page in the zip', () => {
  const page = readFileSync(join(ROOT, 'demos/embed/starter/index.html'), 'utf8');
  const [, block] = /^```html\n([^]*?)^```/m.exec(readPage('docs/start/tag.md'))!;
  expect(block).toBe(page);
});

test('code to copy takes the player from beside the page, or from the CDN once npm has it', () => {
  const code = 'src="https://cdn.jsdelivr.net/npm/@odori/element@0.1.0/dist/odori-player.js"';
  expect(withAddresses(code, false)).toBe('src="./odori-player.js"');
  expect(withAddresses(code, true)).toBe(code);
});

/** What pages say in their languages while npm does not have the packages. */
const NOT_ON_NPM = /are\s+not\s+on\s+npm\s+yet|まだnpmにありません|还没有发布到 npm|아직 npm에 없습니다/;

test('documents say in every language that the packages are not on npm yet as long as that is so', () => {
  const pages = ['index', 'start/install', 'start/react', 'start/three'];
  const expected = [
    ...['README', 'README.ja', 'README.ko', 'README.zh-CN'].map((name) => `${name}.md`),
    ...['docs', 'docs/ja', 'docs/zh'].flatMap((folder) => pages.map((page) => `${folder}/${page}.md`)),
  ];
  const saying = [...docPages(), ...translatedPages()].filter((page) => NOT_ON_NPM.test(readPage(page)));
  if (IS_ON_NPM) expect(saying).toEqual([]);
  else expect(saying).toEqual(expect.arrayContaining(expected));
});
