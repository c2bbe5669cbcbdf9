/**
 * Keys of a section, as tracks.
 *
 * Sections have one entry (or a fixed number of them) per key in every column. A track is a bone, a morph, or the one
 * track of a camera; its first key stands in a list of its own in the file, the others in a pool, linked.
 */
export interface PmmKeys {
  /** All keys: those of the tracks, and after them those that no track leads to, which MMD never uses. */
  count: number;
  /** `tracks + 1`: the keys of track i are starts[i] to starts[i + 1], by frame. */
  starts: Uint32Array;
  /** `count`, 30 a second. */
  frames: Uint32Array;
  /** `count`, 1 = marked in the timeline. */
  selected: Uint8Array;
  /** Where the keys lay in the file, so that writing gives the same bytes. Absent in new documents. */
  links?: PmmLinks;
}

/** A place counts the first keys of all tracks, then the pool. A writer uses links that still give the same tracks. */
export interface PmmLinks {
  /** `count`: the place of each key. */
  places: Uint32Array;
  /** By place: the key before and the key behind, as the file says. 0: none. */
  previous: Int32Array;
  next: Int32Array;
  /** By place in the pool: the number that the key goes by, where that is not its place. */
  numbers?: Int32Array;
}

/** One track a bone. */
export interface PmmBoneKeys extends PmmKeys {
  /** `16 * count`, channels X Y Z R × x1 y1 x2 y2, 0..127: the curve that leads to the key. */
  curves: Uint8Array;
  /** `3 * count`, x y z, MMD units from the rest position. */
  positions: Float32Array;
  /** `4 * count`, x y z w. */
  rotations: Float32Array;
  /** `count`, 1 = the physics of the bone's bodies is off; zeros in version 1, which has none. */
  physicsOff: Uint8Array;
}

/** One track a morph. */
export interface PmmMorphKeys extends PmmKeys {
  /** `count`, usually 0..1. */
  weights: Float32Array;
}

/** One track: visibility, IK switches and external parents of a model. */
export interface PmmPropertyKeys extends PmmKeys {
  /** `count`, 1 = shown. */
  visible: Uint8Array;
  /** One per key and IK of the model, key by key; 1 = on. */
  ikEnabled: Uint8Array;
  /**
   * Two per key and external parent of the model, key by key: a model (−1 none, −2 the ground) and one of its bones.
   * None in version 1.
   */
  externalParents: Int32Array;
}

/** One track. */
export interface PmmCameraKeys extends PmmKeys {
  /** `count`, negative = the eye is in front of the target, as usual. */
  distances: Float32Array;
  /** `3 * count`, x y z; from the followed bone, if there is one. */
  targets: Float32Array;
  /** `3 * count`, radians about x, y, z. */
  rotations: Float32Array;
  /** `count`: the model whose bone the target follows, −1 for none. */
  followModels: Int32Array;
  /** `count`: that bone. */
  followBones: Int32Array;
  /** `24 * count`, channels X Y Z R(otation) D(istance) F(ov) × x1 y1 x2 y2, 0..127. */
  curves: Uint8Array;
  /** `count`, 0 = perspective, 1 = orthographic. */
  perspectiveOff: Uint8Array;
  /** `count`, vertical, whole degrees. */
  fovs: Int32Array;
}

/** One track. */
export interface PmmLightKeys extends PmmKeys {
  /** `3 * count`, r g b, 0..1. */
  colors: Float32Array;
  /** `3 * count`, x y z: where the light shines to. */
  directions: Float32Array;
}

/** One track. */
export interface PmmAccessoryKeys extends PmmKeys {
  /** `count`, 1 = shown. */
  visible: Uint8Array;
  /** `count`, percent, 0 = opaque. */
  transparencies: Uint8Array;
  /** `count`: the model that it hangs on, −1 for none. */
  parentModels: Int32Array;
  /** `count`: the bone of that model. */
  parentBones: Int32Array;
  /** `3 * count`, x y z, relative to the parent. */
  positions: Float32Array;
  /** `3 * count`, radians about x, y, z. */
  rotations: Float32Array;
  /** `count`. */
  scales: Float32Array;
  /** `count`, 1 = casts a shadow. */
  shadows: Uint8Array;
}

/** One track. */
export interface PmmGravityKeys extends PmmKeys {
  /** `count`, 1 = the direction is noisy. */
  noiseOn: Uint8Array;
  /** `count`. */
  noises: Int32Array;
  /** `count`, 9.8 by default. */
  accelerations: Float32Array;
  /** `3 * count`, x y z. */
  directions: Float32Array;
}

/** One track. */
export interface PmmSelfShadowKeys extends PmmKeys {
  /** `count`, 0 off, 1 or 2. */
  modes: Uint8Array;
  /** `count`, 0.1 − 0.00001 × the number that MMD shows. */
  distances: Float32Array;
}
