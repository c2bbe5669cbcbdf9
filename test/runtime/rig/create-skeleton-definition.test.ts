import { createPmx, createPmxBone } from '@odori/format';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { createSkeletonDefinition } from '@odori/runtime/internal';
import { describe, expect, test } from 'vitest';
import type { SkeletonBone } from '#src/runtime/rig/create-skeleton-definition.js';
import { placeOf, setMove, solve } from './small-rig.js';

const leg = (side: string, x: number, from: number): SkeletonBone[] => [
  { name: `${side}足`, parent: 0, position: [x, 10, 0] },
  { name: `${side}ひざ`, parent: from, position: [x, 6, 0.1] },
  { name: `${side}足首`, parent: from + 1, position: [x, 1, 0] },
  { name: `${side}つま先`, parent: from + 2, position: [x, 0, 1.5] },
  { name: `${side}足ＩＫ`, parent: -1, position: [x, 1, 0] },
  { name: `${side}つま先ＩＫ`, parent: from + 4, position: [x, 0, 1.5] },
];
const bones: SkeletonBone[] = [
  { name: 'センター', parent: -1, position: [0, 10, 0] },
  ...leg('左', 1, 1),
  ...leg('右', -1, 7),
];

test('positions given in three’s space stay in three’s space', () => {
  const { restPositions, parents, boneNames, fromPmd } = createSkeletonDefinition(bones);
  expect([...restPositions]).toEqual(bones.flatMap(({ position }) => position));
  expect([...parents]).toEqual(bones.map(({ parent }) => parent));
  expect(boneNames).toEqual(bones.map(({ name }) => name));
  expect(fromPmd).toBe(false);
});

test('legs are solved first, then toes', () => {
  expect(createSkeletonDefinition(bones).ikNames).toEqual([
    '左足ＩＫ',
    '右足ＩＫ',
    '左つま先ＩＫ',
    '右つま先ＩＫ',
  ]);
});

test('the chains are those of MMD’s PMX models', () => {
  const [leftLeg, , leftToe] = createSkeletonDefinition(bones).beforePhysics.iks;
  expect(leftLeg).toMatchObject({ bone: 5, effector: 3, iterations: 40 });
  expect(leftLeg.links.map(({ bone, leastCosine }) => [bone, leastCosine])).toEqual([
    [2, Math.cos(2)],
    [1, -1], // 4 radians: any angle
  ]);
  // knees bend backwards, which is about +x in three's space
  const { min, max } = leftLeg.links[0].limits!;
  expect([...min, ...max]).toEqual([
    expect.closeTo(Math.PI / 360, 12),
    0,
    0,
    expect.closeTo(Math.PI, 12),
    0,
    0,
  ]);
  expect(leftToe).toMatchObject({ bone: 6, effector: 4, iterations: 3 });
});

test('a foot follows its IK bone, and the knee bends backwards', () => {
  const rig = new Rig(createSkeletonDefinition(bones));
  setMove(rig, 5, 0, 3, 0.5);
  solve(rig);
  expect(placeOf(rig, 3).distanceTo(placeOf(rig, 5))).toBeLessThan(0.01);
  expect(placeOf(rig, 2).z).toBeGreaterThan(1); // the knee moves forwards, to the viewer
});

describe('missing bones', () => {
  test('a leg without a knee and a toe without a tip have no IK', () => {
    const some = bones.filter(({ name }) => name !== '左ひざ' && name !== '右つま先');
    const { ikNames, boneCount } = createSkeletonDefinition(some.map((bone) => ({ ...bone, parent: -1 })));
    expect(ikNames).toEqual(['右足ＩＫ', '左つま先ＩＫ']);
    expect(boneCount).toBe(bones.length - 2);
  });

  test('a skeleton without IK bones, or with names that only look similar, has no IK', () => {
    expect(createSkeletonDefinition([]).boneCount).toBe(0);
    const alike = ['足ＩＫ', '左足ＩＫ親', '左腕ＩＫ', 'x左足ＩＫ'].map((name) => ({ ...bones[5], name }));
    expect(createSkeletonDefinition([...bones.slice(0, 5), ...alike]).ikNames).toEqual([]);
  });

  test('of duplicate names the first bone is used', () => {
    const doubled = [...bones, { name: '左足首', parent: -1, position: [9, 9, 9] as const }];
    expect(createSkeletonDefinition(doubled).beforePhysics.iks[0].effector).toBe(3);
  });
});

test('names with IK in ASCII letters are recognized', () => {
  const ascii = bones.map((bone) => ({ ...bone, name: bone.name.replace('ＩＫ', 'IK') }));
  expect(createSkeletonDefinition(ascii).ikNames).toEqual(['左足IK', '右足IK', '左つま先IK', '右つま先IK']);
});

test('a skeleton solves like the same bones from a PMX', () => {
  const limits = {
    min: [-Math.PI, 0, 0] as [number, number, number],
    max: [-Math.PI / 360, 0, 0] as [number, number, number],
  };
  const pmx = bones.slice(0, 6).map(({ name, parent, position: [x, y, z] }) =>
    createPmxBone({
      name,
      parent,
      position: [x, y, -z],
      ...(name === '左足ＩＫ' && {
        layer: 1,
        ik: { effector: 3, loopCount: 40, limitAngle: 2, links: [{ bone: 2, limits }, { bone: 1 }] },
      }),
    }),
  );
  const ours = new Rig(createSkeletonDefinition(bones.slice(0, 6)));
  const theirs = new Rig(createRigDefinition(createPmx({ bones: pmx })));
  for (const rig of [ours, theirs]) {
    setMove(rig, 5, 0.5, 2, 1);
    solve(rig);
  }
  expect(ours.worldMatrices).toEqual(theirs.worldMatrices);
});
