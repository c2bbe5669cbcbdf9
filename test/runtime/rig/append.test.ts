import { PMX_BONE, type PmxBone } from '@odori/format';
import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  about,
  expectPlace,
  expectTurn,
  placeOf,
  rigOf,
  setMove,
  setTurn,
  solve,
  turnOf,
} from './small-rig.js';

const { appendRotation, appendTranslation, localAppend, afterPhysics } = PMX_BONE;
const rotation = (parent: number, ratio: number): Partial<PmxBone> => ({ append: { parent, ratio } });
const translation = (parent: number, ratio: number, flags = 0): Partial<PmxBone> => ({
  append: { parent, ratio },
  flags: appendTranslation | flags,
});

describe('an appended rotation', () => {
  test.each([
    [1, 30],
    [0.5, 15],
    [0, 0],
    [2, 60],
    [-1, -30],
    [-0.5, -15],
    [7, 210],
  ])('with ratio %d of 30° is %d°', (ratio, degrees) => {
    const rig = rigOf([{}, rotation(0, ratio)]);
    setTurn(rig, 0, about(1, 2, 3, 30));
    expectTurn(turnOf(solve(rig), 1), about(1, 2, 3, degrees));
  });

  test('takes the short way: 350° is −10°, of which half is −5°', () => {
    const rig = rigOf([{}, rotation(0, 0.5)]);
    setTurn(rig, 0, about(0, 1, 0, 350));
    expectTurn(turnOf(solve(rig), 1), about(0, 1, 0, -5));
  });

  test('with ratio −1 undoes a rotation to the last bit, as in a cancel bone', () => {
    const rig = rigOf([{}, { parent: 0, ...rotation(0, -1) }]);
    setTurn(rig, 0, about(1, -2, 0.5, 77));
    expectTurn(turnOf(solve(rig), 1), turnOf(rig, 0).invert(), 1e-15);
  });

  test('comes first: own · append', () => {
    const own = about(1, 0, 0, 40);
    const source = about(0, 0, 1, 50);
    const bones = [{}, rotation(0, 1)];
    const rig = rigOf(bones);
    const last = rigOf(bones, {}, { appendOrder: 'last' });
    for (const each of [rig, last]) {
      setTurn(each, 0, source);
      setTurn(each, 1, own);
      solve(each);
    }
    expectTurn(turnOf(rig, 1), own.clone().multiply(source));
    expectTurn(turnOf(last, 1), source.clone().multiply(own));
  });

  test('does not contain the translation or the position of the source', () => {
    const rig = rigOf([{ position: [1, 2, 3] }, { position: [4, 5, 6], ...rotation(0, 1) }]);
    setMove(rig, 0, 7, 8, 9);
    expectPlace(placeOf(solve(rig), 1), [4, 5, -6]);
  });

  test('contains the source’s own rotation, not that of its parents', () => {
    const rig = rigOf([{}, { parent: 0 }, rotation(1, 1)]);
    setTurn(rig, 0, about(1, 0, 0, 20));
    setTurn(rig, 1, about(0, 1, 0, 30));
    expectTurn(turnOf(solve(rig), 2), about(0, 1, 0, 30));
  });
});

describe('an appended translation', () => {
  test.each([1, 0.5, -1, 3])('is multiplied by ratio %d', (ratio) => {
    const rig = rigOf([{ position: [1, 0, 0] }, { position: [0, 5, 0], ...translation(0, ratio) }]);
    setMove(rig, 0, 1, 2, 3);
    setMove(rig, 1, 0.5, 0, 0);
    expectPlace(placeOf(solve(rig), 1), [0.5 + ratio, 5 + 2 * ratio, 3 * ratio]);
  });

  test('contains the translation that the source itself appends', () => {
    const rig = rigOf([{}, translation(0, 0.5), translation(1, 0.5)]);
    setMove(rig, 0, 8, 0, 0);
    setMove(rig, 1, 2, 0, 0);
    solve(rig);
    expectPlace(placeOf(rig, 1), [6, 0, 0]); // 2 + 8 / 2
    expectPlace(placeOf(rig, 2), [3, 0, 0]);
  });

  test('works together with a rotation in one bone', () => {
    const rig = rigOf([{}, { append: { parent: 0, ratio: 0.5 }, flags: appendRotation | appendTranslation }]);
    setMove(rig, 0, 2, 0, 0);
    setTurn(rig, 0, about(0, 1, 0, 80));
    solve(rig);
    expectPlace(placeOf(rig, 1), [1, 0, 0]);
    expectTurn(turnOf(rig, 1), about(0, 1, 0, 40));
  });
});

describe('a chain of appends', () => {
  const bones = [{}, rotation(0, 0.5), rotation(1, 0.5)];

  test('passes on the whole rotation of the source', () => {
    const rig = rigOf(bones);
    setTurn(rig, 0, about(0, 1, 0, 40));
    setTurn(rig, 1, about(1, 0, 0, 10));
    const source = about(1, 0, 0, 10).multiply(about(0, 1, 0, 20));
    expectTurn(turnOf(solve(rig), 2), new Quaternion().slerp(source, 0.5));
  });

  test('passes on only the inherited rotation with chainedAppend: inherited', () => {
    const rig = rigOf(bones, {}, { chainedAppend: 'inherited' });
    setTurn(rig, 0, about(0, 1, 0, 40));
    setTurn(rig, 1, about(1, 0, 0, 10));
    expectTurn(turnOf(solve(rig), 2), about(0, 1, 0, 10));
  });
});

