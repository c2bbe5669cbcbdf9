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
import type { Vector3 } from '../tuples.js';

/**
 * An MMD project as data: the motions of the models, camera, light, accessories, gravity, self shadow, and
 * the state of MMD's window, in MMD's own space (left-handed, y up, z away from the viewer).
 *
 * Keys are columns, sorted by track and frame. All other parts are plain objects. A switch is 0 or 1. Plain
 * data: a document can be cloned and posted to a worker. `parsePmm` makes one from bytes; `pmmToVmd` and
 * `pmmCameraToVmd` extract its motions.
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
  /**
   * The names of the accessories in drawing order, at most 100 bytes each. Those missing in a truncated file
   * included.
   */
  accessoryOrder: PmmText[];
  media: PmmMedia;
  display: PmmDisplay;
  physics: PmmPhysics;
  gravity: PmmGravity;
  selfShadow: PmmSelfShadow;
  /** Values that only version 1 has. */
  version1?: PmmVersion1;
  /** The bytes after the last section, or those of the part that a truncated file breaks off in. */
  trailing: Uint8Array;
  /** What the other fields cannot say, kept so that writing gives the same bytes. Absent in new documents. */
  source?: PmmSource;
  /** Problems that did not stop parsing. */
  warnings: FormatWarning[];
}

/** MMD's window. @inline */
export interface PmmEditor {
  /** The size of the picture, in pixels. */
  outputWidth: number;
  outputHeight: number;
  timelineWidth: number;
  /** Degrees. */
  viewAngle: number;
  /** 1 = MMD edits camera, light and accessories, 0 = a model. */
  cameraMode: number;
  /** The panels for camera, light, accessory, bone, morph and, in version 2, self shadow. 1 = open. */
  panelsOpen: Uint8Array;
  selectedModel: number;
  selectedAccessory: number;
  accessoryScroll: number;
  currentFrame: number;
  scroll: number;
  scrollLength: number;
  editMode: number;
  /** The target of the camera: 0 none, 1 the model, 2 a bone. */
  cameraLookMode: number;
  repeat: number;
  playFromOn: number;
  playToOn: number;
  playFrom: number;
  playTo: number;
  frameTextbox: number;
  /** 1 = the file has `ranges`. Absent in version 1 and in files of MMD before 9.24, which end earlier. */
  rangesOn?: number;
  /** The frame selection, one entry per model. */
  ranges?: { model: number; range: number }[];
}

/** @inline */
export interface PmmCamera {
  keys: PmmCameraKeys;
  current: {
    target: Vector3;
    /** z is the distance, negative = in front of the target. MMD writes 0 or 10 for x and y. */
    distance: Vector3;
    /** Radians. */
    rotation: Vector3;
    perspectiveOff: number;
    /** −1 for none. */
    followModel: number;
    followBone: number;
    /** 1 = the view is `matrix`, 16 numbers. */
    matrixOn: number;
    matrix: number[];
    /** 0 in every file known to us. */
    unknown: number;
  };
}

/** @inline */
export interface PmmLight {
  keys: PmmLightKeys;
  current: { color: Vector3; direction: Vector3 };
}

/** An object from another file, usually `.x`. */
export interface PmmAccessory {
  /** The slot of the accessory in MMD. */
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
    rotation: Vector3;
    scale: number;
    position: Vector3;
    shadow: number;
  };
  /** 1 = drawn with additive blending. */
  additive: number;
}

/** The sound, the video and the picture in the background. Paths have at most 256 bytes. @inline */
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

/** @inline */
export interface PmmDisplay {
  showInfo: number;
  showAxis: number;
  showGroundShadow: number;
  /** Frames per second: 30, 60, or 1000 for no limit. */
  fpsLimit: number;
  captureMode: number;
  /** The accessories from this number on are drawn after the models. */
  accessoriesAfterModels: number;
  groundShadowBrightness: number;
  transparentGroundShadow: number;
  /** r g b, 0..255. */
  edgeColor: Vector3;
  blackBackground: number;
}

/** @inline */
export interface PmmPhysics {
  /** 0 off, 1 always on, 2 on or off by the keys, 3 traced. */
  mode: number;
  /** 1 = bodies collide with the ground. */
  ground: number;
}

/** The gravity in MMD's panel, and its keys. In version 1, `keys` has no track and `count` is 0. @inline */
export interface PmmGravity {
  acceleration: number;
  noise: number;
  direction: Vector3;
  noiseOn: number;
  keys: PmmGravityKeys;
}

/** The self shadow in MMD's panel, and its keys. @inline */
export interface PmmSelfShadow {
  on: number;
  distance: number;
  keys: PmmSelfShadowKeys;
}

/** Values that version 2 does not have, or has in other places. @inline */
export interface PmmVersion1 {
  /**
   * The names of the models in drawing order as MMD's window shows them, at most 20 bytes each: in English
   * releases of MMD the English names. A truncated file may name more models than it contains.
   */
  modelOrder: PmmText[];
  /** 1 in every file known to us. Probably the width of all edges. */
  edgeWidth: number;
  /** The model and the bone that the camera follows at its first key. */
  firstFollow: [number, number];
  /**
   * Three numbers per other key: the number of the key in the file, model, bone. `camera.keys` has the same
   * values. If they differ, those of `camera.keys` are written instead of these and `firstFollow`.
   */
  follows: Int32Array;
  /**
   * How many of the twelve blocks at the end the file has. Older releases of MMD write fewer. `serializePmm`
   * does not write values that belong to a missing block, and calls `onWarning` for them. The blocks:
   * additive models and accessories (1), `edgeWidth` (2), the ground shadow (3), the edges of the models (4),
   * physics and gravity (5), self shadow (6), its keys (7), edge color (8), background (9), the bone that the
   * camera follows (10), the matrix of the camera (11), the physics of the ground (12).
   */
  blockCount: number;
}

/** What the other fields of a parsed document cannot say. @inline */
export interface PmmSource {
  /** The signature field, 30 bytes, including the bytes after its NUL. */
  signature: Uint8Array;
  /**
   * Present if the file ends too early: the number of the section that it breaks off in, in file order (0 the
   * header, 1 the models, 2 the keys of the camera, and so on); and if that is the list of models or of
   * accessories, how many it declares and how many are kept, otherwise 0. As long as none of the missing
   * sections is edited, writing gives the same truncated bytes; afterwards, a whole project.
   */
  truncated?: { section: number; declaredCount: number; keptCount: number };
  /**
   * The bits of every NaN outside of columns: a JavaScript number does not keep them. `offset`: in the file.
   */
  nans: { offset: number; bits: number }[];
  /**
   * Texts of the file that are longer than MMD's limit. They are not truncated on writing. Absent if there
   * are none.
   */
  longTexts?: Uint8Array[];
}
