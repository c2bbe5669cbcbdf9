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
  for (const mistake of ['dance.vmd', undefined, null, 4]) {
    const call = (): Uint8Array => asBytes(mistake as unknown as Uint8Array);
    expect(call, String(mistake)).toThrow(new TypeError('bytes must be a Uint8Array or an ArrayBuffer'));
  }
});
