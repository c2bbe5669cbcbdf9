/**
 * The keys of a section, sorted into tracks.
 *
 * Every column has a fixed number of entries per key. A section of bones or morphs has one track for each,
 * other sections have one track. A file lists the first keys of all tracks, then a pool of all other keys,
 * linked with each other.
 */
export interface PmmKeys {
  /** All keys: those of the tracks, then unreached keys. MMD never uses unreached keys. */
  count: number;
  /** `tracks + 1`: the keys of track i are starts[i] to starts[i + 1], sorted by frame. */
  starts: Uint32Array;
  /** `count`, 30 frames per second. */
  frames: Uint32Array;
  /** `count`, 1 = selected in the timeline. */
  selected: Uint8Array;
  /**
   * The records of the keys in the file, kept so that writing gives the same bytes. Absent in new documents.
   * Sections without links share theirs.
   */
  links?: PmmLinks;
}

/**
 * Links by record: the first keys of all tracks, then the pool. They are written if they still give the same
 * tracks.
 *
 * @inline
 */
export interface PmmLinks {
  /** `count`: the record of each key. */
  records: Uint32Array;
  /** By record: the previous and the next key in the file, 0 for none. */
  previous: Int32Array;
  next: Int32Array;
  /** By record in the pool: the number of the key. Absent if all numbers are the records. */
  numbers?: Int32Array;
}

/** One track per bone. @inline */
export interface PmmBoneKeys extends PmmKeys {
  /** `16 * count`, channels X Y Z R × x1 y1 x2 y2, 0..127: the curves from the previous key to this one. */
  curves: Uint8Array;
  /** `3 * count`, x y z, MMD units from the rest position. */
  positions: Float32Array;
  /** `4 * count`, x y z w. */
  rotations: Float32Array;
  /** `count`, 1 = the physics of the bone's bodies is off. Zeros in version 1. */
  physicsOff: Uint8Array;
}

/** One track per morph. @inline */
export interface PmmMorphKeys extends PmmKeys {
  /** `count`, usually 0..1. */
  weights: Float32Array;
}

/** One track: visibility, IK switches and external parents of a model. @inline */
export interface PmmPropertyKeys extends PmmKeys {
  /** `count`, 1 = shown. */
  visible: Uint8Array;
  /** One per key and IK of the model, key by key; 1 = on. */
  ikEnabled: Uint8Array;
  /**
   * Two per key and external parent of the model, key by key: a model (−1 none, −2 the ground) and one of its
   * bones. None in version 1.
   */
  externalParents: Int32Array;
}

/** One track. @inline */
export interface PmmCameraKeys extends PmmKeys {
  /** `count`, usually negative: the eye is in front of the target. */
  distances: Float32Array;
  /**
   * `3 * count`, x y z. If the camera follows a bone, the way from the bone to the eye, along the camera's
   * axes.
   */
  targets: Float32Array;
  /** `3 * count`, radians about x, y, z; relative to the followed bone, if there is one. */
  rotations: Float32Array;
  /** `count`: the model whose bone the camera follows, −1 for none. */
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

/** One track. @inline */
export interface PmmLightKeys extends PmmKeys {
  /** `3 * count`, r g b, 0..1. */
  colors: Float32Array;
  /** `3 * count`, x y z: the direction in which the light shines. */
  directions: Float32Array;
}

/** One track. @inline */
export interface PmmAccessoryKeys extends PmmKeys {
  /** `count`, 1 = shown. */
  visible: Uint8Array;
  /** `count`, percent, 0 = opaque. */
  transparencies: Uint8Array;
  /** `count`: the model that the accessory follows, −1 for none. */
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

/** One track. @inline */
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

/** One track. @inline */
export interface PmmSelfShadowKeys extends PmmKeys {
  /** `count`: 0 off, or mode 1 or 2. */
  modes: Uint8Array;
  /** `count`: 0.1 − 0.00001 × the number that MMD shows. */
  distances: Float32Array;
}
