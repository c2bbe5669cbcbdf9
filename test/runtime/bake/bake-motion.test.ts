import { createPmxBone, createVmd, PMX_BONE, type PmxBoneMorph, type VmdContent } from '@odori/format';
import { bakeMotion, createRigDefinition, Motion, Rig, type RigDefinition } from '@odori/runtime';
import { bindMotion } from '@odori/runtime/rig';
import { Matrix4 } from 'three';
import { expect, test } from 'vitest';

/** Hip, knee and ankle with an IK; a foot that appends the knee's rotation; a morph that rotates the hip. */
const BONES = [
  createPmxBone({ name: '腰', position: [0, 10, 0] }),
  createPmxBone({ name: 'hip', position: [0, 10, 0], parent: 0 }),
  createPmxBone({ name: 'knee', position: [0, 5.5, -0.1], parent: 1 }),
  createPmxBone({ name: 'ankle', position: [0, 1, 0], parent: 2 }),
  createPmxBone({
    name: 'ik',
    position: [0, 1, 0],
    ik: {
      effector: 3,
      loopCount: 40,
      limitAngle: 2,
      links: [{ bone: 2, limits: { min: [-3.14, 0, 0], max: [-0.01, 0, 0] } }, { bone: 1 }],
    },
  }),
  createPmxBone({
    name: 'foot',
    position: [3, 1, 0],
    parent: 0,
    flags: PMX_BONE.appendRotation,
    append: { parent: 2, ratio: 0.5 },
  }),
];
const MORPHS: PmxBoneMorph[] = [
  {
    name: 'turn',
    nameEn: '',
    panel: 4,
    type: 'bone',
    bones: Int32Array.of(1),
    translations: Float32Array.of(0, 0.5, 0),
    rotations: Float32Array.of(0, 0.1, 0, 0.995),
  },
];
const DEFINITION = createRigDefinition({ bones: BONES, morphs: MORPHS });

const DANCE: VmdContent = {
  bones: [
    { name: 'ik', frame: 0 },
    { name: 'ik', frame: 40, position: [1, 3, -1], curves: [90, 0, 30, 127] },
    { name: 'ik', frame: 400, position: [-1, 2, 1] },
    { name: 'foot', frame: 0 },
    { name: 'foot', frame: 40, rotation: [0, 0.5, 0, 0.866] },
    { name: 'knee', frame: 0, physics: true },
    { name: 'knee', frame: 20, physics: false },
    { name: '腰', frame: 30, position: [0, -1, 0] },
  ],
  morphs: [
    { name: 'turn', frame: 0, weight: 0 },
    { name: 'turn', frame: 40, weight: 1 },
  ],
  properties: [
    { frame: 0 },
    { frame: 35, visible: false, ik: [{ name: 'ik', enabled: false }] },
    { frame: 50, ik: [{ name: 'ik', enabled: true }] },
  ],
};

/** The largest distance of a replay's bones from those of the solved motion, over all whole frames. */
function replayError(
  dance: Motion,
  baked: Motion,
  replayed: RigDefinition,
): { units: number; degrees: number } {
  const [solved, replay] = [new Rig(DEFINITION), new Rig(replayed)];
  const bindings = [bindMotion(dance, solved), bindMotion(baked, replay)];
  let [units, degrees] = [0, 0];
  for (let frame = 0; frame <= dance.lastFrame; frame++) {
    bindings.forEach((binding) => binding.sample(frame));
    expect(replay.pose.ikEnabled[0]).toBe(0);
    expect([frame, replay.pose.visible]).toEqual([frame, solved.pose.visible]);
    expect([frame, ...replay.pose.physicsEnabled]).toEqual([frame, ...solved.pose.physicsEnabled]);
    for (const rig of [solved, replay]) {
      rig.solve();
      rig.solveAfterPhysics();
    }
    for (let i = 0; i < 3 * BONES.length; i++) {
      units = Math.max(units, Math.abs(solved.worldPositions[i] - replay.worldPositions[i]));
    }
    for (let bone = 0; bone < BONES.length; bone++) {
      const dot = [0, 1, 2, 3].reduce(
        (sum, j) => sum + solved.worldRotations[4 * bone + j] * replay.worldRotations[4 * bone + j],
        0,
      );
      degrees = Math.max(degrees, (2 * Math.acos(Math.min(Math.abs(dot), 1)) * 180) / Math.PI);
    }
  }
  return { units, degrees };
}

