import {
  createPmx,
  createPmxBone,
  createVmd,
  parsePmx,
  parseVmd,
  type Pmx,
  type Vector3,
  type Vmd,
  type VmdContent,
} from '@odori/format';
import { createPhysics } from '@odori/physics';
import { bakePhysics, type BakePhysicsOptions } from '@odori/physics/bake';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { rigidBody, rigidJoint } from '#test/support/physics-model.js';

const [ROOT, HAIR, TIP, RIBBON, SKIRT] = [0, 1, 2, 3, 4];
const DAMPED = { linearDamping: 0.9, angularDamping: 0.9 };
const swing = (position: Vector3): object => ({
  position,
  angularLower: [-1, -1, -1],
  angularUpper: [1, 1, 1],
});

/**
 * A root, hair of two bones with a ribbon that has no body, a skirt that its body only turns, and a leg; with
 * IK for each.
 */
function dancer(): Pmx {
  const ik = (effector: number, bone: number): object => ({
    ik: { effector, loopCount: 10, limitAngle: 1, links: [{ bone }] },
  });
  return createPmx({
    bones: [
      createPmxBone({ name: 'root', position: [0, 10, 0] }),
      createPmxBone({ name: 'hair', position: [0, 12, 0], parent: ROOT }),
      createPmxBone({ name: 'tip', position: [0, 10, 1], parent: HAIR }),
      createPmxBone({ name: 'ribbon', position: [0, 8, 1], parent: TIP }),
      createPmxBone({ name: 'skirt', position: [1, 8, 0], parent: ROOT }),
      createPmxBone({ name: 'leg', position: [1, 8, 0], parent: ROOT }),
      createPmxBone({ name: 'ankle', position: [1, 1, 0], parent: 5 }),
      createPmxBone({ name: 'hair IK', position: [0, 8, 1], parent: ROOT, ...ik(TIP, HAIR) }),
      createPmxBone({ name: 'leg IK', position: [1, 1, 0], ...ik(6, 5) }),
    ],
    rigidBodies: [
      rigidBody({ bone: ROOT, mode: 0, position: [0, 10, 0] }),
      rigidBody({ bone: HAIR, position: [0, 11, 0.5], ...DAMPED }),
      rigidBody({ bone: TIP, position: [0, 9, 1], ...DAMPED }),
      rigidBody({ bone: SKIRT, mode: 2, position: [1, 6, 0], ...DAMPED }),
    ],
    joints: [
      rigidJoint(0, 1, swing([0, 12, 0])),
      rigidJoint(1, 2, swing([0, 10, 1])),
      rigidJoint(0, 3, swing([1, 8, 0])),
    ],
  });
}

const STEPS: VmdContent = {
  modelName: 'Dancer',
  bones: [
    { name: 'root', frame: 0, position: [0, 0, 0] },
    { name: 'root', frame: 20, position: [4, 0, 1], rotation: [0, 0.6, 0, 0.8], curves: [30, 0, 90, 127] },
    { name: 'root', frame: 50, position: [-3, 1, 0] },
    { name: 'root', frame: 90 },
    { name: 'leg IK', frame: 0 },
    { name: 'leg IK', frame: 40, position: [0, 2, -2] },
    { name: 'hair', frame: 0, rotation: [0.6, 0, 0, 0.8] },
  ],
};

/**
 * The places of all bones at each whole frame of a simulation at 60 Hz, which rests half a second at frame 0.
 */
async function simulated(pmx: Pmx, motion: Motion): Promise<Float64Array[]> {
  const rig = new Rig(createRigDefinition(pmx));
  const binding = bindMotion(motion, rig);
  const physics = await createPhysics(pmx, rig, { runUpSeconds: 0 });
  const pose = (frame: number) => (): void => {
    binding.sample(frame);
    rig.solve();
  };
  binding.sample(0);
  physics.reset();
  physics.settle(0.5);
  while (physics.isSettling) physics.advance(0, pose(0));
  const places: Float64Array[] = [];
  for (let frame = 0; frame <= motion.lastFrame; frame++) {
    if (frame > 0) {
      physics.step(1, pose(frame - 0.5));
      physics.step(1, pose(frame));
    }
    rig.solveAfterPhysics();
    places.push(rig.worldPositions.slice());
  }
  return places;
}

