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

test('documents say that the packages are not on npm yet as long as that is so', () => {
  const saying = [...docPages(), ...translatedPages()].filter((page) =>
    /are\s+not\s+on\s+npm\s+yet|まだnpmにありません/.test(readPage(page)),
  );
  const starts = ['install', 'react', 'three'].map((name) => `docs/start/${name}.md`);
  const expected = ['README.md', 'docs/index.md', ...starts];
  expect(IS_ON_NPM ? expected : saying).toEqual(expect.arrayContaining(IS_ON_NPM ? [] : expected));
  if (IS_ON_NPM) expect(saying).toEqual([]);
});