test('a baked motion plays the same without IK, with bone morphs, appends and switches of IK, visibility and physics', () => {
  const dance = Motion.from(createVmd(DANCE));
  const { vmd, bones, error } = bakeMotion(dance, DEFINITION, { modelName: 'Dancer' });
  expect(bones).toEqual(['hip', 'knee']);
  expect(vmd.modelName.text).toBe('Dancer');
  const { units, degrees } = replayError(dance, Motion.from(vmd), DEFINITION);
  expect(units).toBeLessThanOrEqual(0.02);
  expect(degrees).toBeLessThanOrEqual(0.3);
  expect(error.position).toBeGreaterThanOrEqual(units);
  const feet = vmd.bones.nameIndex.filter((name) => vmd.bones.names[name].text === 'foot');
  expect(feet.length).toBe(2); // bones outside IK keep their keys
});

test('with append baked too, a motion plays the same on a rig without append', () => {
  const dance = Motion.from(createVmd(DANCE));
  const { vmd, bones } = bakeMotion(dance, DEFINITION, {
    append: 'motion',
    tolerance: { position: 0.1, angle: 1 },
  });
  expect(bones).toEqual(['hip', 'knee', 'foot']);
  const plain = createRigDefinition({
    bones: BONES.map((bone) => ({ ...bone, flags: bone.flags & ~PMX_BONE.appendRotation })),
    morphs: MORPHS,
  });
  const { units, degrees } = replayError(dance, Motion.from(vmd), plain);
  expect(units).toBeLessThanOrEqual(0.1);
  expect(degrees).toBeLessThanOrEqual(1);
});

test('a bone with a fixed axis that appends is baked about this axis, although its keyframes turn about another', () => {
  const definition = createRigDefinition({
    bones: [
      createPmxBone({ name: 'arm' }),
      createPmxBone({
        name: 'twist',
        position: [0, 1, 0],
        flags: PMX_BONE.fixedAxis | PMX_BONE.appendRotation,
        fixedAxis: [0, 1, 0],
        append: { parent: 0, ratio: 0.5 },
      }),
    ],
    morphs: [],
  });
  const dance = Motion.from(
    createVmd({
      bones: [
        { name: 'arm', frame: 0 },
        { name: 'arm', frame: 40, rotation: [0, 0.6, 0, 0.8] },
        { name: 'twist', frame: 0, rotation: [0.36, 0.48, 0, 0.8] },
        { name: 'twist', frame: 40, rotation: [0.48, 0.36, 0, 0.8] },
      ],
    }),
  );
  const { bones, error } = bakeMotion(dance, definition, { append: 'motion' });
  expect(bones).toEqual(['twist']);
  expect(error.angle).toBeLessThanOrEqual(0.3);
});

test('links that append from a later link of another IK are baked with what their source gets', () => {
  /** An arm along −y, whose IK bone moves its tip, in one step so that it needs no other link. */
  const arm = (x: number, first: number, append?: number): ReturnType<typeof createPmxBone>[] => [
    createPmxBone({
      name: `link${first}`,
      position: [x, 10, 0],
      ...(append !== undefined && { flags: PMX_BONE.appendRotation, append: { parent: append, ratio: 0.5 } }),
    }),
    createPmxBone({ name: `tip${first}`, position: [x, 5, 0], parent: first }),
    createPmxBone({
      name: `ik${first}`,
      position: [x, 5, 0],
      ik: { effector: first + 1, loopCount: 40, limitAngle: 4, links: [{ bone: first }] },
    }),
  ];
  const definition = createRigDefinition({ bones: [...arm(0, 0, 3), ...arm(8, 3)], morphs: [] });
  const dance = Motion.from(
    createVmd({
      bones: [0, 10, 20, 30].flatMap((frame, i) => [
        { name: 'ik0', frame, position: [i, (i * 7) % 3, 2] as const },
        { name: 'ik3', frame, position: [2, i % 2, -i] as const },
        { name: 'link3', frame, rotation: [0, 0.2 * i, 0, 1] as const },
      ]),
    }),
  );
  const { bones, error } = bakeMotion(dance, definition);
  expect(bones).toEqual(['link3', 'link0']);
  expect(error.position).toBeLessThanOrEqual(0.02);
  expect(error.angle).toBeLessThanOrEqual(0.3);
});

