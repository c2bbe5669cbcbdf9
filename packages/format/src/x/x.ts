import type { FormatWarning } from '../errors.js';

/**
 * A DirectX file (`.x`) as data: the meshes of an accessory (アクセサリ) of MMD, in the file's own space
 * (left-handed, y up) and units. MMD draws a unit of the file as ten of its own.
 */
export interface X {
  format: 'x';
  /** Major and minor version of the file, such as `0302` or `0303`. */
  version: string;
  /** How the file is written. */
  encoding: XEncoding;
  /** Bits of a float in the file, 32 or 64. Only a binary file differs by it; a document holds 32 bits. */
  floatBits: 32 | 64;
  /** A parent comes before its children. */
  frames: XFrame[];
  /** In the order of the file, which is the order of drawing. */
  meshes: XMesh[];
  /** The materials of all meshes. A material that several meshes refer to is here once. */
  materials: XMaterial[];
  /**
   * The templates of data objects that a document does not hold, such as `AnimationSet` or `XSkinMeshHeader`,
   * each once. MMD does not use them. They are lost when a changed document is written.
   */
  ignored: string[];
  /**
   * The whole file, kept so that writing an unchanged document gives the same bytes. Absent in new documents.
   */
  source?: XSource;
  /** Problems that did not stop parsing. */
  warnings: FormatWarning[];
}

/** `compressed-…`: in blocks of MSZIP. @inline */
export type XEncoding = 'text' | 'binary' | 'compressed-text' | 'compressed-binary';

/** Where a parsed document comes from. @inline */
export interface XSource {
  bytes: Uint8Array;
}

/** A place in the hierarchy of a file, with a transform relative to its parent. @inline */
export interface XFrame {
  name: string;
  /** Index of the parent in `frames`, below its own; −1: none. */
  parent: number;
  /**
   * 16 numbers, row by row; a vector is a row, so that the translation is at 12, 13 and 14. Absent: the
   * identity.
   */
  transform?: Float32Array;
}

export interface XMesh {
  name: string;
  /** Index of its frame in `frames`; −1: none. */
  frame: number;
  /** 3 numbers for each vertex. */
  positions: Float32Array;
  /**
   * Where the corners of each face begin in `corners`; the last entry is the end of the last face. Faces + 1
   * numbers.
   */
  faceStarts: Uint32Array;
  /** The vertices of all faces. Seen from the front, they are clockwise. */
  corners: Uint32Array;
  normals?: XNormals;
  /** u and v for each vertex; v is 0 at the top of the picture. */
  uvs?: Float32Array;
  colors?: XVertexColors;
  /** Indices into the file's `materials`; −1: the file refers to a material that it does not have. */
  materials: number[];
  /**
   * Indices into the mesh's `materials`, one for each face. In a shorter list, the last number counts for all
   * other faces.
   */
  faceMaterials: Uint32Array;
}

/** Normals with indices of their own, because vertices of one place may have several. @inline */
export interface XNormals {
  /** 3 numbers for each normal. */
  vectors: Float32Array;
  /** The normal of each corner in `corners`. */
  corners: Uint32Array;
}

/** Colors of some vertices. MMD does not draw them. @inline */
export interface XVertexColors {
  vertices: Uint32Array;
  /** r g b a for each of them. */
  values: Float32Array;
}

export interface XMaterial {
  /** Empty if the material has none. */
  name: string;
  /** r g b a, 0..1. */
  diffuse: [number, number, number, number];
  /** Sharpness of the highlight; larger is smaller and harder. */
  power: number;
  /** r g b, 0..1. */
  specular: [number, number, number];
  /** r g b, 0..1. */
  emissive: [number, number, number];
  /**
   * The file name of its texture as it is in the file, relative to the file; empty if there is none.
   * `a.bmp*b.sph` is a texture and a sphere map, which multiplies (`.sph`) or adds (`.spa`); each may stand
   * alone.
   */
  texture: string;
}

/** The first bytes of a file. */
export const X_SIGNATURE = 'xof ';

/** What {@link createX} takes. @inline */
export interface XContent {
  frames?: readonly XFrame[];
  meshes?: readonly (Pick<XMesh, 'positions' | 'faceStarts' | 'corners'> & Partial<XMesh>)[];
  materials?: readonly Partial<XMaterial>[];
}

/**
 * Makes a document. What is left out is empty; a material is white, without highlight. O(meshes and
 * materials); the columns are not copied.
 *
 * @example
 * const triangle = createX({
 *   meshes: [
 *     {
 *       positions: Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0),
 *       faceStarts: Uint32Array.of(0, 3),
 *       corners: Uint32Array.of(0, 1, 2),
 *       materials: [0],
 *     },
 *   ],
 *   materials: [{ texture: 'floor.bmp' }],
 * });
 * triangle.materials[0].diffuse; // → [1, 1, 1, 1]
 */
export function createX({ frames = [], meshes = [], materials = [] }: XContent = {}): X {
  return {
    format: 'x',
    version: '0302',
    encoding: 'text',
    floatBits: 32,
    frames: [...frames],
    meshes: meshes.map((mesh) => ({
      name: '',
      frame: -1,
      materials: [],
      faceMaterials: new Uint32Array(0),
      ...mesh,
    })),
    materials: materials.map((material) => ({
      name: '',
      diffuse: [1, 1, 1, 1],
      power: 0,
      specular: [0, 0, 0],
      emissive: [0, 0, 0],
      texture: '',
      ...material,
    })),
    ignored: [],
    warnings: [],
  };
}
