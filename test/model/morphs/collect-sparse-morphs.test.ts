import type { PmxMorph, PmxVertexMorph } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { collectUvMorphs, collectVertexMorphs } from '#src/model/morphs/collect-sparse-morphs.js';
import type { SparseMorph } from '#src/model/morphs/sparse-morphs.js';
import { boneMorph, groupMorph, smallPmx, uvMorph, vertexMorph } from '#test/model/small-model.js';

const FOUR = [{}, {}, {}, {}];

function vertexMorphsOf(...morphs: PmxMorph[]): SparseMorph[] {
  return collectVertexMorphs(smallPmx({ vertices: FOUR, morphs }));
}

function uvMorphsOf(channel: number, ...morphs: PmxMorph[]): SparseMorph[] {
  return collectUvMorphs(smallPmx({ vertices: FOUR, additionalUvCount: 4, morphs }), channel);
}

/** The morphs as plain arrays. */
function plain({ morph, vertices, offsets, range }: SparseMorph): unknown {
  return { morph, vertices: [...vertices], offsets: [...offsets], range };
}

describe('vertex morphs', () => {
  test('vertex morphs are in three’s space, with their index among all morphs', () => {
    const other = [boneMorph('b', 0, [0, 0, 0]), groupMorph('g', 'group', [0, 1]), uvMorph('u', 0)];
    const [first, second] = vertexMorphsOf(
      ...other,
      vertexMorph('a', [3, [1, 2, 3]], [1, [4, 5, -6]]),
      uvMorph('v', 0, [0, [1, 1, 1, 1]]),
      vertexMorph('b', [0, [0, 0, 0.5]]),
    );
    expect(plain(first)).toEqual({
      morph: 3,
      vertices: [3, 1],
      offsets: [1, 2, -3, 4, 5, 6],
      range: { first: 1, end: 4 },
    });
    expect(plain(second)).toEqual({
      morph: 5,
      vertices: [0],
      offsets: [0, 0, -0.5],
      range: { first: 0, end: 1 },
    });
  });

  test('missing vertices are left out, and the others keep their offsets', () => {
    const [morph] = vertexMorphsOf(
      vertexMorph('a', [4, [1, 1, 1]], [2, [2, 2, 2]], [0xffffffff, [3, 3, 3]], [3, [4, 4, 4]]),
    );
    expect(plain(morph)).toEqual({
      morph: 0,
      vertices: [2, 3],
      offsets: [2, 2, -2, 4, 4, -4],
      range: { first: 2, end: 4 },
    });
  });

  test('an empty morph is left out', () => {
    expect(vertexMorphsOf(vertexMorph('a'), vertexMorph('b', [9, [1, 1, 1]]))).toEqual([]);
  });

  test('offsets that are not finite become 0', () => {
    const [{ offsets }] = vertexMorphsOf(vertexMorph('a', [0, [NaN, Infinity, 1]]));
    expect([...offsets]).toEqual([0, 0, -1]);
  });

  test('the document is not changed', () => {
    const morph = vertexMorph('a', [0, [1, 2, 3]], [7, [NaN, 0, 0]]);
    const before = structuredClone(morph);
    vertexMorphsOf(morph)[0].offsets.fill(5);
    expect(morph).toEqual(before);
    expect((morph as PmxVertexMorph).offsets.length).toBe(6);
  });
});

describe('UV morphs', () => {
  const morphs = [
    uvMorph('texture', 0, [2, [1, 2, 3, 4]], [0, [5, 6, 7, 8]]),
    uvMorph('second', 2, [1, [1, 2, 3, 4]], [9, [5, 6, 7, 8]]),
  ];

  test('UV morphs of the texture use two of the four numbers, not mirrored', () => {
    expect(uvMorphsOf(0, ...morphs).map(plain)).toEqual([
      { morph: 0, vertices: [2, 0], offsets: [1, 2, 5, 6], range: { first: 0, end: 3 } },
    ]);
  });

  test('UV morphs of an additional channel use all four numbers', () => {
    expect(uvMorphsOf(2, ...morphs).map(plain)).toEqual([
      { morph: 1, vertices: [1], offsets: [1, 2, 3, 4], range: { first: 1, end: 2 } },
    ]);
    expect(uvMorphsOf(1, ...morphs)).toEqual([]);
  });
});