/** The places of all bones at each whole frame, from keyframes alone. */
function played(
  pmx: Pmx,
  motion: Motion,
  withPhysics?: Awaited<ReturnType<typeof createPhysics>>,
  rig?: Rig,
): Float64Array[] {
  rig ??= new Rig(createRigDefinition(pmx));
  const binding = bindMotion(motion, rig);
  return Array.from({ length: motion.lastFrame + 1 }, (_, frame) => {
    binding.sample(frame);
    if (withPhysics && frame === 0) withPhysics.reset();
    rig.solve();
    withPhysics?.step(2);
    rig.solveAfterPhysics();
    return rig.worldPositions.slice();
  });
}

/** The largest distance of a bone between two plays. */
function largestError(a: Float64Array[], b: Float64Array[], bone: number): number {
  const off = (i: number, axis: number): number => a[i][3 * bone + axis] - b[i][3 * bone + axis];
  return Math.max(...a.map((_, i) => Math.hypot(off(i, 0), off(i, 1), off(i, 2))));
}

interface Key {
  readonly frame: number;
  readonly physics: number;
  readonly position: number[];
  readonly rotation: number[];
  readonly curve: number[];
}

function keysOf({ bones }: Vmd, name: string): Key[] {
  const keys = Array.from({ length: bones.count }, (_, key) => ({
    name: bones.names[bones.nameIndex[key]].text,
    frame: bones.frames[key],
    physics: bones.physics[key],
    position: [...bones.positions.subarray(3 * key, 3 * key + 3)],
    rotation: [...bones.rotations.subarray(4 * key, 4 * key + 4)],
    curve: [...bones.curves.subarray(16 * key, 16 * key + 16)],
  }));
  return keys.filter((key) => key.name === name).sort((a, b) => a.frame - b.frame);
}

function bake(content: VmdContent = STEPS, options: BakePhysicsOptions = {}, pmx = dancer()) {
  const motion = Motion.from(createVmd(content));
  return { pmx, motion, baked: bakePhysics(motion, pmx, options) };
}

test('keyframes alone move hair and skirt as the simulation, within the tolerance at every whole frame', async () => {
  const { pmx, motion, baked } = bake(STEPS, { tolerance: { position: 0.03, angle: 0.5 } });
  const [wanted, found] = [await simulated(pmx, motion), played(pmx, Motion.from(baked.vmd))];
  expect(found.length).toBe(91);
  for (const bone of [HAIR, TIP, SKIRT]) {
    expect(largestError(wanted, found, bone)).toBeLessThanOrEqual(0.03);
    // without the new keyframes, hair would be somewhere else
    if (bone === TIP) expect(largestError(wanted, played(pmx, motion), bone)).toBeGreaterThan(1);
  }
  expect(baked.error.position).toBeLessThanOrEqual(0.03);
  expect(baked.error.position).toBeGreaterThanOrEqual(largestError(wanted, found, TIP));
  expect(baked.error.frames).toBe(91);
  const rough = bake(STEPS, { tolerance: { position: 0.3, angle: 5 } }).baked;
  expect(keysOf(rough.vmd, 'tip').length).toBeLessThan(45); // of 91 frames
});

test('the result names the bones that bodies move, parents first, and the IK that is off', () => {
  const { bones, physicalBones, iksOff } = bake().baked;
  expect(bones).toEqual(['hair', 'tip', 'skirt']);
  expect(physicalBones).toEqual(['hair', 'tip', 'skirt']);
  expect(iksOff).toEqual(['hair IK']);
});

