import { bindVrm } from '#src/vrm/bind/bind-vrm.js';
import type { HumanoidBinding } from '#src/vrm/bind/humanoid-binding.js';
import { realMotions, syntheticMotion } from '#test/fidelity/humanoid/motions.mjs';
import { CORPUS, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { loadVrm } from '#test/vrm/load-vrm.js';
import { smallVrm } from '#test/vrm/small-vrm.js';
import { createVmd } from '@odori/format';
import { createAnimationClip, Motion, MotionPlayer, sampleMorph } from '@odori/runtime';
import { Rig } from '@odori/runtime/rig';
import { createSkeletonDefinition } from '@odori/runtime/internal';
import { standardSource } from '@odori/vrm/humanoid';
import type { VRM } from '@pixiv/three-vrm';
import { AnimationMixer, Object3D, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';

const motion = syntheticMotion();

/** The largest distance of a raw bone from its place in the pose, in metres; VRM 0.x faces −z. */
function largestError(vrm: VRM, { pose, humanoid }: HumanoidBinding): number {
  vrm.scene.updateMatrixWorld(true);
  const sign = humanoid.version === '0' ? -1 : 1;
  const place = new Vector3();
  const distances = humanoid.bones.map((bone, i) => {
    const [x, y, z] = pose.worldPositions.subarray(3 * i, 3 * i + 3);
    place.setFromMatrixPosition(vrm.humanoid.getRawBoneNode(bone)!.matrixWorld);
    return place.distanceTo(new Vector3(sign * x, y, sign * z));
  });
  return Math.max(...distances);
}

/** A motion whose bones turn to `degrees` about an axis from frame 0 on. */
function turned(bones: Readonly<Record<string, readonly [axis: 0 | 1 | 2, degrees: number]>>): Motion {
  const keys = Object.entries(bones).map(([name, [axis, degrees]]) => {
    const rotation: [number, number, number, number] = [0, 0, 0, Math.cos((degrees * Math.PI) / 360)];
    rotation[axis] = Math.sin((degrees * Math.PI) / 360);
    return { name, frame: 0, rotation };
  });
  return Motion.from(createVmd({ bones: keys }));
}

/** Plays a motion on an avatar and stops at a frame. */
function playTo(binding: HumanoidBinding, played: Motion, frame: number): MotionPlayer {
  const player = new MotionPlayer();
  player.add(binding, played);
  player.currentTime = frame / 30;
  player.update(0);
  return player;
}

describe.each(['0', '1'] as const)('a small VRM of version %s.x', (version) => {
  test('its raw bones are where the pose says, at every tenth frame', async () => {
    const vrm = await loadVrm(smallVrm({ version }));
    const binding = bindVrm(vrm);
    const player = playTo(binding, motion, 0);
    for (let frame = 0; frame <= 300; frame += 10) {
      player.currentTime = frame / 30;
      expect(largestError(vrm, binding), `frame ${frame}`).toBeLessThan(1e-6);
    }
  });

  test('its left foot steps to its own left, whatever axis it faces', async () => {
    const vrm = await loadVrm(smallVrm({ version }));
    const binding = bindVrm(vrm);
    const step = createVmd({
      bones: [
        { name: 'センター', frame: 0, position: [0, -2, 0] }, // the leg has to reach
        { name: '左足ＩＫ', frame: 0, position: [1, 0, 0] },
      ],
    });
    playTo(binding, Motion.from(step), 0);
    vrm.scene.updateMatrixWorld(true);
    const x = vrm.humanoid.getRawBoneNode('leftFoot')!.matrixWorld.elements[12];
    // At rest at 0.1 m; 1 unit is 0.850236 / 9.41932 m; the left of VRM 1.0 is +x.
    expect(version === '0' ? -x : x).toBeCloseTo(0.1 + 0.850236 / 9.41932, 4);
  });

  test('あ, まばたき and a custom expression have the weights of the motion', async () => {
    const vrm = await loadVrm(smallVrm({ version }));
    const binding = bindVrm(vrm);
    const morphs = [
      { name: 'あ', frame: 0, weight: 0 },
      { name: 'あ', frame: 10, weight: 1 },
      { name: 'まばたき', frame: 0, weight: 0.25 },
      { name: '照れ', frame: 0, weight: 0.75 },
    ];
    const talk = Motion.from(createVmd({ morphs }));
    playTo(binding, talk, 3.5);
    const manager = vrm.expressionManager!;
    expect(manager.getValue('aa')).toBeCloseTo(sampleMorph(talk.morphs.get('あ')!, 3.5), 9);
    expect(manager.getValue('aa')).toBeCloseTo(0.35, 6);
    expect(manager.getValue('blink')).toBeCloseTo(0.25, 6);
    expect(manager.getValue('照れ')).toBeCloseTo(0.75, 6);
    const face = vrm.scene.getObjectByName('face') as Object3D & { morphTargetInfluences: number[] };
    expect(face.morphTargetInfluences[0]).toBeCloseTo(0.35, 6);
  });

  test('its eye bones turn as the eyes of the source do', async () => {
    const vrm = await loadVrm(smallVrm({ version }));
    playTo(bindVrm(vrm), turned({ 左目: [1, 20], 右目: [0, 10] }), 0);
    const eye = (name: 'leftEye' | 'rightEye'): number[] =>
      new Vector3(0, 0, version === '0' ? -1 : 1)
        .applyQuaternion(vrm.humanoid.getRawBoneNode(name)!.quaternion)
        .toArray();
    const side = version === '0' ? -1 : 1;
    // VMD's left-handed space: a turn by +20° about y is one by −20° in three's, and so is one about x.
    const [left, right] = [eye('leftEye'), eye('rightEye')];
    expect(left[0] * side).toBeCloseTo(-Math.sin(Math.PI / 9), 6);
    expect(right[1]).toBeCloseTo(Math.sin(Math.PI / 18), 6);
  });

  test('without eye bones in use, expressions look where the eyes of the source do', async () => {
    const vrm = await loadVrm(smallVrm({ version, looksBy: 'expression' }));
    const look = createVmd({
      bones: [{ name: '両目', frame: 0, rotation: [0, -Math.sin(Math.PI / 36), 0, Math.cos(Math.PI / 36)] }],
    });
    playTo(bindVrm(vrm), Motion.from(look), 0);
    // 10° of the 90° at which the expression is full
    expect(vrm.expressionManager!.getValue('lookLeft')).toBeCloseTo(1 / 9, 6);
    expect(vrm.lookAt!.yaw).toBeCloseTo(10, 6);
    expect(vrm.humanoid.getRawBoneNode('leftEye')!.quaternion.angleTo(new Quaternion())).toBeCloseTo(0, 6);
  });

  test('springs swing in the dance and are at rest right after a jump', async () => {
    const vrm = await loadVrm(smallVrm({ version }));
    const binding = bindVrm(vrm);
    const hair = vrm.scene.getObjectByName('hair')!;
    const rest = hair.quaternion.clone();
    const player = playTo(binding, motion, 0);
    void player.play();
    let largest = 0;
    for (let i = 0; i < 60; i++) {
      player.update(1 / 60);
      largest = Math.max(largest, hair.quaternion.angleTo(rest));
    }
    expect(largest).toBeGreaterThan(0.02);
    player.pause();
    player.currentTime = 8;
    expect(hair.quaternion.angleTo(rest)).toBeLessThan(1e-6);
    player.update(0);
    expect(hair.quaternion.angleTo(rest)).toBeLessThan(1e-6);
    void player.play();
    player.update(1 / 60);
    // from its place at the jump, not from where the head was before
    expect(hair.quaternion.angleTo(rest)).toBeLessThan(0.2);
  });

  test('after a jump hair hangs where stiffness and gravity balance, and stays there', async () => {
    const vrm = await loadVrm(smallVrm({ version, gravityPower: 0.75 }));
    // face down; VMD turns the other way about x
    const player = playTo(bindVrm(vrm), turned({ 頭: [0, -50] }), 0);
    const hair = vrm.scene.getObjectByName('hair')!;
    const direction = (): Vector3 => {
      vrm.scene.updateMatrixWorld(true);
      return new Vector3(0, -0.2, version === '0' ? 0.1 : -0.1)
        .normalize()
        .transformDirection(hair.matrixWorld);
    };
    // The strand rests along (0, −2, −1) / √5. In the lowered head that is turned by 50° about x. Gravity
    // adds (0, −0.75, 0).
    const [sine, cosine] = [Math.sin((50 * Math.PI) / 180), Math.cos((50 * Math.PI) / 180)];
    const [y, z] = [(-2 * cosine + sine) / Math.sqrt(5) - 0.75, (-2 * sine - cosine) / Math.sqrt(5)];
    const hanging = new Vector3(0, y, version === '0' ? -z : z).normalize();
    expect(direction().angleTo(hanging)).toBeLessThan(0.01);
    void player.play();
    for (let i = 0; i < 30; i++) {
      player.update(1 / 60);
      expect(direction().angleTo(hanging)).toBeLessThan(0.01);
    }
  });

  test('bones and expressions that it lacks are listed', async () => {
    const { missing } = bindVrm(await loadVrm(smallVrm({ version })));
    expect(missing.bones).toContain('jaw');
    expect(missing.bones).toContain('upperChest');
    expect(missing.bones).not.toContain('leftEye');
    expect(missing.morphs).toContain('い');
    expect(missing.morphs).not.toContain('あ');
  });
});

test('a slow frame moves springs in steps of at most 1/30 s, each with the pose of its time', async () => {
  const vrm = await loadVrm(smallVrm());
  const steps: number[] = [];
  const heights: number[] = [];
  const update = vrm.update.bind(vrm);
  const binding = bindVrm(vrm);
  vrm.update = (delta) => {
    steps.push(delta);
    heights.push(binding.pose.hips[1]);
    update(delta);
  };
  const rise = createVmd({
    bones: [
      { name: 'センター', frame: 0, position: [0, -6, 0] },
      { name: 'センター', frame: 30, position: [0, 0, 0] },
    ],
  });
  const player = playTo(binding, Motion.from(rise), 0);
  void player.play();
  steps.length = heights.length = 0;
  player.update(0.1);
  expect(steps.length).toBe(3);
  steps.forEach((step) => expect(step).toBeCloseTo(1 / 30, 9));
  // 6 units in a second: 0.2 units of 0.090265 m in each step
  expect(heights[1] - heights[0]).toBeCloseTo(0.2 * binding.pose.unit, 4);
  expect(heights[2] - heights[1]).toBeCloseTo(0.2 * binding.pose.unit, 4);
  steps.length = 0;
  player.update(1 / 60);
  expect(steps).toEqual([1 / 60]);
});

test('a pause of five seconds simulates its last second only', async () => {
  const vrm = await loadVrm(smallVrm());
  const binding = bindVrm(vrm);
  const steps: number[] = [];
  vrm.update = (delta) => void steps.push(delta);
  binding.update(5);
  expect(steps).toHaveLength(30);
  expect(Math.max(...steps)).toBeCloseTo(1 / 30, 9);
});

test('a crossfade is halfway between two motions after half of its time', async () => {
  const vrm = await loadVrm(smallVrm());
  const binding = bindVrm(vrm);
  const player = new MotionPlayer();
  player.add(binding, turned({ 頭: [1, 0] }));
  player.crossfade(binding, turned({ 頭: [1, -60] }), 1);
  player.update(0.5);
  const head = vrm.humanoid.getRawBoneNode('head')!;
  expect((head.quaternion.angleTo(new Quaternion()) * 180) / Math.PI).toBeCloseTo(30, 4);
});

test('`adjust`, the idle motion and an AnimationMixer on the pose target move the avatar', async () => {
  const vrm = await loadVrm(smallVrm());
  const binding = bindVrm(vrm);
  const head = vrm.humanoid.getRawBoneNode('head')!;
  const degrees = (): number => (head.quaternion.angleTo(new Quaternion()) * 180) / Math.PI;
  const player = new MotionPlayer();
  player.idle = turned({ 頭: [0, 12] });
  const index = binding.rig.boneIndex('首');
  let isAdjusted = false;
  player.add(binding, undefined, {
    adjust: ({ pose }) => {
      if (isAdjusted) pose.rotations.set([0, Math.SQRT1_2, 0, Math.SQRT1_2], 4 * index);
    },
  });
  player.update(1 / 60);
  expect(degrees()).toBeCloseTo(12, 4);
  isAdjusted = true;
  player.update(1 / 60);
  const neck = vrm.humanoid.getRawBoneNode('neck')!;
  expect((neck.quaternion.angleTo(new Quaternion()) * 180) / Math.PI).toBeCloseTo(90, 4);

  binding.rig.pose.reset();
  const mixer = new AnimationMixer(binding.poseTarget);
  mixer.clipAction(createAnimationClip(turned({ 頭: [0, 25] }), binding.poseTarget)).play();
  mixer.update(0.1);
  binding.poseTarget.save();
  binding.rig.pose.rotations.fill(0);
  binding.rig.pose.reset();
  binding.update(1 / 60);
  expect(degrees()).toBeCloseTo(0, 4);
  // prettier-ignore
  expect(binding.rig.pose.rotations[4 * binding.rig.boneIndex('頭')]).toBeCloseTo(-Math.sin((12.5 * Math.PI) / 180), 5);
  binding.update(1 / 60);
  expect(degrees()).toBeCloseTo(25, 4);
});

test('a follower dances with its leader, on one rig, until it is released', async () => {
  const [first, second] = [await loadVrm(smallVrm()), await loadVrm(smallVrm({ version: '0' }))];
  const leader = bindVrm(first);
  const follower = bindVrm(second, { rig: leader.rig });
  leader.lead(follower);
  let resets = 0;
  const reset = second.springBoneManager!.reset.bind(second.springBoneManager);
  second.springBoneManager!.reset = () => {
    resets += 1;
    reset();
  };
  const player = playTo(leader, motion, 77);
  expect(resets).toBeGreaterThan(0);
  expect(largestError(second, follower)).toBeLessThan(1e-6);
  expect([...follower.pose.worldPositions]).toEqual([...leader.pose.worldPositions]);
  leader.release(follower);
  player.currentTime = 4;
  expect([...follower.pose.hips]).not.toEqual([...leader.pose.hips]);
  expect(() => leader.lead(bindVrm(first))).toThrow('on the rig of its leader');
  expect(() => bindVrm(first, { rig: leader.rig, source: standardSource() })).toThrow('`rig`');
});

test('an avatar takes over the pose of another model’s rig', async () => {
  const vrm = await loadVrm(smallVrm());
  const rig = new Rig(standardSource());
  const binding = bindVrm(vrm, { rig });
  rig.pose.rotations.set([0, 0, Math.sin(0.2), Math.cos(0.2)], 4 * rig.boneIndex('頭'));
  binding.update(0);
  const head = vrm.humanoid.getRawBoneNode('head')!;
  expect(head.quaternion.angleTo(new Quaternion())).toBeCloseTo(0, 6); // nothing has solved the rig yet
  rig.solve();
  rig.solveAfterPhysics();
  binding.update(0);
  expect(head.quaternion.angleTo(new Quaternion())).toBeCloseTo(0.4, 6);
});

test('the avatar is hidden while the motion hides the model, and stays hidden if the page hid it', async () => {
  const vrm = await loadVrm(smallVrm());
  const binding = bindVrm(vrm);
  binding.rig.pose.visible = false;
  binding.update(0);
  expect(vrm.scene.visible).toBe(false);
  binding.rig.pose.visible = true;
  binding.update(0);
  expect(vrm.scene.visible).toBe(true);
  vrm.scene.visible = false;
  binding.update(0);
  expect(vrm.scene.visible).toBe(false);
});

test('a target of the look-at of three-vrm wins over the eyes of the dance', async () => {
  const vrm = await loadVrm(smallVrm({ looksBy: 'expression' }));
  const target = new Object3D();
  target.position.set(10, 1.6, 0.06); // to its left
  target.updateMatrixWorld();
  vrm.lookAt!.target = target;
  playTo(bindVrm(vrm), Motion.from(), 0);
  expect(vrm.lookAt!.yaw).toBeCloseTo(90, 0);
});

test('a rig without legs is an error that names them', async () => {
  const vrm = await loadVrm(smallVrm());
  const source = createSkeletonDefinition([{ name: '下半身', position: [0, 1, 0], parent: -1 }]);
  expect(() => bindVrm(vrm, { source })).toThrow('左足');
});

describe.skipIf(!hasCorpus)('real avatars', () => {
  const dances = new Map(hasCorpus ? realMotions(CORPUS) : []);

  test.each([
    ['wavefile', 'EmissionMigration_v0.107.0.vrm'],
    ['wavefile', 'VRMC_materials_mtoon_UV_Animation_Test.vrm'],
    ['wavefile', 'VRMC_vrm_expressions_isBinary_Overridden.vrm'],
    ['wavefile', 'debug_robot.vrm'],
    ['kishimen', 'EmissionMigration_v0.107.0.vrm'],
    ['kishimen', 'VRMC_materials_mtoon_UV_Animation_Test.vrm'],
  ])(
    '%s on %s: raw bones are where the pose says, and expressions have the weights of the dance',
    async (danceName, name) => {
      const vrm = await loadVrm(readCorpus(`vrm/${name}`));
      const binding = bindVrm(vrm);
      const dance = dances.get(danceName)!;
      const player = playTo(binding, dance, 0);
      const vowels = new Map([
        ['あ', 'aa'],
        ['い', 'ih'],
        ['う', 'ou'],
        ['え', 'ee'],
        ['お', 'oh'],
      ]);
      let compared = 0;
      for (let frame = 0; frame < dance.lastFrame; frame += 199) {
        player.currentTime = frame / 30;
        expect(largestError(vrm, binding), `frame ${frame}`).toBeLessThan(1e-5);
        for (const [morph, expression] of vowels) {
          const found = vrm.expressionManager?.getValue(expression);
          if (found === null || found === undefined) continue;
          const track = dance.morphs.get(morph);
          expect(found).toBeCloseTo(track ? sampleMorph(track, frame) : 0, 6);
          compared += 1;
        }
      }
      expect(compared > 0).toBe(Boolean(vrm.expressionManager?.getExpression('aa')));
    },
  );
});
