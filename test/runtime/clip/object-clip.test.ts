import {
  AnimationMixer,
  Bone,
  BufferGeometry,
  Float32BufferAttribute,
  Mesh,
  Object3D,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import { createAnimationClip } from '#src/runtime/clip/create-animation-clip.js';
import type { Motion } from '#src/runtime/motion/index.js';
import { motionOf } from './clip-fixtures.js';

function named<O extends Object3D>(object: O, name: string, ...position: [number, number, number]): O {
  object.name = name;
  object.position.set(...position);
  return object;
}

function play(motion: Motion, target: Object3D, seconds: number): AnimationMixer {
  const mixer = new AnimationMixer(target);
  mixer.clipAction(createAnimationClip(motion, target)).play();
  mixer.setTime(seconds);
  target.updateWorldMatrix(true, true);
  return mixer;
}

function worldOf(object: Object3D): number[] {
  return object.getWorldPosition(new Vector3()).toArray();
}

function expectNear(actual: readonly number[], expected: readonly number[]): void {
  const worst = Math.max(...actual.map((value, i) => Math.abs(value - expected[i])));
  expect(worst, `${actual.join()} against ${expected.join()}`).toBeLessThanOrEqual(1e-5);
}

const HALF = Math.SQRT1_2;

/**
 * In MMD's space: センター moves by (1, 2, 3), 頭 rotates by 90° about z. In three's: (1, 2, -3), the same
 * rotation.
 */
const move = motionOf({
  bones: [
    { name: 'センター', frame: 0, position: [1, 2, 3] },
    { name: '頭', frame: 0, rotation: [0, 0, HALF, HALF] },
  ],
});

describe('the rest pose', () => {
  /**
   * In the model センター is at (0, 8, 0), 頭 at (0, 10, 0) and its tip at (0, 12, 0), with any rest rotations.
   */
  function skeleton(turns: readonly [Quaternion, Quaternion]): {
    bones: readonly [Bone, Bone, Bone];
    mesh: SkinnedMesh;
  } {
    const bones = [
      named(new Bone(), 'センター', 0, 8, 0),
      named(new Bone(), '頭', 0, 0, 0),
      named(new Bone(), '頭先', 0, 0, 0),
    ] as const;
    const [center, head, tip] = bones;
    center.add(head.add(tip));
    const [a, b] = turns;
    const up = new Vector3(0, 2, 0);
    const world = a.clone().multiply(b);
    center.quaternion.copy(a);
    head.quaternion.copy(b);
    head.position.copy(up).applyQuaternion(a.clone().conjugate());
    tip.position.copy(up).applyQuaternion(world.conjugate());
    const mesh = new SkinnedMesh(new BufferGeometry());
    mesh.add(center);
    mesh.updateMatrixWorld(true);
    mesh.bind(new Skeleton([...bones]));
    return { bones, mesh };
  }

  const turned = [
    new Quaternion(0.1, 0.7, -0.3, 0.5).normalize(),
    new Quaternion(-0.6, 0.2, 0.4, 0.3).normalize(),
  ] as const;
  const straight = [new Quaternion(), new Quaternion()] as const;

  test.each([
    ['straight', straight],
    ['turned', turned],
  ])('%s: bones are where MMD has them in the model', (_, turns) => {
    const { bones, mesh } = skeleton(turns);
    const [center, head, tip] = bones;
    play(move, mesh, 0);
    expectNear(worldOf(center), [1, 10, -3]); // (0, 8, 0) + (1, 2, -3)
    expectNear(worldOf(head), [1, 12, -3]);
    expectNear(worldOf(tip), [-1, 12, -3]); // up, rotated by 90° about z, is −x
    // The skin gets only MMD's own rotation: world rotation · rest⁻¹.
    const rest = turns[0].clone().multiply(turns[1]);
    const skin = head.getWorldQuaternion(new Quaternion()).multiply(rest.conjugate());
    expect(skin.angleTo(new Quaternion(0, 0, HALF, HALF))).toBeLessThan(1e-6);
  });

  test('is that of the skeleton, not its current pose', () => {
    const { bones, mesh } = skeleton(turned);
    for (const bone of bones) {
      bone.position.set(9, 9, 9);
      bone.quaternion.set(1, 0, 0, 0);
    }
    bones[2].position.copy(skeleton(turned).bones[2].position); // no track moves it
    play(move, mesh, 0);
    // 頭 has no translation in the motion, and so no position track; センター has one.
    expectNear(worldOf(bones[0]), [1, 10, -3]);
    const expected = skeleton(turned);
    play(move, expected.mesh, 0);
    expectNear(bones[1].quaternion.toArray(), expected.bones[1].quaternion.toArray());
  });

  test('is in the axes and units of the target, whatever the transforms of the target and of objects between', () => {
    const { bones, mesh } = skeleton(turned);
    const root = new Object3D();
    root.position.set(5, 0, 0);
    root.scale.setScalar(0.5);
    const between = new Object3D();
    between.scale.setScalar(4);
    between.rotation.set(0, Math.PI / 2, 0);
    root.add(between.add(mesh));
    play(move, root, 0);
    // (0, 8, 0) · 4 + (1, 2, -3) in the root, which has scale 0.5 and is at x = 5.
    expectNear(worldOf(bones[0]), [5.5, 17, -1.5]);
    const skin = bones[1].getWorldQuaternion(new Quaternion());
    const rest = between.quaternion.clone().multiply(turned[0]).multiply(turned[1]);
    expect(skin.multiply(rest.conjugate()).angleTo(new Quaternion(0, 0, HALF, HALF))).toBeLessThan(1e-6);
  });

  test('of plain objects is their current pose', () => {
    const root = new Object3D();
    const center = named(new Object3D(), 'センター', 0, 8, 0);
    const head = named(new Object3D(), '頭', 0, 2, 0);
    head.quaternion.set(HALF, 0, 0, HALF);
    root.add(center.add(head));
    play(move, root, 0);
    expectNear(center.position.toArray(), [1, 10, -3]);
    const expected = new Quaternion(0, 0, HALF, HALF).multiply(new Quaternion(HALF, 0, 0, HALF));
    expectNear(head.quaternion.toArray(), expected.toArray());
  });
});

describe('names of objects', () => {
  test('with reserved characters, truncated names and duplicate names are bound', () => {
    const odd = motionOf({
      bones: [
        { name: 'a.b[0]:c/d', frame: 0, position: [1, 0, 0] },
        { name: 'スカート上着制服裾', frame: 0, position: [2, 0, 0] },
      ],
    });
    const root = new Object3D();
    const first = named(new Bone(), 'a.b[0]:c/d', 0, 0, 0);
    const second = named(new Bone(), 'a.b[0]:c/d', 10, 0, 0);
    const cut = named(new Bone(), 'スカート上着制服裾', 0, 0, 0);
    root.add(first, second, cut);
    play(odd, root, 0);
    expect([first, second, cut].map(({ position }) => position.x)).toEqual([1, 11, 2]);
  });

  test('of Bones take precedence over those of other objects', () => {
    const root = new Object3D();
    const wrapper = named(new Object3D(), 'センター', 0, 0, 0);
    const bone = named(new Bone(), 'センター', 0, 0, 0);
    root.add(wrapper.add(bone));
    play(move, root, 0);
    expect(worldOf(wrapper)).toEqual([0, 0, 0]);
    expect(worldOf(bone)).toEqual([1, 2, -3]);
  });
});

test('a clip drives the morphs of every mesh, and visibility as a boolean', () => {
  const motion = motionOf({
    morphs: ['あ', '0', 'a]b'].map((name, i) => ({ name, frame: 0, weight: (i + 1) / 4 })),
    properties: [
      { frame: 0, visible: true },
      { frame: 3, visible: false },
      { frame: 6, visible: true },
    ],
  });
  const mesh = (...names: string[]): Mesh => {
    const geometry = new BufferGeometry();
    geometry.morphAttributes['position'] = names.map((name) => {
      const attribute = new Float32BufferAttribute(3, 3);
      attribute.name = name;
      return attribute;
    });
    return new Mesh(geometry);
  };
  const root = new Object3D();
  // '0' is the name of morph 1: an index in a track would be read as that name.
  const [a, b] = [mesh('あ', '0'), mesh('い', 'a]b', 'あ')];
  root.add(a, b);
  const mixer = play(motion, root, 0);
  expect(a.morphTargetInfluences).toEqual([0.25, 0.5]);
  expect(b.morphTargetInfluences).toEqual([0, 0.75, 0.25]);
  expect(root.visible).toBe(true);
  mixer.setTime(4 / 30);
  expect(root.visible).toBe(false);
});

test('a clip is bound to the objects of its target: a clone of them needs a clip of its own', () => {
  const root = new Object3D().add(named(new Bone(), '頭', 0, 10, 0));
  const copy = root.clone();
  const motion = motionOf({ bones: [{ name: '頭', frame: 0, position: [0, 1, 0] }] });
  const clip = createAnimationClip(motion, root);
  expect(clip.tracks.every(({ name }) => name.startsWith(root.children[0].uuid))).toBe(true);
  play(motion, copy, 0);
  expect(copy.children[0].position.y).toBe(11);
  expect(root.children[0].position.y).toBe(10);
});
