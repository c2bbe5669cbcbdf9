import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isOnNpm, tryPublish } from '../../release/npm.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'odori-npm-'));
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts a program in the place of npm: it notes its arguments, prints a text and exits with a code. */
function npmPrints(output: object | string, code = 0): void {
  writeFileSync(join(folder, 'output'), typeof output === 'string' ? output : JSON.stringify(output));
  const program = `#!/bin/sh\necho "$*" > '${folder}/arguments'\ncat '${folder}/output'\nexit ${code}\n`;
  writeFileSync(join(folder, 'npm'), program);
  chmodSync(join(folder, 'npm'), 0o755);
}
const passed = (): string => readFileSync(join(folder, 'arguments'), 'utf8').trim();

const MANIFEST = { name: '@odori/one', version: '1.2.0', repository: { url: '' } };
const PUBLISHED = { size: 40, unpackedSize: 100, files: [{ path: 'LICENSE', size: 100 }] };

describe.skipIf(process.platform === 'win32')('npm', () => {
  test('a version that npm shows is on npm', () => {
    npmPrints('"1.2.0"');
    expect(isOnNpm(MANIFEST)).toBe(true);
    expect(passed()).toBe('view @odori/one@1.2.0 version --json');
  });

  test('a version that npm does not find is not on npm', () => {
    npmPrints({ error: { code: 'E404', summary: 'Not Found' } }, 1);
    expect(isOnNpm(MANIFEST)).toBe(false);
  });

  test('a new version of a known package, for which npm prints nothing, is not on npm', () => {
    npmPrints('');
    expect(isOnNpm(MANIFEST)).toBe(false);
  });

  test('without an answer of the registry, it is an error', () => {
    npmPrints({ error: { code: 'ENOTFOUND' } }, 1);
    expect(() => isOnNpm(MANIFEST)).toThrow(
      'npm does not say whether it has @odori/one 1.2.0. Check the network.',
    );
  });

  test.each([
    ['10', PUBLISHED],
    ['11', { '@odori/one': PUBLISHED }],
  ])('npm %s says what it would publish, without publishing it', (_version, output) => {
    npmPrints(output);
    expect(tryPublish('/packed/one.tgz')).toEqual(PUBLISHED);
    expect(passed()).toBe('publish /packed/one.tgz --access public --dry-run --json');
  });

  test('what npm says against a tarball is in the error', () => {
    npmPrints({ error: { code: 'E403', summary: 'no' } }, 1);
    expect(() => tryPublish('/packed/one.tgz')).toThrow(/npm would not take \/packed\/one\.tgz:\n.*"E403"/);
  });
});
