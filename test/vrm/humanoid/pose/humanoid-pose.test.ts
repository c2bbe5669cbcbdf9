import type { HumanBoneName } from '@odori/runtime/joints';
import type { Humanoid } from '#src/vrm/humanoid/humanoid.js';
import { humanoidOf } from '#src/vrm/humanoid/pose/humanoid-of.js';
import { HumanoidPose, type HumanoidPoseOptions } from '#src/vrm/humanoid/pose/humanoid-pose.js';
import { readHumanoid } from '#src/vrm/humanoid/read/read-humanoid.js';
import { standardSource } from '#src/vrm/humanoid/standard-source.js';
import { measureHumanoid } from '#test/fidelity/humanoid/measure-humanoid.mjs';
import { syntheticMotion } from '#test/fidelity/humanoid/motions.mjs';
import { type AvatarJson, nodeOf, PLACES, vrm0Json, vrm1Json } from '#test/vrm/avatar-file.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { bindMotion, Rig } from '@odori/runtime/rig';
import { createSkeletonDefinition } from '@odori/runtime/internal';
import { describe, expect, test } from 'vitest';

const standard = standardSource();
const avatar = readHumanoid(glbBytes(vrm1Json()));
/** Of the small avatar: its legs are 0.45011 + 0.40012 m, the source's 9.41932 units. */
const UNIT = 0.850236 / 9.41932;

/** The avatar after the source's bones were rotated (about an axis, by degrees) and moved. */
function posed(
  bones: Record<string, { turn?: [axis: 0 | 1 | 2, degrees: number]; move?: [number, number, number] }>,
  options?: HumanoidPoseOptions,
  humanoid = avatar,
): { pose: HumanoidPose; rig: Rig } {
  const rig = new Rig(standard);
  for (const [name, { turn, move }] of Object.entries(bones)) {
    const i = rig.boneIndex(name);
    expect(i, name).toBeGreaterThanOrEqual(0);
    if (turn) rig.pose.rotations.set(rotation(...turn), 4 * i);
    if (move) rig.pose.translations.set(move, 3 * i);
  }
  const pose = new HumanoidPose(rig, humanoid, options);
  rig.solve();
  rig.solveAfterPhysics();
  pose.solve();
  return { pose, rig };
}

function rotation(axis: number, degrees: number): number[] {
  const q = [0, 0, 0, Math.cos((degrees * Math.PI) / 360)];
  q[axis] = Math.sin((degrees * Math.PI) / 360);
  return q;
}

function at(pose: HumanoidPose, bone: HumanBoneName): number[] {
  const i = pose.humanoid.bones.indexOf(bone);
  return [...pose.worldPositions.subarray(3 * i, 3 * i + 3)];
}

function world(pose: HumanoidPose, bone: HumanBoneName): number[] {
  const i = pose.humanoid.bones.indexOf(bone);
  return [...pose.worldRotations.subarray(4 * i, 4 * i + 4)];
}

function expectClose(found: ArrayLike<number>, expected: readonly number[], digits = 6): void {
  expect(found).toHaveLength(expected.length);
  expected.forEach((value, k) => expect(found[k]).toBeCloseTo(value, digits));
}

describe('the source at rest', () => {
  const { pose } = posed({});

  test('one unit is the ratio of the lengths of legs', () => {
    expect(pose.unit).toBeCloseTo(UNIT, 6);
  });

  test('hips, trunk and feet of the avatar are at rest', () => {
    for (const bone of [
      'hips',
      'spine',
      'head',
      'leftFoot',
      'rightFoot',
      'leftToes',
      'leftUpperLeg',
    ] as const)
      expectClose(at(pose, bone), [...PLACES.get(bone)!], 4);
    expectClose(pose.hips, [0, 1, 0], 9);
    for (const bone of ['hips', 'chest', 'head', 'leftFoot', 'rightToes'] as const)
      expectClose(world(pose, bone), [0, 0, 0, 1], 4);
  });

  test('the arms of the avatar, which rest aside, hang as low as the source’s', () => {
    const [a, b] = [at(pose, 'leftUpperArm'), at(pose, 'leftLowerArm')];
    const below = Math.atan2(a[1] - b[1], b[0] - a[0]) * (180 / Math.PI);
    expect(below).toBeCloseTo(29.7, 1);
    const thumb = [at(pose, 'rightThumbProximal'), at(pose, 'rightThumbDistal')];
    const [x, y, z] = [0, 1, 2].map((k) => thumb[1][k] - thumb[0][k]);
    expect(Math.atan2(-y, Math.hypot(x, z)) * (180 / Math.PI)).toBeCloseTo(45.2, 0);
  });

  test('palms keep facing down: the arm turns in the frontal plane, not about itself', () => {
    const [x, y, , w] = world(pose, 'leftUpperArm');
    expect(Math.abs(x) + Math.abs(y)).toBeLessThan(0.01);
    expect(2 * Math.acos(w) * (180 / Math.PI)).toBeCloseTo(29.7, 0);
  });
});

