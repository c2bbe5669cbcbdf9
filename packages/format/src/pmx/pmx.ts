import type { FormatWarning } from '../errors.js';
import type { PmxMorph } from './pmx-morph.js';
import type { Vector3, Vector4 } from '../tuples.js';

/**
 * A PMX model as data: what the file says, in MMD's own space (left-handed, y up, z away from the viewer), in
 * file order.
 *
 * Geometry and morphs are columns, all else are plain objects. An index of −1 points at nothing. Plain data:
 * it can be cloned and posted to a worker. `parsePmx` makes one from bytes, `pmdToPmx` from a PMD.
 */
export interface Pmx {
  format: 'pmx';
  /** 2.1 has soft bodies, QDEF, flip and impulse morphs; MMD itself loads 2 only. */
  version: 2 | 2.1;
  /** How its texts are written. */
  encoding: 'utf-16le' | 'utf-8';
  name: string;
  nameEn: string;
  comment: string;
  commentEn: string;
  vertices: PmxVertices;
  /** `3 * triangles`, into the vertices, clockwise seen from outside. */
  indices: Uint32Array;
  /** Paths as the file has them, usually with back-slashes, relative to it. */
  textures: string[];
  materials: PmxMaterial[];
  bones: PmxBone[];
  morphs: PmxMorph[];
  displayFrames: PmxDisplayFrame[];
  rigidBodies: PmxRigidBody[];
  joints: PmxJoint[];
  /** Version 2.1. */
  softBodies: PmxSoftBody[];
  /** What follows the last section. */
  trailing: Uint8Array;
  /** Set by pmdToPmx: MMD solves IK of PMD models by slightly other rules. */
  fromPmd?: true;
  /**
   * How the file spelled what the document says, so that writing gives the same bytes. Absent in new
   * documents.
   */
  source?: PmxSource;
  /** Problems that did not stop parsing. */
  warnings: FormatWarning[];
}

/**
 * How a vertex follows bones: {@link PmxVertices.weightTypes}.
 *
 * @example
 * pmx.vertices.weightTypes.includes(PMX_WEIGHT.sdef); // → true: some bend without losing their girth
 */
export const PMX_WEIGHT = {
  bdef1: 0,
  bdef2: 1,
  bdef4: 2,
  /** Two bones, blended on a sphere. */
  sdef: 3,
  /** Four bones, blended by dual quaternions; PMX 2.1. */
  qdef: 4,
} as const;

/* Its members. A bundler inlines plain numbers, but keeps all members of an object. */
export const BDEF1: typeof PMX_WEIGHT.bdef1 = 0;
export const BDEF2: typeof PMX_WEIGHT.bdef2 = 1;
export const BDEF4: typeof PMX_WEIGHT.bdef4 = 2;
export const SDEF: typeof PMX_WEIGHT.sdef = 3;
export const QDEF: typeof PMX_WEIGHT.qdef = 4;

export interface PmxVertices {
  count: number;
  /** `3 * count`, x y z. */
  positions: Float32Array;
  /** `3 * count`. */
  normals: Float32Array;
  /** `2 * count`, v downwards. */
  uvs: Float32Array;
  /** 0 to 4. */
  additionalUvCount: number;
  /** `4 * additionalUvCount * count`: all of a vertex together. */
  additionalUvs: Float32Array;
  /** `count`: members of {@link PMX_WEIGHT}. */
  weightTypes: Uint8Array;
  /** `4 * count`; 0 where the type has fewer. */
  boneIndices: Int32Array;
  /**
   * `4 * count`; 0 where the type has fewer; BDEF2 and SDEF have w and 1 − w. As in the file, maybe not of
   * sum 1.
   */
  boneWeights: Float32Array;
  /** The SDEF vertices, in order. */
  sdefVertices: Uint32Array;
  /** `9 * sdefVertices.length`: C, R0, R1 × x y z. */
  sdefVectors: Float32Array;
  /** `count`: the outline's width there, times the material's. */
  edgeScales: Float32Array;
}

