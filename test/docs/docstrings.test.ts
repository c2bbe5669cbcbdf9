import * as cli from '@odori/cli';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '#test/support/launch-browser.js';
import { type DocstringExample, docstringExamples } from './docstring-examples.js';
import { sampleFile } from './example-files.js';
import { ExampleProgram } from './example-program.js';
import { ExampleValues } from './example-values.js';
import { openDocstringPage } from './open-docstring-page.js';
import { ExampleRun } from './run-example.js';

const valuesByName = docstringExamples();
const folder = mkdtempSync(join(tmpdir(), 'odori-examples-'));
const values = new ExampleValues(sampleFile, {
  exports: { 'packages/cli/': cli },
  given: { console: () => commandLine(folder) },
});

afterAll(() => rmSync(folder, { recursive: true }));

test('every public value has an example', () => {
  expect([...valuesByName].filter(([, list]) => list.length === 0).map(([name]) => name)).toEqual([]);
});

/** An example that is ready to run. */
interface ReadyExample extends DocstringExample {
  readonly program: ExampleProgram;
  readonly names: readonly string[];
}

/** What these packages do, or make, is in pages. */
const OF_PAGES = /^packages\/(?:element|mmd-loader|react|sample)\//;

const examples: ReadyExample[] = [...new Set([...valuesByName.values()].flat())].map((example) => {
  const program = new ExampleProgram(example.code);
  return { ...example, program, names: program.freeNames() };
});
const needsPage = ({ path, names }: ReadyExample): boolean =>
  OF_PAGES.test(path) || values.lacking(path, names).length > 0;

test('examples run in Node, and give what they say', async () => {
  expect(await allMistakes((example) => !needsPage(example), mistakesInNode)).toEqual([]);
});

describe.skipIf(!hasBrowser)('in a page', () => {
  let opened: Awaited<ReturnType<typeof openDocstringPage>>;
  beforeAll(async () => {
    opened = await openDocstringPage();
  });
  afterAll(() => opened?.close());

  test('the other examples run, and give what they say', async () => {
    const mistakesInPage = ({ path, names, program }: ReadyExample): Promise<string[]> =>
      opened.page.evaluate((example) => globalThis.mistakesOf(example), {
        path,
        names,
        ...program.compile(),
      });
    expect(await allMistakes(needsPage, mistakesInPage)).toEqual([]);
  });
});

/** The console of a folder with a dance. */
function commandLine(cwd: string): cli.Console {
  writeFileSync(join(cwd, 'dance.vmd'), sampleFile('gesture-wave.vmd'));
  return { cwd, stdin: process.stdin, write: () => Promise.resolve(), log: () => undefined };
}

/** What is wrong with some examples, as `packages/…/a.ts:12: …`. */
async function allMistakes(
  isMeant: (example: ReadyExample) => boolean,
  mistakesOf: (example: ReadyExample) => Promise<string[]>,
): Promise<string[]> {
  const all: string[] = [];
  for (const example of examples.filter(isMeant)) {
    const mistakes = await mistakesOf(example).catch((error: unknown) => [String(error)]);
    all.push(...mistakes.map((mistake) => `${example.path}:${example.line}: ${mistake}`));
  }
  return all;
}

async function mistakesInNode({ path, names, program }: ReadyExample): Promise<string[]> {
  const run = new ExampleRun(program.compile(), await values.of(path, names));
  await run.run();
  return run.mistakes();
}
