import { expect, test } from 'vitest';
import { asBytes } from '#src/format/binary/bytes.js';

test('takes buffers and any view, without a copy', () => {
  const bytes = Uint8Array.of(1, 2, 3, 4);
  expect(asBytes(bytes)).toEqual(bytes);
  expect(asBytes(bytes).buffer).toBe(bytes.buffer);
  expect(asBytes(bytes.buffer).buffer).toBe(bytes.buffer);
  const view = new DataView(bytes.buffer, 1, 2);
  expect([...asBytes(view as unknown as Uint8Array)]).toEqual([2, 3]);
});

test('refuses anything else as a programming mistake', () => {
  expect(() => asBytes('dance.vmd' as unknown as Uint8Array)).toThrow(TypeError);
  expect(() => asBytes(undefined as unknown as Uint8Array)).toThrow(TypeError);
});
