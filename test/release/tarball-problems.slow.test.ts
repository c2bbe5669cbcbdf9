import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { tarballProblems } from '../../release/tarball-problems.js';

const STAGE = inject('packedFolder');
const tarballs = readdirSync(STAGE).filter((file) => file.endsWith('.tgz'));

test('every package has a tarball', () => {
  expect(tarballs).toHaveLength(readdirSync(join(import.meta.dirname, '../../packages')).length);
});

test.each(tarballs)('publint, "Are the types wrong?" and we find no problem in %s', async (file) => {
  expect(await tarballProblems(readFileSync(join(STAGE, file)))).toEqual([]);
});

const MANIFEST = { name: 'small', version: '1.0.0', license: 'MIT', type: 'module', files: ['dist'] };
const EXPORTS = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
const FILES = {
  'README.md': '# small',
  LICENSE: 'MIT',
  'dist/index.js': 'export const one = 1;\n',
  'dist/index.d.ts': 'export declare const one: 1;\n',
};

let count = 0;

/** The problems of a small package with this manifest and these files. */
async function problemsOf(
  manifest: object,
  files: Readonly<Record<string, string | undefined>> = {},
): Promise<string[]> {
  const folder = join(STAGE, `broken-${++count}`);
  const all = {
    ...FILES,
    ...files,
    'package.json': JSON.stringify({ ...MANIFEST, exports: EXPORTS, ...manifest }),
  };
  for (const [path, text] of Object.entries(all)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, 'package', path)), { recursive: true });
    writeFileSync(join(folder, 'package', path), text);
  }
  execFileSync('tar', ['-czf', 'small.tgz', 'package'], { cwd: folder });
  return tarballProblems(readFileSync(join(folder, 'small.tgz')));
}

test('a small right package has no problems', async () => {
  expect(await problemsOf({})).toEqual([]);
});

test('missing and stray files are problems', async () => {
  const files = {
    LICENSE: undefined,
    '.env': '',
    'src/tests/one.ts': '',
    'dist/.tsbuildinfo': '',
    'notes.txt': '',
  };
  const problems = await problemsOf({ files: undefined }, files);
  expect(problems.toSorted()).toEqual([
    'small: the tarball has a file that users do not need: .env.',
    'small: the tarball has a file that users do not need: dist/.tsbuildinfo.',
    'small: the tarball has a file that users do not need: notes.txt.',
    'small: the tarball has a file that users do not need: src/tests/one.ts.',
    'small: the tarball has no LICENSE.',
  ]);
});

test('a map without its sources, and a missing map, are problems', async () => {
  const code = (name: string): string => `${FILES['dist/index.js']}//# sourceMappingURL=${name}\n`;
  expect(await problemsOf({}, { 'dist/index.js': code('index.js.map') })).toEqual([
    'small: dist/index.js names a source map that is not there: dist/index.js.map.',
  ]);
  const files = {
    'dist/index.js': code('index.js.map'),
    'dist/index.js.map': '{"sources":["../src/index.ts"]}',
  };
  expect(await problemsOf({}, files)).toEqual([
    'small: dist/index.js.map names a source that is not there: src/index.ts.',
  ]);
  expect(await problemsOf({}, { ...files, 'src/index.ts': 'export const one = 1;' })).toEqual([]);
});

test('a range that only a workspace understands and a wrong address for CDNs are problems', async () => {
  const manifest = {
    dependencies: { other: 'workspace:^' },
    jsdelivr: './dist/player.js',
    unpkg: './dist/index.js',
  };
  const problems = await problemsOf(manifest);
  expect(problems).toContain('small: npm cannot resolve its dependency other: workspace:^.');
  expect(problems).toContain('small: the tarball does not have the file of "jsdelivr": ./dist/player.js.');
  expect(problems.filter((problem) => problem.includes('unpkg'))).toEqual([]);
});

test('what publint and "Are the types wrong?" find are problems', async () => {
  const missing = { '.': { types: './dist/index.d.ts', default: './dist/one.js' } };
  const [problem] = await problemsOf({ exports: missing });
  expect(problem).toMatch(/^small: publint: .*dist\/one\.js.* does not exist/);
  const untyped = { ...EXPORTS, './two': './dist/two.js' };
  expect(await problemsOf({ exports: untyped }, { 'dist/two.js': 'export {};' })).toEqual([
    'small: attw: Could not find types: ./two under node16-esm',
    'small: attw: Could not find types: ./two under bundler',
  ]);
});
