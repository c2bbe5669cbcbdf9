import { expect, test } from 'vitest';
import type { SparseMorph } from '#src/model/morphs/sparse-morphs.js';
import { createMorphTable, type MorphTable } from '#src/model/crowd/morph-table.js';

function sparse(morph: number, vertices: number[], offsets: number[]): SparseMorph {
  const range = { first: Math.min(...vertices), end: Math.max(...vertices) + 1 };
  return { morph, vertices: Uint32Array.from(vertices), offsets: Float32Array.from(offsets), range };
}

/** What a shader reads for a vertex: the entries of a channel, 0 position, 1 UV, 2 additional UV. */
function entriesOf({ texture, heads }: MorphTable, vertex: number, channel: number): number[][] {
  const texels = texture.image.data as unknown as Float32Array;
  const texel = (index: number): number[] => [...texels.subarray(4 * index, 4 * index + 4)];
  const [first, count] = texel(heads.getX(vertex) + channel);
  return Array.from({ length: count }, (_, i) => texel(first + i));
}

const morphed = new Map([
  ['position', [sparse(3, [1, 2], [1, 2, 3, 4, 5, 6]), sparse(7, [2], [7, 8, 9])]],
  ['uv', [sparse(5, [0, 2], [0.1, 0.2, 0.3, 0.4])]],
  ['uv1', [sparse(6, [3], [1, 2, 3, 4])]],
]);

test('each vertex has the offsets of its morphs, with their indices, in their order', () => {
  const table = createMorphTable(morphed, 5);
  expect(entriesOf(table, 1, 0)).toEqual([[1, 2, 3, 3]]);
  expect(entriesOf(table, 2, 0)).toEqual([
    [4, 5, 6, 3],
    [7, 8, 9, 7],
  ]);
  const [[u, v, w, morph]] = entriesOf(table, 2, 1);
  expect([u, v]).toEqual([expect.closeTo(0.3), expect.closeTo(0.4)]);
  expect([w, morph]).toEqual([0, 5]);
  expect(entriesOf(table, 3, 2)).toEqual([[1, 2, 3, 6]]); // of four numbers, shaders read the first two
});

test('what no morph moves has no entries', () => {
  const table = createMorphTable(morphed, 5);
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
  const table = createMorphTable(new Map([['position', [sparse(0, [1, 1], [1, 0, 0, 0, 1, 0])]]]), 2);
  expect(entriesOf(table, 1, 0)).toEqual([
    [1, 0, 0, 0],
    [0, 1, 0, 0],
  ]);
});

test('a model without morphs has a table without entries', () => {
  const table = createMorphTable(new Map(), 3);
  expect([0, 1, 2].flatMap((vertex) => entriesOf(table, vertex, 0))).toEqual([]);
});
