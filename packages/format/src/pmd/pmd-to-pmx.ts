import type { PmxVertexMorph } from '../pmx/pmx-morph.js';
import {
  BDEF1,
  BDEF2,
  type Pmx,
  type PmxDisplayElement,
  type PmxDisplayFrame,
  type PmxJoint,
  type PmxMaterial,
  type PmxRigidBody,
  type PmxVertices,
  PMX_MATERIAL,
} from '../pmx/pmx.js';
import { convertBones } from './convert-bones.js';
import { TOON_COUNT } from './layout.js';
import { baseOf } from './morphs.js';
import type { Pmd, PmdMorph } from './pmd.js';
import type { Vector3 } from '../tuples.js';

/**
 * The PMX that moves and looks as MMD makes a PMD move and look.
 *
 * The bones keep their places, and the additional bones of some IKs come after them; morphs move up by one
 * where the base was. Every index points at something or is −1, whatever the PMD says. `fromPmd` tells a
 * solver that MMD's rules for PMD hold: the loop as it is stored, IK in the order that the layers give, knees
 * and type 5 by rules of their own. The result shares nothing with `pmd`. O(document).
 *
 * @see Measured on MMD 9.31 (unit angle, order of the IKs), and Miku's PMD beside her PMX by the same maker
 * (layers, flags, knees): spec, F12.
 * @example
 * const pmx = pmdToPmx(parsePmd(bytes));
 * pmx.bones.find(({ ik }) => ik)?.ik?.limitAngle; // → four times that of the PMD
 */
export function pmdToPmx(pmd: Pmd): Pmx {
  const indices = convertIndices(pmd);
  return {
    format: 'pmx',
    version: 2,
    encoding: 'utf-16le',
    name: pmd.name.text,
    nameEn: pmd.english?.name.text ?? '',
    comment: pmd.comment.text,
    commentEn: pmd.english?.comment.text ?? '',
    vertices: convertVertices(pmd),
    indices,
    ...convertMaterials(pmd, indices.length),
    bones: convertBones(pmd),
    morphs: convertMorphs(pmd),
    displayFrames: convertFrames(pmd),
    rigidBodies: convertRigidBodies(pmd),
    joints: convertJoints(pmd),
    softBodies: [],
    trailing: new Uint8Array(0),
    fromPmd: true,
    warnings: [...pmd.warnings],
  };
}

/** The vertices of a PMD; one that follows a bone which is not there follows the first. */
function convertVertices({ vertices, bones }: Pmd): PmxVertices {
  const { count } = vertices;
  const result: PmxVertices = {
    count,
    positions: vertices.positions.slice(),
    normals: vertices.normals.slice(),
    uvs: vertices.uvs.slice(),
    additionalUvCount: 0,
    additionalUvs: new Float32Array(0),
    weightTypes: new Uint8Array(count),
    boneIndices: new Int32Array(4 * count),
    boneWeights: new Float32Array(4 * count),
    sdefVertices: new Uint32Array(0),
    sdefVectors: new Float32Array(0),
    edgeScales: new Float32Array(count),
  };
  const soundBone = (i: number): number => {
    const bone = vertices.boneIndices[i];
    return bone < bones.length ? bone : Math.min(0, bones.length - 1);
  };
  for (let i = 0; i < count; i++) {
    result.edgeScales[i] = vertices.edgeFlags[i] === 0 ? 1 : 0;
    const weight = Math.min(100, vertices.weights[i]) / 100;
    setWeights(result, i, soundBone(2 * i), soundBone(2 * i + 1), weight);
  }
  return result;
}

function setWeights(
  { weightTypes, boneIndices, boneWeights }: PmxVertices,
  i: number,
  first: number,
  second: number,
  weight: number,
): void {
  const isShared = weight > 0 && weight < 1;
  weightTypes[i] = isShared ? BDEF2 : BDEF1;
  boneIndices[4 * i] = weight > 0 ? first : second;
  boneWeights[4 * i] = isShared ? weight : 1;
  if (!isShared) return;
  boneIndices[4 * i + 1] = second;
  boneWeights[4 * i + 1] = 1 - boneWeights[4 * i];
}

