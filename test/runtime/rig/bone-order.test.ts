import { createPmxBone, PMX_BONE, type PmxBone } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { type BoneOrder, orderBones } from '#src/runtime/rig/bone-order.js';
import { about, expectPlace, expectTurn, placeOf, rigOf, setTurn, solve, worldTurnOf } from './small-rig.js';

const flags = PMX_BONE.afterPhysics;

function order(bones: Partial<PmxBone>[]): BoneOrder {
  return orderBones(bones.map(createPmxBone));
}

test('bones are ordered by layer, then by index', () => {
  const { before, after, ranks } = order([{ layer: 1 }, {}, { layer: -1 }, { layer: 1 }, {}]);
  expect(before).toEqual([2, 1, 4, 0, 3]);
  expect(after).toEqual([]);
  expect([...ranks]).toEqual([3, 1, 0, 4, 2]);
});

test('bones after physics come last, whatever their layer', () => {
  const { before, after } = order([{ flags, layer: -9 }, { layer: 9 }, { flags }]);
  expect([before, after]).toEqual([[1], [0, 2]]);
});

describe('a parent that comes later than its child', () => {
  test('by index or layer is evaluated right before the child', () => {
    expect(order([{ parent: 2 }, {}, {}]).before).toEqual([2, 0, 1]);
    expect(order([{ parent: 1 }, { layer: 5, parent: 2 }, { layer: 7 }]).before).toEqual([2, 1, 0]);
  });

  test('because it is after physics is evaluated in both passes', () => {
    const { before, after } = order([{ parent: 1 }, { flags }]);
    expect([before, after]).toEqual([[1, 0], [1]]);
  });

  test('passes its own rotation to the child', () => {
    const rig = rigOf([
      { parent: 1, position: [0, 2, 0] },
      { parent: 2, layer: 3 },
      { layer: 1, flags },
    ]);
    setTurn(rig, 2, about(0, 0, 1, 90));
    solve(rig);
    expectPlace(placeOf(rig, 0), [-2, 0, 0]);
    expectTurn(worldTurnOf(rig, 0), about(0, 0, 1, 90));
  });
});

test('bones that an IK before physics reads are evaluated before physics', () => {
  const ik = { effector: 1, loopCount: 1, limitAngle: 1, links: [{ bone: 2 }, { bone: 9 }] };
  const { before, after } = order([{ ik }, { flags, parent: 3 }, { flags }, { flags }, { flags }]);
  expect(before).toEqual([0, 3, 1, 2]);
  expect(after).toEqual([3, 1, 2, 4]);
});

describe('circles of parents', () => {
  test('are cut once, and all bones are evaluated once', () => {
    const { parents, before } = order([
      { parent: 1 },
      { parent: 2 },
      { parent: 0 },
      { parent: 2 },
      { parent: 4 },
    ]);
    expect([...parents].filter((parent) => parent < 0)).toHaveLength(2);
    expect(before.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
    expect(parents[3]).toBe(2);
  });

  test('a chain of 50 000 parents, each after its child, does not overflow the stack', () => {
    const count = 50_000;
    const bones = Array.from({ length: count }, (_, i) => ({ parent: i + 1 < count ? i + 1 : -1 }));
    expect(order(bones).before[0]).toBe(count - 1);
  });
});
