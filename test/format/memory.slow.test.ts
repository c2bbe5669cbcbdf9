import { createPmx, createPmxBone, PMX_WEIGHT, serializePmx } from '@odori/format';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  HOSTILE_BVMD,
  HOSTILE_PMD,
  HOSTILE_PMX,
  HOSTILE_VMD,
  HOSTILE_X,
  LARGE_RECORDS,
  vmdIkNames,
} from '#test/support/hostile-files.js';

const STAGE = inject('packedFolder');
const FOLDER = join(STAGE, 'hostile');

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/**
 * Parses files in a process of its own, on the packed code, and prints what each document takes, or the
 * error's code.
 */
const MEASURE = `
import { detectFormat, MmdFormatError, parseBvmd, parsePmd, parsePmx, parseVmd } from '@odori/format';
import { parseX } from '@odori/format/x';
import { readFileSync } from 'node:fs';
const PARSERS = { bvmd: parseBvmd, pmd: parsePmd, pmx: parsePmx, vmd: parseVmd, x: parseX };
const parse = (bytes) => {
  try {
    return PARSERS[detectFormat(bytes)](bytes);
  } catch (error) {
    if (error instanceof MmdFormatError) return error.code;
    throw error;
  }
};
/** Buffers are freed after the collection. */
const taken = async () => {
  for (let i = 0; i < 2; i++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
const results = [];
for (let i = 0; i < Number(process.argv[2]); i++) {
  const bytes = readFileSync('hostile/' + i);
  let least = Infinity;
  let document = parse(bytes); // compiles
  for (let run = 0; run < 3 && typeof document !== 'string' && least > 3 * bytes.length; run++) {
    document = undefined;
    const before = await taken();
    document = parse(bytes);
    least = Math.min(least, (await taken()) - before);
  }
  results.push({ bytes: bytes.length, result: typeof document === 'string' ? document : least });
}
console.log(JSON.stringify(results));
`;

interface Result {
  readonly bytes: number;
  /** The bytes that the document takes, or the code of the error. */
  readonly result: number | string;
}

function measure(files: readonly Uint8Array[]): Result[] {
  mkdirSync(FOLDER, { recursive: true });
  files.forEach((bytes, i) => writeFileSync(join(FOLDER, String(i)), bytes));
  writeFileSync(join(STAGE, 'measure.mjs'), MEASURE);
  const command = ['--expose-gc', 'measure.mjs', String(files.length)];
  return JSON.parse(execFileSync(process.execPath, command, { cwd: STAGE, encoding: 'utf8' })) as Result[];
}

const SIZES = [1e5, 1e6];

/** Such a file in several sizes. */
function sizesOf(make: (records: number) => Uint8Array): Uint8Array[] {
  const [few, more] = [make(1000).length, make(2000).length];
  return SIZES.map((size) => make(Math.ceil((1000 * size) / Math.max(more - few, 1000))));
}

const MEGABYTE = 2 ** 20;

describe.each([
  ['a hostile BVMD takes at most three times its bytes and 1 MB, or is too large:', HOSTILE_BVMD, 1],
  ['a hostile PMD takes at most three times its bytes and 1 MB, or is too large:', HOSTILE_PMD, 1],
  ['a hostile PMX takes at most three times its bytes and 1 MB, or is too large:', HOSTILE_PMX, 1],
  ['a hostile X takes at most three times its bytes and 1 MB, or is too large:', HOSTILE_X, 1],
  ['a hostile VMD takes at most three times its bytes and 1 MB, or is too large:', HOSTILE_VMD, 1],
  ['records that take five times their bytes in any file take 3 MB more at most:', LARGE_RECORDS, 4],
])('%s', (_, files, megabytes) => {
  const names = Object.keys(files);
  let results: Result[];
  beforeAll(() => {
    results = measure(names.flatMap((name) => sizesOf(files[name])));
  });

  test.each(names)('%s', (name) => {
    const from = SIZES.length * names.indexOf(name);
    for (const { bytes, result } of results.slice(from, from + SIZES.length)) {
      if (typeof result === 'string') expect([bytes, result]).toEqual([bytes, 'too-large']);
      else expect(result).toBeLessThanOrEqual(3 * bytes + megabytes * MEGABYTE);
    }
  });
});

test('a VMD may name 32,768 IK bones whatever its size, more are too large', () => {
  const [most, more] = measure([vmdIkNames(0x8000), vmdIkNames(0xc000)]);
  expect(most.result).toBeLessThanOrEqual(8 * MEGABYTE);
  expect(more.result).toBe('too-large');
});

test('a model of 500,000 vertices, 5,000 morphs and 3,000 bones takes less than twice its bytes', () => {
  const [{ bytes, result }] = measure([bigModel()]);
  expect(result).toBeLessThanOrEqual(2 * bytes);
});

function bigModel(): Uint8Array {
  const count = 500_000;
  const named = (length: number, name: string): { name: string; nameEn: string }[] =>
    Array.from({ length }, (_, i) => ({ name: `${name}${i}`, nameEn: `${name}${i}` }));
  const bones = named(3000, 'ボーン').map((names, i) => createPmxBone({ ...names, parent: i - 1 }));
  const morphs = named(5000, 'モーフ').map((names) => ({
    ...names,
    panel: 1,
    type: 'vertex' as const,
    vertices: new Uint32Array(20),
    offsets: new Float32Array(60),
  }));
  const vertices = {
    count,
    positions: new Float32Array(3 * count),
    normals: new Float32Array(3 * count),
    uvs: new Float32Array(2 * count),
    additionalUvCount: 0,
    additionalUvs: new Float32Array(0),
    weightTypes: new Uint8Array(count).fill(PMX_WEIGHT.bdef2),
    boneIndices: new Int32Array(4 * count),
    boneWeights: new Float32Array(4 * count),
    sdefVertices: new Uint32Array(0),
    sdefVectors: new Float32Array(0),
    edgeScales: new Float32Array(count),
  };
  return serializePmx(createPmx({ vertices, indices: new Uint32Array(3 * count), bones, morphs }));
}
