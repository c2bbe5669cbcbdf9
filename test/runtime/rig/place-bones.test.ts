import {
  expectPlace,
  expectTurn,
  about,
  placeOf,
  rigOf,
  setMove,
  setTurn,
  solve,
  worldTurnOf,
} from './small-rig.js';
import { PMX_BONE } from '@odori/format';
import { expect, test } from 'vitest';

/** A root, a head above it, an eye that appends half of a bone beside it, and a hand. */
function figure(): ReturnType<typeof rigOf> {
  return rigOf([
    { name: 'root' },
    { name: 'head', parent: 0, position: [0, 2, 0] },
    { name: 'both', parent: 1, position: [0, 5, 0] },
    {
      name: 'eye',
      parent: 1,
      position: [0, 3, 0],
      flags: PMX_BONE.appendRotation,
      append: { parent: 2, ratio: 0.5 },
    },
    { name: 'hand', parent: 0, position: [1, 0, 0] },
  ]);
}

test('placed bones are where the next solve puts them, and the others stay', () => {
  const rig = figure();
  setMove(rig, 0, 1, 2, 3);
  setTurn(rig, 0, about(0, 0, 1, 90));
  setTurn(rig, 2, about(0, 1, 0, 40));
  rig.placeBones(Int32Array.of(0, 1, 2, 3));
  // the head two units to the left of the root: x is turned to y, y to −x
  expect([...rig.worldPositions.subarray(3, 6)]).toEqual([-1, 2, 3].map((value) => expect.closeTo(value, 9)));
  expect([...rig.worldPositions.subarray(12, 15)]).toEqual([1, 0, 0]);
  const placed = rig.worldRotations.slice(0, 16);
  solve(rig);
  expect([...rig.worldRotations.subarray(0, 16)]).toEqual([...placed]);
  expectTurn(worldTurnOf(rig, 3), about(0, 0, 1, 90).multiply(about(0, 1, 0, 20)));
  expectPlace(placeOf(rig, 4), [1, 3, 3]);
});

test('they follow an external parent', () => {
  const rig = figure();
  rig.setExternalParent(-1, {
    rotation: Float64Array.from(about(0, 1, 0, 90)),
    position: Float64Array.of(5, 0, 0),
  });
  setMove(rig, 0, 0, 0, 1);
  rig.placeBones(Int32Array.of(0, 1));
  // z is turned to x
  expect([...rig.worldPositions.subarray(3, 6)]).toEqual([6, 2, 0].map((value) => expect.closeTo(value, 9)));
});
