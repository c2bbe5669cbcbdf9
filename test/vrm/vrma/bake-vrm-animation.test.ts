import { type VRM, type VRMHumanBoneName, VRMUtils } from '@pixiv/three-vrm';
import { createVRMAnimationClip, VRMLookAtQuaternionProxy } from '@pixiv/three-vrm-animation';
import { createVmd, parseVmd, type Vmd } from '@odori/format';
import { addBoneKey, addMorphKey, addPropertyKey } from '@odori/format/internal';
import { Motion, sampleMorph } from '@odori/runtime/motion';
import { bindMotion, Rig } from '@odori/runtime/rig';
import { type Humanoid, HumanoidPose, readHumanoid, standardSource } from '@odori/vrm/humanoid';
import {
  bakeVrmAnimation,
  parseVrma,
  serializeVrma,
  type VrmAnimation,
  type VrmTrack,
} from '@odori/vrm/vrma';
import { AnimationMixer, Quaternion, Vector3 } from 'three';
import { readGlb } from '#src/vrm/glb/glb.js';
import { CORPUS, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { realMotions, syntheticMotion } from '#test/fidelity/humanoid/motions.mjs';
import { checkGlb } from '#test/vrm/check-glb.js';
import { loadVrm, loadVrma } from '#test/vrm/load-vrm.js';
import { vrmaProblems } from '#test/vrm/vrma/vrma-schema.js';
import { describe, expect, test } from 'vitest';

function motionOf(write: (vmd: Vmd) => void): Motion {
  const vmd = createVmd();
  write(vmd);
  return Motion.from(vmd);
}

/** A track's value at a time, by straight lines. */
function valueAt({ times, values }: VrmTrack, seconds: number, component = 0): number {
  const size = values.length / times.length;
  const next = times.findIndex((time) => time >= seconds);
  if (next < 0) return values[values.length - size + component];
  const before = Math.max(next - 1, 0);
  const t = next === before ? 0 : (seconds - times[before]) / (times[next] - times[before]);
  return values[size * before + component] * (1 - t) + values[size * next + component] * t;
}

describe('the standard skeleton', () => {
  const dance = motionOf((vmd) => {
    addBoneKey(vmd, { name: 'センター', frame: 0 });
    addBoneKey(vmd, { name: 'センター', frame: 30, position: [0, -3, 0] });
    addMorphKey(vmd, { name: 'あ', frame: 0, weight: 0 });
    addMorphKey(vmd, { name: 'あ', frame: 10, weight: 1 });
    addMorphKey(vmd, { name: 'ウィンク', frame: 4, weight: 0.5 });
    addMorphKey(vmd, { name: 'ウィンク２', frame: 4, weight: 0.25 });
    addBoneKey(vmd, { name: '両目', frame: 0, rotation: [0, -Math.sin(0.1), 0, Math.cos(0.1)] });
  });

  test('is a T-pose of 1.6 m that stands on the ground and faces +z', () => {
    const { bones, positions } = bakeVrmAnimation(dance, 'standard');
    const place = (bone: (typeof bones)[number]): number[] => [
      ...positions.subarray(3 * bones.indexOf(bone), 3 * bones.indexOf(bone) + 3),
    ];
    expect(place('head')[1]).toBeGreaterThan(1.3);
    expect(place('head')[1]).toBeLessThan(1.4);
    expect(place('leftFoot')[1]).toBeCloseTo(1.34 * 0.08, 3); // Miku's ankles are 1.34 units high
    expect(place('leftToes')[2]).toBeGreaterThan(place('leftFoot')[2]);
    const [upper, hand, finger] = [place('leftUpperArm'), place('leftHand'), place('leftIndexDistal')];
    expect(hand[0]).toBeGreaterThan(upper[0] + 0.3); // the left is +x
    expect([hand[1], hand[2], finger[1]]).toEqual([upper[1], upper[2], upper[1]]);
    expect(bones).not.toContain('leftEye');
  });

  test('gets the dance, scaled to its legs', () => {
    const { hips, positions } = bakeVrmAnimation(dance, 'standard');
    expect(hips!.times.at(-1)).toBe(1);
    expect(valueAt(hips!, 0, 1)).toBeCloseTo(positions[1], 3);
    expect(valueAt(hips!, 1, 1)).toBeCloseTo(positions[1] - 3 * 0.08, 2);
  });

  test('has expressions as they are keyed, with the largest of several morphs', () => {
    const { presets } = bakeVrmAnimation(dance, 'standard');
    expect([...presets.keys()].toSorted()).toEqual(['aa', 'blinkLeft']);
    expect([...presets.get('aa')!.times].map((time) => Math.round(30 * time))).toEqual([0, 10, 30]);
    expect([...presets.get('aa')!.values]).toEqual([0, 1, 1]);
    expect(valueAt(presets.get('blinkLeft')!, 1)).toBe(0.5);
  });

  test('looks where the eyes of the dance look', () => {
    const { track } = bakeVrmAnimation(dance, 'standard').lookAt!;
    // MMD's −y is a turn to the right of the picture… as three's +y: to the avatar's left, by twice 0.1
    // radians
    expect(track!.values[1]).toBeCloseTo(Math.sin(0.1), 3);
    expect(track!.values[0]).toBeCloseTo(0, 6);
  });

  test('keeps its length where nothing moves', () => {
    const still = motionOf((vmd) => {
      addBoneKey(vmd, { name: 'センター', frame: 0 });
      addBoneKey(vmd, { name: 'センター', frame: 60 });
    });
    expect([...bakeVrmAnimation(still, 'standard').hips!.times]).toEqual([0, 2]);
  });

  test('jumps where IK is switched', () => {
    const switched = motionOf((vmd) => {
      addBoneKey(vmd, { name: '左足ＩＫ', frame: 0, position: [0, 4, 0] });
      addBoneKey(vmd, { name: '左足ＩＫ', frame: 20, position: [0, 4, 0] });
      addPropertyKey(vmd, { frame: 0, ik: [{ name: '左足ＩＫ', enabled: true }] });
      addPropertyKey(vmd, { frame: 10, ik: [{ name: '左足ＩＫ', enabled: false }] });
    });
    const knee = bakeVrmAnimation(switched, 'standard').rotations.get('leftLowerLeg')!;
    expect(valueAt(knee, 9.99 / 30, 3)).toBeLessThan(0.9); // bent
    expect(valueAt(knee, 10 / 30 + 1e-6, 3)).toBeGreaterThan(0.99);
    const pair = knee.times.findIndex((time, i) => i > 0 && time - knee.times[i - 1] < 1e-6);
    expect(knee.times[pair]).toBeCloseTo(1 / 3, 6);
  });

  test('refuses a tolerance of 0', () => {
    expect(() => bakeVrmAnimation(dance, 'standard', { tolerance: { angle: 0 } })).toThrow(
      'tolerance.angle must be above 0',
    );
  });
});

/** Places and rotations of an avatar that plays a file through three-vrm, beside those of the live pose. */
class Played {
  readonly vrm: VRM;
  readonly #mixer: AnimationMixer;

  constructor(vrm: VRM, mixer: AnimationMixer) {
    this.vrm = vrm;
    this.#mixer = mixer;
  }

  static async load(avatar: Uint8Array, vrma: Uint8Array): Promise<Played> {
    const vrm = await loadVrm(avatar);
    VRMUtils.rotateVRM0(vrm);
    if (vrm.lookAt) {
      const proxy = new VRMLookAtQuaternionProxy(vrm.lookAt);
      proxy.name = 'lookAt';
      vrm.scene.add(proxy);
    }
    const mixer = new AnimationMixer(vrm.scene);
    mixer.clipAction(createVRMAnimationClip(await loadVrma(vrma), vrm)).play();
    return new Played(vrm, mixer);
  }

  show(seconds: number): void {
    this.#mixer.setTime(seconds);
    this.vrm.update(0);
    this.vrm.scene.updateMatrixWorld(true);
  }

  place(bone: VRMHumanBoneName): Vector3 {
    return this.vrm.humanoid.getRawBoneNode(bone)!.getWorldPosition(new Vector3());
  }

  rotation(bone: VRMHumanBoneName): Quaternion {
    return this.vrm.humanoid.getRawBoneNode(bone)!.getWorldQuaternion(new Quaternion());
  }
}

/** The 99th percentile. */
function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(0.99 * (values.length - 1))];
}

