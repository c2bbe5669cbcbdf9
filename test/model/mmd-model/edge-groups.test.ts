import type { PmxMaterial } from '@odori/format';
import { BufferAttribute, BufferGeometry } from 'three';
import { expect, test } from 'vitest';
import { createEdgeGroups } from '#src/model/mmd-model/edge-groups.js';
import { smallPmx } from '../small-model.js';

const EDGE = { flags: 16 };
const PLAIN = { flags: 15 };

/** The edges of a model with a triangle for each material. `corners`: its vertices, three for each triangle. */
function edgesOf(
  materials: Partial<PmxMaterial>[],
  corners = materials.flatMap((_, i) => [3 * i, 3 * i + 1, 3 * i + 2]),
): { vertices: number[]; kinds: readonly number[]; single: readonly number[] } {
  const geometry = new BufferGeometry()
    .setAttribute('position', new BufferAttribute(new Float32Array(3 * (Math.max(...corners) + 1)), 3))
    .setIndex(corners);
  materials.forEach((_, i) => geometry.addGroup(3 * i, 3, i));
  const { edgeMaterial, kinds, single } = createEdgeGroups(geometry, smallPmx({ materials }).materials);
  return { vertices: [...edgeMaterial.array], kinds, single };
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
