import type { BoneSpelling, RecordSpelling } from '../vmd/source.js';
import type { JsonNumber } from './json-number.js';

/** A motion as plain JSON. `schema/vmd.schema.json` in this package describes it for other languages. */
export interface VmdJson {
  expansion: VmdJsonExpansion;
  header: VmdJsonHeader;
  bones: BoneKeyJson[] | NameGroup<BoneKeyJson>[];
  morphs: MorphKeyJson[] | NameGroup<MorphKeyJson>[];
  cameras: CameraKeyJson[];
  lights: LightKeyJson[];
  selfShadows: SelfShadowKeyJson[];
  properties: PropertyKeyJson[];
  /** What follows the last section, in hexadecimal; absent if nothing does. */
  trailing?: string;
  /** How the file spelled it; absent in new motions. */
  source?: VmdSourceJson;
}

/** What is said about the file, not in it. */
export interface VmdJsonExpansion {
  /** The number in the signature. */
  version: 1 | 2;
  /** Free for programs that keep several models. */
  targetId: number; // -1
  /** Has been added to every frame below. */
  startFrame: number; // 0
  /**
   * The space of all numbers below. `mmd`: those of the file, left-handed, y up; `toJson` writes nothing else. `three`:
   * right-handed, as `odori convert --coordinates three` writes it and reads it back; `fromJson` refuses it.
   */
  coordinateSystem: 'mmd' | 'three';
  fileType: 'vmd';
  /** `name`: bone and morph keys stand in groups, one per name; the order of the file across names is lost. */
  groupType: 'none' | 'name'; // 'none'
}

export interface VmdJsonHeader {
  signature: string;
  modelName: string;
  /** In hexadecimal, if the text does not give the bytes back. */
  modelNameBytes?: string;
}

/** A name; in hexadecimal too if the text does not give its bytes back. */
export interface NameJson {
  name: string;
  nameBytes?: string;
}

export interface NameGroup<K> extends NameJson {
  keys: Omit<K, 'name' | 'nameBytes'>[];
}

/** x1 y1 x2 y2, 0..127. */
export type CurveJson = number[];

export interface BoneKeyJson extends NameJson {
  frame: number;
  position: JsonNumber[];
  rotation: JsonNumber[];
  curves: { x: CurveJson; y: CurveJson; z: CurveJson; rotation: CurveJson };
  physics: boolean;
}

export interface MorphKeyJson extends NameJson {
  frame: number;
  weight: JsonNumber;
}

export interface CameraKeyJson {
  frame: number;
  distance: JsonNumber;
  target: JsonNumber[];
  rotation: JsonNumber[];
  curves: {
    x: CurveJson;
    y: CurveJson;
    z: CurveJson;
    rotation: CurveJson;
    distance: CurveJson;
    fov: CurveJson;
  };
  fov: number;
  perspective: boolean;
}

export interface LightKeyJson {
  frame: number;
  color: JsonNumber[];
  direction: JsonNumber[];
}

export interface SelfShadowKeyJson {
  frame: number;
  mode: number;
  distance: JsonNumber;
}

export interface PropertyKeyJson {
  frame: number;
  visible: boolean;
  ik: (NameJson & { enabled: boolean })[];
}

/** `VmdSource` with its bytes in hexadecimal. */
export interface VmdSourceJson {
  signature?: string;
  modelName?: string;
  /** The version that the file had. */
  version: 1 | 2;
  sectionCount: number;
  truncated?: { section: number; declaredCount: number; keptCount: number };
  bones: { padding: RecordSpelling['padding']; block: BoneSpelling['block']; odd: OddRecordJson[] };
  morphs: { padding: RecordSpelling['padding']; odd: OddRecordJson[] };
  cameras: { recordBytes: 36 | 61; odd: OddRecordJson[] };
  properties: { padding: RecordSpelling['padding']; odd: OddRecordJson[] };
}

export interface OddRecordJson {
  /** Which key of its section. */
  key: number;
  bytes: string;
}
