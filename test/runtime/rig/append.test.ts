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

describe('rotation', () => {
  test.each([
    [1, 30],
    [0.5, 15],
    [0, 0],
    [2, 60],
    [-1, -30],
    [-0.5, -15],
    [7, 210],
  ])('ratio %d of 30° is %d°', (ratio, degrees) => {
    const rig = rigOf([{}, rotation(0, ratio)]);
    setTurn(rig, 0, about(1, 2, 3, 30));
    expectTurn(turnOf(solve(rig), 1), about(1, 2, 3, degrees));
  });

  test('the short way: 350° is −10°, of which half is −5°', () => {
    const rig = rigOf([{}, rotation(0, 0.5)]);
    setTurn(rig, 0, about(0, 1, 0, 350));
    expectTurn(turnOf(solve(rig), 1), about(0, 1, 0, -5));
  });

  test('−1 undoes a turn to the last bit: a cancel bone', () => {
    const rig = rigOf([{}, { parent: 0, ...rotation(0, -1) }]);
    setTurn(rig, 0, about(1, -2, 0.5, 77));
    expectTurn(turnOf(solve(rig), 1), turnOf(rig, 0).invert(), 1e-15);
  });

  test('own · append: the appended turn comes first', () => {
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

  test('moves are not appended, nor the place of the source', () => {
    const rig = rigOf([{ position: [1, 2, 3] }, { position: [4, 5, 6], ...rotation(0, 1) }]);
    setMove(rig, 0, 7, 8, 9);
    expectPlace(placeOf(solve(rig), 1), [4, 5, -6]);
  });

  test('the source’s own turn, not that of its parents', () => {
    const rig = rigOf([{}, { parent: 0 }, rotation(1, 1)]);
    setTurn(rig, 0, about(1, 0, 0, 20));
    setTurn(rig, 1, about(0, 1, 0, 30));
    expectTurn(turnOf(solve(rig), 2), about(0, 1, 0, 30));
  });
});

describe('translation', () => {
  test.each([1, 0.5, -1, 3])('ratio %d', (ratio) => {
    const rig = rigOf([{ position: [1, 0, 0] }, { position: [0, 5, 0], ...translation(0, ratio) }]);
    setMove(rig, 0, 1, 2, 3);
    setMove(rig, 1, 0.5, 0, 0);
    expectPlace(placeOf(solve(rig), 1), [0.5 + ratio, 5 + 2 * ratio, 3 * ratio]);
  });

  test('what the source appends itself goes on', () => {
    const rig = rigOf([{}, translation(0, 0.5), translation(1, 0.5)]);
    setMove(rig, 0, 8, 0, 0);
    setMove(rig, 1, 2, 0, 0);
    solve(rig);
    expectPlace(placeOf(rig, 1), [6, 0, 0]); // 2 + 8 / 2
    expectPlace(placeOf(rig, 2), [3, 0, 0]);
  });

  test('with rotation in one bone', () => {
    const rig = rigOf([{}, { append: { parent: 0, ratio: 0.5 }, flags: appendRotation | appendTranslation }]);
    setMove(rig, 0, 2, 0, 0);
    setTurn(rig, 0, about(0, 1, 0, 80));
    solve(rig);
    expectPlace(placeOf(rig, 1), [1, 0, 0]);
    expectTurn(turnOf(rig, 1), about(0, 1, 0, 40));
  });
});

describe('a chain', () => {
  const bones = [{}, rotation(0, 0.5), rotation(1, 0.5)];

  test('passes on the whole turn of its source', () => {
    const rig = rigOf(bones);
    setTurn(rig, 0, about(0, 1, 0, 40));
    setTurn(rig, 1, about(1, 0, 0, 10));
    const source = about(1, 0, 0, 10).multiply(about(0, 1, 0, 20));
    expectTurn(turnOf(solve(rig), 2), new Quaternion().slerp(source, 0.5));
  });

  test('option inherited: what its source inherited, without the source’s own', () => {
    const rig = rigOf(bones, {}, { chainedAppend: 'inherited' });
    setTurn(rig, 0, about(0, 1, 0, 40));
    setTurn(rig, 1, about(1, 0, 0, 10));
    expectTurn(turnOf(solve(rig), 2), about(0, 1, 0, 10));
  });
});

describe('order', () => {
  test('a source that comes later is read as it never was: no turn, no move', () => {
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

  test('a bone that appends from itself keeps its own turn', () => {
    const rig = rigOf([rotation(0, 1)]);
    setTurn(rig, 0, about(1, 0, 0, 25));
    expectTurn(turnOf(solve(rig), 0), about(1, 0, 0, 25));
  });

  test('a source behind its bone by index, before it by layer', () => {
    const rig = rigOf([{ ...rotation(1, 1), layer: 1 }, {}]);
    setTurn(rig, 1, about(1, 0, 0, 25));
    expectTurn(turnOf(solve(rig), 0), about(1, 0, 0, 25));
  });
});

test('local: the source’s turn and its way from rest in the model’s space', () => {
  const turn = about(0, 0, 1, 90);
  const rig = rigOf([
    {},
    { parent: 0, position: [0, 2, 0] },
    { append: { parent: 1, ratio: 1 }, flags: appendRotation | appendTranslation | localAppend },
  ]);
  setTurn(rig, 0, turn);
  solve(rig);
  // (0, 2, 0), turned a quarter about z: (−2, 0, 0), which is (−2, −2, 0) away
  expectPlace(placeOf(rig, 1), [-2, 0, 0]);
  expectTurn(turnOf(rig, 2), turn);
  expectPlace(placeOf(rig, 2), [-2, -2, 0]);
});

test('a fixed axis holds what is appended, too', () => {
  const axis = new Vector3(0, 3, 4).normalize(); // three's
  const rig = rigOf([{}, { ...rotation(0, 1), fixedAxis: [0, 3, -4] }]);
  const source = about(0, 1, 0, 30);
  setTurn(rig, 0, source);
  solve(rig);
  expectTurn(turnOf(rig, 1), about(axis.x, axis.y, axis.z, 30)); // its length and sign, along the axis
  setTurn(rig, 0, about(0, 1, 0, -30));
  expectTurn(turnOf(solve(rig), 1), about(axis.x, axis.y, axis.z, -30));
});

describe('from what IK turns', () => {
  // thigh at 10 high, ankle below; the goal is a quarter turn away
  const leg: Partial<PmxBone>[] = [{ position: [0, 10, 0] }, { position: [0, 0, 0], parent: 0 }];
  const goal = (links: number, target: number): Partial<PmxBone> => ({
    position: [10, 10, 0],
    ik: { effector: target, loopCount: 1, limitAngle: 20, links: [{ bone: links }] },
  });
  const quarter = about(0, 0, 1, 90);

  test('a bone behind the IK bone', () => {
    const rig = solve(rigOf([...leg, goal(0, 1), { ...rotation(0, 1), layer: 1 }]));
    expectTurn(turnOf(rig, 0), quarter, 1e-6);
    expectTurn(turnOf(rig, 3), quarter, 1e-6);
  });

  test('a bone before the IK bone, behind its source', () => {
    const rig = solve(rigOf([...leg, rotation(0, 1), { ...goal(0, 1), layer: 1 }]));
    expectTurn(turnOf(rig, 2), quarter, 1e-6);
  });

  test('what hangs on it, and what appends from that', () => {
    const rig = rigOf([
      ...leg,
      rotation(0, 1),
      { parent: 2, position: [0, -1, 0] },
      rotation(2, 0.5),
      goal(0, 1),
    ]);
    solve(rig);
    expectPlace(placeOf(rig, 3), [1, 0, 0], 1e-6); // (0, −1, 0), a quarter turn on
    expectTurn(turnOf(rig, 4), about(0, 0, 1, 45), 1e-6);
  });

  test('with IK off: the key alone', () => {
    const rig = rigOf([...leg, goal(0, 1), rotation(0, 1)]);
    setTurn(rig, 0, about(1, 0, 0, 12));
    rig.pose.ikEnabled[0] = 0;
    expectTurn(turnOf(solve(rig), 3), about(1, 0, 0, 12));
    rig.pose.ikEnabled[0] = 1;
    solve(rig);
    expect(turnOf(rig, 3).angleTo(about(1, 0, 0, 12))).toBeGreaterThan(1);
  });
});
