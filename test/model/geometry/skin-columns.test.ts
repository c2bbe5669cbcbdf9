import { BDEF2, BDEF4, QDEF, SDEF } from '@odori/format/internal';
import { describe, expect, test } from 'vitest';
import { skinColumns } from '#src/model/geometry/skin-columns.js';
import { smallVertices, type SmallVertex } from '#test/model/small-model.js';

const BONES = 5;

/** Index and weight in each of the four slots of one vertex. */
function skinOf(vertex: SmallVertex, boneCount = BONES): [bones: number[], weights: number[]] {
  const { skinIndices, skinWeights } = skinColumns(smallVertices([{}, vertex]), boneCount);
  return [[...skinIndices.subarray(4, 8)], [...skinWeights.subarray(4, 8)]];
}

describe('weights from the file', () => {
  test('BDEF1 has one bone with weight 1', () => {
    expect(skinOf({ bones: [3], weights: [1] })).toEqual([
      [3, 0, 0, 0],
      [1, 0, 0, 0],
    ]);
  });

  test.each([
    ['BDEF2', BDEF2],
    ['SDEF', SDEF],
  ])('%s has two bones', (_, type) => {
    expect(skinOf({ type, bones: [1, 4], weights: [0.25, 0.75] })).toEqual([
      [1, 4, 0, 0],
      [0.25, 0.75, 0, 0],
    ]);
  });

  test.each([
    ['BDEF4', BDEF4],
    ['QDEF', QDEF],
  ])('%s has four bones', (_, type) => {
    expect(skinOf({ type, bones: [4, 3, 2, 1], weights: [0.5, 0.25, 0.125, 0.125] })).toEqual([
      [4, 3, 2, 1],
      [0.5, 0.25, 0.125, 0.125],
    ]);
  });

  test('one bone may be in two slots', () => {
    const [, weights] = skinOf({ type: BDEF4, bones: [2, 2, 1, 0], weights: [0.25, 0.25, 0.5, 0] });
    expect(weights).toEqual([0.25, 0.25, 0.5, 0]);
  });
});

describe('the sum is 1', () => {
  test('the weights of BDEF4 are scaled to the sum 1', () => {
    // 2 + 1 + 1 = 4; 0.125 + 0.125 = 0.25
    expect(skinOf({ type: BDEF4, bones: [0, 1, 2, 3], weights: [2, 1, 0, 1] })[1]).toEqual([
      0.5, 0.25, 0, 0.25,
    ]);
    expect(skinOf({ type: BDEF4, bones: [0, 1, 2, 3], weights: [0.125, 0, 0, 0.125] })[1]).toEqual([
      0.5, 0, 0, 0.5,
    ]);
  });

  test('negative weights count: −0.5 and 1.5 have the sum 1, and −1 and 3 are halved', () => {
    expect(skinOf({ type: BDEF2, bones: [0, 1], weights: [-0.5, 1.5] })[1]).toEqual([-0.5, 1.5, 0, 0]);
    expect(skinOf({ type: BDEF4, bones: [0, 1], weights: [-1, 3] })[1]).toEqual([-0.5, 1.5, 0, 0]);
  });
});

describe('missing bones', () => {
  test('a bone of −1 or out of range leaves its weight to the other bones', () => {
    for (const bad of [-1, BONES, 0x7fffffff, -129]) {
      expect(skinOf({ type: BDEF4, bones: [bad, 1, 2, bad], weights: [0.25, 0.25, 0.25, 0.25] })).toEqual([
        [0, 1, 2, 0],
        [0, 0.5, 0.5, 0],
      ]);
    }
  });

  test('a weight that is not finite counts as 0', () => {
    for (const bad of [NaN, Infinity, -Infinity]) {
      expect(skinOf({ type: BDEF4, bones: [3, 1, 2, 0], weights: [bad, 1, 1, 0] })).toEqual([
        [0, 1, 2, 0],
        [0, 0.5, 0.5, 0],
      ]);
    }
  });

  test('a vertex without bones uses the slot after the last bone, which stays at rest', () => {
    const nowhere = [
      [BONES, 0, 0, 0],
      [1, 0, 0, 0],
    ];
    expect(skinOf({ bones: [-1], weights: [1] })).toEqual(nowhere);
    expect(skinOf({ bones: [BONES], weights: [1] })).toEqual(nowhere);
    expect(skinOf({ type: BDEF4, bones: [0, 1, 2, 3], weights: [0, 0, 0, 0] })).toEqual(nowhere);
    expect(skinOf({ type: BDEF2, bones: [0, 1], weights: [NaN, NaN] })).toEqual(nowhere);
    expect(skinOf({ type: BDEF4, bones: [0, 1], weights: [1, -1] })).toEqual(nowhere);
  });

  test('a model without bones stays at rest', () => {
    expect(skinOf({ bones: [0], weights: [1] }, 0)).toEqual([
      [0, 0, 0, 0],
      [1, 0, 0, 0],
    ]);
  });
});

test('weights that almost cancel out stay finite', () => {
  // 3e38 − 3e38 + 1e-45: the rest is too small to divide by
  const [, weights] = skinOf({ type: BDEF4, bones: [0, 1, 2], weights: [3e38, -3e38, 1e-45] });
  expect(weights.every(Number.isFinite)).toBe(true);
});
