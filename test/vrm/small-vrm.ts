import type { HumanBoneName } from '@odori/runtime/joints';
import { avatarNodes, nodeOf, type Place, PLACES } from '#test/vrm/avatar-file.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';

interface SmallVrmOptions {
  readonly version?: '0' | '1';
  /** What moves the eyes: eye bones, or expressions. */
  readonly looksBy?: LooksBy;
  /** The weight of the hair, whose stiffness is 1. */
  readonly gravityPower?: number;
}

const LICENSE = 'https://vrm.dev/licenses/1.0/';
/** The nodes that are no human bones, in the order in which they follow these. */
const EXTRA = { hair: 0, tip: 1, leftEye: 2, rightEye: 3, face: 4, body: 5 };
const BONES = PLACES.size;

/**
 * A VRM file: the small avatar with eyes, a strand of hair on springs, a box as its head with the morph
 * targets of the expressions aa, blink, lookLeft and `照れ` (blush), and a box as its body. 1.7 m.
 */
export function smallVrm({
  version = '1',
  looksBy = 'bone',
  gravityPower = 0,
}: SmallVrmOptions = {}): Uint8Array {
  const sign = version === '0' ? -1 : 1;
  const nodes: Record<string, unknown>[] = avatarNodes(sign).map((node) => ({ ...node }));
  const add = (name: keyof typeof EXTRA, parent: number, [x, y, z]: Place, more: object = {}): void => {
    const node = BONES + EXTRA[name];
    nodes[node] = { name, translation: [sign * x, y, sign * z], ...more };
    nodes[parent]['children'] = [...((nodes[parent]['children'] as number[] | undefined) ?? []), node];
  };
  const head = nodeOf('head');
  add('hair', head, [0, 0.15, -0.1]);
  add('tip', BONES + EXTRA.hair, [0, -0.2, -0.1]);
  add('leftEye', head, [0.03, 0.05, 0.06]);
  add('rightEye', head, [-0.03, 0.05, 0.06]);
  add('face', head, [0, 0.05, 0], { mesh: 0 });
  add('body', nodeOf('chest'), [0, -0.1, 0], { mesh: 1 });
  const json = version === '1' ? vrm1(nodes, looksBy, gravityPower) : vrm0(nodes, looksBy, gravityPower);
  return glbBytes({ ...geometry(), ...json }, BOX);
}

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
  [i & 1, (i >> 1) & 1, i >> 2].map((bit) => 0.2 * bit - 0.1),
);
const FACES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
].flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
/** Corners, the differences of a morph target, and the triangles. */
const BOX = new Uint8Array([
  ...new Uint8Array(Float32Array.from(CORNERS.flat()).buffer),
  ...new Uint8Array(Float32Array.from(CORNERS.flatMap(() => [0, 0.01, 0])).buffer),
  ...new Uint8Array(Uint16Array.from(FACES).buffer),
]);

const MORPHS = ['aa', 'blink', 'lookLeft', '照れ'];

function geometry(): Record<string, unknown> {
  const primitive = { attributes: { POSITION: 0 }, indices: 2, material: 0 };
  return {
    buffers: [{ byteLength: BOX.length }],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 96 },
      { buffer: 0, byteOffset: 96, byteLength: 96 },
      { buffer: 0, byteOffset: 192, byteLength: 72 },
    ],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: 8,
        type: 'VEC3',
        min: [-0.1, -0.1, -0.1],
        max: [0.1, 0.1, 0.1],
      },
      { bufferView: 1, componentType: 5126, count: 8, type: 'VEC3', min: [0, 0.01, 0], max: [0, 0.01, 0] },
      { bufferView: 2, componentType: 5123, count: 36, type: 'SCALAR' },
    ],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1], metallicFactor: 0 } }],
    meshes: [
      {
        primitives: [{ ...primitive, targets: MORPHS.map(() => ({ POSITION: 1 })) }],
        extras: { targetNames: MORPHS },
      },
      { primitives: [primitive] },
    ],
  };
}

const scene = { scene: 0, scenes: [{ nodes: [nodeOf('hips')] }] };

type LooksBy = 'bone' | 'expression';

