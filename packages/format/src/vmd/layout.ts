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

/** What is wrong with a control value of a curve. */
export const ABOVE_127 = 'is above 127';

/** A field at a fixed place of every record of a section. */
export interface Field {
  /** As warnings name it. */
  readonly name: string;
  readonly offset: number;
}

type RecordLayout<F extends string> = { readonly [K in F]: Field } & { readonly recordBytes: number };

/** Names each field after its key: `{ frame: 15 }` → `{ frame: { name: 'frame', offset: 15 } }`. */
function record<F extends string>(
  recordBytes: number,
  offsets: { readonly [K in F]: number },
): RecordLayout<F> {
  const fields = Object.entries<number>(offsets).map(([name, offset]) => [name, { name, offset }]);
  return { ...(Object.fromEntries(fields) as { [K in F]: Field }), recordBytes };
}

/** name[15] frame position[3] rotation[4] curves[64] */
export const BONE: RecordLayout<'name' | 'frame' | 'position' | 'rotation' | 'curves'> =
  /* @__PURE__ */ record(15 + 4 + 12 + 16 + 64, {
    name: 0,
    frame: 15,
    position: 15 + 4,
    rotation: 15 + 4 + 12,
    curves: 15 + 4 + 12 + 16,
  });

/** name[15] frame weight */
export const MORPH: RecordLayout<'name' | 'frame' | 'weight'> = /* @__PURE__ */ record(15 + 4 + 4, {
  name: 0,
  frame: 15,
  weight: 15 + 4,
});

/** frame distance target[3] rotation[3] curves[24] fov perspectiveOff */
export const CAMERA: RecordLayout<
  'frame' | 'distance' | 'target' | 'rotation' | 'curves' | 'fov' | 'perspectiveOff'
> = /* @__PURE__ */ record(4 + 4 + 12 + 12 + 24 + 4 + 1, {
  frame: 0,
  distance: 4,
  target: 4 + 4,
  rotation: 4 + 4 + 12,
  curves: 4 + 4 + 12 + 12,
  fov: 4 + 4 + 12 + 12 + 24,
  perspectiveOff: 4 + 4 + 12 + 12 + 24 + 4,
});

/** Version 1: frame distance target[3] rotation[3] curve[4], and no more. */
export const SHORT_CAMERA_BYTES: number = 4 + 4 + 12 + 12 + 4;

/** frame color[3] direction[3] */
export const LIGHT: RecordLayout<'frame' | 'color' | 'direction'> = /* @__PURE__ */ record(4 + 12 + 12, {
  frame: 0,
  color: 4,
  direction: 4 + 12,
});

/** frame mode distance */
export const SELF_SHADOW: RecordLayout<'frame' | 'mode' | 'distance'> = /* @__PURE__ */ record(4 + 1 + 4, {
  frame: 0,
  mode: 4,
  distance: 4 + 1,
});

/** frame visible ikCount, then per switch: name[20] enabled. A record is as long as its head and its switches. */
export const PROPERTY: RecordLayout<'frame' | 'visible' | 'ikCount' | 'ikNames'> = /* @__PURE__ */ record(
  4 + 1 + 4,
  {
    frame: 0,
    visible: 4,
    ikCount: 4 + 1,
    ikNames: 4 + 1 + 4,
  },
);

/** name[20] enabled */
export const IK_SWITCH_BYTES: number = 20 + 1;