/**
 * Bits of {@link PmxMaterial.flags}.
 *
 * @example
 * const edged = pmx.materials.filter(({ flags }) => flags & PMX_MATERIAL.edge);
 */
export const PMX_MATERIAL = {
  doubleSided: 1,
  groundShadow: 2,
  castsSelfShadow: 4,
  receivesSelfShadow: 8,
  edge: 16,
  /** PMX 2.1. */
  vertexColor: 32,
  /** PMX 2.1: drawn as points. */
  points: 64,
  /** PMX 2.1: drawn as lines. */
  lines: 128,
} as const;

export interface PmxMaterial {
  name: string;
  nameEn: string;
  /** r g b a. */
  diffuse: Vector4;
  /** r g b. */
  specular: Vector3;
  specularPower: number;
  /** r g b. */
  ambient: Vector3;
  /** An or of {@link PMX_MATERIAL}. */
  flags: number;
  /** r g b a. */
  edgeColor: Vector4;
  edgeSize: number;
  /** Into `textures`. */
  texture: number;
  /** Into `textures`. */
  sphereTexture: number;
  /** 0 none, 1 multiply, 2 add, 3 sub-texture (by the first additional UV). */
  sphereMode: number;
  /**
   * 1: `toon` is one of the shared ones, 0 to 9 = toon01.bmp to toon10.bmp; 0: it is an index into
   * `textures`.
   */
  sharedToon: number;
  toon: number;
  memo: string;
  /** How many of `indices` are drawn with it; the materials share them out in order. */
  indexCount: number;
}

/**
 * Bits of {@link PmxBone.flags}.
 *
 * @example
 * const solvers = pmx.bones.filter(({ flags }) => flags & PMX_BONE.ik);
 * solvers.length; // → 4: two legs, two toes
 */
export const PMX_BONE = {
  /** The tail is a bone, not an offset. */
  tailIsBone: 0x0001,
  rotatable: 0x0002,
  movable: 0x0004,
  visible: 0x0008,
  enabled: 0x0010,
  ik: 0x0020,
  /** The append is measured in the source's own place below its parent; MMD's documents call it "local". */
  localAppend: 0x0080,
  appendRotation: 0x0100,
  appendTranslation: 0x0200,
  fixedAxis: 0x0400,
  localAxes: 0x0800,
  afterPhysics: 0x1000,
  externalParent: 0x2000,
} as const;

export interface PmxBone {
  name: string;
  nameEn: string;
  /** At rest, in the model's space. */
  position: Vector3;
  parent: number;
  /** Bones are evaluated layer by layer. */
  layer: number;
  /** An or of {@link PMX_BONE}: they say which of the optional members are there. */
  flags: number;
  /** A bone, if `tailIsBone`, else an offset: where the bone points to when it is drawn. */
  tail: number | Vector3;
  /** With `appendRotation` or `appendTranslation`. */
  append?: { parent: number; ratio: number };
  /** With `fixedAxis`. */
  fixedAxis?: Vector3;
  /** With `localAxes`: for editors. */
  localAxes?: { x: Vector3; z: Vector3 };
  /** With `externalParent`. */
  externalParentKey?: number;
  /** With `ik`. */
  ik?: PmxIk;
}

export interface PmxIk {
  /** The effector: the bone that is to reach the IK bone. */
  effector: number;
  loopCount: number;
  /** Radians a link may turn at once, times its place in the chain. */
  limitAngle: number;
  /** From the effector towards the root. */
  links: PmxIkLink[];
}

/** @inline */
export interface PmxIkLink {
  bone: number;
  /** Radians about x, y, z. */
  limits?: { min: Vector3; max: Vector3 };
}

