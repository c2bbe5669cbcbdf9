/** What all morphs have. Panel: 1 brow, 2 eye, 3 mouth, 4 other, 0 hidden. @inline */
interface PmxMorphHead {
  name: string;
  nameEn: string;
  panel: number;
}

/** A morph, by what it changes. An element is in all columns at the same place. */
export type PmxMorph =
  PmxGroupMorph | PmxVertexMorph | PmxBoneMorph | PmxUvMorph | PmxMaterialMorph | PmxImpulseMorph;

/** `flip` (version 2.1) shows one of its morphs at a time. */
export interface PmxGroupMorph extends PmxMorphHead {
  type: 'group' | 'flip';
  morphs: Int32Array;
  weights: Float32Array;
}

export interface PmxVertexMorph extends PmxMorphHead {
  type: 'vertex';
  vertices: Uint32Array;
  /** `3 * vertices.length`. */
  offsets: Float32Array;
}

export interface PmxBoneMorph extends PmxMorphHead {
  type: 'bone';
  bones: Int32Array;
  /** `3 * bones.length`. */
  translations: Float32Array;
  /** `4 * bones.length`, x y z w. */
  rotations: Float32Array;
}

export interface PmxUvMorph extends PmxMorphHead {
  type: 'uv';
  /** 0 is the texture's, 1 to 4 are the additional ones. */
  channel: number;
  vertices: Uint32Array;
  /** `4 * vertices.length`; channel 0 uses the first two. */
  offsets: Float32Array;
}

export interface PmxMaterialMorph extends PmxMorphHead {
  type: 'material';
  /** −1: all materials. */
  materials: Int32Array;
  /** 0 multiply, 1 add. */
  operations: Uint8Array;
  /**
   * `28 * materials.length`: diffuse rgba, specular rgb, specular power, ambient rgb, edge colour rgba, edge
   * size, texture rgba, sphere texture rgba, toon rgba.
   */
  values: Float32Array;
}

/** Version 2.1. */
export interface PmxImpulseMorph extends PmxMorphHead {
  type: 'impulse';
  rigidBodies: Int32Array;
  /** 1: in the body's axes. */
  local: Uint8Array;
  /** `3 * rigidBodies.length`. */
  velocities: Float32Array;
  /** `3 * rigidBodies.length`. */
  torques: Float32Array;
}
