import { bindHumanoid, type BindHumanoidOptions } from '#src/vrm/bind/bind-humanoid.js';
import type { HumanoidBinding } from '#src/vrm/bind/humanoid-binding.js';
import { humanParent } from '@odori/runtime/internal';
import type { HumanBoneName } from '@odori/runtime/joints';
import { HumanoidPose } from '#src/vrm/humanoid/pose/humanoid-pose.js';
import { readHumanoid } from '#src/vrm/humanoid/read/read-humanoid.js';
import { syntheticMotion } from '#test/fidelity/humanoid/motions.mjs';
import { PLACES, vrm1Json } from '#test/vrm/avatar-file.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { createVmd } from '@odori/format';
import { Motion, MotionPlayer } from '@odori/runtime';
import type { HumanoidError } from '@odori/vrm/humanoid';
import {
  BufferGeometry,
  Bone,
  Euler,
  Float32BufferAttribute,
  Group,
  Matrix4,
  Mesh,
  Object3D,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';

const motion = syntheticMotion();

interface Body {
  readonly root: Group;
  readonly bones: ReadonlyMap<HumanBoneName, Bone>;
  readonly face: Mesh;
}

/**
 * The small avatar of 1.6 m as exporters write it: in centimetres below an armature that is scaled and lies
 * on its back, every bone with axes of its own, a bone without a meaning above the spine, and bones that
 * stand in the middle of a motion.
 */
function createBody({
  turn = 0,
  nameOf = (bone: HumanBoneName): string => bone,
  expressions = ['あ', 'blink', 'viseme_E'],
} = {}): Body {
  const root = new Group();
  const armature = new Object3D();
  armature.name = 'Armature';
  armature.scale.setScalar(0.01);
  armature.rotation.x = -Math.PI / 2;
  root.add(armature);
  root.updateMatrixWorld(true);
  const bones = new Map<HumanBoneName, Bone>();
  const facing = new Matrix4().makeRotationY(turn);
  let seed = 0;
  const parentOf = (bone: HumanBoneName): HumanBoneName | undefined => {
    let parent = humanParent(bone);
    while (parent && !bones.has(parent)) parent = humanParent(parent);
    return parent;
  };
  for (const [name, place] of PLACES) {
    seed += 1;
    const bone = new Bone();
    bone.name = nameOf(name);
    const above = parentOf(name);
    let parent: Object3D = above ? bones.get(above)! : armature;
    if (name === 'spine') {
      const extra = new Bone();
      extra.name = 'Extra';
      extra.rotation.set(0.3, 0.2, -0.1);
      parent.add(extra);
      extra.updateWorldMatrix(true, false);
      parent = extra;
    }
    const turned = new Quaternion().setFromEuler(new Euler(Math.sin(seed), Math.cos(seed), seed));
    const world = facing
      .clone()
      .multiply(new Matrix4().compose(new Vector3(...place), turned, new Vector3(0.01, 0.01, 0.01)));
    parent.add(bone);
    new Matrix4()
      .copy(parent.matrixWorld)
      .invert()
      .multiply(world)
      .decompose(bone.position, bone.quaternion, bone.scale);
    bone.scale.setScalar(1);
    bone.updateWorldMatrix(true, false);
    bones.set(name, bone);
  }
  const skin = new SkinnedMesh(new BufferGeometry());
  root.add(skin);
  const all: Bone[] = [];
  armature.traverse((object) => {
    if (object instanceof Bone) all.push(object);
  });
  skin.bind(new Skeleton(all), new Matrix4());
  all.forEach((bone, i) => bone.rotateX(Math.sin(7 * i)));
  const geometry = new BufferGeometry();
  geometry.morphAttributes['position'] = expressions.map((name) => {
    const attribute = new Float32BufferAttribute([0, 0, 0], 3);
    attribute.name = name;
    return attribute;
  });
  const face = new Mesh(geometry);
  root.add(face);
  return { root, bones, face };
}

/** The largest distance of a bone from its place in the pose, in metres. */
function largestError({ root, bones }: Body, { pose, humanoid }: HumanoidBinding, turn = 0): number {
  root.updateMatrixWorld(true);
  const place = new Vector3();
  const facing = new Matrix4().makeRotationY(turn);
  return Math.max(
    ...humanoid.bones.map((bone, i) => {
      const expected = new Vector3(...pose.worldPositions.subarray(3 * i, 3 * i + 3)).applyMatrix4(facing);
      return place.setFromMatrixPosition(bones.get(bone)!.matrixWorld).distanceTo(expected);
    }),
  );
}

function playTo(binding: HumanoidBinding, played: Motion, frame: number): MotionPlayer {
  const player = new MotionPlayer();
  player.add(binding, played);
  player.currentTime = frame / 30;
  return player;
}

const MIXAMO: Partial<Record<string, string>> = {
  hips: 'Hips',
  spine: 'Spine',
  chest: 'Spine1',
  neck: 'Neck',
  head: 'Head',
  UpperLeg: 'UpLeg',
  LowerLeg: 'Leg',
  Foot: 'Foot',
  Toes: 'ToeBase',
  Shoulder: 'Shoulder',
  UpperArm: 'Arm',
  LowerArm: 'ForeArm',
  Hand: 'Hand',
  ThumbMetacarpal: 'HandThumb1',
  ThumbProximal: 'HandThumb2',
  ThumbDistal: 'HandThumb3',
  MiddleProximal: 'HandMiddle1',
  MiddleIntermediate: 'HandMiddle2',
  MiddleDistal: 'HandMiddle3',
};

/** As GLTFLoader writes Mixamo's `mixamorig:LeftArm`. */
function mixamoName(bone: HumanBoneName): string {
  const [, side = '', part = bone] = /^(left|right)(.+)$/.exec(bone) ?? [];
  return `mixamorig${side === '' ? '' : side === 'left' ? 'Left' : 'Right'}${MIXAMO[part]!}`;
}

describe.each([
  ['+z', 0],
  ['−z', Math.PI],
  ['+x', Math.PI / 2],
] as const)('a skeleton of Mixamo’s that faces %s', (_, turn) => {
  test('its bones are where the pose says, at every tenth frame', () => {
    const body = createBody({ turn, nameOf: mixamoName });
    const binding = bindHumanoid(body.root, { bones: 'mixamo' });
    const player = playTo(binding, motion, 0);
    for (let frame = 0; frame <= 300; frame += 10) {
      player.currentTime = frame / 30;
      expect(largestError(body, binding, turn), `frame ${frame}`).toBeLessThan(1e-5);
    }
  });

  test('it dances as the same body does in a VRM file', () => {
    const body = createBody({ turn, nameOf: mixamoName });
    const binding = bindHumanoid(body.root);
    playTo(binding, motion, 123);
    const other = new HumanoidPose(binding.rig, readHumanoid(glbBytes(vrm1Json())));
    other.solve();
    expect(binding.humanoid.bones).toEqual(other.humanoid.bones);
    other.worldPositions.forEach((value, i) => expect(binding.pose.worldPositions[i]).toBeCloseTo(value, 5));
    other.worldRotations.forEach((value, i) => expect(binding.pose.worldRotations[i]).toBeCloseTo(value, 5));
  });
});

test('bones turn by what the pose says, from the axes in which they rest', () => {
  const body = createBody({ nameOf: mixamoName });
  const binding = bindHumanoid(body.root);
  const rest = new Quaternion();
  const turned = new Quaternion();
  binding.update(0);
  body.root.updateMatrixWorld(true);
  body.bones.get('head')!.getWorldQuaternion(rest);
  const nod = createVmd({
    bones: [{ name: '頭', frame: 0, rotation: [0, -Math.sin(0.25), 0, Math.cos(0.25)] }],
  });
  playTo(binding, Motion.from(nod), 0);
  body.root.updateMatrixWorld(true);
  body.bones.get('head')!.getWorldQuaternion(turned);
  // a turn by 0.5 to the left, about the world's y
  const expected = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.5).multiply(rest);
  expect(turned.angleTo(expected)).toBeLessThan(1e-6);
});

