/**
 * A PMD as data, in the shape of mmd-parser and in three's space: loaded with the first page that wants it.
 */

import type { Pmd } from '@odori/format';
import { parsedFaces } from './parsed-pmx.js';
import type { ParsedPmd } from './parsed-shape.js';
import type { Mirror } from '../mirror.js';

/** What `loadPMD` gives. `bodies` are in three's space already. O(vertices). */
export function parsedPmd(
  pmd: Pmd,
  bodies: Pick<ParsedPmd, 'constraints' | 'rigidBodies'>,
  { point }: Mirror,
): ParsedPmd {
  const { vertices, english } = pmd;
  const toons = pmd.toonNames?.map(({ text }) => text) ?? DEFAULT_TOONS;
  const named = (names: readonly { text: string }[]): { name: string }[] =>
    names.map(({ text }) => ({ name: text }));
  return {
    metadata: metadataOf(pmd),
    vertices: Array.from({ length: vertices.count }, (_, i) => ({
      position: point(vertices.positions.subarray(3 * i, 3 * i + 3)),
      normal: point(vertices.normals.subarray(3 * i, 3 * i + 3)),
      uv: [...vertices.uvs.subarray(2 * i, 2 * i + 2)],
      skinIndices: [...vertices.boneIndices.subarray(2 * i, 2 * i + 2)],
      skinWeights: [vertices.weights[i] / 100, 1 - vertices.weights[i] / 100],
      edgeFlag: vertices.edgeFlags[i],
    })),
    faces: parsedFaces(pmd.indices),
    materials: pmd.materials.map(
      ({ diffuse, specularPower, specular, ambient, toonIndex, edgeFlag, ...rest }) => ({
        diffuse,
        shininess: specularPower,
        specular,
        ambient,
        toonIndex: (toonIndex << 24) >> 24, // with a sign, as mmd-parser reads it
        edgeFlag,
        faceCount: rest.indexCount / 3,
        fileName: rest.texture.text,
      }),
    ),
    bones: pmd.bones.map(({ name, parent, tail, type, ik, position }) => ({
      name: name.text,
      parentIndex: parent,
      tailIndex: tail,
      type,
      ikIndex: ik,
      position: point(position),
    })),
    iks: pmd.iks.map(({ bone, effector, loopCount, limitAngle, links }) => ({
      target: bone,
      effector,
      linkCount: links.length,
      iteration: loopCount,
      maxAngle: limitAngle,
      links: Array.from(links, (index) => ({ index })),
    })),
    morphs: pmd.morphs.map(({ name, type, indices, offsets }) => ({
      name: name.text,
      elementCount: indices.length,
      type,
      elements: Array.from(indices, (index, i) => ({
        index,
        position: point(offsets.subarray(3 * i, 3 * i + 3)),
      })),
    })),
    morphFrames: Array.from(pmd.facialList, (index) => ({ index })),
    boneFrameNames: named(pmd.frameNames),
    boneFrames: pmd.frameBones.map(({ bone, frame }) => ({ boneIndex: bone, frameIndex: frame })),
    ...(english && {
      englishBoneNames: named(english.boneNames),
      englishMorphNames: named(english.morphNames),
      englishBoneFrameNames: named(english.frameNames),
    }),
    toonTextures: toons.map((fileName) => ({ fileName })),
    ...bodies,
  };
}

const DEFAULT_TOONS = Array.from({ length: 10 }, (_, i) => `toon${String(i + 1).padStart(2, '0')}.bmp`);

function metadataOf(pmd: Pmd): ParsedPmd['metadata'] {
  return {
    format: 'pmd',
    coordinateSystem: 'right',
    magic: 'Pmd',
    version: pmd.version,
    modelName: pmd.name.text,
    comment: pmd.comment.text,
    vertexCount: pmd.vertices.count,
    faceCount: Math.floor(pmd.indices.length / 3),
    materialCount: pmd.materials.length,
    boneCount: pmd.bones.length,
    ikCount: pmd.iks.length,
    morphCount: pmd.morphs.length,
    morphFrameCount: pmd.facialList.length,
    boneFrameNameCount: pmd.frameNames.length,
    boneFrameCount: pmd.frameBones.length,
    englishCompatibility: pmd.english ? 1 : 0,
    ...(pmd.english && { englishModelName: pmd.english.name.text, englishComment: pmd.english.comment.text }),
    rigidBodyCount: pmd.rigidBodies?.length ?? 0,
    constraintCount: pmd.joints?.length ?? 0,
  };
}
