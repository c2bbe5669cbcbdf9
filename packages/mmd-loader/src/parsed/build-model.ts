import {
  createPmx,
  createPmxBone,
  type Pmd,
  type Pmx,
  pmdToPmx,
  type PmxMorph,
  PMX_WEIGHT,
} from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { jointOf, rigidBodyOf } from '../body-parameters.js';
import { mirroredPosition } from '../mirror.js';
import type { ParsedElement, ParsedPmd, ParsedPmx, ParsedVertex } from './parsed-shape.js';

type Numbers = ArrayLike<number>;
type Triple = [number, number, number];
type Quadruple = [number, number, number, number];

/** The document of what mmd-parser made of a PMX or PMD. O(vertices). */
export function pmxOfParsed(data: ParsedPmx | ParsedPmd): Pmx {
  return isPmd(data) ? pmdToPmx(pmdOf(data)) : pmxOf(data);
}

function isPmd(data: ParsedPmx | ParsedPmd): data is ParsedPmd {
  return data.metadata.format === 'pmd';
}

/** Turns data that may be in three's space back into the file's. */
class FileSpace {
  readonly isMirrored: boolean;

  constructor({ metadata }: ParsedPmx | ParsedPmd) {
    this.isMirrored = metadata.coordinateSystem === 'right';
  }

  point(numbers: Numbers): Triple {
    return this.isMirrored ? mirroredPosition(numbers) : (Array.from(numbers) as Triple);
  }

  points(items: readonly object[], name: 'normal' | 'position'): Float32Array {
    return columnOf(items as readonly { normal: Numbers; position: Numbers }[], 3, (item) =>
      this.point(item[name]),
    );
  }

  indices(faces: readonly { indices: Numbers }[]): number[] {
    const order = this.isMirrored ? [2, 1, 0] : [0, 1, 2];
    return faces.flatMap(({ indices }) => order.map((k) => indices[k]));
  }
}

/** `size` numbers of each item; 0 where it has fewer. */
function columnOf<T>(items: readonly T[], size: number, numbersOf: (item: T) => Numbers): Float32Array {
  const column = new Float32Array(size * items.length);
  items.forEach((item, i) => {
    const numbers = numbersOf(item);
    for (let k = 0; k < Math.min(size, numbers.length); k++) column[size * i + k] = numbers[k];
  });
  return column;
}

function pmxOf(data: ParsedPmx): Pmx {
  const { metadata, textures } = data;
  const space = new FileSpace(data);
  return createPmx({
    version: metadata.version > 2 ? 2.1 : 2,
    name: metadata.modelName,
    comment: metadata.comment,
    vertices: verticesOf(data.vertices, space),
    indices: Uint32Array.from(space.indices(data.faces)),
    textures: [...textures],
    materials: data.materials.map(({ name, englishName, faceCount, ...material }) => ({
      name,
      nameEn: englishName,
      diffuse: Array.from(material.diffuse) as Quadruple,
      specular: Array.from(material.specular) as Triple,
      specularPower: material.shininess,
      ambient: Array.from(material.ambient) as Triple,
      flags: material.flag,
      edgeColor: Array.from(material.edgeColor) as Quadruple,
      edgeSize: material.edgeSize,
      texture: material.textureIndex,
      sphereTexture: material.envTextureIndex,
      sphereMode: material.envFlag,
      sharedToon: material.toonFlag,
      toon: material.toonIndex,
      memo: material.comment,
      indexCount: 3 * faceCount,
    })),
    bones: data.bones.map((bone) => boneOf(bone, space)),
    morphs: data.morphs.flatMap((morph) => morphOf(morph, space) ?? []),
    rigidBodies: data.rigidBodies.map((body) => rigidBodyOf(body, space.isMirrored)),
    joints: data.constraints.map((joint) => jointOf(joint, space.isMirrored)),
  });
}

function verticesOf(vertices: readonly ParsedVertex[], space: FileSpace): Pmx['vertices'] {
  const sdef = vertices.filter(({ skinC }) => skinC);
  const additionalUvCount = vertices[0]?.auvs.length ?? 0;
  return {
    count: vertices.length,
    positions: space.points(vertices, 'position'),
    normals: space.points(vertices, 'normal'),
    uvs: columnOf(vertices, 2, ({ uv }) => uv),
    additionalUvCount,
    additionalUvs: columnOf(vertices, 4 * additionalUvCount, ({ auvs }) => auvs.flat()),
    weightTypes: Uint8Array.from(vertices, ({ type, skinC }) => (skinC ? PMX_WEIGHT.sdef : type)),
    boneIndices: Int32Array.from(columnOf(vertices, 4, ({ skinIndices }) => skinIndices)),
    boneWeights: columnOf(vertices, 4, ({ skinWeights }) => skinWeights),
    sdefVertices: Uint32Array.from(vertices.flatMap(({ skinC }, i) => (skinC ? [i] : []))),
    sdefVectors: columnOf(sdef, 9, ({ skinC, skinR0, skinR1 }) => [...skinC!, ...skinR0!, ...skinR1!]),
    edgeScales: columnOf(vertices, 1, ({ edgeRatio }) => [edgeRatio]),
  };
}

