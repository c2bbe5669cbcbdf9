import type { PmxBone } from '@odori/format';
import type { PmxIkLink } from '@odori/format/internal';
import type { Rig } from '@odori/runtime/rig';
import { Euler, type EulerOrder, Matrix4, Quaternion, Vector3 } from 'three';
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
  worldOf,
  worldTurnOf,
} from './small-rig.js';

type Triple = [number, number, number];

/**
 * With a limit of 20 radians a PMX chain makes as many iterations as its loop count, and no step is clamped.
 */
const UNCUT = 20;

/** A position of three's space as in a file. */
const at = (x: number, y: number, z: number): Triple => [x, y, -z];

function expectMatrix(actual: Matrix4, expected: readonly number[], tolerance = 1e-9): void {
  const worst = Math.max(...actual.elements.map((value, i) => Math.abs(value - expected[i])));
  expect(worst, `${actual.elements.join()} against ${expected.join()}`).toBeLessThanOrEqual(tolerance);
}

/** Radians about an axis. */
const turnBy = (axis: Vector3, radians: number): Quaternion =>
  new Quaternion().setFromAxisAngle(axis.clone().normalize(), radians);

/** The rotation from one direction to another. */
const between = (from: Vector3, to: Vector3): Quaternion =>
  new Quaternion().setFromUnitVectors(from.clone().normalize(), to.clone().normalize());

describe('one step of IK', () => {
  const bones = (loopCount: number, limitAngle: number): Partial<PmxBone>[] => [
    { position: at(0, 10, 0) },
    { position: at(0, 8, 0), parent: 0 },
    { position: at(0, 0, 0), ik: { effector: 1, loopCount, limitAngle, links: [{ bone: 0 }] } },
  ];

  test('points the effector at the goal', () => {
    const rig = rigOf(bones(1, UNCUT));
    setMove(rig, 2, 3, 10, 4); // the goal at (3, 10, 4), the link at (0, 10, 0)
    solve(rig);
    expectPlace(placeOf(rig, 1), [1.2, 10, 1.6], 1e-6); // 2 units towards it: 2 · (3, 0, 4) / 5
    expectTurn(turnOf(rig, 0), between(new Vector3(0, -1, 0), new Vector3(3, 0, 4)), 1e-7);
  });

  test('turns away from the goal by a limit below 0, in each iteration and however far it is', () => {
    const rig = rigOf(bones(3, -0.1));
    setMove(rig, 2, 3, 10, 4);
    solve(rig);
    // (0, −1, 0) × (3, 0, 4) is the axis towards the goal
    expectTurn(turnOf(rig, 0), turnBy(new Vector3(-4, 0, 3), -0.3), 1e-7);
  });

  test('is added to the key, whatever the parents’ transforms', () => {
    const rig = rigOf([{ position: at(1, 1, 1) }, ...bones(1, UNCUT).map(shifted)]);
    const root = about(1, 2, 3, 50);
    const key = about(0, 1, 1, -35);
    setTurn(rig, 0, root);
    setTurn(rig, 1, key);
    setMove(rig, 3, 4, 9, 2);
    solve(rig);
    const link = placeOf(rig, 1);
    const before = new Vector3(0, -2, 0).applyQuaternion(root.clone().multiply(key));
    const turn = between(before, new Vector3(4, 9, 2).sub(link)); // in the model's space
    expectTurn(worldTurnOf(rig, 1), turn.multiply(root).multiply(key), 1e-6);
  });

  test('is at most the limit for the first link, and twice the limit for the second', () => {
    const rig = rigOf(
      [
        { position: at(0, 10, 0) },
        { position: at(0, 8, 0), parent: 0 },
        { position: at(0, 6, 0), parent: 1 },
        {
          position: at(30, 9, 0),
          ik: { effector: 2, loopCount: 1, limitAngle: 0.1, links: [{ bone: 1 }, { bone: 0 }] },
        },
      ],
      { fromPmd: true },
    );
    solve(rig);
    expectTurn(turnOf(rig, 1), turnBy(new Vector3(0, 0, 1), 0.1), 1e-12);
    expectTurn(turnOf(rig, 0), turnBy(new Vector3(0, 0, 1), 0.2), 1e-12);
  });

  function shifted(bone: Partial<PmxBone>): Partial<PmxBone> {
    if (bone.ik) return { ...bone, ik: { ...bone.ik, effector: 2, links: [{ bone: 1 }] } };
    return { ...bone, parent: (bone.parent ?? -1) + 1 };
  }
});