/** The triangles; what points at no vertex points at the first. Without vertices there are none. */
function convertIndices({ indices, vertices: { count } }: Pmd): Uint32Array {
  return new Uint32Array(count > 0 ? indices : []).map((vertex) => (vertex < count ? vertex : 0));
}

/** By this alpha a PMD says that a material has no part in self shadow. */
const NO_SELF_SHADOW_ALPHA = /* @__PURE__ */ Math.fround(0.98);

/** The materials of a PMD, and the paths that they share. `drawable`: how many indices there are. */
function convertMaterials(pmd: Pmd, drawable: number): { materials: PmxMaterial[]; textures: string[] } {
  const textures = new Map<string, number>();
  let left = drawable;
  const materials = pmd.materials.map((material, i): PmxMaterial => {
    const { toonIndex, edgeFlag, texture, ...shared } = copied(material);
    const indexCount = Math.min(material.indexCount, left);
    left -= indexCount;
    return {
      ...shared,
      name: `材質${i + 1}`, // a PMD has no names: material 1
      nameEn: `Material${i + 1}`,
      flags: flagsOf(material.diffuse[3], edgeFlag),
      edgeColor: [0, 0, 0, 1],
      edgeSize: 1,
      ...convertTexture(texture.text, textures),
      ...convertToon(pmd, toonIndex, textures),
      memo: '',
      indexCount,
    };
  });
  return { materials, textures: [...textures.keys()] };
}

/** The edge flag of a PMD is that of the ground shadow, too: its PMX twin by the same maker has 30 or 12. */
function flagsOf(alpha: number, edgeFlag: number): number {
  const { doubleSided, groundShadow, castsSelfShadow, receivesSelfShadow, edge } = PMX_MATERIAL;
  return (
    (alpha < 1 ? doubleSided : 0) |
    (edgeFlag === 0 ? 0 : edge | groundShadow) |
    (alpha === NO_SELF_SHADOW_ALPHA ? 0 : castsSelfShadow | receivesSelfShadow)
  );
}

type Textured = Pick<PmxMaterial, 'texture' | 'sphereTexture' | 'sphereMode'>;

/**
 * `a.bmp*b.sph` is a texture and a sphere map, which multiplies (.sph) or adds (.spa); each may stand alone.
 */
function convertTexture(field: string, textures: Map<string, number>): Textured {
  const found: Textured = { texture: -1, sphereTexture: -1, sphereMode: 0 };
  for (const path of field.split('*')) {
    if (path === '') continue;
    const index = textureIndex(path, textures);
    const sphereMode = ['.sph', '.spa'].indexOf(path.slice(-4).toLowerCase()) + 1;
    Object.assign(found, sphereMode > 0 ? { sphereTexture: index, sphereMode } : { texture: index });
  }
  return found;
}

/** A standard name is one of the shared toons wherever it stands in the list. */
function convertToon(
  { toonNames }: Pmd,
  toonIndex: number,
  textures: Map<string, number>,
): Pick<PmxMaterial, 'sharedToon' | 'toon'> {
  if (toonIndex >= TOON_COUNT) return { sharedToon: 0, toon: -1 }; // 255 is none
  const name = toonNames?.[toonIndex]?.text ?? '';
  if (name === '') return { sharedToon: 1, toon: toonIndex };
  const standard = /^toon(0[1-9]|10)\.bmp$/i.exec(name);
  if (standard) return { sharedToon: 1, toon: Number(standard[1]) - 1 };
  return { sharedToon: 0, toon: textureIndex(name, textures) };
}

function textureIndex(path: string, textures: Map<string, number>): number {
  const index = textures.get(path) ?? textures.size;
  textures.set(path, index);
  return index;
}

/**
 * The morphs of a PMD without the base, which only says which vertices the others move; in the order of the
 * file.
 *
 * What a morph moves and is not there is left out.
 */
function convertMorphs(pmd: Pmd): PmxVertexMorph[] {
  const base = baseOf(pmd.morphs);
  const baseVertices = pmd.morphs[base]?.indices ?? new Uint32Array(0);
  const names = pmd.english?.morphNames ?? [];
  return pmd.morphs.flatMap((morph, i) => {
    if (i === base) return [];
    // The first has no English name, even if it is no base.
    const nameEn = names[i < base ? i : i - 1]?.text ?? '';
    return [
      {
        type: 'vertex' as const,
        name: morph.name.text,
        nameEn,
        panel: Math.min(4, morph.type),
        ...convertOffsets(morph, baseVertices, pmd.vertices.count),
      },
    ];
  });
}