function vrm1(nodes: readonly unknown[], looksBy: LooksBy, gravityPower: number): Record<string, unknown> {
  const bones = [...PLACES.keys()].map((bone, node) => [bone, { node }]);
  const eyes = (['leftEye', 'rightEye'] as const).map((eye) => [eye, { node: BONES + EXTRA[eye] }]);
  const binds = (index: number): object => ({
    morphTargetBinds: [{ node: BONES + EXTRA.face, index, weight: 1 }],
  });
  const range = { inputMaxValue: 90, outputScale: looksBy === 'bone' ? 10 : 1 };
  return {
    asset: { version: '2.0' },
    extensionsUsed: ['VRMC_vrm', 'VRMC_springBone'],
    ...scene,
    nodes,
    extensions: {
      VRMC_vrm: {
        specVersion: '1.0',
        meta: { name: 'Small avatar', authors: ['Ann Author', 'Bo Builder'], licenseUrl: LICENSE },
        humanoid: { humanBones: Object.fromEntries([...bones, ...eyes]) },
        expressions: {
          preset: { aa: binds(0), blink: binds(1), lookLeft: binds(2) },
          custom: { 照れ: binds(3) },
        },
        lookAt: {
          type: looksBy,
          offsetFromHeadBone: [0, 0.05, 0.06],
          ...Object.fromEntries(
            ['HorizontalInner', 'HorizontalOuter', 'VerticalDown', 'VerticalUp'].map((name) => [
              `rangeMap${name}`,
              range,
            ]),
          ),
        },
      },
      VRMC_springBone: {
        specVersion: '1.0',
        springs: [
          {
            joints: [EXTRA.hair, EXTRA.tip].map((node) => ({
              node: BONES + node,
              stiffness: 1,
              gravityPower,
              dragForce: 0.2,
            })),
          },
        ],
      },
    },
  };
}

function vrm0(nodes: readonly unknown[], looksBy: LooksBy, gravityPower: number): Record<string, unknown> {
  const old = (bone: string): string =>
    bone.replace('ThumbProximal', 'ThumbIntermediate').replace('ThumbMetacarpal', 'ThumbProximal');
  const bones = [...PLACES.keys()].map((bone: HumanBoneName, node) => ({ bone: old(bone), node }));
  const eyes = (['leftEye', 'rightEye'] as const).map((bone) => ({ bone, node: BONES + EXTRA[bone] }));
  const group = (name: string, presetName: string, index: number): object => ({
    name,
    presetName,
    binds: [{ mesh: 0, index, weight: 100 }],
    materialValues: [],
  });
  const range = { curve: [0, 0, 0, 1, 1, 1, 1, 0], xRange: 90, yRange: looksBy === 'bone' ? 10 : 1 };
  return {
    asset: { version: '2.0' },
    extensionsUsed: ['VRM'],
    ...scene,
    nodes,
    extensions: {
      VRM: {
        specVersion: '0.0',
        meta: { title: 'Small avatar', author: 'Ann Author', licenseName: 'CC0' },
        humanoid: { humanBones: [...bones, ...eyes] },
        blendShapeMaster: {
          blendShapeGroups: [
            group('A', 'a', 0),
            group('Blink', 'blink', 1),
            group('LookLeft', 'lookleft', 2),
            group('照れ', 'unknown', 3),
          ],
        },
        firstPerson: {
          firstPersonBone: nodeOf('head'),
          firstPersonBoneOffset: { x: 0, y: 0.05, z: 0.06 },
          lookAtTypeName: looksBy === 'bone' ? 'Bone' : 'BlendShape',
          lookAtHorizontalInner: range,
          lookAtHorizontalOuter: range,
          lookAtVerticalDown: range,
          lookAtVerticalUp: range,
        },
        secondaryAnimation: {
          boneGroups: [
            {
              stiffiness: 1,
              gravityPower,
              gravityDir: { x: 0, y: -1, z: 0 },
              dragForce: 0.2,
              center: -1,
              bones: [BONES + EXTRA.hair],
            },
          ],
          colliderGroups: [],
        },
        materialProperties: [],
      },
    },
  };
}
