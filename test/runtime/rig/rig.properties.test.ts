import { PMX_BONE, type PmxBone, type PmxIk, type PmxMorph } from '@odori/format';
import { createRigDefinition, Rig, type RigPose, type RigSource } from '@odori/runtime/rig';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '#test/support/runs.js';

const BONES = 6;

/** An index mostly inside the skeleton. */
const index = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -1, max: BONES - 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(BONES, 99, -2, 0x7fffffff) },
);
/** In 32 bits, as in files. */
const number = fc.oneof(
  { weight: 8, arbitrary: fc.float({ min: -20, max: 20, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, 1, Math.fround(1e-45), 1e5, NaN, Infinity, -Infinity) },
);
const vector3 = fc.tuple(number, number, number);

const angle = fc.oneof(fc.double({ min: -3.2, max: 3.2, noNaN: true }), fc.constant(0), number);
const limits = fc.record({ min: fc.tuple(angle, angle, angle), max: fc.tuple(angle, angle, angle) });
const ik: fc.Arbitrary<PmxIk> = fc.record({
  effector: index,
  loopCount: fc.oneof({ weight: 30, arbitrary: fc.nat(4) }, { weight: 1, arbitrary: fc.constant(-1) }),
  limitAngle: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(2, 4, 1, -2) },
    { weight: 1, arbitrary: number },
  ),
  links: fc.array(fc.record({ bone: index, limits: fc.option(limits, { nil: undefined }) }), {
    maxLength: 3,
  }) as fc.Arbitrary<PmxIk['links']>,
});

const anyBone: fc.Arbitrary<RigSource['bones'][number]> = fc
  .record({
    name: fc.constantFrom('左足', '左ひざ', 'b'),
    position: vector3,
    parent: index,
    layer: fc.oneof(fc.integer({ min: -1, max: 2 }), fc.constant(0)),
    isAfter: fc.integer({ min: 0, max: 4 }),
    append: fc.option(fc.record({ parent: index, ratio: number }), { nil: undefined }),
    appendBits: fc.constantFrom(
      PMX_BONE.appendRotation,
      PMX_BONE.appendTranslation,
      PMX_BONE.appendRotation | PMX_BONE.appendTranslation,
      PMX_BONE.appendRotation | PMX_BONE.appendTranslation | PMX_BONE.localAppend,
    ),
    fixedAxis: fc.option(vector3, { nil: undefined, freq: 3 }),
    ik: fc.option(ik, { nil: undefined, freq: 2 }),
  })
  .map(({ isAfter, appendBits, append, fixedAxis, ik: chain, ...rest }) => ({
    ...rest,
    flags: (isAfter === 0 ? PMX_BONE.afterPhysics : 0) | (append ? appendBits : 0),
    ...(append && { append }),
    ...(fixedAxis && { fixedAxis }),
    ...(chain && { ik: chain }),
  })) as fc.Arbitrary<PmxBone>;

const head = { name: fc.constant('m'), nameEn: fc.constant(''), panel: fc.constant(1) };
const morph: fc.Arbitrary<PmxMorph> = fc.oneof(
  fc.record({
    ...head,
    type: fc.constantFrom('group' as const, 'flip' as const),
    morphs: fc.array(index, { minLength: 2, maxLength: 2 }).map((all) => Int32Array.from(all)),
    weights: fc.tuple(number, number).map((all) => Float32Array.from(all)),
  }),
  fc.record({
    ...head,
    type: fc.constant('bone' as const),
    bones: index.map((at) => Int32Array.of(at)),
    translations: vector3.map((all) => Float32Array.from(all)),
    rotations: fc.tuple(number, number, number, number).map((all) => Float32Array.from(all)),
  }),
);

const model: fc.Arbitrary<RigSource> = fc.record({
  bones: fc.array(anyBone, { maxLength: BONES }),
  morphs: fc.array(morph, { maxLength: 3 }),
  fromPmd: fc.constantFrom(undefined, true as const),
}) as fc.Arbitrary<RigSource>;

