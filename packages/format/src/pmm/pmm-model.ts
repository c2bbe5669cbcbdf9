import type { MmdName } from '../text/name.js';
import type { PmmBoneKeys, PmmMorphKeys, PmmPropertyKeys } from './pmm-keys.js';
import type { PmmText } from './pmm-text.js';

/** A model of a project: its motion, and how it stands in MMD's window. Its geometry is in a file of its own. */
export interface PmmModel {
  /** Its slot in MMD: what other parts of a project mean by a model. */
  number: number;
  /** At most 20 bytes in version 1. */
  name: PmmText;
  /** Empty in version 1. */
  nameEn: MmdName;
  /** `UserFile\Model\…`, or absolute. */
  path: PmmText;
  /** One a bone. Version 1 has no names: none, or those of the PMD that was passed to the parser. */
  boneNames: MmdName[];
  /** One a morph, likewise. */
  morphNames: MmdName[];
  /** Into the bones, one an IK; in version 1 likewise. */
  ikBones: Int32Array;
  /** The bones that may have an external parent; −1, the first, is the model itself. None in version 1. */
  externalParentBones: Int32Array;
  /** From 1. */
  drawOrder: number;
  visible: number;
  selectedBone: number;
  /** Of brows, eyes, lips and others. */
  selectedMorphs: number[];
  /** Rows of the timeline that can be opened; 0 in version 1. */
  rowCount: number;
  /** 1 = open. */
  rowsOpen: Uint8Array;
  scroll: number;
  /** The frame of the last key, or a later one. */
  lastFrame: number;
  bones: PmmBoneKeys;
  morphs: PmmMorphKeys;
  properties: PmmPropertyKeys;
  /** The pose at the frame that was shown when the project was saved. */
  current: PmmPose;
  /** 1 = drawn brighter, added up. */
  additive: number;
  edgeWidth: number;
  /** 1 = takes part in self shadow. */
  selfShadow: number;
  /** From 1. */
  calculationOrder: number;
}

/** A pose of a model. */
export interface PmmPose {
  /** `3 * bones`, x y z. */
  positions: Float32Array;
  /** `4 * bones`, x y z w. */
  rotations: Float32Array;
  /** One a bone, 1 = moved, not yet made a key. */
  uncommitted: Uint8Array;
  /** One a bone; zeros in version 1. */
  physicsOff: Uint8Array;
  /** One a bone. */
  rowSelected: Uint8Array;
  /** One a morph. */
  morphWeights: Float32Array;
  /** One an IK. */
  ikEnabled: Uint8Array;
  /** Four per external parent: first and last frame, a model (−1 none), one of its bones. */
  externalParents: Int32Array;
}
