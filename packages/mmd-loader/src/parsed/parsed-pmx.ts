/**
 * A PMX as data, in the shape of mmd-parser and in three's space. Few pages want it, so that it is loaded
 * with the first of them.
 */

import { type Pmx, PMX_BONE, type PmxBone, type PmxMorph, PMX_WEIGHT } from '@odori/format';
import type { ParsedBone, ParsedElement, ParsedPmx, ParsedVertex } from './parsed-shape.js';
import type { Mirror } from '../mirror.js';

/** What `loadPMX` gives. `bodies` are in three's space already. O(vertices). */
export function parsedPmx(
  pmx: Pmx,
  bodies: Pick<ParsedPmx, 'constraints' | 'rigidBodies'>,
  mirror: Mirror,
): ParsedPmx {
  return {
    metadata: metadataOf(pmx),
    vertices: parsedVertices(pmx, mirror),
    faces: parsedFaces(pmx.indices),
    textures: pmx.textures,
    materials: pmx.materials.map((material) => ({
      name: material.name,
      englishName: material.nameEn,
      diffuse: material.diffuse,
      specular: material.specular,
      shininess: material.specularPower,
      ambient: material.ambient,
      flag: material.flags,
      edgeColor: material.edgeColor,
      edgeSize: material.edgeSize,
      textureIndex: material.texture,
      envTextureIndex: material.sphereTexture,
      envFlag: material.sphereMode,
      toonFlag: material.sharedToon,
      toonIndex: material.toon,
      comment: material.memo,
      faceCount: material.indexCount / 3,
    })),
    bones: pmx.bones.map((bone) => parsedBone(bone, mirror)),
    morphs: pmx.morphs.map((morph) => parsedMorph(morph, mirror)),
    frames: pmx.displayFrames.map(({ name, nameEn, special, elements }) => ({
      name,
      englishName: nameEn,
      type: special,
      elementCount: elements.length,
      elements: elements.map(({ type, index }) => ({ target: type === 'bone' ? 0 : 1, index })),
    })),
    ...bodies,
  };
}

/** The indices of triangles; the mirror turns these inside out. */
export function parsedFaces(indices: ArrayLike<number>): { indices: number[] }[] {
  return Array.from({ length: Math.floor(indices.length / 3) }, (_, i) => ({
    indices: [indices[3 * i + 2], indices[3 * i + 1], indices[3 * i]],
  }));
}

const SIZES = ['vertex', 'texture', 'material', 'bone', 'morph', 'rigidBody'] as const;

function metadataOf(pmx: Pmx): ParsedPmx['metadata'] {
  const globals = pmx.source?.globals ?? new Uint8Array(0);
  return {
    format: 'pmx',
    coordinateSystem: 'right',
    magic: 'PMX ',
    version: pmx.version,
    headerSize: globals.length,
    encoding: pmx.encoding === 'utf-8' ? 1 : 0,
    additionalUvNum: pmx.vertices.additionalUvCount,
    ...Object.fromEntries(SIZES.map((name, i) => [`${name}IndexSize`, globals[2 + i]])),
    modelName: pmx.name,
    englishModelName: pmx.nameEn,
    comment: pmx.comment,
    englishComment: pmx.commentEn,
    vertexCount: pmx.vertices.count,
    faceCount: Math.floor(pmx.indices.length / 3),
    textureCount: pmx.textures.length,
    materialCount: pmx.materials.length,
    boneCount: pmx.bones.length,
    morphCount: pmx.morphs.length,
    frameCount: pmx.displayFrames.length,
    rigidBodyCount: pmx.rigidBodies.length,
    constraintCount: pmx.joints.length,
  };
}

/** How many bones a vertex of each type of weights has. */
const BONES_OF_TYPE = [1, 2, 4, 2, 4];

function parsedVertices({ vertices }: Pmx, { point }: Mirror): ParsedVertex[] {
  const { count, positions, normals, uvs, boneIndices, boneWeights, weightTypes, edgeScales } = vertices;
  const { additionalUvs, additionalUvCount, sdefVectors } = vertices;
  let sdef = 0;
  return Array.from({ length: count }, (_, i) => {
    const bones = BONES_OF_TYPE[weightTypes[i]];
    const isSdef = weightTypes[i] === PMX_WEIGHT.sdef;
    const vectorAt = (k: number): number[] => [
      ...sdefVectors.subarray(9 * sdef + 3 * k, 9 * sdef + 3 * k + 3),
    ];
    const vertex: ParsedVertex = {
      position: point(positions.subarray(3 * i, 3 * i + 3)),
      normal: point(normals.subarray(3 * i, 3 * i + 3)),
      uv: [...uvs.subarray(2 * i, 2 * i + 2)],
      auvs: Array.from({ length: additionalUvCount }, (__, k) => [
        ...additionalUvs.subarray(4 * (additionalUvCount * i + k), 4 * (additionalUvCount * i + k + 1)),
      ]),
      type: isSdef ? PMX_WEIGHT.bdef2 : weightTypes[i],
      skinIndices: [...boneIndices.subarray(4 * i, 4 * i + bones)],
      skinWeights: [...boneWeights.subarray(4 * i, 4 * i + bones)],
      ...(isSdef && { skinC: vectorAt(0), skinR0: vectorAt(1), skinR1: vectorAt(2) }),
      edgeRatio: edgeScales[i],
    };
    if (isSdef) sdef++;
    return vertex;
  });
}