describe('places', () => {
  test('moving センター moves the hips by units of the avatar, and the feet stay', () => {
    const { pose } = posed({ センター: { move: [1, -2, 0.5] } });
    expectClose(pose.hips, [UNIT, 1 - 2 * UNIT, 0.5 * UNIT], 5);
    // MMD's IK ends near its goal, not at it.
    expectClose(at(pose, 'leftFoot'), [...PLACES.get('leftFoot')!], 3);
    expectClose(at(pose, 'rightFoot'), [...PLACES.get('rightFoot')!], 3);
  });

  test('足ＩＫ and 足IK親 move the feet', () => {
    const { pose } = posed({
      センター: { move: [0, -1, 0] },
      左足ＩＫ: { move: [0, 1, 1] },
      右足IK親: { move: [-0.5, 0, 0] },
    });
    expectClose(at(pose, 'leftFoot'), [0.1, 0.1 + UNIT, UNIT], 3);
    expectClose(at(pose, 'rightFoot'), [-0.1 - 0.5 * UNIT, 0.1, 0], 3);
  });

  test('the pelvis turns about the source’s waist, and the spine follows without a gap', () => {
    const { pose } = posed({ 下半身: { turn: [2, 20] } });
    // The pivot is 0.058 units below the avatar's spine, and the hips 0.1 m below that.
    const pivot = 1.1 - 0.058 * UNIT;
    const radians = (20 * Math.PI) / 180;
    expectClose(pose.hips, [(pivot - 1) * Math.sin(radians), pivot - (pivot - 1) * Math.cos(radians), 0], 6);
    expectClose(world(pose, 'hips'), rotation(2, 20));
    expectClose(world(pose, 'spine'), [0, 0, 0, 1]);
  });

  test('全ての親 turns and moves everything', () => {
    const { pose } = posed({ 全ての親: { turn: [1, 90], move: [10, 0, 0] } });
    // 90° about y takes x to −z; then 10 units aside. The feet stay as far apart as they are.
    expectClose(at(pose, 'leftFoot'), [10 * UNIT, 0.1, -0.1], 3);
    expectClose(world(pose, 'hips'), rotation(1, 90), 5);
  });

  test('where the source turns about センター, the avatar’s trunk turns about the same line', () => {
    // Miku's pelvis is 0.255 units ahead of センター, the avatar's is above it: half a turn leaves it there.
    const { pose } = posed({ センター: { turn: [1, 180] } });
    expectClose(pose.hips, [0, 1, 0], 6);
  });

  test('with IK off, the feet are where the keyframes of the legs put them', () => {
    const rig = new Rig(standard);
    rig.pose.ikEnabled.fill(0);
    rig.pose.rotations.set(rotation(0, -60), 4 * rig.boneIndex('左足'));
    rig.pose.rotations.set(rotation(0, 80), 4 * rig.boneIndex('左ひざ'));
    const pose = new HumanoidPose(rig, avatar);
    rig.solve();
    rig.solveAfterPhysics();
    pose.solve();
    const ankle = rig.boneIndex('左足首D');
    const rest = PLACES.get('leftFoot')!;
    expectClose(
      at(pose, 'leftFoot'),
      rest.map(
        (value, k) =>
          value + pose.unit * (rig.worldPositions[3 * ankle + k] - standard.restPositions[3 * ankle + k]),
      ),
    );
    expect(at(pose, 'leftLowerLeg')[2]).toBeGreaterThan(0.2); // the knee is lifted forwards
  });
});

