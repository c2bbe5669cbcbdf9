import { createPmmModel, parsePmm, serializePmm, transferables } from '@odori/format';
import { expect, test } from 'vitest';
import { ColumnPacker } from '#src/format/pmm/pack-columns.js';
import { headBytes, modelBytes, sceneBytes, tailBytes } from './pmm-bytes.js';

test('a packed part has the same values, every NaN with its bits', () => {
  const words = Uint32Array.of(0x7fa00201, 7);
  const part = {
    name: { text: 'ab', bytes: Uint8Array.of(0x61, 0x62, 0x63) },
    keys: { frames: Uint32Array.of(1, 2), weights: new Float32Array(words.buffer), none: new Int32Array(0) },
    large: new Uint8Array(600).fill(5),
    list: [1, 2],
  };
  const packed = new ColumnPacker().pack(part);
  expect(packed).toEqual(part);
  expect(new Uint32Array(packed.keys.weights.buffer, packed.keys.weights.byteOffset, 2)).toEqual(words);
  expect(packed.keys.frames.buffer).toBe(packed.name.bytes.buffer);
  expect(packed.large).toBe(part.large);
});

test('parts of one document share their empty columns, and what is kept', () => {
  const packer = new ColumnPacker();
  const shared = { records: new Uint32Array(1) };
  packer.keep(shared);
  const [first, second] = [
    packer.pack({ ...createPmmModel(), shared }),
    packer.pack({ ...createPmmModel(), shared }),
  ];
  expect(first.bones.positions).toBe(second.bones.positions);
  expect([first.shared, second.shared]).toEqual([shared, shared]);
  expect(first.shared).toBe(second.shared);
  expect(first.current.externalParents).not.toBe(second.current.externalParents);
});

test('a parsed document can be sent to a worker, and edited column by column', () => {
  const bytes = tailBytes(sceneBytes(modelBytes(modelBytes(headBytes().u8(2))))).build();
  const pmm = parsePmm(bytes);
  expect(pmm.models[0].boneNames[0]).toBe(pmm.models[1].boneNames[0]);
  const moved = structuredClone(pmm, { transfer: transferables(pmm) });
  expect(Buffer.compare(serializePmm(moved), bytes)).toBe(0);
  moved.models[0].bones.positions[0] = 77;
  const again = parsePmm(serializePmm(moved));
  expect(again.models.map(({ bones }) => bones.positions[0])).toEqual([77, 10]);
});
