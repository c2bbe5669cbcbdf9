import type { FormatWarning } from '../errors.js';
import type {
  PmmAccessoryKeys,
  PmmCameraKeys,
  PmmGravityKeys,
  PmmLightKeys,
  PmmSelfShadowKeys,
} from './pmm-keys.js';
import type { PmmModel } from './pmm-model.js';
import type { PmmText } from './pmm-text.js';

/**
 * A project of MMD as data: every model's motion, camera, light, accessories, gravity and shadow, and MMD's window, in
 * MMD's own space (left-handed, y up, z away from the viewer).
 *
 * Keys are columns, by track and frame; all else are plain objects. A switch is 0 or 1. Plain data: it can be cloned and
 * posted to a worker. `parsePmm` makes one from bytes; `pmmToVmd` and `pmmCameraToVmd` take motions out of it.
 */
export interface Pmm {
  format: 'pmm';
  version: 1 | 2;
  editor: PmmEditor;
  /** At most 255. */
  models: PmmModel[];
  camera: PmmCamera;
  light: PmmLight;
  /** At most 255. */
  accessories: PmmAccessory[];
  /** Their names in the order in which they are drawn, at most 100 bytes each. */
  accessoryOrder: PmmText[];
  media: PmmMedia;
  display: PmmDisplay;
  physics: PmmPhysics;
  gravity: PmmGravity;
  selfShadow: PmmSelfShadow;
  /** What only a file of version 1 has. */
  version1?: PmmVersion1;
  /** What follows the last section. */
  trailing: Uint8Array;
  /** How the file spelled what the document says, so that writing gives the same bytes. Absent in new documents. */
  source?: PmmSource;
  /** Problems that did not stop parsing. */
  warnings: FormatWarning[];
}

/** x y z; or r g b. */
export type PmmVector3 = [number, number, number];

/** MMD's window. */
export interface PmmEditor {
  /** Of the picture, in pixels. */
  outputWidth: number;
  outputHeight: number;
  timelineWidth: number;
  /** Degrees. */
  viewAngle: number;
  /** 1 = camera, light and accessories are edited, not a model. */
  cameraMode: number;
  /** Of camera, light, accessory, bone, morph, self shadow; version 1 lacks the last. 1 = open. */
  panelsOpen: Uint8Array;
  selectedModel: number;
  selectedAccessory: number;
  accessoryScroll: number;
  currentFrame: number;
  scroll: number;
  scrollLength: number;
  editMode: number;
  /** What the camera looks at: 0 nothing, 1 the model, 2 a bone. */
  cameraLookMode: number;
  repeat: number;
  playFromOn: number;
  playToOn: number;
  playFrom: number;
  playTo: number;
  frameTextbox: number;
  /** 1 = `ranges` follow; absent if the file ends before it, as before MMD 9.24, and in version 1. */
  rangesOn?: number;
  /** Of the frame selection, one a model. */
  ranges?: { model: number; range: number }[];
}

export interface PmmCamera {
  keys: PmmCameraKeys;
  current: {
    target: PmmVector3;
    /** z is the distance, negative = in front; MMD keeps 0 or 10 in the others. */
    distance: PmmVector3;
    /** Radians. */
    rotation: PmmVector3;
    perspectiveOff: number;
    /** −1 for none. */
    followModel: number;
    followBone: number;
    /** 1 = the view follows `matrix`, 16 numbers. */
    matrixOn: number;
    matrix: number[];
    /** 0 in every file known to us. */
    unknown: number;
  };
}

export interface PmmLight {
  keys: PmmLightKeys;
  current: { color: PmmVector3; direction: PmmVector3 };
}

/** A thing from a file of its own, mostly `.x`. */
export interface PmmAccessory {
  /** Its slot in MMD. */
  number: number;
  /** At most 100 bytes. */
  name: PmmText;
  path: PmmText;
  /** From 0. */
  drawOrder: number;
  keys: PmmAccessoryKeys;
  current: {
    visible: number;
    /** Percent. */
    transparency: number;
    /** −1 for none. */
    parentModel: number;
    parentBone: number;
    /** Radians. */
    rotation: PmmVector3;
    scale: number;
    position: PmmVector3;
    shadow: number;
  };
  /** 1 = drawn brighter, added up. */
  additive: number;
}

/** Song, film and picture behind the scene; paths of at most 256 bytes. */
export interface PmmMedia {
  waveOn: number;
  wave: PmmText;
  aviX: number;
  aviY: number;
  aviScale: number;
  avi: PmmText;
  aviOn: number;
  backgroundX: number;
  backgroundY: number;
  backgroundScale: number;
  background: PmmText;
  backgroundOn: number;
}

export interface PmmDisplay {
  showInfo: number;
  showAxis: number;
  showGroundShadow: number;
  /** Frames a second: 30, 60, or 1000 for no limit. */
  fpsLimit: number;
  captureMode: number;
  /** The accessories from here on are drawn after the models. */
  accessoriesAfterModels: number;
  groundShadowBrightness: number;
  transparentGroundShadow: number;
  /** r g b, 0..255. */
  edgeColor: PmmVector3;
  blackBackground: number;
}

export interface PmmPhysics {
  /** 0 off, 1 always, 2 as the keys say, 3 traced. */
  mode: number;
  /** 1 = bodies stop at the ground. */
  ground: number;
}

/** The gravity that MMD's panel shows; keys are absent (`count` 0, no track) in version 1. */
export interface PmmGravity {
  acceleration: number;
  noise: number;
  direction: PmmVector3;
  noiseOn: number;
  keys: PmmGravityKeys;
}

/** What MMD's panel shows, and the keys. */
export interface PmmSelfShadow {
  on: number;
  distance: number;
  keys: PmmSelfShadowKeys;
}

/** What version 1 has that version 2 has not, or has elsewhere. */
export interface PmmVersion1 {
  /** The models' names in the order in which they are drawn, at most 20 bytes each. */
  modelOrder: PmmText[];
  /** 1 in every file known to us; probably the width of all edges. */
  edgeWidth: number;
  /** Model and bone at the first key. */
  firstFollow: [number, number];
  /**
   * Three a key: the number that it goes by in the file, model, bone. `camera.keys` has the same by key, and counts:
   * where it was edited, this and `firstFollow` are written anew.
   */
  follows: Int32Array;
  /**
   * How many of the twelve blocks at the end are there: older MMDs may stop before any. What belongs to a later one is
   * not written, and `serializePmm` tells its `onWarning`: additive models and accessories (1), `edgeWidth` (2), the
   * ground shadow (3), the models' edges (4), physics and gravity (5), self shadow (6), its keys (7), edge color (8),
   * background (9), what the camera follows (10), its matrix (11), the ground's physics (12).
   */
  blockCount: number;
}

/** The spelling of a parsed file. */
export interface PmmSource {
  /** The signature field with the junk after its NUL, 30 bytes. */
  signature: Uint8Array;
  /** The bits of every NaN among single numbers, for a number keeps none of them; offsets are those of the file. */
  nans: { offset: number; bits: number }[];
  /** Texts that take more than MMD has room for: a writer cuts all others. Absent if there are none. */
  longTexts?: Uint8Array[];
}
