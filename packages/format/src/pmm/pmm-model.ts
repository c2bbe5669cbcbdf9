import type { MmdName } from '../text/name.js';
import type { PmmBoneKeys, PmmMorphKeys, PmmPropertyKeys } from './pmm-keys.js';
import type { PmmText } from './pmm-text.js';

/** A model of a project: its motion, and its state in MMD's window. Its geometry is in another file. */
export interface PmmModel {
  /** The slot of the model in MMD. Other parts of the project refer to the model by this number. */
  number: number;
  /** At most 20 bytes in version 1. */
  name: PmmText;
  /** Empty in version 1. */
  nameEn: MmdName;
  /** `UserFile\Model\…`, or absolute. */
  path: PmmText;
  /** One per bone. Empty in version 1, which has no names, unless the parser was given the PMD. */
  boneNames: MmdName[];
  /** One per morph. Empty in version 1 likewise. */
  morphNames: MmdName[];
  /** Into the bones, one per IK. Empty in version 1 likewise. */
  ikBones: Int32Array;
  /** The bones that can have an external parent. The first is −1, the model itself. Empty in version 1. */
  externalParentBones: Int32Array;
  /** From 1. */
  drawOrder: number;
  visible: number;
  selectedBone: number;
  /** One each of eyebrows, eyes, lips and others. */
  selectedMorphs: number[];
  /** The number of rows of the timeline that can be opened; 0 in version 1. */
  rowCount: number;
  /** One per row, 1 = open. */
  rowsOpen: Uint8Array;
  scroll: number;
  /** The frame of the last key, or a later one. */
  lastFrame: number;
  bones: PmmBoneKeys;
  morphs: PmmMorphKeys;
  properties: PmmPropertyKeys;
  /** The pose at the frame that was shown when the project was saved. */
  current: PmmPose;
  /** 1 = drawn with additive blending. */
  additive: number;
  edgeWidth: number;
  /** 1 = the model takes part in self shadow. */
  selfShadow: number;
  /** From 1. */
  calculationOrder: number;
}

/** A pose of a model. @inline */
export interface PmmPose {
  /** `3 * bones`, x y z. */
  positions: Float32Array;
  /** `4 * bones`, x y z w. */
  rotations: Float32Array;
  /** One per bone, 1 = moved, but not saved as a key. */
  uncommitted: Uint8Array;
  /** One per bone. Zeros in version 1. */
  physicsOff: Uint8Array;
  /** One per bone. */
  rowSelected: Uint8Array;
  /** One per morph. */
  morphWeights: Float32Array;
  /** One per IK. */
  ikEnabled: Uint8Array;
  /** Four per external parent: first and last frame, a model (−1 none), one of its bones. */
  externalParents: Int32Array;
}
