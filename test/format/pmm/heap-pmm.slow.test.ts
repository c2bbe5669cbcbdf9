import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE_PMM } from './hostile-pmm.js';

const folder = mkdtempSync(join(tmpdir(), 'odori-heap-'));
const script = join(folder, 'measure.mjs');

/** Parses each file, and prints the bytes on the heap that its document takes, or the code of the error. */
const MEASURE = `
import { parsePmm } from '@odori/format';
import { readFileSync } from 'node:fs';
function heapBytes() {
  for (let i = 0; i < 3; i++) globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
function parse(bytes) {
  try { return parsePmm(bytes); } catch (error) { return error.code; }
}
const files = process.argv.slice(2);
const inputs = files.map((file) => Uint8Array.from(readFileSync(file)));
for (const bytes of inputs) parse(bytes); // compiled code is not part of a document
const results = [];
for (const bytes of inputs) {
  let least = Infinity; // something else may still allocate in one of the runs
  for (let run = 0; run < 3 && least > 3 * bytes.length; run++) {
    globalThis.held = undefined;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const before = heapBytes();
    globalThis.held = parse(bytes);
    await new Promise((resolve) => setTimeout(resolve, 5));
    least = Math.min(least, heapBytes() - before);
  }
  results.push({ heapBytes: least, code: typeof held === 'string' ? held : undefined });
}
console.log(JSON.stringify(results));
`;

beforeAll(async () => {
  const stdin = { contents: MEASURE, resolveDir: import.meta.dirname };
  await build({ stdin, bundle: true, format: 'esm', platform: 'node', outfile: script, logLevel: 'error' });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('no hostile project takes more than three times its bytes and a megabyte, or it is refused as too large', () => {
  const files = Object.entries(HOSTILE_PMM).map(([name, make], i) => {
    const bytes = make();
    const path = join(folder, `${i}.pmm`);
    writeFileSync(path, bytes);
    return { name, path, bytes: bytes.length };
  });
  const paths = files.map(({ path }) => path);
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', script, ...paths], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const results = JSON.parse(stdout) as { heapBytes: number; code?: string }[];
  const excess = files.map(
    ({ name, bytes }, i) => [name, results[i].heapBytes - (3 * bytes + 2 ** 20)] as const,
  );
  expect(excess.filter(([, tooMuch]) => tooMuch > 0)).toEqual([]);
  const refused = files.filter((_, i) => results[i].code !== undefined).map(({ name }) => name);
  expect(refused).toEqual(['morphs with short names', 'bones with short names', 'morphs with long names']);
  expect(new Set(results.map(({ code }) => code))).toEqual(new Set([undefined, 'too-large']));
});
