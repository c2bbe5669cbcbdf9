import { type HumanBoneName, HUMAN_BONES } from '@odori/runtime/joints';
import type { Humanoid } from '#src/vrm/humanoid/humanoid.js';
import { findHumanBones } from '#src/vrm/humanoid/read/bone-names.js';
import { readHumanoid } from '#src/vrm/humanoid/read/read-humanoid.js';
import { CORPUS, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { type AvatarJson, avatarNodes, nodeOf, PLACES, vrm0Json, vrm1Json } from '#test/vrm/avatar-file.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const read = (json: AvatarJson, options = {}): Humanoid => readHumanoid(glbBytes(json), options);

function place({ bones, positions }: Humanoid, bone: HumanBoneName): number[] {
  const i = bones.indexOf(bone);
  return [...positions.subarray(3 * i, 3 * i + 3)];
}

function rotation({ bones, rotations }: Humanoid, bone: HumanBoneName): number[] {
  const i = bones.indexOf(bone);
  return [...rotations.subarray(4 * i, 4 * i + 4)];
}

function expectPlaces(humanoid: Humanoid, scale = 1): void {
  for (const [bone, [x, y, z]] of PLACES) {
    const found = place(humanoid, bone);
    [x, y, z].forEach((value, k) => expect(found[k], bone).toBeCloseTo(scale * value, 5));
  }
}

describe('a VRM file', () => {
  test.each([
    ['1', vrm1Json()],
    ['0', vrm0Json()],
  ] as const)('of version %s gives the places of its bones, facing +z', (version, json) => {
    const humanoid = read(json);
    expect(humanoid.version).toBe(version);
    expect(humanoid.bones).toEqual(HUMAN_BONES.filter((bone) => PLACES.has(bone)));
    expect(humanoid.missing).toEqual(HUMAN_BONES.filter((bone) => !PLACES.has(bone)));
    expectPlaces(humanoid);
    expect([...humanoid.nodes]).toEqual(humanoid.bones.map(nodeOf));
  });

  test('gives each bone the nearest human bone above it', () => {
    const { bones, parents } = read(vrm1Json());
    const parent = (bone: HumanBoneName): string | undefined => bones[parents[bones.indexOf(bone)]];
    expect(parent('hips')).toBeUndefined();
    expect(parent('neck')).toBe('chest'); // it has no upper chest
    expect(parent('rightThumbDistal')).toBe('rightThumbProximal');
  });

  test('gives the world rotations of its nodes, and those of version 0 turned by 180° about y', () => {
    const [json1, json0] = [vrm1Json(), vrm0Json()];
    const turn = [0, 0, Math.SQRT1_2, Math.SQRT1_2]; // 90° about z
    for (const { nodes } of [json1, json0]) nodes[nodeOf('leftHand')].rotation = turn;
    const hand = rotation(read(json1), 'leftHand');
    turn.forEach((value, k) => expect(hand[k]).toBeCloseTo(value, 12));
    // 180° about y, times the turn
    const hand0 = rotation(read(json0), 'leftHand');
    [Math.SQRT1_2, Math.SQRT1_2, 0, 0].forEach((value, k) =>
      expect(Math.abs(hand0[k])).toBeCloseTo(value, 12),
    );
    expect(rotation(read(json0), 'hips').map(Math.abs)).toEqual([0, 1, 0, 0]);
  });

  test('may have scaled nodes above its bones', () => {
    const json = vrm1Json();
    json.nodes.push({ scale: [2, 2, 2], children: [nodeOf('hips')] });
    expectPlaces(read(json), 2);
    expect(rotation(read(json), 'head')).toEqual([0, 0, 0, 1]);
  });

  test('gives its expressions and how it looks at something', () => {
    const json = vrm1Json();
    Object.assign(json.extensions!['VRMC_vrm'], {
      expressions: { preset: { aa: {}, happy: {} }, custom: { 笑い: {}, aa: {} } },
      lookAt: { type: 'expression', offsetFromHeadBone: [0, 0.06, 0.1] },
    });
    expect(read(json)).toMatchObject({
      expressions: ['aa', 'happy', '笑い'],
      lookAt: { type: 'expression', offsetFromHead: [0, 0.06, 0.1] },
    });
  });

  test('of version 0 has its presets by their names in VRM 1.0', () => {
    const json = vrm0Json();
    Object.assign(json.extensions!['VRM'], {
      blendShapeMaster: {
        blendShapeGroups: [
          { name: 'A', presetName: 'a' },
          { name: 'Smile', presetName: 'fun' },
          { name: 'びっくり', presetName: 'unknown' },
          { presetName: 7 },
        ],
      },
      firstPerson: { lookAtTypeName: 'Bone', firstPersonBoneOffset: { x: 0.01, y: 0.06, z: 0.1 } },
    });
    expect(read(json)).toMatchObject({
      expressions: ['aa', 'relaxed', 'びっくり'],
      lookAt: { type: 'bone', offsetFromHead: [-0.01, 0.06, 0.1] },
    });
  });
});

describe('another glTF file', () => {
  const mixamo: Partial<Record<HumanBoneName, string>> = {
    hips: 'Hips',
    chest: 'Spine1',
    leftUpperArm: 'LeftArm',
    rightLowerArm: 'RightForeArm',
    leftThumbMetacarpal: 'LeftHandThumb1',
    leftMiddleDistal: 'LeftHandMiddle3',
    leftUpperLeg: 'LeftUpLeg',
    rightLowerLeg: 'RightLeg',
    leftFoot: 'LeftFoot',
    rightToes: 'RightToeBase',
    leftLittleProximal: 'LeftHandPinky1',
  };

  test.each(['', 'mixamorig:', 'mixamorig1', 'Armature|'])(
    'is known by the names of Mixamo with the prefix "%s"',
    (prefix) => {
      const names = [undefined, 'Camera', ...Object.values(mixamo).map((name) => prefix + name)];
      for (const table of ['mixamo', 'readyPlayerMe', undefined] as const)
        expect(findHumanBones(names, table)).toEqual(
          new Map(
            HUMAN_BONES.filter((bone) => mixamo[bone]).map((bone) => [
              bone,
              names.indexOf(prefix + mixamo[bone]),
            ]),
          ),
        );
    },
  );

  test('is known by the names of Unity, whose thumb begins with the proximal joint', () => {
    const names = ['Hips', 'Left Upper Leg', 'LeftThumbProximal', 'Left Thumb Intermediate', 'UpperChest'];
    const found = [
      ['hips', 0],
      ['upperChest', 4],
      ['leftUpperLeg', 1],
      ['leftThumbMetacarpal', 2],
      ['leftThumbProximal', 3],
    ] as const;
    expect(findHumanBones(names, 'unity')).toEqual(new Map(found));
  });

  /** An avatar of own names, lying in the space of its file and a hundred times as large. */
  function lying(): AvatarJson {
    const nodes = avatarNodes(1, (bone) => `my ${bone}`);
    // y up becomes z up: 90° about x
    nodes.push({
      name: 'root',
      rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      scale: [100, 100, 100],
      children: [nodeOf('hips')],
    });
    return { nodes };
  }
  const ownNames = Object.fromEntries([...PLACES.keys()].map((bone) => [bone, `my ${bone}`]));

  test('is known by names of your own, and is turned upright to face +z', () => {
    const humanoid = read(lying(), { bones: ownNames });
    expect(humanoid.version).toBe('gltf');
    expectPlaces(humanoid, 100);
    [0, 0, 0, 1].forEach((value, k) =>
      expect(Math.abs(rotation(humanoid, 'head')[k])).toBeCloseTo(value, 12),
    );
  });

  test('is turned to face +z if it faces −z', () => {
    const humanoid = read({ nodes: avatarNodes(-1, (bone) => `my ${bone}`) }, { bones: ownNames });
    expectPlaces(humanoid);
    expect(rotation(humanoid, 'head').map(Math.abs)).toEqual([0, 1, 0, 0]);
  });

  /**
   * The avatar with a skin: bound in T-pose in centimetres, while its nodes stand in another pose, in metres.
   */
  function skinned(): { json: AvatarJson; bin: Uint8Array } {
    const json: AvatarJson = { nodes: avatarNodes() };
    const joints = [...PLACES.keys()].filter((bone) => bone !== 'leftToes').map(nodeOf);
    const places = [...PLACES.values()];
    const matrices = joints.flatMap((joint) => {
      const [x, y, z] = places[joint];
      return [0.01, 0, 0, 0, 0, 0.01, 0, 0, 0, 0, 0.01, 0, -x, -y, -z, 1]; // prettier-ignore
    });
    for (const bone of ['hips', 'leftUpperArm', 'rightLowerLeg'] as const)
      json.nodes[nodeOf(bone)].rotation = [0.5, 0.5, 0.5, 0.5];
    // The inverse takes centimetres, so the node of the skeleton is a hundredth of it.
    json.nodes[nodeOf('hips')].scale = [1, 1, 1];
    json['skins'] = [{ joints, inverseBindMatrices: 0 }];
    json['accessors'] = [{ bufferView: 0, componentType: 5126, type: 'MAT4', count: joints.length }];
    json['bufferViews'] = [{ buffer: 0, byteLength: 4 * matrices.length }];
    return { json, bin: new Uint8Array(Float32Array.from(matrices).buffer) };
  }

  test('with a skin rests where the skin was bound, whatever the present pose', () => {
    const { json, bin } = skinned();
    const humanoid = readHumanoid(glbBytes(json, bin), { bones: 'unity' });
    for (const [bone, [x, y, z]] of PLACES) {
      if (/Thumb|Toes/.test(bone)) continue; // named otherwise by Unity; no part of the skin
      [x, y, z].forEach((value, k) => expect(place(humanoid, bone)[k], bone).toBeCloseTo(value, 5));
    }
    // A bone that is no part of the skin keeps its place below the one that is.
    [0.1, 0, 0.15].forEach((value, k) => expect(place(humanoid, 'leftToes')[k]).toBeCloseTo(value, 5));
  });

  test.each([
    [
      'lies behind the end of the buffer',
      (json: AvatarJson) => void (json['bufferViews'] = [{ buffer: 0, byteOffset: 64, byteLength: 1e9 }]),
    ],
    [
      'is in another file',
      (json: AvatarJson) => void (json['bufferViews'] = [{ buffer: 1, byteLength: 4096 }]),
    ],
    [
      'is no list of matrices',
      (json: AvatarJson) =>
        void (json['accessors'] = [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 99 }]),
    ],
    ['does not exist', (json: AvatarJson) => void (json['accessors'] = {})],
  ])('throws an error if the bind pose %s', (_name, spoil) => {
    const { json, bin } = skinned();
    spoil(json);
    expect(() => readHumanoid(glbBytes(json, bin), { bones: 'unity' })).toThrow(
      expect.objectContaining({
        name: 'HumanoidError',
        code: 'bad-skin',
        section: 'skins[0].inverseBindMatrices',
      }),
    );
  });

  test('throws an error if the bind pose has numbers that are not finite, or a scale of 0', () => {
    const { json, bin } = skinned();
    for (const value of [NaN, 0]) {
      const spoiled = bin.slice();
      new Float32Array(spoiled.buffer).fill(value, 0, 16);
      expect(() => readHumanoid(glbBytes(json, spoiled), { bones: 'unity' })).toThrow(
        expect.objectContaining({ code: 'bad-skin' }),
      );
    }
  });
});

