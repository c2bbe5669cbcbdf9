import { describe, expect, test } from 'vitest';
import { BONE_INDEX, pathOf, VERTEX_INDEX } from '#src/format/binary/record-layout.js';
import { attempt, RecordReader } from '#src/format/binary/record-reader.js';
import { WarningList } from '#src/format/errors.js';
import { thrownBy } from '#test/support/thrown-by.js';

class TestReader extends RecordReader {
  text(field: string, width: number): string {
    return String.fromCharCode(...this.bytesAt(this.take(width, field), width));
  }
}

function readerOf(...bytes: number[]): TestReader {
  const reader = new TestReader(Uint8Array.from(bytes));
  reader.enter('bones', 3);
  return reader;
}

test('a path names section, record and field', () => {
  expect(pathOf('bones', -1, '')).toBe('bones');
  expect(pathOf('bones', 3, 'ik.links')).toBe('bones[3].ik.links');
  expect(pathOf('indices', -1, '[7]')).toBe('indices[7]');
});

describe('errors name their place', () => {
  test('too few bytes', () => {
    expect(thrownBy(() => readerOf(1, 2).i32('parent'))).toMatchObject({
      code: 'truncated',
      section: 'bones[3].parent',
      offset: 0,
      message: 'bones[3].parent needs 4 bytes, 2 left (at byte 0)',
    });
  });

  test('a count whose entries do not fit', () => {
    const error = thrownBy(() => readerOf(3, 0, 0, 0, 9).count('links', 2));
    expect(error).toMatchObject({ code: 'truncated', section: 'bones[3].links', offset: 0 });
  });
});

describe('a part that may break off', () => {
  test('gives a warning with the place of the error', () => {
    const reader = readerOf(1);
    expect(attempt(reader, () => reader.u16('flags'))).toBe(false);
    expect(reader.warnings.list).toEqual([
      {
        code: 'truncated',
        section: 'bones',
        count: 1,
        offset: 0,
        message: 'bones[3].flags needs 2 bytes, 1 left',
      },
    ]);
  });

  test('throws in strict mode, and passes other errors on', () => {
    const strict = new TestReader(new Uint8Array(0), new WarningList({ strict: true }));
    expect(thrownBy(() => attempt(strict, () => strict.u8('x')))).toMatchObject({ code: 'truncated' });
    const other = new Error('other');
    const reader = readerOf();
    expect(thrownBy(() => attempt(reader, () => { throw other; }))).toBe(other); // prettier-ignore
  });
});

test('indices: −1 is nothing, a missing target gives a warning, vertices are unsigned', () => {
  const reader = readerOf(0xff, 2, 0xff);
  reader.sizes = Uint8Array.of(1, 1, 1, 1, 1, 1);
  reader.counts[BONE_INDEX] = 2;
  expect([reader.index('parent', BONE_INDEX), reader.index('parent', BONE_INDEX)]).toEqual([-1, 2]);
  expect(reader.index('vertex', VERTEX_INDEX)).toBe(255); // their number is not known yet
  expect(reader.warnings.list).toMatchObject([
    { code: 'bad-index', offset: 1, message: 'bones[3].parent is 2, there are 2' },
  ]);
});

test('a float that is not finite gives a warning; the bits of a NaN are kept', () => {
  const reader = readerOf(1, 0, 0xa0, 0x7f);
  expect(reader.f32('x')).toBeNaN();
  expect(reader.nans).toEqual([{ offset: 0, bits: 0x7fa00001 }]);
  expect(reader.warnings.list).toMatchObject([{ code: 'not-finite', count: 1 }]);
});

test('bytes after the last section are copied and reported', () => {
  const reader = readerOf(1, 2, 3);
  reader.take(2);
  expect(reader.trailing()).toEqual(Uint8Array.of(3));
  expect(reader.warnings.list).toMatchObject([
    { code: 'trailing-bytes', offset: 2, message: '1 unexpected byte after the last section' },
  ]);
});

describe('the memory of a document', () => {
  /** 3 · 100 + 900,000 bytes; a field takes 28. */
  const limited = (): TestReader => {
    const reader = readerOf(...new Uint8Array(100));
    reader.limitMemory();
    return reader;
  };
  const readAgain = (reader: TestReader): number => {
    reader.offset = 0;
    return reader.u8('type');
  };

  test('is limited by the number of fields, which no part may exceed', () => {
    const reader = limited();
    for (let i = 0; i < Math.floor(900_300 / 28); i++) readAgain(reader);
    const error = thrownBy(() => attempt(reader, () => readAgain(reader)));
    expect(error).toMatchObject({ code: 'too-large', section: 'bones', offset: 0 });
    expect(error.message).toBe('bones need more memory than 3 × the file + 1 MB (at byte 0)');
    expect(reader.warnings.list).toEqual([]);
  });

  test('is not limited unless a parser asks for it', () => {
    const reader = readerOf(1);
    for (let i = 0; i < 100_000; i++) readAgain(reader);
    expect(reader.memory).toBe(Infinity);
  });

  test('counts a bone beyond three times its bytes only if 5,000 are there before it', () => {
    const spent = (section: string, record: number): number => {
      const reader = limited();
      reader.enter(section, record);
      const { memory } = reader;
      reader.one(() => reader.vector3('position')); // 3 fields, 12 bytes
      return memory - reader.memory;
    };
    expect(spent('bones', 4999)).toBe(36);
    expect(spent('bones', 5000)).toBe(84);
    expect(spent('morphs', 0)).toBe(84);
  });
});
