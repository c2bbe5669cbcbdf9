import { describe, expect, test } from 'vitest';
import {
  type ColumnLayout,
  highestOf,
  readColumns,
  readFloats,
  recordBytes,
  warnEach,
  writeColumns,
} from '#src/format/binary/column-layout.js';
import { wordsOf } from '#src/format/binary/bytes.js';
import { recordStarts } from '#src/format/binary/gather.js';
import { RecordReader } from '#src/format/binary/record-reader.js';
import { RecordWriter } from '#src/format/binary/record-writer.js';

class TestReader extends RecordReader {
  text(): string {
    throw new Error('no text');
  }
}

class TestWriter extends RecordWriter {
  text(): void {
    throw new Error('no text');
  }

  index(): void {
    throw new Error('no index');
  }
}

interface Keys {
  frames: Int32Array;
  values: Float32Array;
  curves: Uint8Array;
  shown: Uint8Array;
}

const LAYOUT: ColumnLayout<Keys> = [
  ['frames', 'int', 1],
  ['values', 'float', 1],
  ['curves', 'curve', 2],
  ['shown', 'flag', 1],
];

/** Two records of 4 + 4 + 2 + 1 bytes. */
const BYTES = Uint8Array.from(
  [
    [0xff, 0xff, 0xff, 0xff, 0, 0, 0x80, 0x3f, 20, 107, 1], // −1, 1
    [2, 1, 0, 0, 0, 0, 0, 0xc0, 0, 127, 0], // 258, −2
  ].flat(),
);

const STARTS = Uint32Array.of(0, 11);

function readerOf(bytes: Uint8Array): TestReader {
  const reader = new TestReader(bytes);
  reader.enter('keys');
  return reader;
}

function floatsOf(...words: number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(words).buffer);
}

test('the bytes of a record are the sum of its fields', () => {
  expect(recordBytes(LAYOUT)).toBe(11);
  expect(recordStarts(5, 11, 3)).toEqual(Uint32Array.of(5, 16, 27));
});

test('each field of the records goes to its column', () => {
  const reader = readerOf(BYTES);
  expect(readColumns(reader, LAYOUT, STARTS)).toEqual({
    frames: Int32Array.of(-1, 258),
    values: Float32Array.of(1, -2),
    curves: Uint8Array.of(20, 107, 0, 127),
    shown: Uint8Array.of(1, 0),
  });
  expect(reader.warnings.list).toEqual([]);
});

test('records may stand in any order', () => {
  const { frames } = readColumns(readerOf(BYTES), LAYOUT, Uint32Array.of(11, 0));
  expect(frames).toEqual(Int32Array.of(258, -1));
});

describe('odd values stay, with one warning for each problem', () => {
  test('curves above 127 and flags above 1: the first place, and the number of records of both', () => {
    const bytes = BYTES.slice();
    bytes[8] = 128;
    bytes[20] = 200;
    bytes[21] = 2;
    const reader = readerOf(bytes);
    expect(readColumns(reader, LAYOUT, STARTS).curves).toEqual(Uint8Array.of(128, 107, 0, 200));
    expect(reader.warnings.list).toEqual([
      {
        code: 'odd-value',
        section: 'keys',
        count: 3,
        offset: 8,
        message: 'keys[0].curves is not 0 to 127',
      },
    ]);
  });

  test('floats that are not finite; a signalling NaN keeps its bits', () => {
    const reader = readerOf(floatsOf(0, 0x7fa00001, 0x7f800000, 0));
    const field = { list: 'offsets', starts: Uint32Array.of(0, 8), offset: 0, perRecord: 2 };
    expect(wordsOf(readFloats(reader, field))).toEqual(Int32Array.of(0, 0x7fa00001, 0x7f800000, 0));
    expect(reader.warnings.list).toMatchObject([
      { code: 'not-finite', count: 2, offset: 4, message: 'keys.offsets[0] is not finite' },
    ]);
  });

  test('rotations of length zero', () => {
    const layout: ColumnLayout<{ rotations: Float32Array }> = [['rotations', 'quaternion', 4]];
    const reader = readerOf(new Uint8Array(32).fill(0x3f, 0, 4));
    readColumns(reader, layout, Uint32Array.of(0, 16));
    expect(reader.warnings.list).toMatchObject([
      { code: 'zero-quaternion', count: 1, offset: 16, message: 'keys[1].rotations is all zero' },
    ]);
  });

  test('a record with two odd elements counts once; without an odd element there is no warning', () => {
    const reader = readerOf(new Uint8Array(0));
    const field = { name: 'bones', starts: Uint32Array.of(10, 20, 30), offset: 3, perRecord: 2 };
    warnEach(reader, field, 2, 'bad-index', 'is bad', () => false);
    expect(reader.warnings.list).toEqual([]);
    warnEach(reader, field, 2, 'bad-index', 'is bad', (i) => i >= 3);
    expect(reader.warnings.list).toMatchObject([
      { count: 2, offset: 20 + 3 + 2, message: 'keys[1].bones is bad' },
    ]);
  });
});

test('the highest value of a column; 0 of an empty one', () => {
  expect(highestOf(Uint16Array.of(3, 65535, 4))).toBe(65535);
  expect(highestOf(new Uint8Array(0))).toBe(0);
});

describe('writing', () => {
  test('gives the bytes that were read', () => {
    const writer = new TestWriter(0);
    const columns = readColumns(readerOf(BYTES), LAYOUT, STARTS);
    writeColumns(writer, LAYOUT, recordStarts(writer.reserve(22), 11, 2), columns);
    expect(writer.finish()).toEqual(BYTES);
  });

  test('a column may be longer than needed, but not shorter, missing or of another kind', () => {
    const columns = readColumns(readerOf(BYTES), LAYOUT, STARTS);
    const write = (change: object): Uint8Array => {
      const writer = new TestWriter(0);
      writer.enter('keys');
      const starts = recordStarts(writer.reserve(22), 11, 2);
      writeColumns(writer, LAYOUT, starts, { ...columns, ...change });
      return writer.finish();
    };
    expect(write({ shown: Uint8Array.of(1, 0, 9) })).toEqual(BYTES);
    expect(() => write({ shown: Uint8Array.of(1) })).toThrow('keys.shown has 1 entries, it needs 2');
    expect(() => write({ shown: undefined })).toThrow('keys.shown is missing');
    expect(() => write({ values: new Float64Array(2) })).toThrow(
      'keys.values is not an array of 32-bit floats',
    );
    expect(() => write({ frames: new Float32Array(2) })).toThrow(
      'keys.frames is not an array of 32-bit whole numbers',
    );
  });
});
