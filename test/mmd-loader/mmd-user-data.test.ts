import { type Pmx, PMX_BONE } from '@odori/format';
import { createRigDefinition } from '@odori/runtime';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { mmdUserData, type MmdUserData } from '#src/mmd-loader/mmd-user-data.js';
import { rigidJoint } from '#test/support/physics-model.js';
import { ANKLE, dancerPmx, EYE, EYES, HAIR, HEAD } from './page-mesh.js';

const dataOf = (pmx: Pmx): MmdUserData => mmdUserData(pmx, createRigDefinition(pmx));

test('bones have their place relative to the parent, in three’s space', () => {
  const { bones, format } = dataOf(dancerPmx());
  expect(format).toBe('pmx');
  expect(bones[HEAD]).toEqual({
    index: HEAD,
    transformationClass: 0,
    parent: 0,
    name: '頭',
    pos: [0, 8, 1],
    rotq: [0, 0, 0, 1],
    scl: [1, 1, 1],
    rigidBodyType: -1,
  });
  expect(bones[HAIR].rigidBodyType).toBe(1);
});

test('IK chains have their limits in three’s space', () => {
  const { iks } = dataOf(dancerPmx());
  expect(iks).toEqual([
    {
      target: 5,
      effector: ANKLE,
      iteration: 40,
      maxAngle: 2,
      links: [
        { index: 3, enabled: true, rotationMin: expect.any(Vector3), rotationMax: expect.any(Vector3) },
        { index: 2, enabled: true },
      ],
    },
  ]);
  const [{ rotationMin, rotationMax }] = iks[0].links;
  expect([rotationMin!.x, rotationMax!.x]).toEqual([0.01, 3]); // the mirror turns x around
});

test('appends are the grants, sources first', () => {
  const pmx = dancerPmx();
  pmx.bones[HEAD].append = { parent: EYE, ratio: 2 };
  pmx.bones[HEAD].flags |= PMX_BONE.appendRotation;
  const { grants } = dataOf(pmx);
  expect(grants.map(({ index }) => index)).toEqual([EYE, HEAD]);
  expect(grants[0]).toEqual({
    index: EYE,
    parentIndex: EYES,
    ratio: 0.5,
    isLocal: false,
    affectRotation: true,
    affectPosition: false,
    transformationClass: 0,
  });
});

test('a circle of appends ends', () => {
  const pmx = dancerPmx();
  pmx.bones[EYES].append = { parent: EYE, ratio: 1 };
  pmx.bones[EYES].flags |= PMX_BONE.appendRotation;
  expect(dataOf(pmx).grants.map(({ index }) => index)).toEqual([EYE]); // the rig opens the circle at the eyes
});

test('bodies have their place relative to the bone, and joints the ends of their ranges in order', () => {
  const pmx = dancerPmx();
  pmx.rigidBodies[0].position = [1, 20, 5];
  pmx.rigidBodies[0].rotation = [0.1, 0.2, 0.3];
  const range = {
    linearLower: [0, 0, -1],
    linearUpper: [0, 0, 3],
    angularLower: [-1, 0, 0],
    angularUpper: [2, 0, 0.5],
  };
  pmx.joints = [rigidJoint(0, 0, range as never)];
  const { rigidBodies, constraints } = dataOf(pmx);
  expect(rigidBodies[0].position).toEqual([1, 2, -3]); // the hair is at (0, 18, −2)
  expect(rigidBodies[0].rotation).toEqual([-0.1, -0.2, 0.3]);
  expect(rigidBodies[0]).toMatchObject({ boneIndex: HAIR, type: 1, weight: 1, width: 0.5 });
  expect(constraints[0].translationLimitation1[2]).toBe(-3);
  expect(constraints[0].translationLimitation2[2]).toBe(1);
  expect(constraints[0].rotationLimitation1.map((x) => x + 0)).toEqual([-2, 0, 0]);
  expect(constraints[0].rotationLimitation2.map((x) => x + 0)).toEqual([1, 0, 0.5]);
});

test('a body without a bone and a bone out of range do no harm', () => {
  const pmx = dancerPmx();
  pmx.rigidBodies[0].bone = -1;
  pmx.bones[HEAD].parent = 99;
  const { rigidBodies, bones } = dataOf(pmx);
  expect(rigidBodies[0].position).toEqual([0, 18, -2]);
  expect(bones[HEAD].pos).toEqual([0, 16, 1]);
});
