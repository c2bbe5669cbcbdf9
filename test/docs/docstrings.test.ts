import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { type DocstringExample, docstringExamples } from './docstring-examples.js';
import { exampleValues, OF_PAGES } from './example-values.js';
import { ExampleProgram, isRight } from './run-example.js';

/** What these packages do needs no page; pages of the others are in `test/examples` and `test/browser`. */
const RUN = ['format', 'physics', 'runtime', 'vrm'];

const examples = docstringExamples();

test('every public value has an example', () => {
  expect([...examples].filter(([, list]) => list.length === 0).map(([name]) => name)).toEqual([]);
});

const runnable = [...examples]
  .filter(([name]) => RUN.includes(name.split(':')[0]))
  .flatMap(([, list]) => list);

test.each(RUN)('the examples of %s run in Node, and give what they say', async (name) => {
  const wrong: string[] = [];
  for (const example of runnable)
    if (example.path.startsWith(`packages/${name}/`)) wrong.push(...(await mistakesIn(example)));
  expect(wrong).toEqual([]);
});

test('most examples of these packages run', () => {
  const names = runnable.filter(({ code }) =>
    new ExampleProgram(code).freeNames().some((name) => OF_PAGES.has(name)),
  );
  expect(names.length / runnable.length).toBeLessThan(0.3);
});

/** What is wrong with an example, as `packages/…/a.ts:12: …`; nothing if it needs a page. */
async function mistakesIn({ path, line, code }: DocstringExample): Promise<string[]> {
  const program = new ExampleProgram(code);
  const names = program.freeNames();
  if (names.some((name) => OF_PAGES.has(name))) return [];
  const values = exampleValues(path, names);
  const unknown = names.filter((name) => !(name in values));
  if (unknown.length > 0) return [`${path}:${line}: unknown names: ${unknown.join(', ')}`];
  try {
    const wrong = (await program.run(values)).filter((result) => !isRight(result, values));
    return wrong.map(({ said, got }) => `${path}:${line}: says ${said}, but gives ${inspect(got)}`);
  } catch (error) {
    return [`${path}:${line}: ${String(error)}`];
  }
}
