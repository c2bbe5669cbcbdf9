import { describe, expect, test } from 'vitest';
import { ByteReader } from '#src/format/binary/byte-reader.js';
import { ByteWriter } from '#src/format/binary/byte-writer.js';
import { wordsOf } from '#src/format/binary/bytes.js';
import { recordStarts } from '#src/format/binary/gather.js';
import { WarningList } from '#src/format/errors.js';
import { blockSpellings, readBlocks, writeBlocks } from '#src/format/vmd/curve-blocks.js';
import { BONE } from '#src/format/vmd/layout.js';
import { BLOCK_MMD9, BLOCK_OLD, BLOCK_TOOL } from '#src/format/vmd/source.js';
import { emptyBones, type VmdBones } from '#src/format/vmd/vmd.js';

// x1 of X Y Z R, then y1, x2, y2: sixteen values that differ, so that a swap shows.
const X1 = '01020304';
const REST = '05060708090a0b0c0d0e0f10';
const CURVES = [1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16]; // X Y Z R × x1 y1 x2 y2

/** Four windows over the same memory, each a byte further; the first row's bytes 2 and 3 are given. */
function block(flag: string, tail: string): string {
  const memory = X1 + REST + tail;
  const row = (i: number): string => memory.slice(2 * i, 2 * i + 32);
  return row(0).slice(0, 4) + flag + row(0).slice(8) + row(1) + row(2) + row(3);
}

/** Reads the block of one key, after any other fields. */
function read(hex: string, positionBits = 0): { fits: number; curves: number[]; physics: number } {
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  expect(bytes.length).toBe(64);
  const record = new Uint8Array(BONE.bytes);
  record.set(bytes, BONE.fields.curves);
  const keys = oneKey(positionBits);
  const reader = new ByteReader(record);
  const records = {
    reader,
    warnings: new WarningList(),
    layout: BONE,
    starts: recordStarts(0, BONE.bytes, 2),
    count: 1,
    isLossless: true,
  };
  readBlocks(records, keys);
  const fits = blockSpellings(reader.view, BONE.fields.curves, positionBits);
  return { fits, curves: [...keys.curves], physics: keys.physics[0] };
}

function write(
  spelling: 'mmd9' | 'old' | 'tool',
  physics: boolean,
  positionBits: number,
  curves = CURVES,
): string {
  const writer = new ByteWriter(BONE.bytes);
  const keys = { ...oneKey(positionBits), curves: Uint8Array.from(curves), physics: Uint8Array.of(+physics) };
  writeBlocks({ writer, layout: BONE, starts: Uint32Array.of(0), order: Uint32Array.of(0) }, keys, spelling);
  return Buffer.from(writer.bytes.subarray(BONE.fields.curves)).toString('hex');
}

function oneKey(positionBits: number): VmdBones {
  const keys = emptyBones(1);
  wordsOf(keys.positions)[0] = positionBits;
  return keys;
}

describe('readBlocks and writeBlocks know three spellings', () => {
  test('MMD 9 has a flag in the first row and three bytes of the position at the end', () => {
    const on = block('0000', 'cccc3d'); // 3f3dcccc = 0.7414…: its low three bytes
    expect(read(on, 0x3f3dcccc)).toEqual({ fits: BLOCK_MMD9, curves: CURVES, physics: 1 });
    expect(write('mmd9', true, 0x3f3dcccc)).toBe(on);
    const off = block('630f', 'cccc3d');
    expect(read(off, 0x3f3dcccc)).toEqual({ fits: BLOCK_MMD9, curves: CURVES, physics: 0 });
    expect(write('mmd9', false, 0x3f3dcccc)).toBe(off);
  });

  test('old MMD has curve bytes in place of the flag and 01 00 00 at the end; physics is on', () => {
    const old = block('0304', '010000');
    expect(read(old, 0x3f3dcccc)).toEqual({ fits: BLOCK_OLD, curves: CURVES, physics: 1 });
    expect(write('old', true, 0x3f3dcccc)).toBe(old);
  });

  test('some exporters have the flag, and zeros at the end', () => {
    const tool = block('0000', '000000');
    expect(read(tool, 0x3f3dcccc)).toEqual({ fits: BLOCK_TOOL, curves: CURVES, physics: 1 });
    expect(read(tool, 0)).toEqual({
      fits: BLOCK_TOOL | BLOCK_MMD9,
      curves: CURVES,
      physics: 1,
    });
    expect(write('tool', true, 0x3f3dcccc)).toBe(tool);
  });
});

describe('readBlocks reads odd blocks', () => {
  test('Z and R are read from the second row, never from the first', () => {
    expect(read(block('ffff', '000000')).curves).toEqual(CURVES);
    // not a flag: on, and no spelling fits
    expect(read(block('ffff', '000000'))).toMatchObject({ fits: 0, physics: 1 });
  });

  test('if only the first row is filled, it is read as it is', () => {
    expect(read(X1 + REST + '00'.repeat(48))).toMatchObject({ curves: CURVES, fits: 0 });
  });

  test('all bytes may be equal, as one exporter writes them', () => {
    expect(read('14'.repeat(64))).toEqual({
      fits: 0,
      curves: Array(16).fill(0x14),
      physics: 1,
    });
  });

  test('zero is a legal control value', () => {
    // 1b 00 55 7f: "the first byte that is not zero" would read y1 wrong
    const curves = [0, 1, 2, 3].flatMap(() => [0x1b, 0, 0x55, 0x7f]);
    expect(read(write('mmd9', true, 0, curves)).curves).toEqual(curves);
  });

  test('values above 127 are kept', () => {
    const { curves } = read(write('mmd9', true, 0, [200, ...CURVES.slice(1)]));
    expect(curves[0]).toBe(200);
  });

  test('an old block whose curve bytes would read as "off" is written with a zero there', () => {
    const curves = [...CURVES];
    curves[8] = 0x63; // x1 of Z
    curves[12] = 0x0f; // x1 of R
    const { fits, physics } = read(write('old', true, 0, curves));
    expect(physics).toBe(1);
    expect(fits & BLOCK_OLD).toBe(BLOCK_OLD);
  });
});

test('every key of many has its own curves and physics', () => {
  const count = 2500;
  const keys = { ...emptyBones(count), curves: Uint8Array.from({ length: 16 * count }, (_, i) => i % 127) };
  keys.physics.forEach((_, key) => (keys.physics[key] = key % 2));
  const writer = new ByteWriter(BONE.bytes * count);
  const starts = recordStarts(0, BONE.bytes, count);
  const order = Uint32Array.from(starts.keys());
  writeBlocks({ writer, layout: BONE, starts, order }, keys, 'mmd9');
  const found = emptyBones(count);
  const reader = new ByteReader(writer.bytes);
  readBlocks({ reader, warnings: new WarningList(), layout: BONE, starts, count, isLossless: true }, found);
  expect(found.curves).toEqual(keys.curves);
  expect(found.physics).toEqual(keys.physics);
  for (const start of starts) {
    const fits = blockSpellings(reader.view, start + BONE.fields.curves, 0);
    expect(fits).toBe(BLOCK_MMD9 | BLOCK_TOOL);
  }
});