describe('the order of source and bone', () => {
  test('a source that comes later gives no rotation and no translation', () => {
    const rig = rigOf([
      { append: { parent: 1, ratio: 1 }, flags: appendRotation | appendTranslation },
      {},
      { ...rotation(3, 1), layer: 0 },
      { layer: 1 },
      rotation(5, 1),
      { flags: afterPhysics },
    ]);
    for (const source of [1, 3, 5]) {
      setTurn(rig, source, about(1, 1, 1, 60));
      setMove(rig, source, 1, 2, 3);
    }
    for (let again = 0; again < 2; again++) {
      solve(rig);
      for (const bone of [0, 2, 4]) {
        expectTurn(turnOf(rig, bone), new Quaternion());
        expectPlace(placeOf(rig, bone), [0, 0, 0]);
      }
    }
  });

  test('a bone that appends from itself keeps its own rotation', () => {
    const rig = rigOf([rotation(0, 1)]);
    setTurn(rig, 0, about(1, 0, 0, 25));
    expectTurn(turnOf(solve(rig), 0), about(1, 0, 0, 25));
  });

  test('a source after its bone by index but before it by layer is read', () => {
    const rig = rigOf([{ ...rotation(1, 1), layer: 1 }, {}]);
    setTurn(rig, 1, about(1, 0, 0, 25));
    expectTurn(turnOf(solve(rig), 0), about(1, 0, 0, 25));
  });
});

test('a local append takes the source’s rotation and its distance from rest in the model’s space', () => {
  const turn = about(0, 0, 1, 90);
  const rig = rigOf([
    {},
    { parent: 0, position: [0, 2, 0] },
    { append: { parent: 1, ratio: 1 }, flags: appendRotation | appendTranslation | localAppend },
  ]);
  setTurn(rig, 0, turn);
  solve(rig);
  // (0, 2, 0), rotated by 90° about z, is (−2, 0, 0), which is (−2, −2, 0) away
  expectPlace(placeOf(rig, 1), [-2, 0, 0]);
  expectTurn(turnOf(rig, 2), turn);
  expectPlace(placeOf(rig, 2), [-2, -2, 0]);
});

test('a fixed axis also limits an appended rotation', () => {
  const axis = new Vector3(0, 3, 4).normalize(); // three's
  const rig = rigOf([{}, { ...rotation(0, 1), fixedAxis: [0, 3, -4] }]);
  const source = about(0, 1, 0, 30);
  setTurn(rig, 0, source);
  solve(rig);
  expectTurn(turnOf(rig, 1), about(axis.x, axis.y, axis.z, 30)); // its length and sign, along the axis
  setTurn(rig, 0, about(0, 1, 0, -30));
  expectTurn(turnOf(solve(rig), 1), about(axis.x, axis.y, axis.z, -30));
});

describe('an append from an IK link', () => {
  // the thigh is at height 10, the ankle below; the goal is 90° away
  const leg: Partial<PmxBone>[] = [{ position: [0, 10, 0] }, { position: [0, 0, 0], parent: 0 }];
  const goal = (links: number, target: number): Partial<PmxBone> => ({
    position: [10, 10, 0],
    ik: { effector: target, loopCount: 1, limitAngle: 20, links: [{ bone: links }] },
  });
  const quarter = about(0, 0, 1, 90);

  test('reaches a bone after the IK bone', () => {
    const rig = solve(rigOf([...leg, goal(0, 1), { ...rotation(0, 1), layer: 1 }]));
    expectTurn(turnOf(rig, 0), quarter, 1e-6);
    expectTurn(turnOf(rig, 3), quarter, 1e-6);
  });

  test('reaches a bone before the IK bone, after its source', () => {
    const rig = solve(rigOf([...leg, rotation(0, 1), { ...goal(0, 1), layer: 1 }]));
    expectTurn(turnOf(rig, 2), quarter, 1e-6);
  });

  test('reaches the children of the bone, and bones that append from these', () => {
    const rig = rigOf([
      ...leg,
      rotation(0, 1),
      { parent: 2, position: [0, -1, 0] },
      rotation(2, 0.5),
      goal(0, 1),
    ]);
    solve(rig);
    expectPlace(placeOf(rig, 3), [1, 0, 0], 1e-6); // (0, −1, 0), rotated by 90°
    expectTurn(turnOf(rig, 4), about(0, 0, 1, 45), 1e-6);
  });

  test('contains only the keyframe while IK is off', () => {
    const rig = rigOf([...leg, goal(0, 1), rotation(0, 1)]);
    setTurn(rig, 0, about(1, 0, 0, 12));
    rig.pose.ikEnabled[0] = 0;
    expectTurn(turnOf(solve(rig), 3), about(1, 0, 0, 12));
    rig.pose.ikEnabled[0] = 1;
    solve(rig);
    expect(turnOf(rig, 3).angleTo(about(1, 0, 0, 12))).toBeGreaterThan(1);
  });
});
