import { parseVmd } from '@odori/format';
import { expect, test } from 'vitest';
import { vector } from '#test/support/playback-vectors.js';
import { VmdBytes } from '#test/support/vmd-bytes.js';

type Quadruple = [number, number, number, number];

test.each([5, 6, 7])('vector %i: the curves and the physics flag of a bone key', (id) => {
  const { bytes, expected } = vector(id) as {
    bytes: number[];
    expected: Record<'x' | 'y' | 'z' | 'r', Quadruple> & { physics: boolean };
  };
  const file = new VmdBytes().counts(1).text('b', 15).u32(0).f32(0, 0, 0, 0, 0, 0, 1).bytes(bytes);
  const { bones } = parseVmd(file.build());
  expect([...bones.curves]).toEqual([...expected.x, ...expected.y, ...expected.z, ...expected.r]);
  expect(bones.physics[0]).toBe(expected.physics ? 1 : 0);
});

test('vector 8: the curves of a camera key', () => {
  const { bytes, expected } = vector(8) as {
    bytes: number[];
    expected: Record<'x' | 'y' | 'z' | 'rot' | 'dist' | 'fov', Quadruple>;
  };
  const file = new VmdBytes()
    .counts(0, 0, 1)
    .u32(0)
    .f32(-45, 0, 10, 0, 0, 0, 0)
    .bytes(bytes)
    .u32(30)
    .bytes([0]);
  const { x, y, z, rot, dist, fov } = expected;
  expect([...parseVmd(file.build()).cameras.curves]).toEqual([...x, ...y, ...z, ...rot, ...dist, ...fov]);
});