describe('the end of a solve', () => {
  const chain = (loopCount: number): Partial<PmxBone>[] => [
    { position: at(0, 10, 0) },
    { position: at(0, 5, 0), parent: 0 },
    { position: at(0, 0, 0), parent: 1 },
    {
      position: at(0, 0, 0),
      ik: { effector: 2, loopCount, limitAngle: UNCUT, links: [{ bone: 1 }, { bone: 0 }] },
    },
  ];

  test('comes when one link has nothing to rotate', () => {
    const rig = rigOf(chain(5));
    setTurn(rig, 1, about(0, 0, 1, 90)); // the effector at (5, 5, 0)
    setMove(rig, 3, 9, 5, 0); // the goal at (9, 5, 0): in the direction of the first link, not of the second
    solve(rig);
    expectTurn(turnOf(rig, 0), new Quaternion());
    expectTurn(turnOf(rig, 1), about(0, 0, 1, 90));
  });

  test('comes at once with the goal at the effector, or the effector at a link', () => {
    const rig = solve(rigOf(chain(5)));
    expectTurn(turnOf(rig, 1), new Quaternion());
    setMove(rig, 2, 0, 5, 0); // onto the first link, so that there is no direction
    setMove(rig, 3, 3, 3, 3);
    solve(rig);
    expectTurn(turnOf(rig, 0), new Quaternion());
  });

  test.each([
    [3.1e-4, false],
    [3.3e-4, true],
  ])('%d radians: is it turned? %s', (radians, isTurned) => {
    const rig = rigOf([
      {},
      { position: at(0, 10, 0), parent: 0 },
      { ik: { effector: 1, loopCount: 1, limitAngle: UNCUT, links: [{ bone: 0 }] } },
    ]);
    setMove(rig, 2, 20 * Math.sin(radians), 20 * Math.cos(radians), 0);
    solve(rig);
    expect(placeOf(rig, 1).x > 1e-6).toBe(isTurned);
  });

  test('comes nearer to the goal with extra iterations', () => {
    const error = (extraIterations: number): number => {
      const rig = rigOf(chain(2), {}, { extraIterations });
      setTurn(rig, 1, about(1, 0, 0, 10));
      setMove(rig, 3, 1, 4, 2);
      solve(rig);
      return placeOf(rig, 2).distanceTo(placeOf(rig, 3));
    };
    expect(error(100)).toBeLessThan(error(0) / 5);
  });

  test('an undefined option is MMD’s default', () => {
    // as when a caller passes on an option that is not set; without exactOptionalPropertyTypes this compiles
    const nothing = {
      extraIterations: undefined,
      appendTurns: undefined,
      chainedAppend: undefined,
    } as object;
    const rigs = [rigOf(chain(2)), rigOf(chain(2), {}, nothing)];
    const places = rigs.map((rig) => {
      setMove(rig, 3, 1, 4, 2);
      return placeOf(solve(rig), 2).toArray();
    });
    expect(places[1]).toEqual(places[0]);
  });
});

