import type { ColumnLayout } from '../binary/column-layout.js';
import type {
  PmmBoneKeys,
  PmmCameraKeys,
  PmmGravityKeys,
  PmmLightKeys,
  PmmMorphKeys,
  PmmPropertyKeys,
  PmmSelfShadowKeys,
} from './pmm-keys.js';

/*
 * The fields after the links of a key, in file order.
 * @see spec: with these layouts, every file of the test corpus is read to its last byte.
 */

type Version = 1 | 2;

/** 46 bytes, 45 in version 1. */
export function boneLayout(version: Version): ColumnLayout<PmmBoneKeys> {
  return [
    ['curves', 'curve', 16],
    ['positions', 'float', 3],
    ['rotations', 'quaternion', 4],
    ['selected', 'flag', 1],
    ['physicsOff', 'flag', version === 1 ? 0 : 1],
  ];
}

/** 5 bytes. */
export const MORPH_LAYOUT: ColumnLayout<PmmMorphKeys> = [
  ['weights', 'float', 1],
  ['selected', 'flag', 1],
];

/** 2 bytes, and 1 per IK and 8 per external parent. */
export function propertyLayout(iks: number, externalParents: number): ColumnLayout<PmmPropertyKeys> {
  return [
    ['visible', 'flag', 1],
    ['ikEnabled', 'flag', iks],
    ['externalParents', 'int', 2 * externalParents],
    ['selected', 'flag', 1],
  ];
}

/** 66 bytes, 58 in version 1. */
export function cameraLayout(version: Version): ColumnLayout<PmmCameraKeys> {
  const follows = version === 1 ? 0 : 1;
  return [
    ['distances', 'float', 1],
    ['targets', 'float', 3],
    ['rotations', 'float', 3],
    ['followModels', 'int', follows],
    ['followBones', 'int', follows],
    ['curves', 'curve', 24],
    ['perspectiveOff', 'flag', 1],
    ['fovs', 'int', 1],
    ['selected', 'flag', 1],
  ];
}

/** 25 bytes. */
export const LIGHT_LAYOUT: ColumnLayout<PmmLightKeys> = [
  ['colors', 'float', 3],
  ['directions', 'float', 3],
  ['selected', 'flag', 1],
];

/** 22 bytes. */
export const GRAVITY_LAYOUT: ColumnLayout<PmmGravityKeys> = [
  ['noiseOn', 'flag', 1],
  ['noises', 'int', 1],
  ['accelerations', 'float', 1],
  ['directions', 'float', 3],
  ['selected', 'flag', 1],
];

/** 6 bytes. */
export const SELF_SHADOW_LAYOUT: ColumnLayout<PmmSelfShadowKeys> = [
  ['modes', 'byte', 1],
  ['distances', 'float', 1],
  ['selected', 'flag', 1],
];
