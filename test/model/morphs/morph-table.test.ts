import { expect, test } from 'vitest';
import type { SparseMorph } from '#src/model/morphs/sparse-morphs.js';
import { createMorphTable, type MorphTable } from '#src/model/morphs/morph-table.js';

function sparse(morph: number, vertices: number[], offsets: number[]): SparseMorph {
  const range = { first: Math.min(...vertices), end: Math.max(...vertices) + 1 };
  return { morph, vertices: Uint32Array.from(vertices), offsets: Float32Array.from(offsets), range };
}

/** What a shader reads for a vertex: the entries of a channel, 0 position, 1 UV, 2 additional UV. */
function entriesOf({ texels, heads }: MorphTable, vertex: number, channel: number): number[][] {
  const texel = (index: number): number[] => [...texels.subarray(4 * index, 4 * index + 4)];
  const [first, count] = texel(heads[vertex] + channel);
  return Array.from({ length: count }, (_, i) => texel(first + i));
}

const morphed = [
  { name: 'position', morphs: [sparse(3, [1, 2], [1, 2, 3, 4, 5, 6]), sparse(7, [2], [7, 8, 9])] },
  { name: 'uv', morphs: [sparse(5, [0, 2], [0.1, 0.2, 0.3, 0.4])] },
  { name: 'uv1', morphs: [sparse(6, [3], [1, 2, 3, 4])] },
];

test('each vertex has the offsets of its morphs, with the places of their weights, in their order', () => {
  const table = createMorphTable(morphed, 5, 100)!;
  expect(entriesOf(table, 1, 0)).toEqual([[1, 2, 3, 103]]);
  expect(entriesOf(table, 2, 0)).toEqual([
    [4, 5, 6, 103],
    [7, 8, 9, 107],
  ]);
  const [[u, v, w, weight]] = entriesOf(table, 2, 1);
  expect([u, v]).toEqual([expect.closeTo(0.3), expect.closeTo(0.4)]);
  expect([w, weight]).toEqual([0, 105]);
  expect(entriesOf(table, 3, 2)).toEqual([[1, 2, 3, 106]]); // of four numbers, shaders read the first two
});

test('what no morph moves has no entries', () => {
  const table = createMorphTable(morphed, 5, 100)!;
  for (const [vertex, channel] of [
    [0, 0],
    [0, 2],
    [1, 1],
    [4, 0],
    [4, 1],
  ]) {
    expect(entriesOf(table, vertex, channel)).toEqual([]);
  }
});

test('a vertex that occurs twice in a morph has both offsets', () => {
  const table = createMorphTable(
    [{ name: 'position', morphs: [sparse(0, [1, 1], [1, 0, 0, 0, 1, 0])] }],
    2,
    0,
  )!;
  expect(entriesOf(table, 1, 0)).toEqual([
    [1, 0, 0, 0],
    [0, 1, 0, 0],
  ]);
});

test('a vertex that no morph moves has no heads of its own: shaders read none', () => {
  const { heads } = createMorphTable(morphed, 5, 100)!;
  expect([...heads]).toEqual([3, 6, 9, 12, 0]);
});

test('a model without such morphs needs no table', () => {
  expect(createMorphTable([], 3, 0)).toBeUndefined();
  // shaders read no further UVs
  expect(createMorphTable([{ name: 'uv2', morphs: [sparse(0, [1], [1, 2, 3, 4])] }], 3, 0)).toBeUndefined();
});

test('more offsets than a texture holds are left to the processor', () => {
  const many = sparse(0, [1], [1, 2, 3]);
  const vertices = { length: 2048 * 8192 } as Uint32Array;
  Object.assign(vertices, { [Symbol.iterator]: () => [1].values() });
  expect(createMorphTable([{ name: 'position', morphs: [{ ...many, vertices }] }], 2, 0)).toBeUndefined();
});