describe('a broken avatar', () => {
  test.each([
    ['lacks its hips', (json) => void delete bonesOf(json)['hips'], 'missing-bones', /lacks hips/],
    ['lacks a knee', (json) => void delete bonesOf(json)['rightLowerLeg'], 'missing-bones', /rightLowerLeg/],
    [
      'has no human bones',
      (json) => void (json.extensions!['VRMC_vrm']['humanoid'] = 7),
      'missing-bones',
      /lacks hips/,
    ],
    [
      'has a foot that is no node',
      (json) => void (bonesOf(json)['leftFoot'] = { node: 1e9 }),
      'missing-bones',
      /leftFoot/,
    ],
    [
      'has one node for both feet',
      (json) => void (bonesOf(json)['rightFoot'] = bonesOf(json)['leftFoot']),
      'missing-bones',
      /rightFoot/,
    ],
    [
      'has a node that is its own ancestor',
      (json) => void json.nodes[nodeOf('chest')].children!.push(nodeOf('hips')),
      'bad-node',
      /own ancestor/,
    ],
    [
      'has hips scaled to 0',
      (json) => void (json.nodes[nodeOf('hips')].scale = [0, 0, 0]),
      'no-length',
      /scaled to 0|same place/,
    ],
    [
      'has a thigh scaled to 0',
      (json) => void (json.nodes[nodeOf('leftUpperLeg')].scale = [0, 0, 0]),
      'no-length',
      /scaled to 0|same place/,
    ],
    [
      'has a rotation of zeros',
      (json) => void (json.nodes[0].rotation = [0, 0, 0, 0]),
      'bad-node',
      /all zero/,
    ],
    [
      'has a translation of texts',
      (json) => void (json.nodes[0].translation = ['1', '2', '3'] as never),
      'bad-node',
      /3 finite numbers/,
    ],
    [
      'has a translation of two numbers',
      (json) => void (json.nodes[0].translation = [1, 2]),
      'bad-node',
      /3 finite numbers/,
    ],
    [
      'has a translation that is too large',
      (json) => void (json.nodes[0].translation = [1e200, 0, 0]),
      'bad-node',
      /infinitely far/,
    ],
    [
      'has a node that is null',
      (json) => void (json.nodes[nodeOf('hips')] = null as never),
      'missing-bones',
      /lacks hips/,
    ],
  ] satisfies [string, (json: AvatarJson) => void, string, RegExp][])(
    'that %s is a clear error',
    (_name, spoil, code, message) => {
      const json = vrm1Json();
      spoil(json);
      expect(() => read(json)).toThrow(expect.objectContaining({ name: 'HumanoidError', code }));
      expect(() => read(json)).toThrow(message);
    },
  );

  test('without a VRM extension and known names is a clear error, also if its nodes have no names', () => {
    expect(() => read({ nodes: avatarNodes(1, () => 'x') })).toThrow(
      expect.objectContaining({ code: 'no-humanoid' }),
    );
    expect(() => read({ nodes: [{}, { name: 3 as never }] })).toThrow(
      expect.objectContaining({ code: 'no-humanoid' }),
    );
    expect(() => readHumanoid(glbBytes({}))).toThrow(expect.objectContaining({ code: 'no-humanoid' }));
  });

  test('with a damaged entry of another bone keeps the rest', () => {
    const json = vrm1Json();
    Object.assign(bonesOf(json), {
      head: { node: -1 },
      spine: 'x',
      toString: { node: 1 },
      chest: { node: nodeOf('hips') },
    });
    const { bones, missing } = read(json);
    expect(missing).toEqual(expect.arrayContaining(['head', 'spine', 'chest']));
    expect(bones).toHaveLength(PLACES.size - 3);
  });

  test('with infinite numbers is a clear error', () => {
    const text = JSON.stringify(vrm1Json()).replace('"translation":[0,1,0]', '"translation":[0,1e999,0]');
    const bytes = glbBytes({});
    const json = new TextEncoder().encode(text.padEnd(4 * Math.ceil(text.length / 4)));
    const file = new Uint8Array([...bytes.subarray(0, 20), ...json]);
    new DataView(file.buffer).setUint32(12, json.length, true);
    expect(() => readHumanoid(file)).toThrow(
      expect.objectContaining({ code: 'bad-node', section: 'nodes[0].translation' }),
    );
  });

  test('with a hundred thousand nodes in a chain is read at once', () => {
    const json = vrm1Json();
    const first = json.nodes.length;
    for (let i = 0; i < 100_000; i++)
      json.nodes.push({ children: [i === 0 ? nodeOf('hips') : first + i - 1] });
    expectPlaces(readHumanoid(glbBytes(json, new Uint8Array(1.2e7))));
  });
});