test('with physics, the result plays as without: its keyframes lead the bodies', async () => {
  const { pmx, baked } = bake();
  const motion = Motion.from(baked.vmd);
  const rig = new Rig(createRigDefinition(pmx));
  const physics = await createPhysics(pmx, rig);
  expect(played(pmx, motion, physics, rig)).toEqual(played(pmx, motion));
  expect([1, 2, 3].map((body) => physics.isDynamic(body))).toEqual([false, false, false]);
});

test('a bone below physical ones is where these are now, not one frame late', async () => {
  const { pmx, motion, baked } = bake(STEPS, { tolerance: { position: 0.001, angle: 0.05 } });
  const simulation = await simulated(pmx, motion);
  const found = played(pmx, Motion.from(baked.vmd));
  const length = (places: Float64Array): number =>
    Math.hypot(...[0, 1, 2].map((axis) => places[3 * RIBBON + axis] - places[3 * TIP + axis]));
  found.forEach((places) => expect(length(places)).toBeCloseTo(2, 6)); // as at rest
  expect(Math.max(...simulation.map((places) => Math.abs(length(places) - 2)))).toBeGreaterThan(0.05);
});

/** The dancer with a bell below her ribbon, which has no body. */
function withBell(mode: number): { pmx: Pmx; bell: number } {
  const pmx = dancer();
  const bell = pmx.bones.push(createPmxBone({ name: 'bell', position: [0, 6, 1], parent: RIBBON })) - 1;
  pmx.rigidBodies.push(rigidBody({ bone: bell, mode, position: [0, 5, 1], ...DAMPED }));
  pmx.joints.push(rigidJoint(2, 4, swing([0, 6, 1])));
  return { pmx, bell };
}

test('a body whose bone hangs on a bone without a body, below physical ones, is where it is in the simulation', async () => {
  const { pmx, bell } = withBell(1);
  const { motion, baked } = bake(STEPS, {}, pmx);
  const [wanted, found] = [await simulated(pmx, motion), played(pmx, Motion.from(baked.vmd))];
  expect(largestError(wanted, found, bell)).toBeLessThanOrEqual(0.05);
});

test('a body that only turns such a bone leaves it at its place beside its parent', () => {
  const { baked } = bake(STEPS, {}, withBell(2).pmx);
  const keys = keysOf(baked.vmd, 'bell');
  expect(keys.length).toBeGreaterThan(5);
  expect(keys.every(({ position }) => position.every((value) => value === 0))).toBe(true);
});

test('new keyframes have physics off, and a body that only turns its bone gives rotations alone', () => {
  const { vmd } = bake().baked;
  const all = ['hair', 'tip', 'skirt'].flatMap((name) => keysOf(vmd, name));
  expect(all.every(({ physics }) => physics === 0)).toBe(true);
  expect(keysOf(vmd, 'skirt').length).toBeGreaterThan(5);
  expect(keysOf(vmd, 'skirt').every(({ position }) => position.every((value) => value === 0))).toBe(true);
  expect(keysOf(vmd, 'tip').some(({ position }) => position.some((value) => value !== 0))).toBe(true);
});

test('all other keyframes stay, with their curves', () => {
  const content: VmdContent = {
    ...STEPS,
    morphs: [{ name: 'smile', frame: 7, weight: 0.5 }],
    properties: [{ frame: 0, visible: false }],
  };
  const { vmd } = bake(content).baked;
  const before = createVmd(content);
  for (const name of ['root', 'leg IK']) expect(keysOf(vmd, name)).toEqual(keysOf(before, name));
  expect([vmd.morphs.count, vmd.morphs.frames[0], vmd.morphs.weights[0]]).toEqual([1, 7, 0.5]);
  expect(vmd.properties.visible[0]).toBe(0);
  expect(vmd.modelName.text).toBe('');
  expect(bake(content, { modelName: 'Dancer' }).baked.vmd.modelName.text).toBe('Dancer');
});

