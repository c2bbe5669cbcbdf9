import type { BvmdVersion } from './bvmd.js';

/*
 * The BVMD format of babylon-mmd. A track is a name, the number of its keys, then the first field of all
 * keys, then the second field of all keys, and so on.
 *
 *   3.0   BVMD version[3] 0 | u32 bytes of the offsets | u32 × 5 where each section begins, 0 = it is missing
 *         every text and every field of bytes is padded to a multiple of 4 bytes
 *   2.x BVMD version[3], then the sections; a field of words begins at a multiple of 4, nothing else is
 * aligned
 *
 * Sections: bones with rotations only, movable bones, morphs, properties, camera.
 */

export const SIGNATURE = 'BVMD';
export const VERSION_OFFSET: number = SIGNATURE.length;
/** signature, version */
export const HEADER_BYTES: number = 4 + 3;
/** 0 and the bytes of the offsets */
export const OFFSETS_AT: number = HEADER_BYTES + 1 + 4;

/** The sections in file order, as warnings and errors name them. */
export const SECTION_NAMES = ['bones', 'movable bones', 'morphs', 'properties', 'camera'] as const;

export type SectionName = (typeof SECTION_NAMES)[number];

/** A field of a track. The file has the values of all its keys in a row. */
export interface Field<C extends string = string> {
  /** The document's column. */
  readonly column: C;
  /** `words` have 4 bytes. `curves` are bytes in the order x1 x2 y1 y2. `switches` are one byte per key. */
  readonly kind: 'words' | 'curves' | 'switches';
  /** Numbers per key in the column. The field has `size` of them, beginning with number `from`. */
  readonly perKey: number;
  readonly from: number;
  readonly size: number;
}

function words<C extends string>(column: C, size = 1): Field<C> {
  return { column, kind: 'words', perKey: size, from: 0, size };
}

/** Four bytes per channel. */
function curves(channels: number, first: number, count = 1): Field<'curves'> {
  return { column: 'curves', kind: 'curves', perKey: 4 * channels, from: 4 * first, size: 4 * count };
}

function switches<C extends string>(column: C): Field<C> {
  return { column, kind: 'switches', perKey: 1, from: 0, size: 1 };
}

export type BoneField = Field<'frames' | 'positions' | 'rotations' | 'curves' | 'physics'>;

/** The channels of a bone are X Y Z R. */
const ROTATION_FIELDS: readonly BoneField[] = /* @__PURE__ */ [
  words('rotations', 4),
  curves(4, 3),
  switches('physics'),
];

export const TURNING_BONE: readonly BoneField[] = /* @__PURE__ */ [words('frames'), ...ROTATION_FIELDS];
export const MOVABLE_BONE: readonly BoneField[] = /* @__PURE__ */ [
  words('frames'),
  words('positions', 3),
  curves(4, 0, 3),
  ...ROTATION_FIELDS,
];
export const MORPH: readonly Field<'frames' | 'weights'>[] = /* @__PURE__ */ [
  words('frames'),
  words('weights'),
];

/** The channels of the camera are X Y Z R D F. */
export const CAMERA: readonly Field<'frames' | 'targets' | 'rotations' | 'distances' | 'fovs' | 'curves'>[] =
  /* @__PURE__ */ [
    words('frames'),
    words('targets', 3),
    curves(6, 0, 3),
    words('rotations', 3),
    curves(6, 3),
    words('distances'),
    curves(6, 4),
    words('fovs'),
    curves(6, 5),
  ];
export const PROPERTY: readonly Field<'frames' | 'visible'>[] = /* @__PURE__ */ [
  words('frames'),
  switches('visible'),
];

/** The field after the name of each IK bone. */
export const IK_STATE: readonly Field<'ikEnabled'>[] = /* @__PURE__ */ [switches('ikEnabled')];

/** Version 2.0 has no physics switches. */
export function hasPhysics([major, minor]: BvmdVersion): boolean {
  return major > 2 || minor > 0;
}

/** Those of the given fields that a version has. */
export function fieldsOf<F extends Field>(fields: readonly F[], version: BvmdVersion): readonly F[] {
  return hasPhysics(version) ? fields : fields.filter(({ column }) => column !== 'physics');
}

/** Bytes of a field, without padding. */
export function fieldBytes({ kind, size }: Field, keys: number): number {
  return (kind === 'words' ? 4 : 1) * size * keys;
}

/** Bytes that the columns of a document take per bone key: those of a VMD, and a number for its track. */
export const BONE_KEY_MEMORY: number = 4 + 4 + 12 + 16 + 16 + 1;
export const MORPH_KEY_MEMORY: number = 4 + 4 + 4;
export const CAMERA_KEY_MEMORY: number = 4 + 4 + 12 + 12 + 24 + 4 + 1;
/** Without switches. */
export const PROPERTY_KEY_MEMORY: number = 4 + 1 + 4;
/** The number of its IK bone, and the state. */
export const SWITCH_MEMORY: number = 4 + 1;

/** Bytes up to the next multiple of 4. */
export function padding(length: number): number {
  return -length & 3;
}

/**
 * Where the i-th byte of the curves in a file is in the document: a file has x1 x2 y1 y2, the document x1 y1
 * x2 y2.
 *
 * @example
 * [0, 1, 2, 3].map(curveIndex); // → [0, 2, 1, 3]; 4 → 4, 5 → 6
 */
export function curveIndex(i: number): number {
  return (i & ~3) | ((i & 1) << 1) | ((i >> 1) & 1);
}