describe('rotations', () => {
  test('twist bones turn the arm, the forearm and the hand about themselves', () => {
    const { pose, rig } = posed({
      左腕捩: { turn: [0, 40] },
      左手捩: { turn: [0, 40] },
      左手首: { turn: [2, 30] },
    });
    const still = posed({}).pose;
    const turned = (bone: HumanBoneName): number => {
      const [a, b] = [world(still, bone), world(pose, bone)];
      const dot = Math.abs(a.reduce((sum, value, k) => sum + value * b[k], 0));
      return 2 * Math.acos(Math.min(dot, 1)) * (180 / Math.PI);
    };
    const source = 4 * rig.boneIndex('左手首');
    expect(turned('leftUpperArm')).toBeGreaterThan(30);
    expect(turned('leftLowerArm')).toBeGreaterThan(turned('leftUpperArm') + 20);
    expect(2 * Math.acos(Math.abs(rig.worldRotations[source + 3])) * (180 / Math.PI)).toBeCloseTo(
      turned('leftHand'),
      5,
    );
  });

  test('a bone between that the avatar lacks is absorbed', () => {
    const { pose } = posed({
      上半身: { turn: [0, 10] },
      上半身2: { turn: [0, 10] },
      上半身3: { turn: [0, 10] },
    });
    expectClose(world(pose, 'spine'), rotation(0, 10));
    expectClose(world(pose, 'chest'), rotation(0, 20)); // the avatar has no upper chest
    expectClose(world(pose, 'neck'), rotation(0, 30));
  });

  test('rotations are relative to the human bone above', () => {
    const { pose } = posed({ 上半身: { turn: [0, 10] }, 上半身2: { turn: [0, 10] }, 首: { turn: [1, 25] } });
    const i = pose.humanoid.bones.indexOf('neck');
    expectClose(pose.rotations.subarray(4 * i, 4 * i + 4), rotation(1, 25));
  });

  test('feet have the source’s rotation, toes follow 足先EX', () => {
    const { pose, rig } = posed({
      左足ＩＫ: { turn: [0, 30], move: [0, 1, 0] },
      左足先EX: { turn: [0, -20] },
    });
    const source = (name: string): number[] => [
      ...rig.worldRotations.subarray(4 * rig.boneIndex(name), 4 * rig.boneIndex(name) + 4),
    ];
    expectClose(world(pose, 'leftFoot'), source('左足首D'), 12);
    expectClose(world(pose, 'leftToes'), source('左足先EX'), 12);
  });

  test('the gaze is positive to the left and downwards, in degrees', () => {
    expectClose(posed({ 両目: { turn: [1, 10] } }).pose.gaze, [10, 0]);
    expectClose(posed({ 両目: { turn: [0, 5] }, 頭: { turn: [1, 40] } }).pose.gaze, [0, 5]);
    expectClose(posed({ 頭: { turn: [1, 40] } }).pose.gaze, [0, 0]);
  });
});

