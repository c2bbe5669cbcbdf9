import type { FormatWarning } from '../errors.js';
import type { PmxJoint, PmxRigidBody } from '../pmx/pmx.js';
import type { MmdName } from '../text/name.js';
import type { Vector3 } from '../tuples.js';

/**
 * A PMD model as data: what the file says, in MMD's own space (left-handed, y up, z away from the viewer), in
 * file order.
 *
 * Geometry and morphs are columns, all else are plain objects. An index of −1 points at nothing. Plain data:
 * it can be cloned and posted to a worker. `parsePmd` makes one from bytes; to play it, turn it into a PMX
 * with `pmdToPmx`.
 */
export interface Pmd {
  format: 'pmd';
  /** 1 in every file known to us. */
  version: number;
  /** At most 20 bytes. */
  name: MmdName;
  /** At most 256 bytes. */
  comment: MmdName;
  vertices: PmdVertices;
  /** `3 * triangles`, into the vertices, clockwise seen from outside. */
  indices: Uint16Array;
  materials: PmdMaterial[];
  bones: PmdBone[];
  /** They are solved in this order. */
  iks: PmdIk[];
  morphs: PmdMorph[];
  /** The morphs of MMD's facial panel, in its order; into `morphs`. */
  facialList: Uint16Array;
  /** Titles of the bone list, at most 50 bytes; many end with a line feed. */
  frameNames: MmdName[];
  /** What stands under the titles. */
  frameBones: PmdFrameBone[];
  /** Of the optional ends of a file; each needs those before it, so that writing may add one. */
  english?: PmdEnglish;
  /** Ten, at most 100 bytes each; without them toon01.bmp to toon10.bmp. */
  toonNames?: MmdName[];
  rigidBodies?: PmdRigidBody[];
  joints?: PmdJoint[];
  /** What follows the last section. */
  trailing: Uint8Array;
  /**
   * How the file spelled what the document says, so that writing gives the same bytes. Absent in new
   * documents.
   */
  source?: PmdSource;
  /** Problems that did not stop parsing. */
  warnings: FormatWarning[];
}

export interface PmdVertices {
  count: number;
  /** `3 * count`, x y z. */
  positions: Float32Array;
  /** `3 * count`. */
  normals: Float32Array;
  /** `2 * count`, v downwards. */
  uvs: Float32Array;
  /** `2 * count`. */
  boneIndices: Uint16Array;
  /** `count`: how much of a vertex follows the first of its bones, 0 to 100; the second has the rest. */
  weights: Uint8Array;
  /** `count`: 1 has no outline. */
  edgeFlags: Uint8Array;
}

export interface PmdMaterial {
  /** r g b a. */
  diffuse: [number, number, number, number];
  specularPower: number;
  specular: Vector3;
  ambient: Vector3;
  /** Into `toonNames`; 255: none. */
  toonIndex: number;
  /** 1 has an outline. */
  edgeFlag: number;
  /** How many of `indices` are drawn with it; the materials share them out in order. */
  indexCount: number;
  /** At most 20 bytes: a texture, a sphere map (.sph, .spa) or both, as in `a.bmp*b.sph`. */
  texture: MmdName;
}

export interface PmdBone {
  /** At most 20 bytes. */
  name: MmdName;
  parent: number;
  /** The bone that it points to, 0 or −1 for none; of type 9 the one whose rotation it takes over. */
  tail: number;
  /**
   * 0 turns, 1 turns and moves, 2 IK, 4 link of an IK, 5 takes over the rotation of `ik`, 6 effector of an
   * IK, 7 hidden, 8 twists about the line to `tail`, 9 takes over a part of the rotation of `tail`.
   */
  type: number;
  /**
   * The IK bone of a link; of type 5 the source of its rotation; of type 9 the part in percent. 0 or −1 for
   * none.
   */
  ik: number;
  /** At rest, in the model's space. */
  position: Vector3;
}

export interface PmdIk {
  /** The IK bone. */
  bone: number;
  /** The bone that is to reach it. */
  effector: number;
  loopCount: number;
  /** A quarter of the radians that a link may turn at once. */
  limitAngle: number;
  /** From the effector towards the root. */
  links: Uint16Array;
}

export interface PmdMorph {
  /** At most 20 bytes. */
  name: MmdName;
  /** 0 base, 1 brow, 2 eye, 3 mouth, 4 other. */
  type: number;
  /** Of the base: which vertices any morph moves. Of others: which entries of the base. */
  indices: Uint32Array;
  /** `3 * indices.length`. Of the base: where these vertices are. Of others: how far they move. */
  offsets: Float32Array;
}

/** @inline */
export interface PmdFrameBone {
  bone: number;
  /** From 1, into `frameNames`; 0 is the frame of the centre, which has no title. */
  frame: number;
}

/** @inline */
export interface PmdEnglish {
  name: MmdName;
  comment: MmdName;
  /** One a bone. */
  boneNames: MmdName[];
  /** One a morph, without the base. */
  morphNames: MmdName[];
  /** One a frame name. */
  frameNames: MmdName[];
}

export interface PmdRigidBody extends Omit<PmxRigidBody, 'name' | 'nameEn' | 'position'> {
  /** At most 20 bytes. */
  name: MmdName;
  /** Relative to the bone at rest; without a bone, to センター. */
  position: Vector3;
}

/** A 6-DOF with springs, in the model's space. */
export interface PmdJoint extends Omit<PmxJoint, 'name' | 'nameEn' | 'type'> {
  /** At most 20 bytes. */
  name: MmdName;
}

/**
 * The spelling of a parsed file. Offsets are those of the file; a writer uses what still fits the document.
 *
 * @inline
 */
export interface PmdSource {
  /** Text fields that are not their text, NUL and FD to the end. */
  oddFields: { offset: number; bytes: Uint8Array }[];
  /** The bits of every NaN among single numbers, for a number keeps none of them. */
  nans: { offset: number; bits: number }[];
  /** The byte that announces English names; absent if the file ends before it. */
  englishFlag?: number;
  /**
   * The section in which the file ends, and how many of its records are kept; `trailing` has the rest.
   * Without `declaredCount`, the file ends inside that count or before it.
   */
  truncated?: {
    section:
      | 'morphs'
      | 'facialList'
      | 'frameNames'
      | 'frameBones'
      | 'english'
      | 'toonNames'
      | 'rigidBodies'
      | 'joints';
    declaredCount?: number;
    keptCount: number;
  };
}

/** The sections that a truncated file may end in and still be of use, in file order. */
export type PmdSectionName = NonNullable<PmdSource['truncated']>['section'];
