import type { Pmx } from '@odori/format';
import { type GltfNode, ModelWriter } from '@odori/vrm/internal';
import { sub, type V3 } from '../mesh/vector.js';
import { createConstraints } from './constraints.js';
import { createExpressions } from './face.js';
import { AvatarTextures, createMaterial } from './materials.js';
import { type AvatarMesh, writeMeshes } from './meshes.js';
import { createSkeleton, type Joint, type Skeleton } from './skeleton.js';
import { createSprings, round } from './springs.js';

/** The glow of the lanterns needs MMD's sphere map for its soft border. */
const LEFT_OUT = ['Lantern light'];

/** Hidden in the view from her own eyes. */
const HEAD_MESHES = ['Face', 'Mouth', 'Eye white', 'Iris', 'Lashes and brows', 'Blush'];

const META = {
  name: '踊り子 (Odoriko)',
  version: '1.0',
  authors: ['The Odori contributors'],
  copyrightInformation: 'CC0 1.0: dedicated to the public domain',
  licenseUrl: 'https://vrm.dev/licenses/1.0/',
  otherLicenseUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  avatarPermission: 'everyone',
  allowExcessivelyViolentUsage: true,
  allowExcessivelySexualUsage: true,
  allowPoliticalOrReligiousUsage: true,
  allowAntisocialOrHateUsage: true,
  commercialUsage: 'corporation',
  creditNotation: 'unnecessary',
  allowRedistribution: true,
  modification: 'allowModificationRedistribution',
};

/** The dancer as an avatar: VRM 1.0. `textures`: PNG files by the names of her textures. */
export function createDancerVrm(pmx: Pmx, textures: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const writer = new ModelWriter();
  const skeleton = createSkeleton(pmx);
  const { joints } = skeleton;
  const meshes = writeMeshes(writer, pmx, skeleton, LEFT_OUT);
  const pictures = new AvatarTextures(writer, textures);
  const materials = meshes.map(({ material }) => createMaterial(pmx, pmx.materials[material], pictures));
  const nodeOfMesh = (mesh: number): number => joints.length + mesh;
  const nodes: GltfNode[] = [
    ...createNodes(
      joints,
      createConstraints(pmx, skeleton, (joint) => joint),
    ),
    ...meshes.map(({ node }, mesh) => ({ ...node, mesh, skin: 0 })),
  ];
  const matrices = Float32Array.from(joints.flatMap(({ place }) => bindMatrix(place)));
  return writer.toGlb({
    asset: { version: '2.0', generator: 'Odori' },
    extensionsUsed: ['VRMC_materials_mtoon', 'VRMC_node_constraint', 'VRMC_springBone', 'VRMC_vrm'],
    extensions: {
      VRMC_vrm: createVrm(pmx, skeleton, meshes, nodeOfMesh),
      VRMC_springBone: createSprings(pmx, skeleton, (joint) => joint),
    },
    scene: 0,
    scenes: [{ nodes: [0, ...meshes.map((_, mesh) => nodeOfMesh(mesh))] }],
    nodes,
    meshes: meshes.map(({ mesh: { primitives, ...mesh } }, material) => ({
      ...mesh,
      primitives: primitives.map((primitive) => ({ ...primitive, material })),
    })),
    skins: [
      {
        joints: joints.map((_, joint) => joint),
        skeleton: 0,
        inverseBindMatrices: writer.add(matrices, 16, { target: 'matrices' }),
      },
    ],
    materials,
    ...pictures.json,
  });
}

/** The node of a joint has its index. */
function createNodes(
  joints: readonly Joint[],
  constraints: ReturnType<typeof createConstraints>,
): GltfNode[] {
  return joints.map(({ name, human, place, parent }, joint) => {
    const children = joints.flatMap((each, i) => (each.parent === joint ? [i] : []));
    const constraint = constraints.get(joint);
    const offset = parent < 0 ? place : sub(place, joints[parent].place);
    return {
      name: human ?? name,
      translation: offset.map(round),
      ...(children.length > 0 && { children }),
      ...(constraint && { extensions: { VRMC_node_constraint: constraint } }),
    };
  });
}

function bindMatrix([x, y, z]: V3): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...[x, y, z].map((value) => round(-value)), 1];
}

function createVrm(
  pmx: Pmx,
  { joints }: Skeleton,
  meshes: readonly AvatarMesh[],
  nodeOfMesh: (mesh: number) => number,
): object {
  const placeOf = (human: string): V3 => joints.find((joint) => joint.human === human)!.place;
  const [, up, front] = sub(placeOf('leftEye'), placeOf('head'));
  const range = { inputMaxValue: 90, outputScale: 20 };
  return {
    specVersion: '1.0',
    meta: META,
    humanoid: {
      humanBones: Object.fromEntries(
        joints.flatMap(({ human }, node) => (human === undefined ? [] : [[human, { node }]])),
      ),
    },
    firstPerson: {
      meshAnnotations: meshes.map(({ material }, mesh) => ({
        node: nodeOfMesh(mesh),
        type: HEAD_MESHES.includes(pmx.materials[material].nameEn) ? 'thirdPersonOnly' : 'auto',
      })),
    },
    lookAt: {
      type: 'bone',
      offsetFromHeadBone: [0, round(up), round(front)],
      rangeMapHorizontalInner: range,
      rangeMapHorizontalOuter: range,
      rangeMapVerticalDown: range,
      rangeMapVerticalUp: range,
    },
    expressions: createExpressions(pmx, meshes, nodeOfMesh),
  };
}