test('IK that moves hair is switched off, other IK keeps its switches', () => {
  const ik = [
    { name: 'hair IK', enabled: true },
    { name: 'leg IK', enabled: false },
  ];
  const { vmd } = bake({ ...STEPS, properties: [{ frame: 0, ik }] }).baked;
  const { names, ikNameIndex, ikEnabled } = vmd.properties;
  const switches = Array.from(ikNameIndex, (name, i) => [names[name].text, ikEnabled[i]]);
  expect(Object.fromEntries(switches)).toEqual({ 'hair IK': 0, 'leg IK': 0 });
  expect(bake().baked.vmd.properties.names.map(({ text }) => text)).toEqual(['hair IK']);
});

test('an IK with only one link that a body moves gives keyframes to its other link too', async () => {
  const pmx = dancer();
  const [ik] = pmx.bones.filter(({ name }) => name === 'hair IK');
  ik.ik = { effector: RIBBON, loopCount: 10, limitAngle: 1, links: [{ bone: RIBBON }, { bone: TIP }] };
  ik.ik.effector = pmx.bones.push(createPmxBone({ name: 'end', position: [0, 7, 1], parent: RIBBON })) - 1;
  const { motion, baked } = bake(STEPS, {}, pmx);
  expect(baked.bones).toEqual(['hair', 'tip', 'ribbon', 'skirt']);
  expect(baked.physicalBones).toEqual(['hair', 'tip', 'skirt']);
  expect(keysOf(baked.vmd, 'ribbon').every(({ physics }) => physics === 1)).toBe(true);
  const [wanted, found] = [await simulated(pmx, motion), played(pmx, Motion.from(baked.vmd))];
  expect(largestError(wanted, found, TIP)).toBeLessThanOrEqual(0.05);
});

describe('stretches with physics off', () => {
  const curves = [20, 0, 40, 127] as const;
  const SWITCHED: VmdContent = {
    bones: [
      ...STEPS.bones!,
      { name: 'skirt', frame: 0 },
      { name: 'skirt', frame: 30, rotation: [0.6, 0, 0, 0.8], physics: false, curves },
      { name: 'skirt', frame: 45, rotation: [0, 0, 0.6, 0.8], physics: false, curves },
      { name: 'skirt', frame: 60, rotation: [0, 0, 0, 1], physics: true, curves },
    ],
  };

  test('keep their keyframes and curves', async () => {
    const { pmx, motion, baked } = bake(SWITCHED);
    const keys = keysOf(baked.vmd, 'skirt');
    const off = keys.filter(({ frame }) => frame > 30 && frame <= 45);
    expect(off).toEqual(keysOf(createVmd(SWITCHED), 'skirt').filter(({ frame }) => frame === 45));
    const first = keys.find(({ frame }) => frame === 30)!;
    [0.6, 0, 0, 0.8].forEach((value, i) => expect(first.rotation[i]).toBeCloseTo(value, 6));
    expect(keys.filter(({ frame }) => frame > 60).length).toBeGreaterThan(2);
    expect(keys.every(({ physics }) => physics === 0)).toBe(true);
    const rotations = await rotationsOf(pmx, motion, Motion.from(baked.vmd));
    expect(rotations).toBeLessThanOrEqual(1);
  });

  test('on the way to them, bones are led there, and bodies below are where they are in the simulation', async () => {
    const bones = [
      ...STEPS.bones!,
      { name: 'hair', frame: 30, rotation: [0, 0, 0.6, 0.8] as const },
      { name: 'hair', frame: 60, rotation: [0.6, 0, 0, 0.8] as const, physics: false },
    ];
    const properties = [{ frame: 0, ik: [{ name: 'hair IK', enabled: false }] }];
    const { pmx, motion, baked } = bake({ bones, properties });
    const [wanted, found] = [await simulated(pmx, motion), played(pmx, Motion.from(baked.vmd))];
    for (const bone of [HAIR, TIP]) expect(largestError(wanted, found, bone)).toBeLessThanOrEqual(0.05);
  });

  test('a bone whose physics is always off is left alone', () => {
    const bones = SWITCHED.bones!.map((key) => (key.name === 'skirt' ? { ...key, physics: false } : key));
    const { baked } = bake({ bones });
    expect(baked.bones).toEqual(['hair', 'tip']);
    expect(keysOf(baked.vmd, 'skirt')).toEqual(keysOf(createVmd({ bones }), 'skirt'));
  });
});