function bonesOf(json: AvatarJson): Record<string, unknown> {
  return (json.extensions!['VRMC_vrm']['humanoid'] as { humanBones: Record<string, unknown> }).humanBones;
}

describe.skipIf(!hasCorpus)('a real avatar', () => {
  const files = hasCorpus ? readdirSync(join(CORPUS, 'vrm')).filter((name) => name.endsWith('.vrm')) : [];
  test.each(files)('%s has the bones that its author lists, upright and facing +z', (name) => {
    const humanoid = readHumanoid(readCorpus(`vrm/${name}`));
    const counts: Record<string, number> = {
      'EmissionMigration_v0.107.0.vrm': 52,
      'VRMC_materials_mtoon_UV_Animation_Test.vrm': 53,
      'VRMC_vrm_expressions_isBinary_Overridden.vrm': 22,
      'debug_robot.vrm': 53,
    };
    expect(humanoid.bones).toHaveLength(counts[name]);
    expect(humanoid.version).toBe(name.startsWith('Emission') ? '0' : '1');
    expect(place(humanoid, 'head')[1]).toBeGreaterThan(place(humanoid, 'leftUpperLeg')[1]);
    expect(place(humanoid, 'leftHand')[0]).toBeGreaterThan(0.3);
    expect(place(humanoid, 'leftToes')[2]).toBeGreaterThan(place(humanoid, 'leftFoot')[2]);
  });
});
