import { createVmd, parseVmd, serializeVmd, transferables } from '@odori/format';
import { expect, test } from 'vitest';

test('transferables lists every buffer once; a structured clone can take them all', () => {
  const vmd = parseVmd(
    serializeVmd(createVmd({ bones: [{ name: '頭', frame: 7 }], cameras: [{ frame: 3 }] })),
  );
  const expected = structuredClone(vmd);
  const buffers = transferables(vmd);
  expect(new Set(buffers).size).toBe(buffers.length);
  expect(structuredClone(vmd, { transfer: buffers })).toEqual(expected);
  expect(vmd.bones.frames.length).toBe(0);
});
