import { expect, test } from 'vitest';
import { usedBytes } from '#src/format/text/name.js';

function used(hex: string): string {
  return Buffer.from(usedBytes(Uint8Array.from(Buffer.from(hex, 'hex')))).toString('hex');
}

test('a name ends at the NUL or fills its field', () => {
  expect(used('414200fdfd')).toBe('4142');
  expect(used('4142004344')).toBe('4142');
  expect(used('4142434445')).toBe('4142434445');
});

test('a field that begins with NUL is empty only if padding follows', () => {
  expect(used('0000000000')).toBe('');
  expect(used('00fdfdfdfd')).toBe('');
  expect(used('00b63f5f00')).toBe('00b63f5f'); // 左带… as MMD 9 writes it: its first byte became NUL
  expect(used('00b63f5f41')).toBe('00b63f5f41');
});