function boneOf(bone: ParsedPmx['bones'][number], space: FileSpace): Pmx['bones'][number] {
  const { grant, fixAxis, localXVector, localZVector, key, ik } = bone;
  return createPmxBone({
    name: bone.name,
    nameEn: bone.englishName,
    position: space.point(bone.position),
    parent: bone.parentIndex,
    layer: bone.transformationClass,
    flags: bone.flag,
    tail: bone.connectIndex ?? (Array.from(bone.offsetPosition ?? [0, 0, 0]) as Triple),
    ...(grant && { append: { parent: grant.parentIndex, ratio: grant.ratio } }),
    ...(fixAxis && { fixedAxis: Array.from(fixAxis) as Triple }),
    ...(localXVector &&
      localZVector && {
        localAxes: { x: Array.from(localXVector) as Triple, z: Array.from(localZVector) as Triple },
      }),
    ...(key !== undefined && { externalParentKey: key }),
    ...(ik && {
      ik: {
        effector: ik.effector,
        loopCount: ik.iteration,
        limitAngle: ik.maxAngle,
        links: ik.links.map(({ index, lowerLimitationAngle: lower, upperLimitationAngle: upper }) => ({
          bone: index,
          ...(lower && upper && { limits: { min: [...lower] as Triple, max: [...upper] as Triple } }),
        })),
      },
    }),
  });
}

/** The material values of a morph, in the order of its column. */
const VALUES = [
  'diffuse',
  'specular',
  'shininess',
  'ambient',
  'edgeColor',
  'edgeSize',
  'textureColor',
  'sphereTextureColor',
  'toonColor',
] as const;

/** mmd-parser has no elements of impulse morphs and of additional UVs: such a morph has no effect. */
function morphOf(morph: ParsedPmx['morphs'][number], space: FileSpace): PmxMorph | undefined {
  const { name, englishName: nameEn, panel, type, elements } = morph;
  const head = { name, nameEn, panel };
  const indices = elements.map(({ index }) => index);
  const column = (size: number, member: 'position' | 'rotation' | 'uv'): Float32Array =>
    columnOf(elements, size, (element) => element[member] ?? []);
  if (type === 1) {
    const offsets = columnOf(elements, 3, ({ position = [] }) => space.point(position));
    return { ...head, type: 'vertex', vertices: Uint32Array.from(indices), offsets };
  }
  if (type === 2) {
    const [translations, rotations] = [column(3, 'position'), column(4, 'rotation')];
    return { ...head, type: 'bone', bones: Int32Array.from(indices), translations, rotations };
  }
  if (type >= 3 && type <= 7) {
    const channel = type - 3;
    return { ...head, type: 'uv', channel, vertices: Uint32Array.from(indices), offsets: column(4, 'uv') };
  }
  if (type === 8) {
    const valuesOf = (element: ParsedElement): number[] => VALUES.flatMap((value) => element[value] ?? 0);
    return {
      ...head,
      type: 'material',
      materials: Int32Array.from(indices),
      operations: Uint8Array.from(elements, (element) => element.type ?? 0),
      values: columnOf(elements, 28, valuesOf),
    };
  }
  const weights = Float32Array.from(elements, ({ ratio = 0 }) => ratio);
  return { ...head, type: type === 9 ? 'flip' : 'group', morphs: Int32Array.from(indices), weights };
}

function pmdOf(data: ParsedPmd): Pmd {
  const { metadata, vertices } = data;
  const space = new FileSpace(data);
  return {
    format: 'pmd',
    version: metadata.version,
    name: encodeName(metadata.modelName),
    comment: encodeName(metadata.comment),
    vertices: {
      count: vertices.length,
      positions: space.points(vertices, 'position'),
      normals: space.points(vertices, 'normal'),
      uvs: columnOf(vertices, 2, ({ uv }) => uv),
      boneIndices: Uint16Array.from(columnOf(vertices, 2, ({ skinIndices }) => skinIndices)),
      weights: Uint8Array.from(vertices, ({ skinWeights }) => Math.round(100 * skinWeights[0])),
      edgeFlags: Uint8Array.from(vertices, ({ edgeFlag }) => edgeFlag),
    },
    indices: Uint16Array.from(space.indices(data.faces)),
    materials: data.materials.map(({ diffuse, specular, ambient, shininess, ...material }) => ({
      diffuse: Array.from(diffuse) as Quadruple,
      specularPower: shininess,
      specular: Array.from(specular) as Triple,
      ambient: Array.from(ambient) as Triple,
      toonIndex: material.toonIndex & 0xff,
      edgeFlag: material.edgeFlag,
      indexCount: 3 * material.faceCount,
      texture: encodeName(material.fileName),
    })),
    bones: data.bones.map(({ name, parentIndex, tailIndex, type, ikIndex, position }) => ({
      name: encodeName(name),
      parent: parentIndex,
      tail: tailIndex,
      type,
      ik: ikIndex,
      position: space.point(position),
    })),
    iks: data.iks.map(({ target, effector, iteration, maxAngle, links }) => ({
      bone: target,
      effector,
      loopCount: iteration,
      limitAngle: maxAngle,
      links: Uint16Array.from(links, ({ index }) => index),
    })),
    morphs: data.morphs.map(({ name, type, elements }) => ({
      name: encodeName(name),
      type,
      indices: Uint32Array.from(elements, ({ index }) => index),
      offsets: space.points(elements, 'position'),
    })),
    facialList: Uint16Array.from(data.morphFrames, ({ index }) => index),
    frameNames: [],
    frameBones: [],
    toonNames: data.toonTextures.map(({ fileName }) => encodeName(fileName)),
    rigidBodies: data.rigidBodies.map((body) => {
      const { nameEn: _, name, ...rest } = rigidBodyOf({ ...body, englishName: '' }, space.isMirrored);
      return { ...rest, name: encodeName(name) };
    }),
    joints: data.constraints.map((joint) => {
      const parameters = { ...joint, englishName: '', type: 0 };
      const { nameEn: _, type: __, name, ...rest } = jointOf(parameters, space.isMirrored);
      return { ...rest, name: encodeName(name) };
    }),
    trailing: new Uint8Array(0),
    warnings: [],
  };
}
