import type { JsonNumber } from './json-number.js';

/** A motion as plain JSON. `schema/vmd.schema.json` in this package describes it for other languages. */
export interface VmdJson {
  /** What the file itself does not say. */
  expansion: {
    /** The number in the signature. */
    version: 1 | 2;
    /** Free for programs that keep several models; -1 by default. */
    targetId: number;
    /** The number that was added to every frame below; 0 by default. */
    startFrame: number;
    /**
     * The space of all numbers below. `mmd`: as in the file, left-handed, y up; `toJson` writes nothing else.
     * `three`: right-handed, as `odori convert --coordinates three` writes and reads it; `fromJson` refuses
     * it.
     */
    coordinateSystem: 'mmd' | 'three';
    fileType: 'vmd';
    /** `name`: bone and morph keys are grouped by name, and the order of the file across names is lost. */
    groupType: 'none' | 'name';
  };
  header: {
    signature: string;
    modelName: string;
    /** In hexadecimal, if encoding the text does not give the bytes of the file. */
    modelNameBytes?: string;
  };
  bones:
    BoneKeyJson[] | { name: string; nameBytes?: string; keys: Omit<BoneKeyJson, 'name' | 'nameBytes'>[] }[];
  morphs:
    MorphKeyJson[] | { name: string; nameBytes?: string; keys: Omit<MorphKeyJson, 'name' | 'nameBytes'>[] }[];
  cameras: {
    frame: number;
    distance: JsonNumber;
    target: JsonNumber[];
    rotation: JsonNumber[];
    /** x1 y1 x2 y2, 0..127. */
    curves: Record<'x' | 'y' | 'z' | 'rotation' | 'distance' | 'fov', number[]>;
    fov: number;
    perspective: boolean;
  }[];
  lights: { frame: number; color: JsonNumber[]; direction: JsonNumber[] }[];
  selfShadows: { frame: number; mode: number; distance: JsonNumber }[];
  properties: {
    frame: number;
    visible: boolean;
    ik: { name: string; nameBytes?: string; enabled: boolean }[];
  }[];
  /** What follows the last section, in hexadecimal; absent if nothing does. */
  trailing?: string;
  /** The document's `source` with its bytes in hexadecimal; absent in new motions. */
  source?: {
    signature?: string;
    modelName?: string;
    /** The version of the file. */
    version: 1 | 2;
    sectionCount: number;
    truncated?: { section: number; declaredCount: number; keptCount: number };
    /** `odd`: raw records; `key` says which key of the section has this record. */
    bones: { padding: 'zero' | 'fd'; block: 'mmd9' | 'old' | 'tool'; odd: { key: number; bytes: string }[] };
    morphs: { padding: 'zero' | 'fd'; odd: { key: number; bytes: string }[] };
    cameras: { recordBytes: 36 | 61; odd: { key: number; bytes: string }[] };
    properties: { padding: 'zero' | 'fd'; odd: { key: number; bytes: string }[] };
  };
}

/** @inline */
export interface BoneKeyJson {
  name: string;
  /** In hexadecimal, if encoding the text does not give the bytes of the file. */
  nameBytes?: string;
  frame: number;
  position: JsonNumber[];
  rotation: JsonNumber[];
  /** x1 y1 x2 y2, 0..127. */
  curves: Record<'x' | 'y' | 'z' | 'rotation', number[]>;
  physics: boolean;
}

/** @inline */
export interface MorphKeyJson {
  name: string;
  /** In hexadecimal, if encoding the text does not give the bytes of the file. */
  nameBytes?: string;
  frame: number;
  weight: JsonNumber;
}
