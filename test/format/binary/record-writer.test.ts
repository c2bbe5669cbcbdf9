import { describe, expect, test } from 'vitest';
import { RecordWriter, setWords } from '#src/format/binary/record-writer.js';

class TestWriter extends RecordWriter {
  text(): void {
    throw new Error('no text');
  }

  index(): void {
    throw new Error('no index');
  }
}

function writerIn(section: string, record: number): TestWriter {
  const writer = new TestWriter(0);
  writer.enter(section, record);
  return writer;
}

test('fields are little-endian, one after another, in a file that grows', () => {
  const writer = new TestWriter(1);
  writer.u8('a', 255);
  writer.u16('b', 0x1234);
  writer.i16('c', -2);
  writer.i32('d', -2147483648);
  writer.count('e', 0xfffffffe);
  writer.f32('f', 1);
  writer.vector3('g', [0, -2, 0.5]);
  writer.raw(Uint8Array.of(7, 8));
  expect(writer.offset).toBe(31);
  const expected = [
    [255, 0x34, 0x12, 0xfe, 0xff, 0, 0, 0, 0x80, 0xfe, 0xff, 0xff, 0xff, 0, 0, 0x80, 0x3f],
    [0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0x3f, 7, 8],
  ];
  expect([...writer.finish()]).toEqual(expected.flat());
});

test('reserved bytes are zero, and can be filled later', () => {
  const writer = new TestWriter(0);
  expect(writer.reserve(2)).toBe(0);
  expect(writer.reserve(9)).toBe(2);
  setWords(writer.view, 3, Int32Array.of(9, 0x04030201, 0x08070605, 9), 1, 2);
  expect([...writer.finish()]).toEqual([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('words of a column are copied bit for bit', () => {
  const writer = new TestWriter(0);
  const words = Uint32Array.of(1, 0x7fa00001, 3);
  const column = writer.wordsOf('values', new Float32Array(words.buffer), 2);
  writer.words(column, 1, 1);
  expect([...writer.finish()]).toEqual([1, 0, 0xa0, 0x7f]);
});

test('a NaN gets the bits that the file had at its place; elsewhere it is written as any NaN', () => {
  const writer = new TestWriter(0, [{ offset: 4, bits: 0x7fa00001 }]);
  writer.f32('x', 1);
  writer.f32('y', NaN);
  expect([...writer.finish()].slice(4)).toEqual([1, 0, 0xa0, 0x7f]);
  writer.f32('z', NaN);
  expect(new DataView(writer.finish().buffer).getFloat32(8, true)).toBeNaN();
});

describe('what does not fit is refused, with its place', () => {
  test.each([
    ['is 256, not a whole number from 0 to 255', (writer: TestWriter) => writer.u8('a', 256)],
    ['is -1, not a whole number from 0 to 65535', (writer: TestWriter) => writer.u16('a', -1)],
    ['is 0.5, not a whole number from -32768 to 32767', (writer: TestWriter) => writer.i16('a', 0.5)],
    [
      'is 2147483648, not a whole number from -2147483648 to 2147483647',
      (writer: TestWriter) => writer.i32('a', 2147483648),
    ],
    ['is NaN, not a whole number from 0 to 4294967295', (writer: TestWriter) => writer.count('a', NaN)],
    ['is 1, not a number', (writer: TestWriter) => writer.f32('a', '1' as never)],
    ['has 2 entries, it needs 3', (writer: TestWriter) => writer.vector3('a', [1, 2])],
    ['is missing', (writer: TestWriter) => writer.vector4('a', undefined as never)],
    [
      'is not an array of 16-bit whole numbers',
      (writer: TestWriter) => writer.checkColumn('a', new Uint8Array(1), 1, 2),
    ],
    ['has 1 entries, it needs 2', (writer: TestWriter) => writer.wordsOf('a', new Float32Array(1), 2)],
  ])('%s', (problem, write) => {
    expect(() => write(writerIn('bones', 3))).toThrow(new RangeError(`bones[3].a ${problem}`));
    expect(() => write(writerIn('header', -1))).toThrow(new RangeError(`header.a ${problem}`));
  });
});