test('morph targets of MMD’s, VRM’s and Ready Player Me’s names follow the dance', () => {
  const body = createBody();
  const binding = bindHumanoid(body.root, { bones: 'unity' });
  const talk = createVmd({
    morphs: [
      { name: 'あ', frame: 0, weight: 0.5 },
      { name: 'まばたき', frame: 0, weight: 0.25 },
      { name: 'え', frame: 0, weight: 1 },
    ],
  });
  playTo(binding, Motion.from(talk), 0);
  expect(body.face.morphTargetInfluences).toEqual([0.5, 0.25, 1]);
  expect(binding.missing.morphs).toContain('お');
  expect(binding.missing.morphs).not.toContain('え');
});

test('bones of a map of one’s own', () => {
  const body = createBody({ nameOf: (bone) => `b_${bone.length}_${bone}` });
  const bones = Object.fromEntries([...PLACES.keys()].map((bone) => [bone, `b_${bone.length}_${bone}`]));
  const binding = bindHumanoid(body.root, { bones });
  playTo(binding, motion, 50);
  expect(largestError(body, binding)).toBeLessThan(1e-5);
  expect(binding.missing.bones).toContain('jaw');
});

test('objects that are no bones can be bound too', () => {
  const { root } = createBody();
  const names: string[] = [];
  const plain = (object: Object3D): Object3D => {
    const copy = new Object3D();
    copy.name = object.name;
    names.push(object.name);
    copy.position.copy(object.position);
    copy.quaternion.copy(object.quaternion);
    copy.scale.copy(object.scale);
    for (const child of object.children) if (!(child instanceof Mesh)) copy.add(plain(child));
    return copy;
  };
  const copy = plain(root);
  expect(bindHumanoid(copy).humanoid.bones).toContain('leftHand');
});

test.each<[string, BindHumanoidOptions, string]>([
  ['names that are unknown', { bones: { hips: 'x' } }, 'no-humanoid'],
  ['hips alone', { bones: { hips: 'hips' } }, 'missing-bones'],
])('an object with %s is an error', (_, options, code) => {
  let thrown: HumanoidError | undefined;
  try {
    bindHumanoid(createBody().root, options);
  } catch (error) {
    thrown = error as HumanoidError;
  }
  expect(thrown?.code).toBe(code);
});

test('an object of size 0 is an error and never NaN', () => {
  const { root } = createBody();
  root.children[0].scale.setScalar(0);
  expect(() => bindHumanoid(root)).toThrow('hips is scaled to 0');
});