/** Numbers for a pose of any size. */
const part = fc.oneof(
  { weight: 3, arbitrary: fc.double({ min: -3, max: 3, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, -1) },
);
const pose = fc.record({
  translations: fc.array(part, { minLength: 3 * BONES, maxLength: 3 * BONES }),
  rotations: fc.array(part, { minLength: 4 * BONES, maxLength: 4 * BONES }),
  morphWeights: fc.array(part, { minLength: 3, maxLength: 3 }),
  ikEnabled: fc.array(fc.constantFrom(1, 1, 1, 0), { minLength: BONES, maxLength: BONES }),
});
type Pose = typeof pose extends fc.Arbitrary<infer T> ? T : never;

function write(to: RigPose, from: Pose): void {
  to.translations.set(from.translations.slice(0, to.translations.length));
  to.rotations.set(from.rotations.slice(0, to.rotations.length));
  to.morphWeights.set(from.morphWeights.slice(0, to.morphWeights.length));
  to.ikEnabled.set(from.ikEnabled.slice(0, to.ikEnabled.length));
}

function solved(rig: Rig, from: Pose): { world: Float64Array; skin: Float32Array; weights: Float64Array } {
  write(rig.pose, from);
  rig.solve();
  rig.solveAfterPhysics();
  return {
    world: rig.worldMatrices.slice(),
    skin: rig.skinMatrices.slice(),
    weights: rig.morphWeights.slice(),
  };
}

/** The distance of the nine numbers of a rotation from an orthonormal matrix. */
function skewOf(world: Float64Array, o: number): number {
  let worst = 0;
  for (let i = 0; i < 3; i++)
    for (let j = i; j < 3; j++) {
      let dot = 0;
      for (let k = 0; k < 3; k++) dot += world[o + 4 * i + k] * world[o + 4 * j + k];
      worst = Math.max(worst, Math.abs(dot - (i === j ? 1 : 0)));
    }
  return worst;
}

test('any skeleton in any pose gives finite matrices with unit rotations; only knees of a PMD may shear a matrix', () => {
  fc.assert(
    fc.property(model, pose, (source, input) => {
      const rig = new Rig(createRigDefinition(source));
      const { world, skin, weights } = solved(rig, input);
      expect([...world, ...skin, ...weights].every(Number.isFinite)).toBe(true);
      for (let i = 0; i < rig.worldRotations.length; i += 4)
        expect(Math.abs(Math.hypot(...rig.worldRotations.subarray(i, i + 4)) - 1)).toBeLessThanOrEqual(1e-9);
      if (source.fromPmd) return;
      for (let o = 0; o < world.length; o += 16) expect(skewOf(world, o)).toBeLessThanOrEqual(1e-9);
    }),
    { numRuns: RUNS },
  );
});

test('pose A gives the same bits before and after pose B, and on a fresh rig', () => {
  fc.assert(
    fc.property(model, pose, pose, (source, a, b) => {
      const definition = createRigDefinition(source);
      const rig = new Rig(definition);
      const first = solved(rig, a);
      const between = solved(rig, b);
      expect(solved(rig, a)).toEqual(first);
      expect(solved(new Rig(definition), b)).toEqual(between);
    }),
    { numRuns: RUNS },
  );
});

test('solving a pose with NaN ends, and does not affect later poses', () => {
  fc.assert(
    fc.property(model, pose, fc.nat(), (source, input, at) => {
      const definition = createRigDefinition(source);
      const rig = new Rig(definition);
      rig.pose.translations[at % (rig.pose.translations.length || 1)] = NaN;
      rig.pose.rotations[at % (rig.pose.rotations.length || 1)] = NaN;
      rig.pose.morphWeights[at % (rig.pose.morphWeights.length || 1)] = NaN;
      rig.solve();
      rig.solveAfterPhysics();
      expect(solved(rig, input)).toEqual(solved(new Rig(definition), input));
    }),
    { numRuns: RUNS },
  );
});

test('in any skeleton parents and sources come first, and every index is that of a bone', () => {
  fc.assert(
    fc.property(model, (source) => {
      const { boneCount, parents, beforePhysics, afterPhysics, ...appends } = createRigDefinition(source);
      const isBone = (bone: number): boolean => bone >= 0 && bone < boneCount;
      const seen = new Set<number>();
      for (const bone of [...beforePhysics.bones, ...afterPhysics.bones]) {
        expect(parents[bone] < 0 || seen.has(parents[bone])).toBe(true);
        seen.add(bone);
      }
      expect(seen.size).toBe(boneCount);
      const { appendSources, rotationAppends } = appends;
      expect(appendSources.every((bone) => bone === -1 || isBone(bone))).toBe(true);
      rotationAppends.forEach((bone, i) => {
        expect(rotationAppends.indexOf(appendSources[bone], i)).toBe(-1);
      });
      for (const { bone, effector, links } of [...beforePhysics.iks, ...afterPhysics.iks]) {
        expect([bone, effector, ...links.map((link) => link.bone)].every(isBone)).toBe(true);
      }
    }),
    { numRuns: RUNS },
  );
});