/** How far the skirt is turned away from a simulation at the worst whole frame, in degrees. */
async function rotationsOf(pmx: Pmx, motion: Motion, baked: Motion): Promise<number> {
  const rigs = [new Rig(createRigDefinition(pmx)), new Rig(createRigDefinition(pmx))];
  const [simulation, replay] = [bindMotion(motion, rigs[0]), bindMotion(baked, rigs[1])];
  const physics = await createPhysics(pmx, rigs[0], { runUpSeconds: 0 });
  const pose = (frame: number) => (): void => {
    simulation.sample(frame);
    rigs[0].solve();
  };
  simulation.sample(0);
  physics.reset();
  physics.settle(0.5);
  while (physics.isSettling) physics.advance(0, pose(0));
  let worst = 0;
  for (let frame = 0; frame <= motion.lastFrame; frame++) {
    if (frame > 0) {
      physics.step(1, pose(frame - 0.5));
      physics.step(1, pose(frame));
    }
    replay.sample(frame);
    rigs[1].solve();
    for (const rig of rigs) rig.solveAfterPhysics();
    const [a, b] = rigs.map(({ worldRotations }) => worldRotations.subarray(4 * SKIRT, 4 * SKIRT + 4));
    const dot = a.reduce((sum, value, i) => sum + value * b[i], 0);
    worst = Math.max(worst, (2 * Math.acos(Math.min(1, Math.abs(dot))) * 180) / Math.PI);
  }
  return worst;
}

test('with IK baked too, legs get keyframes and all IK is off', () => {
  const { pmx, motion, baked } = bake(STEPS, { ik: 'motion' });
  expect(baked.bones).toEqual(['hair', 'tip', 'skirt', 'leg']);
  expect(baked.iksOff).toEqual(['hair IK', 'leg IK']);
  expect([...baked.vmd.properties.ikEnabled]).toEqual([0, 0]);
  expect(keysOf(baked.vmd, 'leg').every(({ physics }) => physics === 1)).toBe(true);
  expect(largestError(played(pmx, motion), played(pmx, Motion.from(baked.vmd)), 6)).toBeLessThanOrEqual(0.02);
});

test('without simulated rest, the dance starts with the bare reset of MMD: near the pose of the keyframes', () => {
  const start = (settleSeconds: number): number => {
    const { pmx, motion, baked } = bake(STEPS, { settleSeconds });
    const [[found], [keyed]] = [played(pmx, Motion.from(baked.vmd)), played(pmx, motion)];
    return largestError([found], [keyed], TIP);
  };
  expect(start(0)).toBeLessThan(0.2);
  expect(start(2)).toBeGreaterThan(0.5);
});

test('after a leap of the dancer, bodies come to rest instead of being torn', () => {
  const bones = [
    { name: 'root', frame: 0 },
    { name: 'root', frame: 29 },
    { name: 'root', frame: 30, position: [90, 0, 0] as const },
    { name: 'root', frame: 60, position: [90, 0, 0] as const },
  ];
  const { pmx, baked } = bake({ bones });
  const places = played(pmx, Motion.from(baked.vmd));

  // straight below the root
  for (let frame = 30; frame <= 60; frame++) expect(Math.abs(places[frame][3 * TIP] - 90)).toBeLessThan(0.2);
});

test('a model without bodies keeps its motion', () => {
  const pmx = { ...dancer(), rigidBodies: [], joints: [] };
  const { baked } = bake(STEPS, {}, pmx);
  expect(baked.bones).toEqual([]);
  expect(baked.vmd.bones).toEqual(createVmd({ bones: STEPS.bones! }).bones);
  expect(baked.vmd.properties.count).toBe(0);
});

