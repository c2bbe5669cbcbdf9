import { checkColumn, type Column } from '../columns/column.js';
import type { FormatWarning } from '../errors.js';
import type { MmdName } from '../text/name.js';
import type { VmdSource } from './source.js';

/**
 * A VMD file as data: what it says, in MMD's own space (left-handed, y up, z away from the viewer), in file
 * order.
 *
 * Every section is a set of columns with one entry (or a fixed number of them) per key. Plain data: it can be
 * cloned and posted to a worker. `parseVmd` makes one from bytes, `createVmd` from key objects.
 */
export interface Vmd {
  format: 'vmd';
  /** 2 for `Vocaloid Motion Data 0002`, 1 for the `… Data file` of MMD 1 and 2. */
  version: 1 | 2;
  /** The model that the motion was saved from; `カメラ・照明` (camera and light) for a camera motion. */
  modelName: MmdName;
  bones: VmdBones;
  morphs: VmdMorphs;
  cameras: VmdCameras;
  lights: VmdLights;
  selfShadows: VmdSelfShadows;
  properties: VmdProperties;
  /** What follows the last section; some tools sign their files there. */
  trailing: Uint8Array;
  /**
   * How the file spelled what the columns say, so that writing gives the same bytes. New documents have none.
   */
  source?: VmdSource;
  /** Problems that did not stop parsing. */
  warnings: FormatWarning[];
}

/** Bone keys. */
export interface VmdBones {
  count: number;
  /** One entry per distinct byte string. */
  names: MmdName[];
  /** `count`, into `names`. */
  nameIndex: Uint32Array;
  /** `count`, 30 per second. */
  frames: Uint32Array;
  /** `3 * count`, x y z, MMD units from the rest position. */
  positions: Float32Array;
  /** `4 * count`, x y z w. */
  rotations: Float32Array;
  /** `16 * count`, channels X Y Z R × x1 y1 x2 y2, 0..127: the curve that leads to the key. */
  curves: Uint8Array;
  /** `count`, 1 = the physics of the bone's bodies is on. */
  physics: Uint8Array;
}

/** Morph keys. */
export interface VmdMorphs {
  count: number;
  names: MmdName[];
  /** `count`, into `names`. */
  nameIndex: Uint32Array;
  frames: Uint32Array;
  /** `count`, usually 0..1. */
  weights: Float32Array;
}

/** Camera keys. */
export interface VmdCameras {
  count: number;
  frames: Uint32Array;
  /** `count`, negative = the eye is in front of the target, as usual. */
  distances: Float32Array;
  /** `3 * count`, x y z. */
  targets: Float32Array;
  /** `3 * count`, radians about x, y, z. */
  rotations: Float32Array;
  /** `24 * count`, channels X Y Z R(otation) D(istance) F(ov) × x1 y1 x2 y2, 0..127. */
  curves: Uint8Array;
  /** `count`, vertical, whole degrees. */
  fovs: Uint32Array;
  /** `count`, 1 = perspective, 0 = orthographic. */
  perspective: Uint8Array;
}

/** Light keys. */
export interface VmdLights {
  count: number;
  frames: Uint32Array;
  /** `3 * count`, r g b, 0..1: MMD's own numbers divided by 256. */
  colors: Float32Array;
  /** `3 * count`, x y z: the direction in which the light shines. */
  directions: Float32Array;
}

/** Self-shadow keys. */
export interface VmdSelfShadows {
  count: number;
  frames: Uint32Array;
  /** `count`, 0 off, 1 or 2. */
  modes: Uint8Array;
  /** `count`, 0.1 − 0.00001 × the number that MMD shows. */
  distances: Float32Array;
}

/** Keys of the model itself: visibility and IK switches. */
export interface VmdProperties {
  count: number;
  /** Names of IK bones. */
  names: MmdName[];
  frames: Uint32Array;
  /** `count`, 1 = shown. */
  visible: Uint8Array;
  /**
   * `count + 1`: the switches of key i are the entries ikStarts[i] to ikStarts[i + 1] of the next two
   * columns.
   */
  ikStarts: Uint32Array;
  /** One per switch, into `names`. */
  ikNameIndex: Uint32Array;
  /** One per switch, 1 = on. */
  ikEnabled: Uint8Array;
}

