import type { PmxMaterial } from '@odori/format';
import { expect, test } from 'vitest';
import { createEdgeGroups } from '#src/model/mmd-model/edge-groups.js';
import { smallPmx } from '../small-model.js';

const EDGE = { flags: 16 };
const PLAIN = { flags: 15 };

/**
 * The edges of a model with a triangle for each material. `corners`: its vertices, three for each triangle.
 */
function edgesOf(
  materials: Partial<PmxMaterial>[],
  corners = materials.flatMap((_, i) => [3 * i, 3 * i + 1, 3 * i + 2]),
): { vertices: number[]; kinds: readonly number[]; single: readonly number[] } {
  const index = Uint16Array.from(corners);
  const groups = materials.map((_, i) => ({ start: 3 * i, count: 3 }));
  const { edgeMaterial, kinds, single } = createEdgeGroups(
    { index, groups },
    smallPmx({ materials }).materials,
    Math.max(...corners) + 1,
  );
  return { vertices: [...edgeMaterial], kinds, single };
}

test('vertices name their materials; those without the flag are left out', () => {
  const { vertices, kinds, single } = edgesOf([EDGE, EDGE, PLAIN, EDGE]);
  expect(kinds).toEqual([0, 0, -1, 0]);
  expect(vertices).toEqual([0, 0, 0, 1, 1, 1, -1, -1, -1, 3, 3, 3]);
  expect(single).toEqual([]);
});

test('a material that shares vertices with the edge of another one is drawn by itself', () => {
  const { vertices, kinds, single } = edgesOf([EDGE, EDGE, EDGE, EDGE], [0, 1, 2, 2, 3, 4, 5, 6, 7, 1, 5, 8]);
  expect(kinds).toEqual([0, 1, 0, 2]);
  expect(single).toEqual([1, 3]);
  expect(vertices).toEqual([0, 0, 0, -1, -1, 2, 2, 2, -1]);
});

test('a material may share vertices with one that has no edge', () => {
  expect(edgesOf([PLAIN, EDGE], [0, 1, 2, 1, 2, 3])).toEqual({
    vertices: [-1, 1, 1, 1],
    kinds: [-1, 0],
    single: [],
  });
});