/** Where a morph of a PMD is among those of its PMX; −1 for the base and for what is not there. */
function convertMorphIndex({ morphs }: Pmd, index: number): number {
  const base = baseOf(morphs);
  if (index === base || !morphs[index]) return -1;
  return base >= 0 && index > base ? index - 1 : index;
}

function convertOffsets(
  { indices, offsets }: PmdMorph,
  baseVertices: Uint32Array,
  vertexCount: number,
): Pick<PmxVertexMorph, 'vertices' | 'offsets'> {
  const vertices = new Uint32Array(indices.length);
  const moved = new Float32Array(3 * indices.length);
  let count = 0;
  for (let j = 0; j < indices.length; j++) {
    const vertex = baseVertices[indices[j]];
    if (!(vertex < vertexCount)) continue;
    for (let axis = 0; axis < 3; axis++) moved[3 * count + axis] = offsets[3 * j + axis];
    vertices[count++] = vertex;
  }
  return { vertices: vertices.slice(0, count), offsets: moved.slice(0, 3 * count) };
}

/**
 * Root with the first bone, 表情 with the facial list, then the frames of the PMD. What is not there is left
 * out.
 */
function convertFrames(pmd: Pmd): PmxDisplayFrame[] {
  const root = pmd.bones.length > 0 ? [boneElement(0)] : [];
  const frames = pmd.frameNames.map((name, i) => ({
    name: withoutLineFeed(name.text),
    nameEn: withoutLineFeed(pmd.english?.frameNames[i]?.text ?? ''),
    special: 0,
    elements: [] as PmxDisplayElement[],
  }));
  for (const { bone, frame } of pmd.frameBones) {
    if (!pmd.bones[bone]) continue;
    if (frame > 0) frames[frame - 1]?.elements.push(boneElement(bone));
    else if (bone > 0) root.push(boneElement(bone));
  }
  return [
    { name: 'Root', nameEn: 'Root', special: 1, elements: root },
    { name: '表情', nameEn: 'Exp', special: 1, elements: facialElements(pmd) },
    ...frames,
  ];
}

function boneElement(index: number): PmxDisplayElement {
  return { type: 'bone', index };
}

function facialElements(pmd: Pmd): PmxDisplayElement[] {
  return Array.from(pmd.facialList, (morph) => convertMorphIndex(pmd, morph))
    .filter((index) => index >= 0)
    .map((index) => ({ type: 'morph', index }));
}

function withoutLineFeed(name: string): string {
  return name.replace(/\r?\n$/, '');
}

/** MMD's name of the bone that carries all others. */
const CENTER = 'センター';

/** The rigid bodies, from the space of their bones to that of the model. */
function convertRigidBodies({ rigidBodies = [], bones }: Pmd): PmxRigidBody[] {
  const center = bones.find(({ name }) => name.text === CENTER) ?? bones[0];
  return rigidBodies.map((body) => {
    const origin = (bones[body.bone] ?? center)?.position ?? [0, 0, 0];
    return {
      ...copied(body),
      name: body.name.text,
      nameEn: '',
      bone: bones[body.bone] ? body.bone : -1,
      position: body.position.map((value, axis) => value + origin[axis]) as Vector3,
    };
  });
}

/** The joints, which are in the space of the model already. */
function convertJoints({ joints = [], rigidBodies = [] }: Pmd): PmxJoint[] {
  const soundBody = (index: number): number => (rigidBodies[index] ? index : -1);
  return joints.map((joint) => ({
    ...copied(joint),
    name: joint.name.text,
    nameEn: '',
    type: 0,
    bodyA: soundBody(joint.bodyA),
    bodyB: soundBody(joint.bodyB),
  }));
}

/** A record of its own: its vectors are copied, too. */
function copied<T extends object>(record: T): T {
  const entries = Object.entries(record).map(([key, value]: [string, unknown]) => [
    key,
    Array.isArray(value) ? (value as unknown[]).slice() : value,
  ]);
  return Object.fromEntries(entries) as T;
}