export interface PmxDisplayFrame {
  name: string;
  nameEn: string;
  /** 1: one of MMD's own two, Root and 表情 (facial). */
  special: number;
  elements: PmxDisplayElement[];
}

/** @inline */
export interface PmxDisplayElement {
  type: 'bone' | 'morph';
  index: number;
}

export interface PmxRigidBody {
  name: string;
  nameEn: string;
  bone: number;
  /** 0 to 15. */
  group: number;
  /** Bit g: collides with group g. */
  collisionMask: number;
  /** 0 sphere (radius), 1 box (half extents), 2 capsule (radius, height of its cylinder). */
  shape: number;
  size: Vector3;
  /** In the model's space. */
  position: Vector3;
  /** Radians, R = Ry·Rx·Rz. */
  rotation: Vector3;
  mass: number;
  linearDamping: number;
  angularDamping: number;
  restitution: number;
  friction: number;
  /** 0 follows its bone, 1 moves it, 2 turns it. */
  mode: number;
}

export interface PmxJoint {
  name: string;
  nameEn: string;
  /** 0: a 6-DOF with springs; 2.1 has more. */
  type: number;
  bodyA: number;
  bodyB: number;
  position: Vector3;
  /** Radians, R = Ry·Rx·Rz. */
  rotation: Vector3;
  linearLower: Vector3;
  linearUpper: Vector3;
  angularLower: Vector3;
  angularUpper: Vector3;
  linearSpring: Vector3;
  angularSpring: Vector3;
}

/** Version 2.1; no program known to us writes them. */
export interface PmxSoftBody {
  name: string;
  nameEn: string;
  /** 0 triangle mesh, 1 rope. */
  shape: number;
  material: number;
  group: number;
  collisionMask: number;
  flags: number;
  bendingLinkDistance: number;
  clusterCount: number;
  totalMass: number;
  collisionMargin: number;
  /** Bullet's aerodynamics model. */
  aeroModel: number;
  /** VCF DP DG LF PR VC DF MT CHR KHR SHR AHR: Bullet's names. */
  config: Float32Array;
  /** SRHR_CL SKHR_CL SSHR_CL SR_SPLT_CL SK_SPLT_CL SS_SPLT_CL. */
  cluster: Float32Array;
  /** V_IT P_IT D_IT C_IT. */
  iterations: Int32Array;
  /** LST AST VST. */
  stiffness: Float32Array;
  anchors: { rigidBody: number; vertex: number; near: number }[];
  pinnedVertices: Uint32Array;
}

/**
 * The spelling of a parsed file. Offsets are those of the file; a writer uses what still fits the document.
 *
 * @inline
 */
export interface PmxSource {
  /**
   * The globals as stored: encoding, additional UVs, then bytes per index of vertex, texture, material, bone,
   * morph, body, and what follows.
   */
  globals: Uint8Array;
  /** The four bytes of the version. */
  version: Uint8Array;
  /**
   * Texts whose bytes their encoding does not define. They are written back where they still say the text.
   */
  oddTexts: { offset: number; bytes: Uint8Array }[];
  /**
   * What stands where no version defines it, and is skipped: type, count and elements of a morph, which is an
   * empty group in the document, and elements of display frames, with type and index.
   */
  unknown?: { offset: number; bytes: Uint8Array }[];
  /** The bits of every NaN among single numbers, for a number keeps none of them. */
  nans: { offset: number; bits: number }[];
  /**
   * The section in which the file breaks off, its declared count and how many are kept; `trailing` has the
   * rest. Both are 0 if the file ends before the count.
   */
  truncated?: { section: PmxSectionName; declaredCount: number; keptCount: number };
  /** It says to be of version 2, yet has what only 2.1 knows: QDEF, flip or impulse morphs. */
  isMixed?: true;
}

/** The sections that a file may break off in and still be of use. @inline */
export type PmxSectionName = 'morphs' | 'displayFrames' | 'rigidBodies' | 'joints' | 'softBodies';