describe('the stored transforms that a solve reads', () => {
  test('have the toe from the first pass, and the ankle from the leg’s IK', () => {
    const rig = rigOf([
      { position: at(0, 10, 0) }, // thigh
      { position: at(0, 2, 0), parent: 0 }, // ankle
      { position: at(0, 0, 3), parent: 1 }, // toe
      { position: at(6, 2, 3), ik: { effector: 1, loopCount: 1, limitAngle: UNCUT, links: [{ bone: 0 }] } },
      { position: at(7, 0, 6), ik: { effector: 2, loopCount: 1, limitAngle: UNCUT, links: [{ bone: 1 }] } },
    ]);
    solve(rig);
    const thigh = new Vector3(0, 10, 0);
    const thighTurn = between(new Vector3(0, -1, 0), new Vector3(6, 2, 3).sub(thigh));
    const ankle = new Vector3(0, -8, 0).applyQuaternion(thighTurn).add(thigh); // fresh
    const staleToe = new Vector3(0, 0, 3);
    const turn = between(staleToe.sub(ankle), new Vector3(7, 0, 6).sub(ankle));
    const ankleTurn = turn.clone().multiply(thighTurn); // world
    expectTurn(turnOf(rig, 0), thighTurn, 1e-6);
    expectTurn(worldTurnOf(rig, 1), ankleTurn, 1e-6);
    const toe = new Vector3(0, -2, 3).applyQuaternion(ankleTurn).add(ankle);
    expectPlace(placeOf(rig, 2), toe, 1e-5);
    // with a fresh toe it would point straight at its goal
    const goal = new Vector3(7, 0, 6).sub(ankle);
    expect(toe.clone().sub(ankle).angleTo(goal)).toBeGreaterThan(0.1);
  });

  test('have a fresh toe in the next step', () => {
    const rig = rigOf([
      { position: at(0, 10, 0) },
      { position: at(0, 2, 0), parent: 0 },
      { position: at(0, 0, 3), parent: 1 },
      { position: at(6, 2, 3), ik: { effector: 1, loopCount: 1, limitAngle: UNCUT, links: [{ bone: 0 }] } },
      { position: at(7, 0, 6), ik: { effector: 2, loopCount: 2, limitAngle: UNCUT, links: [{ bone: 1 }] } },
    ]);
    solve(rig);
    const ankle = placeOf(rig, 1);
    const pointing = placeOf(rig, 2).sub(ankle);
    expect(pointing.angleTo(placeOf(rig, 4).sub(ankle))).toBeLessThan(1e-6);
  });

  test('have a goal on another chain at its old position until all are solved', () => {
    const rig = rigOf([
      {},
      { position: at(0, 5, 0), parent: 0 },
      { position: at(5, 0, 0), ik: { effector: 1, loopCount: 1, limitAngle: UNCUT, links: [{ bone: 0 }] } },
      { position: at(10, 0, 0) },
      { position: at(10, 2, 0), parent: 3 },
      {
        position: at(0, 5, 5),
        parent: 0,
        ik: { effector: 4, loopCount: 1, limitAngle: UNCUT, links: [{ bone: 3 }] },
      },
    ]);
    solve(rig);
    expectPlace(placeOf(rig, 5), [5, 0, 5], 1e-6); // 90°: it followed its parent in the end
    const expected = between(new Vector3(0, 1, 0), new Vector3(-10, 5, 5)); // towards where it was
    expectTurn(turnOf(rig, 3), expected, 1e-6);
  });

  test('keep the rotation of the last of two chains that share a link', () => {
    const goal = (x: number, z: number): Partial<PmxBone> => ({
      position: at(x, 0, z),
      ik: { effector: 1, loopCount: 1, limitAngle: UNCUT, links: [{ bone: 0 }] },
    });
    const rig = solve(rigOf([{}, { position: at(0, 5, 0), parent: 0 }, goal(5, 0), goal(0, 5)]));
    expect(placeOf(rig, 1).angleTo(new Vector3(0, 0, 5))).toBeLessThan(1e-6);
  });
});

describe('switches and passes', () => {
  const bones: Partial<PmxBone>[] = [
    {},
    { position: at(0, 5, 0), parent: 0 },
    { position: at(5, 0, 0), ik: { effector: 1, loopCount: 1, limitAngle: UNCUT, links: [{ bone: 0 }] } },
  ];

  test('a link of an IK that is off has the rotation of its keyframe', () => {
    const rig = rigOf(bones);
    setTurn(rig, 0, about(1, 0, 0, 33));
    rig.pose.ikEnabled[0] = 0;
    expectTurn(turnOf(solve(rig), 0), about(1, 0, 0, 33));
  });

  test('an IK after physics is solved then, with links before physics too, and does not affect the next solve', () => {
    const rig = rigOf([bones[0], bones[1], { ...bones[2], flags: 0x1000 }]);
    for (let again = 0; again < 2; again++) {
      rig.solve();
      expectPlace(placeOf(rig, 1), [0, 5, 0]);
      rig.solveAfterPhysics();
      expectPlace(placeOf(rig, 1), [5, 0, 0], 1e-6);
    }
    rig.pose.ikEnabled[0] = 0;
    expectPlace(placeOf(solve(rig), 1), [0, 5, 0]);
  });

  test('an IK before physics works on a chain after physics', () => {
    const rig = rigOf([{ flags: 0x1000 }, { ...bones[1], flags: 0x1000 }, bones[2]]);
    for (const x of [0, 3, 0]) {
      setMove(rig, 0, x, 0, 0);
      solve(rig);
      expectTurn(turnOf(rig, 0), between(new Vector3(0, 1, 0), new Vector3(5 - x, 0, 0)), 1e-6);
    }
  });

  test('an IK that is off keeps the rotations of another IK, before physics or after', () => {
    const rig = rigOf([...bones, { ...bones[2], flags: 0x1000, position: at(0, 0, 5) }]);
    rig.pose.ikEnabled[1] = 0;
    expectPlace(placeOf(solve(rig), 1), [5, 0, 0], 1e-6);
  });
});

