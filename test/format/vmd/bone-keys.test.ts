import { describe, expect, test } from 'vitest';
import { ByteReader } from '#src/format/binary/byte-reader.js';
import { ByteWriter } from '#src/format/binary/byte-writer.js';
import {
  CURVE_OUT_OF_RANGE,
  PHYSICS_SWITCHED_OFF,
  readBlock,
  writeBlock,
} from '#src/format/vmd/bone-keys.js';
import { BLOCK_MMD9, BLOCK_OLD, BLOCK_TOOL } from '#src/format/vmd/source.js';

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

function read(hex: string, positionBits = 0): { found: number; curves: number[] } {
  const curves = new Uint8Array(16);
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  expect(bytes.length).toBe(64);
  return { found: readBlock(new ByteReader(bytes), 0, positionBits, curves, 0), curves: [...curves] };
}

function write(
  spelling: 'mmd9' | 'old' | 'tool',
  physics: boolean,
  positionBits: number,
  curves = CURVES,
): string {
  const writer = new ByteWriter(64);
  writeBlock(writer, 0, positionBits, Uint8Array.from(curves), 0, physics, spelling);
  return Buffer.from(writer.bytes).toString('hex');
}

describe('readBlock and writeBlock know three spellings', () => {
  test('MMD 9 has a flag in the first row and three bytes of the position at the end', () => {
    const on = block('0000', 'cccc3d'); // 3f3dcccc = 0.7414…: its low three bytes
    expect(read(on, 0x3f3dcccc)).toEqual({ found: BLOCK_MMD9, curves: CURVES });
    expect(write('mmd9', true, 0x3f3dcccc)).toBe(on);
    const off = block('630f', 'cccc3d');
    expect(read(off, 0x3f3dcccc)).toEqual({ found: BLOCK_MMD9 | PHYSICS_SWITCHED_OFF, curves: CURVES });
    expect(write('mmd9', false, 0x3f3dcccc)).toBe(off);
  });

  test('old MMD has curve bytes in place of the flag and 01 00 00 at the end; physics is on', () => {
    const old = block('0304', '010000');
    expect(read(old, 0x3f3dcccc)).toEqual({ found: BLOCK_OLD, curves: CURVES });
    expect(write('old', true, 0x3f3dcccc)).toBe(old);
  });

  test('some exporters have the flag, and zeros at the end', () => {
    const tool = block('0000', '000000');
    expect(read(tool, 0x3f3dcccc)).toEqual({ found: BLOCK_TOOL, curves: CURVES });
    expect(read(tool, 0)).toEqual({ found: BLOCK_TOOL | BLOCK_MMD9, curves: CURVES });
    expect(write('tool', true, 0x3f3dcccc)).toBe(tool);
  });
});

describe('readBlock reads odd blocks', () => {
  test('Z and R are read from the second row, never from the first', () => {
    expect(read(block('ffff', '000000')).curves).toEqual(CURVES);
    expect(read(block('ffff', '000000')).found).toBe(0); // not a flag: on, and no spelling fits
  });

  test('if only the first row is filled, it is read as it is', () => {
    const { found, curves } = read(X1 + REST + '00'.repeat(48));
    expect(curves).toEqual(CURVES);
    expect(found).toBe(0);
  });

  test('all bytes may be equal, as one exporter writes them', () => {
    expect(read('14'.repeat(64))).toEqual({ found: 0, curves: Array(16).fill(0x14) });
  });

  test('zero is a legal control value', () => {
    // 1b 00 55 7f: "the first byte that is not zero" would read y1 wrong
    const curves = [0, 1, 2, 3].flatMap(() => [0x1b, 0, 0x55, 0x7f]);
    expect(read(write('mmd9', true, 0, curves)).curves).toEqual(curves);
  });

  test('values above 127 are kept and reported', () => {
    const { found, curves } = read(write('mmd9', true, 0, [200, ...CURVES.slice(1)]));
    expect(curves[0]).toBe(200);
    expect(found & CURVE_OUT_OF_RANGE).toBe(CURVE_OUT_OF_RANGE);
  });

  test('an old block whose curve bytes would read as "off" is written with a zero there', () => {
    const curves = [...CURVES];
    curves[8] = 0x63; // x1 of Z
    curves[12] = 0x0f; // x1 of R
    const { found } = read(write('old', true, 0, curves));
    expect(found & PHYSICS_SWITCHED_OFF).toBe(0);
    expect(found & BLOCK_OLD).toBe(BLOCK_OLD);
  });
});
