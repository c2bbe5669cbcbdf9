import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '..');
const tests = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (path) =>
    /\.test\.tsx?$/.test(path) && !path.includes('node_modules') && !path.endsWith('patience.test.ts'),
);

/** The lines of all tests that match a pattern. */
function linesWith(pattern: RegExp): string[] {
  return tests.flatMap((path) => {
    const lines = readFileSync(join(FOLDER, path), 'utf8').split('\n');
    return lines.filter((line) => pattern.test(line)).map((line) => `${path}: ${line.trim()}`);
  });
}

// On a machine that has other work to do, everything takes longer: such tests would fail there.
test('no test expects that something is fast, or waits for a duration', () => {
  expect(linesWith(/expect\(.*\b(?:performance\.now|Date\.now|cpuUsage|hrtime)\b/)).toEqual([]);
  expect(linesWith(/\bwaitForTimeout\b/)).toEqual([]);
});

test('no test waits less than a minute for what has to happen', () => {
  const isShort = /\btimeout: (?:[1-5]?\d_?\d{3}|\d{1,3})\b/;
  expect(
    ['timeout: 900,', 'timeout: 5000 }', 'timeout: 59_999 }', 'timeout: 60_000 }'].map((text) =>
      isShort.test(text),
    ),
  ).toEqual([true, true, true, false]);
  expect(linesWith(isShort)).toEqual([]);
  const waits = linesWith(/\bvi\.wait(?:For|Until)\(/);
  // by themselves they wait a second
  expect(waits.filter((line) => !line.includes('timeout: 60_000'))).toEqual([]);
});