test('with an effector that is not below its link, quaternions stay normalized after many steps', () => {
  const rig = rigOf([
    {},
    { position: at(0, 5, 0) },
    { position: at(-3, -1, 2), ik: { effector: 1, loopCount: 1000, limitAngle: 4, links: [{ bone: 0 }] } },
  ]);
  setTurn(rig, 0, about(1, 2, 3, 40));
  solve(rig);
  expect(worldTurnOf(rig, 0).length()).toBeCloseTo(1, 12);
  expect(worldOf(rig, 0).determinant()).toBeCloseTo(1, 12);
});

describe('the knees of a PMD', () => {
  const knee = (goal: Triple, loopCount = 1): Partial<PmxBone>[] => [
    {},
    { position: at(0, -5, 0), parent: 0 },
    {
      position: goal,
      ik: {
        effector: 1,
        loopCount,
        limitAngle: UNCUT,
        links: [{ bone: 0, limits: { min: [-Math.PI, 0, 0], max: [-0.01, 0, 0] } }],
      },
    },
  ];

  test('rotate about x only, in front of the key, whose y and z are kept', () => {
    const rig = rigOf(knee(at(2, -3, -4)), { fromPmd: true });
    const key = about(0, 1, 2, 20);
    setTurn(rig, 0, key);
    solve(rig);
    const effector = new Vector3(0, -5, 0).applyQuaternion(key);
    const goal = new Vector3(2, -3, -4);
    const axis = effector.clone().cross(goal);
    expect(axis.x).toBeGreaterThan(0); // bends backwards
    const expected = turnBy(new Vector3(1, 0, 0), effector.angleTo(goal)).multiply(key);
    expect(expected.x).toBeGreaterThan(0);
    expectTurn(turnOf(rig, 0), expected, 1e-6);
  });

  /** One step that would bend forwards: what it gives, and the key turned by the step alone. */
  function forwards(): { rig: Rig; turned: Quaternion } {
    const rig = rigOf(
      [...knee(at(0, -3, 4)), { parent: 1, position: at(1, -6, 1) }, { append: { parent: 0, ratio: 1 } }],
      {
        fromPmd: true,
      },
    );
    const key = about(0, 1, 2, 20);
    setTurn(rig, 0, key);
    solve(rig);
    const angle = new Vector3(0, -5, 0).applyQuaternion(key).angleTo(new Vector3(0, -3, 4));
    return { rig, turned: turnBy(new Vector3(1, 0, 0), -angle).multiply(key) };
  }

  test('are reflected where they would bend forwards: two elements of their matrix change sign', () => {
    const { rig, turned } = forwards();
    const { elements } = new Matrix4().makeRotationFromQuaternion(turned);
    expect(elements[9]).toBeGreaterThan(0); // row 1, column 2
    elements[9] *= -1;
    elements[6] *= -1;
    expectMatrix(worldOf(rig, 0), elements, 1e-6); // the cosine of the angle has 32 bits
    expect(Math.abs(worldOf(rig, 0).determinant() - 1)).toBeGreaterThan(0.01); // no rotation
  });

  test('shear the bones that hang on them, too, in skin matrices as in world matrices', () => {
    const { rig } = forwards();
    const sheared = worldOf(rig, 0);
    const ankle = sheared.clone().multiply(new Matrix4().makeTranslation(0, -5, 0));
    expectMatrix(worldOf(rig, 1), ankle.elements);
    expectMatrix(worldOf(rig, 3), ankle.multiply(new Matrix4().makeTranslation(1, -1, 1)).elements);
    // the rest pose has no rotations, so that a skin matrix is world · T(−rest)
    const skin = new Matrix4().fromArray(rig.skinMatrices, 16);
    expectMatrix(skin, worldOf(rig, 1).multiply(new Matrix4().makeTranslation(0, 5, 0)).elements, 1e-6);
  });

  test('give bones that append from them a rotation: the sign of x in the quaternion changes', () => {
    const { rig, turned } = forwards();
    const reflected = new Quaternion(-turned.x, turned.y, turned.z, turned.w);
    expectTurn(turnOf(rig, 4), reflected, 1e-6);
    expectTurn(new Quaternion().fromArray(rig.worldRotations), reflected, 1e-6);
    expect(worldOf(rig, 4).determinant()).toBeCloseTo(1, 12);
  });

  test('stay rotations with shearKnees: false, and so do the bones that hang on them', () => {
    const bones = [...knee(at(0, -3, 4), 40), { parent: 1, position: at(1, -6, 1) }];
    const rig = rigOf(bones, { fromPmd: true }, { shearKnees: false });
    setTurn(rig, 0, about(0, 1, 2, 20));
    solve(rig);
    for (const bone of [0, 1, 3]) expect(worldOf(rig, bone).determinant()).toBeCloseTo(1, 12);
    expect(turnOf(rig, 0).x).toBeGreaterThan(0);
    expectPlace(placeOf(rig, 1), new Vector3(0, -5, 0).applyQuaternion(turnOf(rig, 0)));
  });

  test('are not sheared once their IK is off', () => {
    const { rig } = forwards();
    rig.pose.ikEnabled[0] = 0;
    solve(rig);
    expectMatrix(worldOf(rig, 0), new Matrix4().makeRotationFromQuaternion(about(0, 1, 2, 20)).elements);
  });

  test('are not sheared without rotations about y and z in the key', () => {
    const rig = rigOf(knee(at(0, -3, 4)), { fromPmd: true });
    setTurn(rig, 0, about(1, 0, 0, 20));
    expect(worldOf(solve(rig), 0).determinant()).toBeCloseTo(1, 12);
    expect(turnOf(rig, 0).x).toBeGreaterThan(0);
  });

  test('of which thousands hang on each other leave all numbers finite', () => {
    const bones: Partial<PmxBone>[] = Array.from({ length: 3000 }, (_, i) => ({
      parent: i - 1,
      position: at(0, -i, 0),
    }));
    const limits = { min: [-Math.PI, 0, 0] as Triple, max: [-0.01, 0, 0] as Triple };
    for (let i = 0; i < 2999; i++) {
      const links = [{ bone: i, limits }];
      bones.push({ position: at(0, -i, 5), ik: { effector: i + 1, loopCount: 1, limitAngle: 4, links } });
    }
    const rig = rigOf(bones, { fromPmd: true });
    for (let i = 0; i < 3000; i++) setTurn(rig, i, about(0, 1, 1, 60));
    solve(rig);
    expect(rig.worldMatrices.every(Number.isFinite)).toBe(true);
  });

  test('treat q and −q as the same keyframe', () => {
    for (const goal of [at(2, -3, -4), at(0, -3, 4)]) {
      const rig = rigOf(knee(goal, 3), { fromPmd: true });
      const key = about(1, 1, 2, 20);
      setTurn(rig, 0, key);
      const expected = turnOf(solve(rig), 0);
      setTurn(rig, 0, new Quaternion(-key.x, -key.y, -key.z, -key.w));
      expectTurn(turnOf(solve(rig), 0), expected, 1e-12);
    }
  });

  test('have no limit of 0.5°: a straight knee stays straight', () => {
    expectTurn(turnOf(solve(rigOf(knee(at(0, -9, 0)), { fromPmd: true })), 0), new Quaternion());
  });

  test('have as many iterations as stored', () => {
    expectTurn(turnOf(solve(rigOf(knee(at(0, -3, -4), 0), { fromPmd: true })), 0), new Quaternion());
  });
});

