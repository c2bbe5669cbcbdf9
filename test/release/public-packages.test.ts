import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { pageOf, publicPackages, tarballOf } from '../../release/public-packages.js';

const ROOT = join(import.meta.dirname, '../..');

test('every package comes after those that it depends on', () => {
  const packages = publicPackages(ROOT);
  expect(packages.map(({ name }) => name.replace('@odori/', '')).toSorted()).toEqual(
    readdirSync(join(ROOT, 'packages')).toSorted(),
  );
  const before = new Set<string>();
  for (const { name, dependencies = {} } of packages) {
    const ours = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@odori/'));
    expect(
      ours.filter((dependency) => !before.has(dependency)),
      name,
    ).toEqual([]);
    before.add(name);
  }
});

test('private packages are left out, and packages in a circle are an error', () => {
  const root = mkdtempSync(join(tmpdir(), 'odori-packages-'));
  const add = (name: string, rest: object): void => {
    mkdirSync(join(root, 'packages', name), { recursive: true });
    writeFileSync(
      join(root, 'packages', name, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', ...rest }),
    );
  };
  add('a', { dependencies: { b: '*' } });
  add('b', {});
  add('c', { private: true });
  expect(publicPackages(root).map(({ name }) => name)).toEqual(['b', 'a']);
  add('b', { dependencies: { a: '*' } });
  expect(() => publicPackages(root)).toThrow('packages depend on each other: a, b');
});

test('the name of a tarball is the one that pnpm gives it', () => {
  const folder = inject('packedFolder');
  const tarballs = publicPackages(ROOT).map((manifest) => tarballOf(manifest, folder));
  const packed = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  expect(tarballs.toSorted()).toEqual(packed.map((file) => join(folder, file)).toSorted());
});

test.each([
  'git+https://github.com/odori-mmd/odori.git',
  'https://github.com/odori-mmd/odori',
  'https://someone:secret@github.com/odori-mmd/odori.git',
  'git@github.com:odori-mmd/odori.git',
  'ssh://git@github.com/odori-mmd/odori.git',
])('%s is the repository with the page https://github.com/odori-mmd/odori', (address) => {
  expect(pageOf(`${address}\n`)).toBe('https://github.com/odori-mmd/odori');
});