describe('options', () => {
  test('stance: the wider stance turns with the pelvis, or with the foot', () => {
    const move: [number, number, number] = [0, -1.5, 0]; // so that all feet are in reach
    const turn = { センター: { move }, 下半身: { turn: [1, 90] as [1, number] } };
    const aside = 0.1 - 0.875 * UNIT; // the avatar's ankle is further aside than the source's by this
    const planted = at(posed(turn).pose, 'leftFoot');
    const pelvis = at(posed(turn, { stance: 'pelvis' }).pose, 'leftFoot');
    expect(pelvis[0] - planted[0]).toBeCloseTo(-aside, 5);
    expect(pelvis[2] - planted[2]).toBeCloseTo(-aside, 5);
    expect(pelvis[1] - planted[1]).toBeCloseTo(0, 6);
    const turnedFoot = { センター: { move }, 左足ＩＫ: { turn: [1, 60] as [1, number] } };
    const { pose, rig } = posed(turnedFoot, { stance: 'foot' });
    const i = 4 * rig.boneIndex('左足首D');
    const yaw = 2 * Math.atan2(rig.worldRotations[i + 1], rig.worldRotations[i + 3]);
    const difference = at(pose, 'leftFoot')[0] - at(posed(turnedFoot).pose, 'leftFoot')[0];
    expect(difference).toBeCloseTo(aside * Math.cos(yaw) - aside, 5);
  });

  test('floor: an avatar whose feet would sink is lifted, others are not', () => {
    const sunk = posed({ 全ての親: { move: [0, -1, 0] } });
    expect(at(sunk.pose, 'leftFoot')[1]).toBeCloseTo(0.1 - UNIT, 5);
    const lifted = posed({ 全ての親: { move: [0, -1, 0] } }, { floor: 0 });
    expect(at(lifted.pose, 'leftFoot')[1]).toBeCloseTo(0.1, 4);
    expect(lifted.pose.hips[1]).toBeCloseTo(1, 4);
    expect(posed({ 全ての親: { move: [0, 1, 0] } }, { floor: 0 }).pose.hips[1]).toBeCloseTo(1 + UNIT, 5);
  });

  test('reach: the hips stay where a foot is in reach', () => {
    const crouching = { センター: { move: [0, -1, 0] as [number, number, number] } };
    expectClose(posed(crouching, { reach: 'lower' }).pose.hips, [...posed(crouching).pose.hips], 12);
  });

  test('reach: where both feet are out of reach, the hips are lowered until one is not', () => {
    // Feet so far apart that the source's legs are nearly stretched; the avatar's hips are narrower, and its
    // legs rest aslant.
    const move = (x: number, y: number): { move: [number, number, number] } => ({ move: [x, y, 0] });
    const spread = { 左足ＩＫ: move(5, 0), 右足ＩＫ: move(-5.3, 0), センター: move(0, -1.4) };
    const json = vrm1Json();
    for (const [side, sign] of [
      ['left', 1],
      ['right', -1],
    ] as const) {
      json.nodes[nodeOf(`${side}UpperLeg`)].translation![0] -= sign * 0.09;
      json.nodes[nodeOf(`${side}LowerLeg`)].translation![0] += sign * 0.09;
    }
    const narrow = readHumanoid(glbBytes(json));
    const miss = (bone: 'leftFoot' | 'rightFoot', { pose, rig }: ReturnType<typeof posed>): number => {
      const ankle = 3 * rig.boneIndex(bone === 'leftFoot' ? '左足首D' : '右足首D');
      const rest = PLACES.get(bone)!;
      const off = at(pose, bone).map(
        (value, k) =>
          value - rest[k] - pose.unit * (rig.worldPositions[ankle + k] - standard.restPositions[ankle + k]),
      );
      return Math.hypot(...off);
    };
    const [kept, lowered] = [posed(spread, {}, narrow), posed(spread, { reach: 'lower' }, narrow)];
    expect(miss('leftFoot', kept)).toBeGreaterThan(0.001);
    expect(miss('rightFoot', kept)).toBeGreaterThan(0.001);
    expect(Math.min(miss('leftFoot', lowered), miss('rightFoot', lowered))).toBeLessThan(1e-6);
    expect(lowered.pose.hips[1]).toBeLessThan(kept.pose.hips[1]);
  });
});

const motion = syntheticMotion();

describe('a dance with full turns, IK off, 足IK親 and twists', () => {
  test('a humanoid made from the source itself points all limbs as the source does', () => {
    const figures = measureHumanoid({
      motion,
      definition: standard,
      humanoid: humanoidOf(standard),
      step: 3,
    });
    for (const limb of ['upperLeg', 'lowerLeg', 'upperArm', 'lowerArm', 'hand', 'fingers'] as const)
      expect(figures[limb]!.max, limb).toBeLessThan(0.01);
    expect(figures.ankle.max).toBeLessThan(1e-4);
    expect(figures.foot.max).toBeLessThan(1e-4);
    expect([figures.forwards, figures.notFinite]).toEqual([0, 0]);
  });

  test('the small avatar plants its feet, and its arms point as the source’s', () => {
    const figures = measureHumanoid({ motion, definition: standard, humanoid: avatar, step: 1, to: 150 });
    expect(figures.ankle.p95).toBeLessThan(1e-6);
    expect(figures.slide?.p99 ?? 0).toBeLessThan(0.001);
    expect(figures.foot.max).toBeLessThan(1e-4);
    for (const limb of ['upperArm', 'lowerArm', 'hand', 'fingers'] as const)
      expect(figures[limb]!.max, limb).toBeLessThan(0.01);
    expect([figures.forwards, figures.notFinite]).toEqual([0, 0]);
  });

  test('VRM 0.x and 1.0 files of one body have the same places', () => {
    const rig = new Rig(standard);
    const dance = bindMotion(motion, rig);
    const poses = [avatar, readHumanoid(glbBytes(vrm0Json()))].map(
      (humanoid) => new HumanoidPose(rig, humanoid),
    );
    for (let frame = 0; frame < 300; frame += 17) {
      dance.sample(frame);
      rig.solve();
      rig.solveAfterPhysics();
      for (const pose of poses) pose.solve();
      poses[0].worldPositions.forEach((value, i) =>
        expect(Math.abs(value - poses[1].worldPositions[i])).toBeLessThan(1e-6),
      );
    }
  });
});