test('the same motion gives the same keyframes again', () => {
  expect(bake().baked.vmd).toEqual(bake().baked.vmd);
});

describe.skipIf(!hasCorpus)('on miku.pmx, 10 s of wavefile', () => {
  test('keyframes alone move hair, tie and skirt as the simulation, without the IK of hair and tie', async () => {
    const pmx = parsePmx(readCorpus('pmx/mmd_tools_miku/miku.pmx'));
    const motion = Motion.from(parseVmd(readCorpus('vmd/wavefile_v2.vmd'))).slice(0, 300);
    const { vmd, physicalBones, iksOff, error } = bakePhysics(motion, pmx);
    expect([physicalBones.length, iksOff]).toEqual([23, ['ﾈｸﾀｲＩＫ', '左髪ＩＫ', '右髪ＩＫ']]);
    expect(error.frames).toBe(301);
    const [wanted, found] = [await simulated(pmx, motion), played(pmx, Motion.from(vmd))];
    for (const name of physicalBones) {
      const bone = pmx.bones.findIndex((each) => each.name === name);
      expect(largestError(wanted, found, bone)).toBeLessThanOrEqual(0.05);
    }
  });
});

describe('hostile input', () => {
  test('a motion with too many frames is refused before anything is simulated', () => {
    const motion = (frame: number): Motion => Motion.from(createVmd({ bones: [{ name: 'root', frame }] }));
    expect(() => bakePhysics(motion(200_000), dancer())).toThrow(
      new RangeError('the motion has 200001 frames; for this model, bake at most 200000 of them at once'),
    );
    expect(() => bakePhysics(motion(2 ** 32 - 1), dancer())).toThrow(RangeError);
    const crowded = dancer();
    for (let i = 0; i < 400; i++) {
      crowded.bones.push(createPmxBone({ name: `b${i}` }));
      crowded.rigidBodies.push(rigidBody({ bone: crowded.bones.length - 1 }));
    }
    expect(() => bakePhysics(motion(20_000), crowded)).toThrow(/bake at most 9900 of them at once/);
  });

  test.each([
    ['a tolerance of 0', { tolerance: { angle: 0 } }, 'tolerance.angle must be above 0, not 0'],
    [
      'a tolerance below 32 bits',
      { tolerance: { position: 1e-9 } },
      /tolerance\.position must be at least 0.00001/,
    ],
  ])('%s is refused', (_, options, message) => {
    expect(() => bake(STEPS, options)).toThrow(message);
  });

  test.each([
    [
      'masses, sizes and positions that are no numbers',
      { mass: NaN, size: [NaN, 1, 1], position: [NaN, 0, 0] },
    ],
    ['masses and sizes that are huge', { mass: 1e30, size: [1e30, 1e30, 1e30] }],
    ['positions that are huge', { position: [1e30, -1e30, 1e30] }],
    ['masses and sizes of 0', { mass: 0, size: [0, 0, 0] }],
  ])('bodies with %s never give keyframes that are no numbers', (_, changes) => {
    const pmx = dancer();
    for (const body of pmx.rigidBodies) Object.assign(body, changes);
    expectNumbersOrRangeError(pmx, createVmd(STEPS));
  });

  test('a dancer who leaves all bounds never gives keyframes that are no numbers', () => {
    for (const far of [1e6, 1e20, 3e38]) {
      const bones = [...STEPS.bones!, { name: 'root', frame: 60, position: [far, -far, far] as const }];
      expectNumbersOrRangeError(dancer(), createVmd({ bones }));
    }
  });
});

function expectNumbersOrRangeError(pmx: Pmx, vmd: Vmd): void {
  try {
    const { bones } = bakePhysics(Motion.from(vmd), pmx).vmd;
    const used = [bones.positions.subarray(0, 3 * bones.count), bones.rotations.subarray(0, 4 * bones.count)];
    for (const values of used) expect(values.every(Number.isFinite)).toBe(true);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
  }
}
