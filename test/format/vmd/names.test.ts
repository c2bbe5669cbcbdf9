import type { MmdName } from '@odori/format';
import { expect, test } from 'vitest';
import { ByteReader } from '#src/format/binary/byte-reader.js';
import { recordStarts } from '#src/format/binary/gather.js';
import { WarningList } from '#src/format/errors.js';
import { FD_PADDED, ZERO_PADDED } from '#src/format/vmd/source.js';
import { readNames } from '#src/format/vmd/names.js';

/** Records of 19 bytes: a name, a NUL if it is short, then the padding, then a frame. */
function table(...fields: [name: string, padding: number][]): {
  names: string[];
  indices: number[];
  paddings: number[];
} {
  const bytes = new Uint8Array(19 * fields.length).fill(0xa5); // any frame
  fields.forEach(([name, padding], i) => {
    const field = bytes.subarray(19 * i, 19 * i + 15).fill(padding);
    for (let j = 0; j < name.length; j++) field[j] = name.charCodeAt(j);
    if (name.length < 15) field[name.length] = 0;
  });
  const nameIndex = new Uint32Array(fields.length);
  const keys: { names: MmdName[]; nameIndex: Uint32Array } = { names: [], nameIndex };
  const layout = { section: 'names', fields: { name: 0, frame: 15 }, bytes: 19 };
  const warnings = new WarningList();
  const starts = recordStarts(0, layout.bytes, fields.length);
  const reader = new ByteReader(bytes);
  const records = { reader, warnings, layout, starts, count: fields.length, isLossless: true };
  const paddings = readNames(records, keys)!;
  return { names: keys.names.map((name) => name.text), indices: [...nameIndex], paddings: [...paddings] };
}

test('there is one name per byte string up to the NUL, with any padding', () => {
  const { names, indices } = table(['arm', 0], ['leg', 0], ['arm', 0xfd], ['arm', 7], ['leg', 0]);
  expect(names).toEqual(['arm', 'leg']);
  expect(indices).toEqual([0, 1, 0, 0, 1]);
});

test('readNames says which paddings fit each field', () => {
  const { paddings } = table(
    ['arm', 0],
    ['arm', 0xfd],
    ['arm', 7],
    ['fourteen bytes', 0],
    ['fifteen bytes!!', 0],
  );
  const both = ZERO_PADDED | FD_PADDED;
  expect(paddings).toEqual([ZERO_PADDED, FD_PADDED, 0, both, both]);
});

test('names that differ only in the last byte of the field are different names', () => {
  expect(table(['aaaaaaaaaaaaaab', 0], ['aaaaaaaaaaaaaac', 0]).indices).toEqual([0, 1]);
});

test('thousands of different names stay different', () => {
  const fields = Array.from({ length: 5000 }, (_, i): [string, number] => [`bone ${i % 2500}`, 0]);
  const { names, indices } = table(...fields);
  expect(names.length).toBe(2500);
  expect(indices[2499]).toBe(2499);
  expect(indices.slice(2500)).toEqual(indices.slice(0, 2500));
});
