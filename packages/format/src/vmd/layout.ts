import type { VmdBones, VmdCameras, VmdLights, VmdMorphs, VmdProperties, VmdSelfShadows } from './vmd.js';

/** Sizes and places of the VMD format. @see spec: every file of the test corpus is read to its last byte by these. */

export const SIGNATURE_PREFIX = 'Vocaloid Motion Data';
export const SIGNATURES = { 1: 'Vocaloid Motion Data file', 2: 'Vocaloid Motion Data 0002' } as const;
export const SIGNATURE_BYTES = 30;
export const MODEL_NAME_BYTES = { 1: 10, 2: 20 } as const;

/** The last frame that MMD can keep in a project: two years of motion. */
export const FRAME_LIMIT = 0x7fffffff;

export const NAME_BYTES = 15;
export const IK_NAME_BYTES = 20;

/** What is wrong with a control value of a curve. */
export const ABOVE_127 = 'is above 127';

type ColumnType = typeof Float32Array | typeof Uint32Array | typeof Uint8Array;

/** What every record of a section holds of a column. */
export interface Field {
  /** As warnings name it. */
  readonly name: string;
  readonly offset: number;
  readonly type: ColumnType;
  /** Numbers in the column. */
  readonly perKey: number;
  /** The record has the same numbers in the same order. */
  readonly isPlain: boolean;
}

/** The records of a section, and the columns `K` of a document that they become. */
export interface SectionLayout<K = object> {
  /** As warnings and errors name it. */
  readonly section: string;
  /** Where their length varies, the least. */
  readonly recordBytes: number;
  readonly fields: { readonly [C in ColumnOf<K>]: Field };
  /** The same in the order of the file. */
  readonly columns: readonly (readonly [column: string, field: Field])[];
}

type ColumnOf<K> = Exclude<keyof K, 'count' | 'names'>;
type FieldEntry = readonly [name: string, type: ColumnType, perKey?: number, bytes?: number];

/** Fields in the order of the file: a name, numbers in the column, and bytes in the record where those are others. */
function layout<K>(section: string, entries: { readonly [C in ColumnOf<K>]: FieldEntry }): SectionLayout<K> {
  let offset = 0;
  const fields: Record<string, Field> = {};
  for (const [column, entry] of Object.entries<FieldEntry>(entries)) {
    const [name, type, perKey = 1, bytes] = entry;
    fields[column] = { name, offset, type, perKey, isPlain: bytes === undefined };
    offset += bytes ?? perKey * type.BYTES_PER_ELEMENT;
  }
  const columns = Object.entries(fields);
  return { section, recordBytes: offset, fields: fields as { [C in ColumnOf<K>]: Field }, columns };
}

export const BONE: SectionLayout<VmdBones> = /* @__PURE__ */ layout('bone keys', {
  nameIndex: ['name', Uint32Array, 1, NAME_BYTES],
  frames: ['frame', Uint32Array],
  positions: ['position', Float32Array, 3],
  rotations: ['rotation', Float32Array, 4],
  curves: ['curves', Uint8Array, 16, 64],
  physics: ['physics', Uint8Array, 1, 0], // among the curves
});

export const MORPH: SectionLayout<VmdMorphs> = /* @__PURE__ */ layout('morph keys', {
  nameIndex: ['name', Uint32Array, 1, NAME_BYTES],
  frames: ['frame', Uint32Array],
  weights: ['weight', Float32Array],
});

/** Curves are in another order, x1 x2 y1 y2, and the switch says the contrary. */
export const CAMERA: SectionLayout<VmdCameras> = /* @__PURE__ */ layout('camera keys', {
  frames: ['frame', Uint32Array],
  distances: ['distance', Float32Array],
  targets: ['target', Float32Array, 3],
  rotations: ['rotation', Float32Array, 3],
  curves: ['curves', Uint8Array, 24],
  fovs: ['fov', Uint32Array],
  perspective: ['perspectiveOff', Uint8Array],
});

/** What camera records of version 1 have, and no more. */
export type ShortCameras = Omit<VmdCameras, 'fovs' | 'perspective'>;

/** Version 1: one curve for all channels. */
export const SHORT_CAMERA: SectionLayout<ShortCameras> = /* @__PURE__ */ layout('camera keys', {
  frames: ['frame', Uint32Array],
  distances: ['distance', Float32Array],
  targets: ['target', Float32Array, 3],
  rotations: ['rotation', Float32Array, 3],
  curves: ['curves', Uint8Array, 4],
});

export const LIGHT: SectionLayout<VmdLights> = /* @__PURE__ */ layout('light keys', {
  frames: ['frame', Uint32Array],
  colors: ['color', Float32Array, 3],
  directions: ['direction', Float32Array, 3],
});

export const SELF_SHADOW: SectionLayout<VmdSelfShadows> = /* @__PURE__ */ layout('self shadow keys', {
  frames: ['frame', Uint32Array],
  modes: ['mode', Uint8Array],
  distances: ['distance', Float32Array],
});

/** The columns that the head of a property record holds. */
export type PropertyColumns = Omit<VmdProperties, 'ikEnabled'>;

/** Then per switch: name[20] enabled. A record is as long as its head and its switches. */
export const PROPERTY: SectionLayout<PropertyColumns> = /* @__PURE__ */ layout('property keys', {
  frames: ['frame', Uint32Array],
  visible: ['visible', Uint8Array],
  ikStarts: ['ikCount', Uint32Array],
  ikNameIndex: ['ikNames', Uint32Array, 1, 0],
});

/** name[20] enabled */
export const IK_SWITCH_BYTES: number = IK_NAME_BYTES + 1;
