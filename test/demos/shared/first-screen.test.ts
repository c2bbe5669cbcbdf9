import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FirstScreen } from '#demos/shared/first-screen.js';

const DEMOS = join(import.meta.dirname, '../../../demos');
const at = (path: string): string => join(DEMOS, path);
const THREE = '/node_modules/three/build/three.module.js';

/** What each module imports. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  [at('home/src/main.ts')]: [
    at('shared/dom.ts'),
    at('festival/stage.ts'),
    '/parse.ts',
    '/draw.ts',
    at('a.ts'),
  ],
  [at('dance/src/main.ts')]: [at('shared/dom.ts'), at('festival/stage.ts'), '/parse.ts', '/draw.ts'],
  [at('inspect/src/main.ts')]: [at('shared/dom.ts'), '/parse.ts'],
  [at('sample/src/main.ts')]: [at('shared/dom.ts'), '/draw.ts'],
  '/draw.ts': [THREE],
};
const graph = { getModuleInfo: (id: string) => ({ importedIds: [...(IMPORTS[id] ?? [])] }) };

test('a file has what both first screens need; what needs no three.js has one of its own', () => {
  const first = new FirstScreen();
  const nameOf = (id: string): string | undefined => first.nameOf(id, graph);
  expect(nameOf('/draw.ts')).toBe('first-screen');
  expect(nameOf(THREE)).toBe('first-screen');
  expect(nameOf(at('festival/stage.ts'))).toBe('first-screen'); // only on pages with three.js
  expect(nameOf(at('shared/dom.ts'))).toBe('base');
  expect(nameOf('/parse.ts')).toBe('base');
  expect(nameOf(at('a.ts'))).toBe(undefined); // only on the index
  expect(nameOf('/other.ts')).toBe(undefined);
});
