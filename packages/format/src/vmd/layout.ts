/** Sizes and places of the VMD format. @see spec: every file of the test corpus is read to its last byte by these. */

export const SIGNATURE_PREFIX = 'Vocaloid Motion Data';
export const SIGNATURES = { 1: 'Vocaloid Motion Data file', 2: 'Vocaloid Motion Data 0002' } as const;
export const SIGNATURE_BYTES = 30;
export const MODEL_NAME_BYTES = { 1: 10, 2: 20 } as const;

/** The sections in file order, as warnings and errors name them. */
export const SECTION_NAMES = [
  'bone keys',
  'morph keys',
  'camera keys',
  'light keys',
  'self shadow keys',
  'property keys',
] as const;

/** The last frame that MMD can keep in a project: two years of motion. */
export const FRAME_LIMIT = 0x7fffffff;

export const NAME_BYTES = 15;
export const IK_NAME_BYTES = 20;

/** A field at a fixed place of every record of a section. */
export interface Field {
  /** As warnings name it. */
  readonly name: string;
  readonly offset: number;
}

/** A field of 32-bit words: frames and floats. */
export interface WordField extends Field {
  readonly words: number;
}

interface Layout {
  readonly frame: WordField;
  readonly recordBytes: number;
}

/** name[15] frame position[3] rotation[4] curves[64] */
export const BONE: Layout & { readonly position: WordField; readonly rotation: WordField; readonly block: Field } = {
  frame: { name: 'frame', offset: 15, words: 1 },
  position: { name: 'position', offset: 15 + 4, words: 3 },
  rotation: { name: 'rotation', offset: 15 + 4 + 12, words: 4 },
  block: { name: 'curves', offset: 15 + 4 + 12 + 16 },
  recordBytes: 15 + 4 + 12 + 16 + 64,
};

/** name[15] frame weight */
export const MORPH: Layout & { readonly weight: WordField } = {
  frame: { name: 'frame', offset: 15, words: 1 },
  weight: { name: 'weight', offset: 15 + 4, words: 1 },
  recordBytes: 15 + 4 + 4,
};

/** frame distance target[3] rotation[3] curves[24] fov perspectiveOff; version 1: curves[4] and no more */
export const CAMERA: Layout & {
  readonly distance: WordField;
  readonly target: WordField;
  readonly rotation: WordField;
  readonly curves: Field;
  readonly fov: WordField;
  readonly perspectiveOff: Field;
  readonly shortRecordBytes: number;
} = {
  frame: { name: 'frame', offset: 0, words: 1 },
  distance: { name: 'distance', offset: 4, words: 1 },
  target: { name: 'target', offset: 4 + 4, words: 3 },
  rotation: { name: 'rotation', offset: 4 + 4 + 12, words: 3 },
  curves: { name: 'curves', offset: 4 + 4 + 12 + 12 },
  fov: { name: 'fov', offset: 4 + 4 + 12 + 12 + 24, words: 1 },
  perspectiveOff: { name: 'perspectiveOff', offset: 4 + 4 + 12 + 12 + 24 + 4 },
  recordBytes: 4 + 4 + 12 + 12 + 24 + 4 + 1,
  shortRecordBytes: 4 + 4 + 12 + 12 + 4,
};

/** frame color[3] direction[3] */
export const LIGHT: Layout & { readonly color: WordField; readonly direction: WordField } = {
  frame: { name: 'frame', offset: 0, words: 1 },
  color: { name: 'color', offset: 4, words: 3 },
  direction: { name: 'direction', offset: 4 + 12, words: 3 },
  recordBytes: 4 + 12 + 12,
};

/** frame mode distance */
export const SELF_SHADOW: Layout & { readonly mode: Field; readonly distance: WordField } = {
  frame: { name: 'frame', offset: 0, words: 1 },
  mode: { name: 'mode', offset: 4 },
  distance: { name: 'distance', offset: 4 + 1, words: 1 },
  recordBytes: 4 + 1 + 4,
};

/** frame visible ikCount, then per switch: name[20] enabled */
export const PROPERTY: {
  readonly frame: WordField;
  readonly visible: Field;
  readonly ikCount: Field;
  readonly headBytes: number;
  readonly switchBytes: number;
} = {
  frame: { name: 'frame', offset: 0, words: 1 },
  visible: { name: 'visible', offset: 4 },
  ikCount: { name: 'ikCount', offset: 4 + 1 },
  headBytes: 4 + 1 + 4,
  switchBytes: 20 + 1,
};
