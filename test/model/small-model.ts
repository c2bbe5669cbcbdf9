import {
  createPmx,
  createPmxBone,
  type Pmx,
  type PmxBone,
  type PmxMaterial,
  type PmxMorph,
  type Vector3,
  type PmxVertices,
} from '@odori/format';
import { BDEF1, SDEF } from '@odori/format/internal';
import { createModel, type MmdModel, type ModelOptions } from '@odori/model';
import { smallMaterial } from '#test/support/small-material.js';

/** A vertex as in a file, in MMD's space. */
export interface SmallVertex {
  position?: Vector3; // [0, 0, 0]
  normal?: Vector3; // [0, 0, 0]
  uv?: readonly [number, number]; // [0, 0]
  /** 4 numbers per channel. */
  moreUvs?: readonly number[]; // 0
  type?: number; // BDEF1
  bones?: readonly number[]; // [0]
  weights?: readonly number[]; // [1]
  /** C, R0, R1; with type SDEF. */
  sdef?: readonly number[]; // 0
  edgeScale?: number; // 1
}

export function smallVertices(list: readonly SmallVertex[], additionalUvCount = 0): PmxVertices {
  const floats = (size: number, numbersOf: (vertex: SmallVertex) => readonly number[]): Float32Array =>
    Float32Array.from(list.flatMap((vertex) => padded(numbersOf(vertex), size)));
  const types = Uint8Array.from(list, ({ type = BDEF1 }) => type);
  const spherical = [...types.keys()].filter((i) => types[i] === SDEF);
  return {
    count: list.length,
    positions: floats(3, ({ position = [] }) => position),
    normals: floats(3, ({ normal = [] }) => normal),
    uvs: floats(2, ({ uv = [] }) => uv),
    additionalUvCount,
    additionalUvs: floats(4 * additionalUvCount, ({ moreUvs = [] }) => moreUvs),
    weightTypes: types,
    boneIndices: Int32Array.from(list.flatMap(({ bones = [] }) => padded(bones, 4))),
    boneWeights: floats(4, ({ weights = [1] }) => weights),
    sdefVertices: Uint32Array.from(spherical),
    sdefVectors: Float32Array.from(spherical.flatMap((i) => padded(list[i].sdef ?? [], 9))),
    edgeScales: floats(1, ({ edgeScale = 1 }) => [edgeScale]),
  };
}

function padded(numbers: readonly number[], size: number): number[] {
  return Array.from({ length: size }, (_, i) => numbers[i] ?? 0);
}

/** The options of {@link smallPmx}: vertices and bones by the values that differ from defaults. */
export type SmallContent = Partial<Omit<Pmx, 'vertices' | 'bones' | 'indices' | 'materials'>> & {
  vertices?: readonly SmallVertex[];
  additionalUvCount?: number;
  bones?: readonly Partial<PmxBone>[];
  indices?: readonly number[];
  materials?: readonly Partial<PmxMaterial>[];
};

export function smallPmx(content: SmallContent = {}): Pmx {
  const { vertices = [], additionalUvCount, bones = [], indices = [], materials = [], ...rest } = content;
  return createPmx({
    ...rest,
    vertices: smallVertices(vertices, additionalUvCount),
    bones: bones.map((bone) => createPmxBone(bone)),
    indices: Uint32Array.from(indices),
    materials: materials.map(smallMaterial),
  });
}

export function smallModel(content: SmallContent = {}, options?: ModelOptions): MmdModel {
  return createModel(smallPmx(content), options);
}

/** The elements of a morph, in MMD's space. */
export function vertexMorph(name: string, ...elements: [vertex: number, offset: Vector3][]): PmxMorph {
  return {
    ...head(name),
    type: 'vertex',
    vertices: Uint32Array.from(elements, ([vertex]) => vertex),
    offsets: Float32Array.from(elements.flatMap(([, offset]) => offset)),
  };
}

export function uvMorph(
  name: string,
  channel: number,
  ...elements: [vertex: number, offset: [number, number, number, number]][]
): PmxMorph {
  return {
    ...head(name),
    type: 'uv',
    channel,
    vertices: Uint32Array.from(elements, ([vertex]) => vertex),
    offsets: Float32Array.from(elements.flatMap(([, offset]) => offset)),
  };
}

export function groupMorph(
  name: string,
  type: 'group' | 'flip',
  ...children: [morph: number, weight: number][]
): PmxMorph {
  return {
    ...head(name),
    type,
    morphs: Int32Array.from(children, ([morph]) => morph),
    weights: Float32Array.from(children, ([, weight]) => weight),
  };
}

export function boneMorph(
  name: string,
  bone: number,
  translation: Vector3,
  rotation: readonly number[] = [0, 0, 0, 1],
): PmxMorph {
  return {
    ...head(name),
    type: 'bone',
    bones: Int32Array.of(bone),
    translations: Float32Array.from(translation),
    rotations: Float32Array.from(rotation),
  };
}

export const MULTIPLY = 0;
export const ADD = 1;

/** The index of each property in the 28 numbers of a material morph, in file order. */
const MORPH_PROPERTY = {
  diffuse: 0,
  specular: 4,
  specularPower: 7,
  ambient: 8,
  edgeColor: 11,
  edgeSize: 15,
  texture: 16,
  sphere: 20,
  toon: 24,
} as const;

/** A material morph without effect, except for `changes`. */
export interface MaterialChange {
  /** −1: all materials. */
  material: number;
  operation: number;
  changes: Partial<Record<keyof typeof MORPH_PROPERTY, readonly number[]>>;
}

export function materialMorph(name: string, ...elements: MaterialChange[]): PmxMorph {
  return {
    ...head(name),
    type: 'material',
    materials: Int32Array.from(elements, ({ material }) => material),
    operations: Uint8Array.from(elements, ({ operation }) => operation),
    values: Float32Array.from(elements.flatMap(changeValues)),
  };
}

function changeValues({ operation, changes }: MaterialChange): number[] {
  const values = Array<number>(28).fill(operation === ADD ? 0 : 1);
  for (const [property, numbers] of Object.entries(changes)) {
    const start = MORPH_PROPERTY[property as keyof typeof MORPH_PROPERTY];
    numbers.forEach((value, i) => (values[start + i] = value));
  }
  return values;
}

function head(name: string): { name: string; nameEn: string; panel: number } {
  return { name, nameEn: '', panel: 4 };
}