/** Errors of a played file: degrees of raw bones since the rest pose, metres. */
async function compare(
  avatar: Uint8Array,
  humanoid: Humanoid,
  motion: Motion,
  vrma: Uint8Array,
): Promise<{ degrees: number[]; metres: number[] }> {
  const played = await Played.load(avatar, vrma);
  played.vrm.humanoid.resetNormalizedPose();
  played.vrm.update(0);
  played.vrm.scene.updateMatrixWorld(true);
  const bones = humanoid.bones.filter((bone) => !bone.endsWith('Eye'));
  const rest = new Map(bones.map((bone) => [bone, played.rotation(bone).invert()]));
  const rig = new Rig(standardSource(), { shearKnees: false });
  const pose = new HumanoidPose(rig, humanoid);
  const binding = bindMotion(motion, rig);
  const result = { degrees: [] as number[], metres: [] as number[] };
  for (let frame = 0; frame < motion.lastFrame; frame += 7) {
    binding.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
    pose.solve();
    played.show(frame / 30);
    for (const bone of bones) {
      const i = humanoid.bones.indexOf(bone);
      const expected = new Quaternion().fromArray(pose.worldRotations, 4 * i);
      const turn = played.rotation(bone).multiply(rest.get(bone)!);
      result.degrees.push((turn.angleTo(expected) * 180) / Math.PI);
      result.metres.push(played.place(bone).distanceTo(new Vector3().fromArray(pose.worldPositions, 3 * i)));
    }
  }
  return result;
}

