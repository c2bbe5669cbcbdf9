/**
 * Files as data, in the shape of mmd-parser and in three's space. Few pages want it, so that it is loaded
 * with the first of them.
 */

import { type Pmx, PMX_BONE, type PmxBone, type PmxMorph, type Vmd, type Vpd } from '@odori/format';
import type { Mirror } from './mirror.js';

/** What `loadVPD` gives, and what `helper.pose` takes: three's space. */
export interface ParsedPose {
  bones: { name: string; translation: ArrayLike<number>; quaternion: ArrayLike<number> }[];
  /** Of poses that were written by MikuMikuMoving. `helper.pose` ignores them, as in r171. */
  morphs?: { name: string; weight: number }[];
}

export function parsedPose(
  { modelFile, bones, morphs }: Vpd,
  { point, rotation: turn }: Mirror,
): ParsedPose & { metadata: object } {
  return {
    metadata: { coordinateSystem: 'right', parentFile: modelFile, boneCount: bones.length },
    bones: bones.map(({ name, position, rotation }) => ({
      name,
      translation: point(position),
      quaternion: turn(rotation),
    })),
    morphs: morphs.map(({ name, weight }) => ({ name, weight })),
  };
}

/** What `loadVMD` gives: one or several motions in the shape of mmd-parser, in three's space. O(keys). */
export function parsedMotion(vmds: readonly Vmd[], mirror: Mirror): object {
  const motions = vmds.flatMap((vmd) => boneKeys(vmd, mirror));
  const morphs = vmds.flatMap(morphKeys);
  const cameras = vmds.flatMap((vmd) => cameraKeys(vmd, mirror));
  return {
    metadata: {
      coordinateSystem: 'right',
      name: vmds[0]?.modelName.text ?? '',
      motionCount: motions.length,
      morphCount: morphs.length,
      cameraCount: cameras.length,
    },
    motions,
    morphs,
    cameras,
  };
}

/** The curves come as the file has them, 16 numbers per key. */
function boneKeys({ bones }: Vmd, mirror: Mirror): object[] {
  const { count, names, nameIndex, frames, positions, rotations, curves } = bones;
  return Array.from({ length: count }, (_, i) => ({
    boneName: names[nameIndex[i]].text,
    frameNum: frames[i],
    position: mirror.point(positions.subarray(3 * i, 3 * i + 3)),
    rotation: mirror.rotation(rotations.subarray(4 * i, 4 * i + 4)),
    interpolation: [...curves.subarray(16 * i, 16 * i + 16)],
  }));
}

function morphKeys({ morphs: { count, names, nameIndex, frames, weights } }: Vmd): object[] {
  return Array.from({ length: count }, (_, i) => ({
    morphName: names[nameIndex[i]].text,
    frameNum: frames[i],
    weight: weights[i],
  }));
}

function cameraKeys({ cameras }: Vmd, mirror: Mirror): object[] {
  const { count, frames, distances, targets, rotations, curves, fovs, perspective } = cameras;
  return Array.from({ length: count }, (_, i) => ({
    frameNum: frames[i],
    distance: distances[i],
    position: mirror.point(targets.subarray(3 * i, 3 * i + 3)),
    rotation: mirror.rotation(rotations.subarray(3 * i, 3 * i + 3)),
    interpolation: [...curves.subarray(24 * i, 24 * i + 24)],
    fov: fovs[i],
    perspective: perspective[i],
  }));
}

/**
 * What `loadPMX` and `loadPMD` give: a document in the shape of mmd-parser, in three's space, with `bodies`
 * that are so already. O(vertices).
 */
export function parsedModel(pmx: Pmx, bodies: object, mirror: Mirror): object {
  return {
    metadata: metadataOf(pmx),
    vertices: parsedVertices(pmx, mirror),
    faces: parsedFaces(pmx),
    textures: pmx.textures,
    materials: pmx.materials.map((material) => ({
      ...material,
      englishName: material.nameEn,
      shininess: material.specularPower,
      flag: material.flags,
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
    ...bodies,
  };
}

function metadataOf(pmx: Pmx): object {
  return {
    format: pmx.fromPmd ? 'pmd' : 'pmx',
    coordinateSystem: 'right',
    version: pmx.version,
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
    rigidBodyCount: pmx.rigidBodies.length,
    constraintCount: pmx.joints.length,
  };
}

function parsedVertices({ vertices }: Pmx, { point }: Mirror): object[] {
  const { count, positions, normals, uvs, boneIndices, boneWeights, weightTypes, edgeScales } = vertices;
  return Array.from({ length: count }, (_, i) => ({
    position: point(positions.subarray(3 * i, 3 * i + 3)),
    normal: point(normals.subarray(3 * i, 3 * i + 3)),
    uv: [...uvs.subarray(2 * i, 2 * i + 2)],
    type: weightTypes[i],
    skinIndices: [...boneIndices.subarray(4 * i, 4 * i + 4)],
    skinWeights: [...boneWeights.subarray(4 * i, 4 * i + 4)],
    edgeRatio: edgeScales[i],
  }));
}

function parsedFaces({ indices }: Pmx): object[] {
  return Array.from({ length: Math.floor(indices.length / 3) }, (_, i) => ({
    // the mirror turns triangles inside out
    indices: [indices[3 * i], indices[3 * i + 2], indices[3 * i + 1]],
  }));
}

function parsedBone(bone: PmxBone, { point }: Mirror): object {
  const { name, nameEn, position, parent, layer, flags, append, ik } = bone;
  return {
    name,
    englishName: nameEn,
    position: point(position),
    parentIndex: parent,
    transformationClass: layer,
    flag: flags,
    ...(append && {
      grant: {
        parentIndex: append.parent,
        ratio: append.ratio,
        isLocal: (flags & PMX_BONE.localAppend) !== 0,
        affectRotation: (flags & PMX_BONE.appendRotation) !== 0,
        affectPosition: (flags & PMX_BONE.appendTranslation) !== 0,
      },
    }),
    ...(ik && {
      ik: {
        effector: ik.effector,
        iteration: ik.loopCount,
        maxAngle: ik.limitAngle,
        links: ik.links.map(({ bone: index, limits }) => ({ index, angleLimitation: limits ? 1 : 0 })),
      },
    }),
  };
}

/** The `type` of morphs in PMX files. */
const MORPH_TYPES = { group: 0, vertex: 1, bone: 2, uv: 3, material: 8, flip: 9, impulse: 10 } as const;

function parsedMorph(morph: PmxMorph, mirror: Mirror): object {
  const { name, nameEn, panel } = morph;
  const channel = morph.type === 'uv' ? morph.channel : 0;
  const elements = elementsOf(morph, mirror);
  const type = MORPH_TYPES[morph.type] + channel;
  return { name, englishName: nameEn, panel, type, elementCount: elements.length, elements };
}

/** The elements of the morphs that r171 could show, and of bone morphs. */
function elementsOf(morph: PmxMorph, { point, rotation }: Mirror): object[] {
  if (morph.type === 'vertex') {
    return Array.from(morph.vertices, (index, i) => ({
      index,
      position: point(morph.offsets.subarray(3 * i, 3 * i + 3)),
    }));
  }
  if (morph.type === 'group' || morph.type === 'flip') {
    return Array.from(morph.morphs, (index, i) => ({ index, ratio: morph.weights[i] }));
  }
  if (morph.type !== 'bone') return [];
  return Array.from(morph.bones, (index, i) => ({
    index,
    position: point(morph.translations.subarray(3 * i, 3 * i + 3)),
    rotation: rotation(morph.rotations.subarray(4 * i, 4 * i + 4)),
  }));
}
