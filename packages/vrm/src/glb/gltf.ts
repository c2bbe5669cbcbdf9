/*
 * The parts of a glTF 2.0 document that this package reads or writes. Of a file from outside, none of it can
 * be trusted: readers check each value that they use.
 */

/** The JSON of a glTF file. */
export interface GltfJson {
  asset?: { version: string; generator?: string; extras?: unknown };
  extensionsUsed?: string[];
  extensions?: Record<string, unknown>;
  scene?: number;
  scenes?: { name?: string; nodes?: number[] }[];
  nodes?: GltfNode[];
  meshes?: GltfMesh[];
  skins?: { name?: string; joints: number[]; skeleton?: number; inverseBindMatrices?: number }[];
  animations?: GltfAnimation[];
  materials?: GltfMaterial[];
  textures?: { source?: number; sampler?: number; name?: string }[];
  images?: { bufferView?: number; mimeType?: string; name?: string; uri?: string }[];
  samplers?: { wrapS?: number; wrapT?: number; magFilter?: number; minFilter?: number }[];
  accessors?: GltfAccessor[];
  bufferViews?: GltfBufferView[];
  buffers?: { byteLength: number; uri?: string }[];
}

export interface GltfNode {
  name?: string;
  children?: number[];
  /** x y z. */
  translation?: number[];
  /** x y z w. */
  rotation?: number[];
  scale?: number[];
  /** 16 numbers, column-major, instead of the three above. */
  matrix?: number[];
  mesh?: number;
  skin?: number;
  extensions?: Record<string, unknown>;
}

export interface GltfMesh {
  name?: string;
  primitives: GltfPrimitive[];
  weights?: number[];
  extras?: { targetNames?: string[] };
}

export interface GltfPrimitive {
  attributes: Record<string, number>;
  indices?: number;
  material?: number;
  targets?: Record<string, number>[];
}

export interface GltfAnimation {
  name?: string;
  channels: GltfChannel[];
  samplers: GltfSampler[];
}

export interface GltfChannel {
  sampler: number;
  target: { node?: number; path: string };
}

/** `input`: the accessor of the times in seconds, `output`: that of the values. */
export interface GltfSampler {
  input: number;
  output: number;
  interpolation?: string;
}

/** Indices into `textures`. */
export interface GltfTextureInfo {
  index: number;
}

export interface GltfMaterial {
  name?: string;
  pbrMetallicRoughness?: {
    baseColorFactor?: number[];
    baseColorTexture?: GltfTextureInfo;
    metallicFactor?: number;
    roughnessFactor?: number;
  };
  alphaMode?: 'OPAQUE' | 'MASK' | 'BLEND';
  alphaCutoff?: number;
  doubleSided?: boolean;
  extensions?: Record<string, unknown>;
}

export interface GltfAccessor {
  bufferView?: number;
  byteOffset?: number;
  /** 5120 to 5126: signed and unsigned bytes, signed and unsigned shorts, unsigned integers, floats. */
  componentType: number;
  normalized?: boolean;
  count: number;
  /** `SCALAR`, `VEC2`, `VEC3`, `VEC4`, `MAT2`, `MAT3` or `MAT4`. */
  type: string;
  min?: number[];
  max?: number[];
  sparse?: GltfSparse;
}

/** Replaces single elements of an accessor. */
export interface GltfSparse {
  count: number;
  indices: { bufferView: number; byteOffset?: number; componentType: number };
  values: { bufferView: number; byteOffset?: number };
}

export interface GltfBufferView {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
  byteStride?: number;
  target?: number;
}

/**
 * How many numbers an element of an accessor has. Matrices of one- and two-byte numbers would have padding;
 * no reader here needs them.
 */
export const TYPE_SIZES: ReadonlyMap<unknown, number> = /* @__PURE__ */ new Map([
  ['SCALAR', 1],
  ['VEC2', 2],
  ['VEC3', 3],
  ['VEC4', 4],
  ['MAT2', 4],
  ['MAT3', 9],
  ['MAT4', 16],
]);

export const BYTE = 5120;
export const UNSIGNED_BYTE = 5121;
export const SHORT = 5122;
export const UNSIGNED_SHORT = 5123;
export const UNSIGNED_INT = 5125;
export const FLOAT = 5126;