/*
 * Compares the whole with a separate solver, which uses three's quaternions and Eulers and computes every
 * matrix again wherever the rule demands it.
 */
describe('chains of two to four links against an independent solver', () => {
  interface Chain {
    offsets: Vector3[];
    keys: Quaternion[];
    goal: Vector3;
    loopCount: number;
    limitAngle: number;
    limits: ([min: Triple, max: Triple] | undefined)[];
    fromPmd: boolean;
  }

  /**
   * The same chain on a rig: bone 0 is the root, the second last the effector, the last the goal. World
   * matrices.
   */
  function solved(chain: Chain): Matrix4[] {
    const { offsets, keys, goal, loopCount, limitAngle, fromPmd } = chain;
    const place = new Vector3();
    const bones: Partial<PmxBone>[] = offsets.map((offset, i) => {
      place.add(offset);
      return { position: at(place.x, place.y, place.z), parent: i - 1 };
    });
    const effector = offsets.length - 1;
    const links = chain.limits.map((limits, i): PmxIkLink => {
      const bone = effector - 1 - i;
      // from three's space: ranges about x and y change their sign
      return limits
        ? { bone, limits: { min: flip(limits[1], limits[0]), max: flip(limits[0], limits[1]) } }
        : { bone };
    });
    bones.push({
      position: at(goal.x, goal.y, goal.z),
      ik: { effector: effector, loopCount, limitAngle, links },
    });
    const rig = rigOf(bones, fromPmd ? { fromPmd } : {});
    keys.forEach((key, i) => setTurn(rig, i, key));
    solve(rig);
    return offsets.map((_, i) => worldOf(rig, i));
  }

  const flip = (xy: Triple, z: Triple): Triple => [-xy[0], -xy[1], z[2]];

  function expected({ offsets, keys, goal, loopCount, limitAngle, limits, fromPmd }: Chain): Matrix4[] {
    const turns = keys.map((key) => key.clone());
    const locals = keys.map((key) => new Matrix4().makeRotationFromQuaternion(key));
    const effector = offsets.length - 1;
    const world = (bone: number): Matrix4 =>
      bone < 0 ? new Matrix4() : world(bone - 1).multiply(locals[bone].clone().setPosition(offsets[bone]));
    const placeIn = (bone: number): Vector3 => new Vector3().setFromMatrixPosition(world(bone));
    /** Wᵀ·axis, of length 1 */
    const into = (bone: number, axis: Vector3): Vector3 =>
      axis.clone().transformDirection(world(bone).transpose());
    const iterations = fromPmd
      ? loopCount
      : Math.max(loopCount, Math.min(360, Math.floor((4 * Math.PI) / limitAngle)));
    for (let step = 0; step < iterations * limits.length; step++) {
      const isFirstHalf = step < Math.floor(iterations / 2) * limits.length;
      const i = step % limits.length;
      const bone = effector - 1 - i;
      const a = placeIn(effector).sub(placeIn(bone)).normalize();
      const b = goal.clone().sub(placeIn(bone)).normalize();
      const axis = a.clone().cross(b);
      if (axis.lengthSq() < 1e-7) break;
      const angle = Math.min(Math.acos(Math.fround(a.dot(b))), limitAngle * (i + 1));
      const range = limits[i];
      const isKnee = range !== undefined && fromPmd;
      const only = isKnee ? 0 : range && isFirstHalf ? onlyAxis(range) : undefined;
      if (only === undefined) turns[bone].multiply(turnBy(into(bone, axis), angle));
      else {
        const sign = into(bone - 1, axis).getComponent(only) >= 0 ? 1 : -1;
        turns[bone].premultiply(turnBy(new Vector3().setComponent(only, sign), angle));
      }
      if (range && !isKnee) turns[bone].copy(limited(turns[bone], range, isFirstHalf));
      const { elements } = locals[bone].makeRotationFromQuaternion(turns[bone]);
      if (isKnee && elements[9] > 0) {
        elements[9] *= -1; // row 1, column 2
        elements[6] *= -1;
        turns[bone].x *= -1;
      }
    }
    return offsets.map((_, bone) => world(bone));
  }

  function onlyAxis([min, max]: [Triple, Triple]): number | undefined {
    const ranged = [0, 1, 2].filter((k) => min[k] !== 0 || max[k] !== 0);
    return ranged.length === 1 ? ranged[0] : undefined;
  }

  function limited(turn: Quaternion, [min, max]: [Triple, Triple], reflects: boolean): Quaternion {
    const isNarrow = (k: number): boolean => min[k] > -Math.PI / 2 && max[k] < Math.PI / 2;
    const order: EulerOrder = isNarrow(0) ? 'YXZ' : isNarrow(1) ? 'ZYX' : 'XZY';
    const middle = isNarrow(0) ? 0 : isNarrow(1) ? 1 : 2;
    const euler = new Euler().setFromQuaternion(turn, order);
    const angles = [euler.x, euler.y, euler.z].map((value, k) => {
      const angle = k === middle ? Math.max(-1.535889, Math.min(1.535889, value)) : value;
      if (angle < min[k]) return reflects && 2 * min[k] - angle <= max[k] ? 2 * min[k] - angle : min[k];
      if (angle > max[k]) return reflects && 2 * max[k] - angle >= min[k] ? 2 * max[k] - angle : max[k];
      return angle;
    });
    return new Quaternion().setFromEuler(new Euler(angles[0], angles[1], angles[2], order));
  }

  /** Numbers in 0..1, the same in every run. */
  function numbers(seed: number): () => number {
    let state = seed;
    return () => (state = (state * 16807) % 2147483647) / 2147483647;
  }

  const RANGES: [Triple, Triple][] = [
    [
      [0.01, 0, 0],
      [Math.PI, 0, 0],
    ],
    [
      [0, -0.5, 0],
      [0, 1.2, 0],
    ],
    [
      [0, 0, -2],
      [0, 0, 2],
    ],
    [
      [-0.3, -0.2, -0.1],
      [0.5, 0.4, 0.3],
    ],
    [
      [-2, -1, -0.5],
      [2, 1, 0.5],
    ],
    [
      [-2, -2, -1],
      [2, 2, 1],
    ],
  ];

  function chainOf(seed: number, isLimited: boolean, fromPmd: boolean): Chain {
    const next = numbers(seed * 7919);
    const vector = (size: number): Vector3 =>
      new Vector3(next() - 0.5, next() - 0.5, next() - 0.5).multiplyScalar(2 * size);
    const links = 2 + Math.floor(next() * 3);
    const offsets = Array.from({ length: links + 1 }, () => vector(2).add(new Vector3(0, -3, 0)));
    return {
      offsets,
      keys: offsets.map(() => turnBy(vector(1), next())),
      goal: vector(2 * links).add(new Vector3(0, -2 * links, 0)),
      loopCount: 1 + Math.floor(next() * 4),
      limitAngle: fromPmd ? 0.2 + next() : 3 + 4 * next(),
      limits: Array.from({ length: links }, () =>
        isLimited && next() < 0.6 ? RANGES[Math.floor(next() * RANGES.length)] : undefined,
      ),
      fromPmd,
    };
  }

  function expectMoved(worlds: readonly Matrix4[], { offsets, keys }: Chain): void {
    const rest = new Matrix4();
    const isMoved = worlds.some((world, bone) => {
      rest.multiply(new Matrix4().makeRotationFromQuaternion(keys[bone]).setPosition(offsets[bone]));
      return world.elements.some((value, i) => Math.abs(value - rest.elements[i]) > 0.01);
    });
    expect(isMoved).toBe(true);
  }

  test.each([
    ['PMX, free', false, false],
    ['PMX, limits', true, false],
    ['PMD, knees', true, true],
  ])('%s', (_, isLimited, fromPmd) => {
    for (let seed = 1; seed <= 100; seed++) {
      const chain = chainOf(seed, isLimited, fromPmd);
      const worlds = solved(chain);
      const reference = expected(chain);
      worlds.forEach((world, bone) => expectMatrix(world, reference[bone].elements, 2e-6));
      if (!isLimited) expectMoved(worlds, chain);
    }
  });
});

test.each([NaN, Infinity, -1])('%f extra iterations are refused', (extraIterations) => {
  expect(() => rigOf([{ name: 'センター' }], {}, { extraIterations })).toThrow(
    new RangeError(`extraIterations must be a finite number, 0 or more, not ${extraIterations}`),
  );
});