/** A document without keys. */
export function emptyVmd(modelName: MmdName): Vmd {
  return {
    format: 'vmd',
    version: 2,
    modelName,
    bones: emptyBones(0),
    morphs: emptyMorphs(0),
    cameras: emptyCameras(0),
    lights: emptyLights(0),
    selfShadows: emptySelfShadows(0),
    properties: emptyProperties(0, 0),
    trailing: new Uint8Array(0),
    warnings: [],
  };
}

/* Columns for `count` keys, all zero, with no names. */

export function emptyBones(count: number): VmdBones {
  return {
    count,
    names: [],
    nameIndex: new Uint32Array(count),
    frames: new Uint32Array(count),
    positions: new Float32Array(3 * count),
    rotations: new Float32Array(4 * count),
    curves: new Uint8Array(16 * count),
    physics: new Uint8Array(count),
  };
}

export function emptyMorphs(count: number): VmdMorphs {
  return {
    count,
    names: [],
    nameIndex: new Uint32Array(count),
    frames: new Uint32Array(count),
    weights: new Float32Array(count),
  };
}

export function emptyCameras(count: number): VmdCameras {
  return {
    count,
    frames: new Uint32Array(count),
    distances: new Float32Array(count),
    targets: new Float32Array(3 * count),
    rotations: new Float32Array(3 * count),
    curves: new Uint8Array(24 * count),
    fovs: new Uint32Array(count),
    perspective: new Uint8Array(count),
  };
}

export function emptyLights(count: number): VmdLights {
  return {
    count,
    frames: new Uint32Array(count),
    colors: new Float32Array(3 * count),
    directions: new Float32Array(3 * count),
  };
}

export function emptySelfShadows(count: number): VmdSelfShadows {
  return {
    count,
    frames: new Uint32Array(count),
    modes: new Uint8Array(count),
    distances: new Float32Array(count),
  };
}

export function emptyProperties(count: number, switches: number): VmdProperties {
  return {
    count,
    names: [],
    frames: new Uint32Array(count),
    visible: new Uint8Array(count),
    ikStarts: new Uint32Array(count + 1),
    ikNameIndex: new Uint32Array(switches),
    ikEnabled: new Uint8Array(switches),
  };
}

/**
 * Finds mistakes of the program that made or edited a document, before a file is written from it. Columns may
 * be longer than needed. O(keys).
 *
 * @throws RangeError naming the column.
 */
export function checkVmd({ bones, morphs, cameras, lights, selfShadows, properties }: Vmd): void {
  checkColumns('bones', bones, emptyBones(1));
  checkNameIndex('bones.nameIndex', bones.nameIndex, bones.count, bones.names.length);
  checkColumns('morphs', morphs, emptyMorphs(1));
  checkNameIndex('morphs.nameIndex', morphs.nameIndex, morphs.count, morphs.names.length);
  checkColumns('cameras', cameras, emptyCameras(1));
  checkColumns('lights', lights, emptyLights(1));
  checkColumns('selfShadows', selfShadows, emptySelfShadows(1));
  checkProperties(properties);
}

/** `oneKey`: the same section with one key. Its columns have the kinds and the lengths that one key needs. */
function checkColumns<S extends { readonly count: number }>(section: string, keys: S, oneKey: S): void {
  for (const [name, sample] of Object.entries(oneKey) as [string & keyof S, unknown][]) {
    if (ArrayBuffer.isView(sample))
      checkColumn(`${section}.${name}`, keys[name], sample as Column, keys.count);
  }
}

function checkProperties(properties: VmdProperties): void {
  const { count, names, ikStarts, ikNameIndex, ikEnabled } = properties;
  // One entry more than keys: the loop below finds a column that is too short.
  checkColumns('properties', properties, { ...emptyProperties(1, 0), ikStarts: new Uint32Array(0) });
  for (let key = 0; key < count; key++) {
    const [start, end] = [ikStarts[key], ikStarts[key + 1]];
    if (start >= 0 && end >= start && end <= ikEnabled.length) continue;
    const rule = `entries must ascend from 0 to at most ${ikEnabled.length}`;
    throw new RangeError(`properties.ikStarts[${key + 1}] is ${end}: ${rule}`);
  }
  checkNameIndex('properties.ikNameIndex', ikNameIndex, ikStarts[count], names.length);
}

function checkNameIndex(column: string, indices: Uint32Array, count: number, names: number): void {
  for (let i = 0; i < count; i++) {
    if (!(indices[i] >= 0 && indices[i] < names))
      throw new RangeError(`${column}[${i}] is ${indices[i]}, but there are ${names} names`);
  }
}
