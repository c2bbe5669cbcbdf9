import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { expandInputs } from '#src/cli/files/inputs.js';
import { emptyFolder } from '#test/cli/odori.js';

let folder: string;
beforeEach(() => {
  folder = emptyFolder();
  mkdirSync(join(folder, 'x/y'), { recursive: true });
  mkdirSync(join(folder, '.hidden'));
  const files = ['a.vmd', 'b.vmd', 'a+b.vmd', 'が 踊り.vmd', 'x/c.vmd', 'x/y/d.vmd'];
  for (const name of [...files, '._a.vmd', '.hidden/e.vmd']) writeFileSync(join(folder, name), '');
});

const expand = (...inputs: string[]): Promise<string[]> => expandInputs(inputs, folder);

test('*, ? and ** match sorted names, but not hidden ones', async () => {
  expect(await expand('?.vmd')).toEqual(['a.vmd', 'b.vmd']);
  expect(await expand('a+*.vmd')).toEqual(['a+b.vmd']);
  expect(await expand('*/*.vmd')).toEqual(['x/c.vmd']);
  expect(await expand('**/?.vmd')).toEqual(['a.vmd', 'b.vmd', 'x/c.vmd', 'x/y/d.vmd']);
  expect(await expand('x/**')).toEqual(['x/c.vmd', 'x/y/d.vmd']);
  expect(await expand('.*')).toEqual(['._a.vmd']);
  expect(await expand('x/../x/y/*')).toEqual(['x/y/d.vmd']);
  expect(await expand(join(folder, 'x/*.vmd'))).toEqual([join(folder, 'x/c.vmd')]);
});

test('a glob matches Japanese names in any Unicode form', async () => {
  expect(await expand(`${'が'.normalize('NFD')}*.vmd`)).toEqual(['が 踊り.vmd']);
  expect(await expand('? 踊り.vmd')).toEqual(['が 踊り.vmd']);
});

test('an existing file named like a glob is used as it is, and a glob without a match stays', async () => {
  writeFileSync(join(folder, '*.vmd'), '');
  expect(await expand('*.vmd', '[a].vmd', 'z*.vmd', '-')).toEqual(['*.vmd', '[a].vmd', 'z*.vmd', '-']);
});

test('symlinks are followed, except by **, which could loop', async () => {
  symlinkSync('../a.vmd', join(folder, 'x/link.vmd'));
  symlinkSync('..', join(folder, 'x/up'));
  symlinkSync('nowhere', join(folder, 'x/z.vmd')); // reading it reports the error
  expect(await expand('x/**/*.vmd')).toEqual(['x/c.vmd', 'x/link.vmd', 'x/y/d.vmd', 'x/z.vmd']);
  expect(await expand('x/u*/a.vmd')).toEqual(['x/up/a.vmd']);
});

test('each file occurs once, in the order of the inputs', async () => {
  expect(await expand('b.vmd', '?.vmd', './a.vmd', join(folder, 'b.vmd'), '-', '-')).toEqual([
    'b.vmd',
    'a.vmd',
    '-',
  ]);
});
