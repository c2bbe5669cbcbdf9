import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SCRIPT = '.ci/checked.mjs';
const folder = mkdtempSync(join(tmpdir(), 'odori-checked-'));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function run(...args: readonly string[]): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, [SCRIPT, ...args], { cwd: folder, encoding: 'utf8' });
}

const isUpToDate = (check: string): boolean => run(check).status === 0;

beforeAll(() => {
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  cpSync(join(import.meta.dirname, '../..', SCRIPT), join(folder, SCRIPT));
  write('.gitignore', 'dist/\n');
  write('demos/assets/src/main.ts', '1');
  write('docs/guide/music.md', 'Music');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a check counts as passed until one of its files changes, comes or goes', () => {
  expect(isUpToDate('assets')).toBe(false);
  expect(run('assets', '--passed').stdout).toContain('Commit .ci/checked.json');
  expect(run('assets', '--passed').stdout).toBe('');
  expect(isUpToDate('assets')).toBe(true);
  for (const path of ['demos/assets/src/main.ts', 'packages/sample/files/a.vmd', 'test/assets/a.test.ts']) {
    write(path, '2');
    expect(isUpToDate('assets'), path).toBe(false);
    run('assets', '--passed');
  }
  rmSync(join(folder, 'test/assets/a.test.ts'));
  expect(isUpToDate('assets')).toBe(false);
});

test('other files, ignored files and other checks do not count', () => {
  run('assets', '--passed');
  write('demos/assets/dist/main.js', '3');
  write('packages/format/src/index.ts', '3');
  expect(isUpToDate('assets')).toBe(true);
  expect(isUpToDate('site')).toBe(false);
  run('site', '--passed');
  write('docs/examples/html/index.html', '3');
  expect(isUpToDate('site')).toBe(true);
  write('packages/format/src/index.ts', '4');
  expect(isUpToDate('site')).toBe(false);
  const record = JSON.parse(readFileSync(join(folder, '.ci/checked.json'), 'utf8')) as object;
  expect(Object.keys(record)).toEqual(['assets', 'site']);
});

test('an unknown check is an error', () => {
  expect(run('sight').status).toBe(1);
});
