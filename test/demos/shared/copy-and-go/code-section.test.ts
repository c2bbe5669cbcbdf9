import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeSection, readSnippets } from '#demos/shared/copy-and-go/code-section.js';
import { markCode } from '#demos/shared/copy-and-go/mark-code.js';

const DEMOS = join(import.meta.dirname, '../../../../demos');
const PAGES = readdirSync(DEMOS).filter(
  (name) => name !== 'dist' && existsSync(join(DEMOS, name, 'index.html')),
);
const SNIPPETS = PAGES.flatMap((page) => readSnippets(page));

test.each(PAGES)('the page %s has code to copy, and a place for it', (page) => {
  expect(readSnippets(page).length).toBeGreaterThan(0);
  const html = readFileSync(join(DEMOS, page, 'index.html'), 'utf8');
  expect(html.match(/<!-- code(?: panel)? -->/g)).toHaveLength(1);
});

test.each(SNIPPETS)('$path is short', ({ code }) => {
  const lines = code.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(24); // two players
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(90);
});

test.each(SNIPPETS.filter(({ path }) => path.endsWith('.ts')))(
  '$path declares its names, or its first line says that they are your own',
  ({ code }) => {
    const [first] = code.split('\n');
    const bare = code.replace(/\/\/.*|'[^']*'/g, '');
    for (const name of ['scene', 'camera', 'renderer', 'timer']) {
      const isUsed = new RegExp(`(?<!\\.)\\b${name}\\b`).test(bare);
      const isDeclared = new RegExp(`\\bconst ${name}\\b`).test(bare);
      expect(new RegExp(`^// .*\\b${name}\\b.*: your own$`).test(first), name).toBe(isUsed && !isDeclared);
    }
  },
);

test('the section has the code as text, a title for each piece, and the packages to install', () => {
  const html = codeSection([
    { kind: 'tag', path: 'a/snippets/tag.html', code: '<p class="b">a & b</p>\n' },
    {
      kind: 'react',
      path: 'a/snippets/react.tsx',
      code: "import { useState } from 'react';\nimport { MmdModel } from '@odori/react';\nimport { Canvas } from '@react-three/fiber';\n",
    },
  ]);
  const text = html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  expect(text).toContain('<p class="b">a & b</p>');
  expect([...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title)).toEqual(['HTML tag', 'React']);
  expect([...html.matchAll(/npm install [^<]*/g)].map(([command]) => command)).toEqual([
    'npm install three @odori/react @react-three/fiber',
  ]);
  expect(html.match(/aria-labelledby="(.+?)"/)![1]).toBe(/<h2 id="(.+?)"/.exec(html)![1]);
});

test('imports over several lines and of parts of packages count once', () => {
  const code =
    "import {\n  a,\n  b,\n} from '@odori/model';\nimport { c } from '@odori/physics/debug';\nimport { d } from 'three/addons/x.js';\n";
  expect(codeSection([{ kind: 'three', path: '', code }])).toContain(
    'npm install three @odori/model @odori/physics<',
  );
});

test.each([
  [
    "const a = 'b'; // <c>",
    '<span class="word">const</span> a = <span class="quote">&#39;b&#39;</span>; <span class="comment">// &lt;c&gt;</span>',
  ],
  [
    '<odori-player loop></odori-player>',
    '&lt;<span class="word">odori-player</span> loop&gt;&lt;/<span class="word">odori-player</span>&gt;',
  ],
  ['<!-- const -->', '<span class="comment">&lt;!-- const --&gt;</span>'],
  ['src="https://a.b/c.js"', 'src=<span class="quote">&quot;https://a.b/c.js&quot;</span>'],
  ['constant(newest)', 'constant(newest)'],
])('the parts of %s are marked', (code, html) => {
  expect(markCode(code)).toBe(html);
});

test('once npm has the packages, a piece has a link to a project that StackBlitz opens', () => {
  const snippet = { kind: 'three', path: 'a/snippets/three.ts', code: "import 'three';\n" } as const;
  const link = 'https://stackblitz.com/github/odori-mmd/odori/tree/main/docs/examples/vite';
  expect(codeSection([snippet], false, '../', true)).toContain(`href="${link}"`);
  expect(codeSection([snippet], false, '../', false)).not.toContain('stackblitz');
  expect(codeSection([{ ...snippet, kind: 'shell' }], false, '../', true)).not.toContain('stackblitz');
});