function parsedBone(bone: PmxBone, { point }: Mirror): ParsedBone {
  const { name, nameEn, position, parent, layer, flags, tail, append, fixedAxis, localAxes, ik } = bone;
  return {
    name,
    englishName: nameEn,
    position: point(position),
    parentIndex: parent,
    transformationClass: layer,
    flag: flags,
    ...(typeof tail === 'number' ? { connectIndex: tail } : { offsetPosition: tail }),
    ...(append && {
      grant: {
        isLocal: (flags & PMX_BONE.localAppend) !== 0,
        affectRotation: (flags & PMX_BONE.appendRotation) !== 0,
        affectPosition: (flags & PMX_BONE.appendTranslation) !== 0,
        parentIndex: append.parent,
        ratio: append.ratio,
      },
    }),
    ...(fixedAxis && { fixAxis: fixedAxis }),
    ...(localAxes && { localXVector: localAxes.x, localZVector: localAxes.z }),
    ...(bone.externalParentKey !== undefined && { key: bone.externalParentKey }),
    ...(ik && {
      ik: {
        effector: ik.effector,
        target: null,
        iteration: ik.loopCount,
        maxAngle: ik.limitAngle,
        linkCount: ik.links.length,
        links: ik.links.map(({ bone: index, limits }) => ({
          index,
          angleLimitation: limits ? 1 : 0,
          ...(limits && { lowerLimitationAngle: limits.min, upperLimitationAngle: limits.max }),
        })),
      },
    }),
  };
}

/** The `type` of morphs in PMX files. */
const MORPH_TYPES = { group: 0, vertex: 1, bone: 2, uv: 3, material: 8, flip: 9, impulse: 10 } as const;

function parsedMorph(morph: PmxMorph, mirror: Mirror): ParsedPmx['morphs'][number] {
  const { name, nameEn, panel } = morph;
  const channel = morph.type === 'uv' ? morph.channel : 0;
  const elements = elementsOf(morph, mirror);
  const type = MORPH_TYPES[morph.type] + channel;
  return { name, englishName: nameEn, panel, type, elementCount: elements.length, elements };
}

/** mmd-parser knows no impulse morphs, and mirrors vertex morphs alone. */
function elementsOf(morph: PmxMorph, { point }: Mirror): ParsedElement[] {
  const numbers = (column: Float32Array, size: number, i: number, from = 0, count = size): number[] => [
    ...column.subarray(size * i + from, size * i + from + count),
  ];
  if (morph.type === 'vertex') {
    return Array.from(morph.vertices, (index, i) => ({
      index,
      position: point(morph.offsets.subarray(3 * i, 3 * i + 3)),
    }));
  }
  if (morph.type === 'group' || morph.type === 'flip')
    return Array.from(morph.morphs, (index, i) => ({ index, ratio: morph.weights[i] }));
  if (morph.type === 'uv')
    return Array.from(morph.vertices, (index, i) => ({ index, uv: numbers(morph.offsets, 4, i) }));
  if (morph.type === 'bone') {
    return Array.from(morph.bones, (index, i) => ({
      index,
      position: numbers(morph.translations, 3, i),
      rotation: numbers(morph.rotations, 4, i),
    }));
  }
  if (morph.type !== 'material') return [];
  return Array.from(morph.materials, (index, i) => ({
    index,
    type: morph.operations[i],
    diffuse: numbers(morph.values, 28, i, 0, 4),
    specular: numbers(morph.values, 28, i, 4, 3),
    shininess: morph.values[28 * i + 7],
    ambient: numbers(morph.values, 28, i, 8, 3),
    edgeColor: numbers(morph.values, 28, i, 11, 4),
    edgeSize: morph.values[28 * i + 15],
    textureColor: numbers(morph.values, 28, i, 16, 4),
    sphereTextureColor: numbers(morph.values, 28, i, 20, 4),
    toonColor: numbers(morph.values, 28, i, 24, 4),
  }));
}