test('the knees of a PMD are baked as rotations, because a keyframe cannot shear them', () => {
  const definition = createRigDefinition({ bones: BONES, morphs: MORPHS, fromPmd: true });
  const knee = { name: 'knee', frame: 0, rotation: [0, -0.5, 0.5, 0.7] as const };
  const dance = Motion.from(
    createVmd({ bones: [...DANCE.bones!.filter(({ name }) => name !== 'knee'), knee] }),
  );
  const sheared = new Rig(definition);
  const binding = bindMotion(dance, sheared);
  const determinants = Array.from({ length: 400 }, (_, frame) => {
    binding.sample(frame);
    sheared.solve();
    sheared.solveAfterPhysics();
    return new Matrix4().fromArray(sheared.worldMatrices, 32).determinant();
  });
  expect(Math.min(...determinants)).toBeLessThan(0.99);
  const { error } = bakeMotion(dance, definition);
  expect(error.position).toBeLessThanOrEqual(0.02);
  expect(error.angle).toBeLessThanOrEqual(0.3);
});

test.each([
  [{ position: 9e-6 }, 'tolerance.position must be at least 0.00001, not 0.000009'],
  [{ angle: 1e-9 }, 'tolerance.angle must be at least 0.0001, not 1e-9'],
])('a tolerance below what 32-bit keyframes can hold is refused: %o', (tolerance, message) => {
  const dance = Motion.from(createVmd(DANCE));
  expect(() => bakeMotion(dance, DEFINITION, { tolerance })).toThrow(
    new RangeError(`${message}: keyframes have 32 bits and cannot be that exact`),
  );
});

test('the least tolerance is met, with at most one keyframe per bone and frame', () => {
  const dance = Motion.from(createVmd(DANCE));
  const { vmd, error } = bakeMotion(dance, DEFINITION, { tolerance: { position: 1e-5, angle: 1e-4 } });
  expect(error.position).toBeLessThanOrEqual(1e-5);
  expect(error.angle).toBeLessThanOrEqual(1e-4);
  expect(vmd.bones.count).toBeLessThanOrEqual(2 * 401 + 3); // hip and knee, and the keyframes of 腰 and foot
});

test('a tolerance that the rounding of keyframes puts out of reach is refused with the error that remains', () => {
  // a rotation of 32 bits is off by about 1e-7 radians: 0.1 units at this distance
  const tip = createPmxBone({ name: 'tip', position: [1e6, 5.5, -0.1], parent: 2 });
  const definition = createRigDefinition({ bones: [...BONES, tip], morphs: MORPHS });
  const dance = Motion.from(createVmd(DANCE));
  expect(() => bakeMotion(dance, definition, { tolerance: { position: 1e-4 } })).toThrow(
    /^the baked motion is off by 0\.\d+ units and .*°, more than the tolerance of 0\.0001 units and 0\.3°; allow a larger tolerance$/,
  );
});

test('a tolerance of 0 and a frame beyond the last of MMD are refused', () => {
  const dance = Motion.from(createVmd(DANCE));
  expect(() => bakeMotion(dance, DEFINITION, { tolerance: { position: 0 } })).toThrow(
    new RangeError('tolerance.position must be above 0, not 0'),
  );
  expect(() => bakeMotion(dance.offset(2 ** 31), DEFINITION)).toThrow('MMD allows frames up to 2147483647');
});