/** The small avatar with another body. */
function body(change: (json: AvatarJson) => void): Humanoid {
  const json = vrm1Json();
  change(json);
  return readHumanoid(glbBytes(json));
}

describe('odd bodies never give NaN, and their feet turn as the source’s', () => {
  const legs = (factor: readonly [number, number, number]) => (json: AvatarJson) => {
    for (const bone of ['leftLowerLeg', 'rightLowerLeg', 'leftFoot', 'rightFoot'] as const)
      json.nodes[nodeOf(bone)].translation = json.nodes[nodeOf(bone)].translation!.map(
        (value, k) => value * factor[k],
      );
  };
  test.each([
    ['legs of a tenth', body(legs([0.1, 0.1, 0.1]))],
    [
      'a shin of a hundredth',
      body((json) => void (json.nodes[nodeOf('leftFoot')].translation = [0, -0.004, 0])),
    ],
    [
      'legs that rest aside',
      body((json) => void (json.nodes[nodeOf('leftLowerLeg')].translation = [0.45, -0.01, 0])),
    ],
    [
      'legs that rest forwards',
      body((json) => void (json.nodes[nodeOf('rightFoot')].translation = [0, 0, 0.4])),
    ],
    [
      'arms without length',
      body((json) => void (json.nodes[nodeOf('leftLowerArm')].translation = [0, 0, 0])),
    ],
    [
      'arms that rest against the source’s',
      body((json) => void (json.nodes[nodeOf('leftLowerArm')].translation = [-0.868, 0.4957, 0])),
    ],
    [
      'hips a meter wide',
      body((json) => void (json.nodes[nodeOf('leftUpperLeg')].translation = [1, -0.05, 0])),
    ],
  ])('%s', (_name, humanoid) => {
    const figures = measureHumanoid({ motion, definition: standard, humanoid, step: 5 });
    expect(figures.notFinite).toBe(0);
    expect(figures.foot.max).toBeLessThan(1e-4);
  });
});