describe.skipIf(!hasCorpus)('on avatars of other authors', () => {
  const motion = hasCorpus ? Motion.from(parseVmd(readCorpus('vmd/wavefile_v2.vmd'))) : undefined;

  test.each([
    ['EmissionMigration_v0.107.0', 0.25],
    ['VRMC_materials_mtoon_UV_Animation_Test', 0.25],
    ['debug_robot', 0.25],
    // no fingers: its legs, which IK moves at every frame, are most of the file
    ['VRMC_vrm_expressions_isBinary_Overridden', 0.36],
  ])('a dance plays on %s through three-vrm as it does live', async (name, most) => {
    const avatar = readCorpus(`vrm/${name}.vrm`);
    const humanoid = readHumanoid(avatar);
    const animation = bakeVrmAnimation(motion!, humanoid);
    const bytes = serializeVrma(animation);
    await checkGlb(bytes);
    expect(vrmaProblems(readGlb(bytes).json)).toEqual([]);
    const unreduced = (motion!.lastFrame + 1) * (animation.rotations.size * (4 + 16) + (4 + 12));
    expect(bytes.length / unreduced).toBeLessThan(most);
    const { degrees, metres } = await compare(avatar, humanoid, motion!, bytes);
    expect(degrees.length).toBeGreaterThan(5000);
    expect(p99(degrees)).toBeLessThan(0.1);
    expect(p99(metres)).toBeLessThan(0.001);
  });

  test('KAITO’s dance from MMD’s sample project plays through three-vrm as it does live', async () => {
    const avatar = readCorpus('vrm/EmissionMigration_v0.107.0.vrm');
    const humanoid = readHumanoid(avatar);
    const [, [, kishimen]] = realMotions(CORPUS);
    const bytes = serializeVrma(bakeVrmAnimation(kishimen, humanoid));
    await checkGlb(bytes);
    expect(vrmaProblems(readGlb(bytes).json)).toEqual([]);
    const { degrees, metres } = await compare(avatar, humanoid, kishimen, bytes);
    expect(degrees.length).toBeGreaterThan(5000);
    expect(p99(degrees)).toBeLessThan(0.1);
    expect(p99(metres)).toBeLessThan(0.001);
  });

  test.each(['EmissionMigration_v0.107.0', 'VRMC_materials_mtoon_UV_Animation_Test'])(
    'full turns, switches of IK, parents of leg IKs and twists play on %s as they do live',
    async (name) => {
      const avatar = readCorpus(`vrm/${name}.vrm`);
      const humanoid = readHumanoid(avatar);
      const turning = syntheticMotion();
      const animation = bakeVrmAnimation(turning, humanoid);
      const bytes = serializeVrma(animation);
      await checkGlb(bytes);
      const unreduced = (turning.lastFrame + 1) * (animation.rotations.size * (4 + 16) + (4 + 12));
      expect(bytes.length / unreduced).toBeLessThan(0.25);
      const { degrees, metres } = await compare(avatar, humanoid, turning, bytes);
      expect(p99(degrees)).toBeLessThan(0.1);
      expect(p99(metres)).toBeLessThan(0.001);
    },
  );

  test('lips and blinks are those of the motion', async () => {
    const avatar = readCorpus('vrm/EmissionMigration_v0.107.0.vrm');
    const animation = bakeVrmAnimation(motion!, readHumanoid(avatar));
    const track = motion!.morphs.get('あ')!;
    const { times, values } = animation.presets.get('aa')!;
    expect(times.length).toBeGreaterThan(100);
    times.forEach((time, key) => {
      expect(Math.abs(values[key] - sampleMorph(track, Math.round(30 * time)))).toBeLessThan(1e-6);
    });
    const played = await Played.load(avatar, serializeVrma(animation));
    for (let frame = 0; frame < motion!.lastFrame; frame += 13) {
      played.show(frame / 30);
      // 32-bit times are up to 4e-6 s off after a minute, in which lips open by a ten-thousandth
      expect(played.vrm.expressionManager!.getValue('aa')).toBeCloseTo(sampleMorph(track, frame), 4);
    }
  });

  test('a file that is read back plays the same', () => {
    const animation = bakeVrmAnimation(motion!.slice(0, 200), 'standard');
    const again: VrmAnimation = parseVrma(serializeVrma(animation));
    expect(again.bones).toEqual(animation.bones);
    expect([...again.rotations.keys()]).toEqual([...animation.rotations.keys()]);
    expect(again.hips!.times).toEqual(animation.hips!.times);
    expect(again.presets).toEqual(animation.presets);
  });
});
