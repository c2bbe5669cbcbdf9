import { expect, inject, test } from 'vitest';
import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { readSnippets } from '#demos/shared/copy-and-go/code-section.js';
import { checkBlocks } from './check-blocks.js';
import { type CodeBlock, codeBlocks } from './code-block.js';
import { docPages, readPage, ROOT } from './doc-pages.js';

const PAGES = docPages();
const MISTAKES = 'test/docs/fixtures/mistakes.md';
/** The code that the demos give to copy. */
const SNIPPETS: CodeBlock[] = readdirSync(join(ROOT, 'demos')).flatMap((page) =>
  readSnippets(page).map(({ path, code }) => ({
    page: `demos/${path}`,
    line: 1,
    language: extname(path).slice(1),
    code,
  })),
);
const blocks: CodeBlock[] = [
  ...[...PAGES, MISTAKES].flatMap((page) => codeBlocks(page, readPage(page))),
  ...SNIPPETS,
];
const mistakes = await checkBlocks(blocks, inject('packedFolder'));
const mistakesOf = (page: string): string[] => mistakes.filter((mistake) => mistake.startsWith(`${page}:`));

test.each(PAGES)('every code block of %s compiles or runs', (page) => {
  expect(mistakesOf(page)).toEqual([]);
});

test.each(SNIPPETS.map(({ page }) => page))('%s, which a demo gives to copy, compiles', (page) => {
  expect(mistakesOf(page)).toEqual([]);
});

test('every mistake belongs to a page', () => {
  const pages = [...PAGES, MISTAKES, ...SNIPPETS.map(({ page }) => page)];
  expect(mistakes.filter((mistake) => !pages.some((page) => mistake.startsWith(`${page}:`)))).toEqual([]);
});

test('a mistake in a block of any language is found, at its line', () => {
  const expected: [line: number, text: string][] = [
    [6, `'medium' does not exist`],
    [12, `Cannot find name 'unknownName'`],
    [18, 'modle: string'],
    [22, '<odori-player> has no attribute sound'],
    [25, `Property 'plays' does not exist`],
    [27, 'no JSON'],
    [33, 'no JSON'],
    [37, 'Expected ":"'],
    [41, 'there is no package @odori/modle'],
    [42, 'there is no script dosc'],
    [43, `unknown option --jsno`],
    [47, '<odori-player> has no attribute :modle'],
    [47, 'Element is missing end tag'],
    [51, 'Unexpected token'],
    [54, 'a block needs a language'],
    // Names from globals.d.ts have types.
    ...Array.from({ length: 9 }, (_, i): [number, string] => [59 + i, `Property 'unknown' does not exist`]),
    [71, `unknown option --jsn`],
  ];
  expect(mistakesOf(MISTAKES)).toEqual(
    expected.map(([line, text]) => expect.stringMatching(new RegExp(`^${MISTAKES}:${line}: .*${text}`))),
  );
});