describe('sources', () => {
  const NEEDED = [
    ['センター', -1, [0, 8, 0]],
    ['上半身', 0, [0, 13.3, 0]],
    ['下半身', 0, [0, 13.2, 0]],
    ['左足', 2, [0.8, 10.7, 0]],
    ['左ひざ', 3, [0.7, 6, 0.1]],
    ['左足首', 4, [0.8, 1.3, 0]],
    ['右足', 2, [-0.8, 10.7, 0]],
    ['右ひざ', 6, [-0.7, 6, 0.1]],
    ['右足首', 7, [-0.8, 1.3, 0]],
  ] as const;
  const bones = NEEDED.map(([name, parent, [x, y, z]]) => ({
    name,
    parent,
    position: [x, y, z] as [number, number, number],
  }));

  test('a rig with nothing but trunk and legs is enough', () => {
    const definition = createSkeletonDefinition(bones);
    const pose = new HumanoidPose(new Rig(definition), avatar);
    expectClose(at(pose, 'leftFoot'), [0.1, 0.1, 0], 9);
    expectClose(at(pose, 'leftHand'), [0.65, 1.4, 0], 9); // no arms in the source: they stay at rest
    expect(humanoidOf(definition).bones).toHaveLength(8);
  });

  test('a rig without knees is a clear error', () => {
    const definition = createSkeletonDefinition(
      bones.map((bone) => ({ ...bone, name: bone.name.replace('ひざ', 'x') })),
    );
    for (const make of [() => new HumanoidPose(new Rig(definition), avatar), () => humanoidOf(definition)])
      expect(make).toThrow(
        expect.objectContaining({
          code: 'bad-source',
          message: expect.stringContaining('左ひざ (left knee), 右ひざ'),
        }),
      );
  });

  test('names may have full-width digits, and twist bones that nothing hangs on do not count', () => {
    const more = [
      ...bones,
      { name: '上半身２', parent: 1, position: [0, 14.4, 0] as [number, number, number] },
      { name: '左腕', parent: 9, position: [1, 15.7, 0] as [number, number, number] },
      { name: '左腕捩', parent: 10, position: [2, 15, 0] as [number, number, number] },
      { name: '左ひじ', parent: 10, position: [3.6, 14, 0] as [number, number, number] },
    ];
    const rig = new Rig(createSkeletonDefinition(more));
    rig.pose.rotations.set(rotation(0, 90), 4 * rig.boneIndex('左腕捩'));
    rig.pose.rotations.set(rotation(1, 15), 4 * rig.boneIndex('上半身２'));
    const pose = new HumanoidPose(rig, avatar);
    rig.solve();
    rig.solveAfterPhysics();
    pose.solve();
    expectClose(world(pose, 'chest'), rotation(1, 15));
    const [a, b] = [at(pose, 'leftUpperArm'), at(pose, 'leftLowerArm')];
    expect(Math.hypot(...[0, 1, 2].map((k) => b[k] - a[k]))).toBeCloseTo(0.25, 9);
    const still = world(new HumanoidPose(new Rig(createSkeletonDefinition(more)), avatar), 'leftUpperArm');
    expectClose(world(pose, 'leftUpperArm'), multiply(rotation(1, 15), still));
  });
});

test('an arm points as the source’s, though its twist bone lies beside the line from joint to joint', () => {
  const places: [name: string, parent: number, position: [number, number, number]][] = [
    ['左腕', 1, [1, 15.7, 0]],
    ['左腕捩', 9, [2, 15.4, 0]],
    ['左ひじ', 10, [3.6, 14, 0]],
    ['左手首', 11, [5, 13, 0]],
  ];
  const trunk = standardTrunk();
  const definition = createSkeletonDefinition([
    ...trunk,
    ...places.map(([name, parent, position]) => ({ name, parent, position })),
  ]);
  const rig = new Rig(definition);
  rig.pose.rotations.set(rotation(0, 90), 4 * rig.boneIndex('左腕捩'));
  const pose = new HumanoidPose(rig, avatar);
  rig.solve();
  rig.solveAfterPhysics();
  pose.solve();
  const unit = (a: number[], b: number[]): number[] => {
    const offset = a.map((value, k) => b[k] - value);
    return offset.map((value) => value / Math.hypot(...offset));
  };
  const source = (name: string): number[] => [
    ...rig.worldPositions.subarray(3 * rig.boneIndex(name), 3 * rig.boneIndex(name) + 3),
  ];
  expectClose(
    unit(at(pose, 'leftUpperArm'), at(pose, 'leftLowerArm')),
    unit(source('左腕'), source('左ひじ')),
  );
  // The elbow has swung out of the plane of rest.
  expect(unit(source('左腕'), source('左ひじ'))[2]).toBeLessThan(-0.1);
});

/** The bones that every source needs. */
function standardTrunk(): { name: string; parent: number; position: [number, number, number] }[] {
  const names = ['センター', '上半身', '下半身', '左足', '左ひざ', '左足首', '右足', '右ひざ', '右足首'];
  const parents = [-1, 0, 0, 2, 3, 4, 2, 6, 7];
  return names.map((name, i) => {
    const [x, y, z] = standard.restPositions.subarray(
      3 * standard.boneNames.indexOf(name),
      3 * standard.boneNames.indexOf(name) + 3,
    );
    return { name, parent: parents[i], position: [x, y, z] };
  });
}

/** a·b */
function multiply([ax, ay, az, aw]: readonly number[], [bx, by, bz, bw]: readonly number[]): number[] {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
