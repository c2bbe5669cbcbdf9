import { createVmd } from '@odori/format';
import { addBoneKey } from '@odori/format/internal';
import { Motion } from '@odori/runtime/motion';
import { bindMotion } from '@odori/runtime';
import { bakeVrmAnimation, bindVrm, readHumanoid, serializeVrma } from '@odori/vrm';
import { createVRMAnimationClip, VRMLookAtQuaternionProxy } from '@pixiv/three-vrm-animation';
import type { VRM, VRMHumanBoneName } from '@pixiv/three-vrm';
import { AnimationMixer, Euler, MathUtils, Quaternion, Vector3 } from 'three';
import { eyesOfGaze, gazeOfEyes } from '#src/vrm/vrma/eye-ranges.js';
import { vrm1Json } from '#test/vrm/avatar-file.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { loadVrm, loadVrma } from '#test/vrm/load-vrm.js';
import { smallVrm } from '#test/vrm/small-vrm.js';
import { describe, expect, test } from 'vitest';

const range = (
  inputMaxValue: number,
  outputScale: number,
): { inputMaxValue: number; outputScale: number } => ({
  inputMaxValue,
  outputScale,
});

describe('the gaze for which eyes turn by an angle', () => {
  const ranges = { inner: range(60, 6), outer: range(90, 18), down: range(40, 10), up: range(80, 10) };

  test.each([
    // Up to 60° of gaze, the eyes turn by 1/10 and 1/5 of it: their mean by 3/20. Then the inner one stays at
    // 6°.
    [
      [6, 0],
      [40, 0],
    ],
    [
      [-9, 0],
      [-60, 0],
    ],
    [
      [10.5, 0],
      [75, 0],
    ], // (6 + 75 / 5) / 2
    [
      [0, 5],
      [0, 20],
    ], // down: 5 · 40 / 10
    [
      [0, -5],
      [0, -40],
    ], // up: 5 · 80 / 10
    [
      [0, 0],
      [0, 0],
    ],
  ] as const)('eyes at %j: %j', (eyes, gaze) => {
    const found = gazeOfEyes(eyes, ranges);
    gaze.forEach((angle, i) => expect(found[i]).toBeCloseTo(angle, 9));
    eyesOfGaze(found, ranges).forEach((angle, i) => expect(angle).toBeCloseTo(eyes[i], 9));
  });

  test('is the one at which they turn no further, if they cannot turn so far', () => {
    expect(gazeOfEyes([-50, 50], ranges)).toEqual([-90, 40]);
    expect(gazeOfEyes([0, 50], { ...ranges, down: range(90, 10) })[1]).toBe(89); // straight down has no yaw
  });

  test('is their own angle, if they never turn', () => {
    const still = range(90, 0);
    expect(gazeOfEyes([7, -3], { inner: still, outer: still, down: still, up: still })).toEqual([7, -3]);
  });
});

/** Where the eyes look: yaw and pitch in degrees, positive to the left and downwards. */
function glances(keys: readonly (readonly [frame: number, yaw: number, pitch: number])[]): Motion {
  const vmd = createVmd();
  for (const [frame, yaw, pitch] of keys) {
    const { x, y, z, w } = new Quaternion().setFromEuler(
      new Euler(MathUtils.degToRad(pitch), MathUtils.degToRad(yaw), 0, 'YXZ'),
    );
    addBoneKey(vmd, { name: '両目', frame, rotation: [-x, -y, z, w] }); // in MMD's space
  }
  return Motion.from(vmd);
}

/** The direction of an eye, whose bone is not turned at rest. Its roll is not part of a gaze. */
function eyeOf(vrm: VRM, bone: VRMHumanBoneName): Vector3 {
  return new Vector3(0, 0, 1).applyQuaternion(vrm.humanoid.getRawBoneNode(bone)!.quaternion);
}

describe.each(['0', '1'] as const)(
  'an avatar of VRM %s whose eyes turn by a ninth of its gaze',
  (version) => {
    const file = smallVrm({ version }); // 10° at a gaze of 90°

    /**
     * The largest angle in degrees between its eyes in a VRMA that three-vrm plays and those of the live
     * avatar.
     */
    async function worstEye(motion: Motion): Promise<number> {
      const [live, played] = [await loadVrm(file), await loadVrm(file)];
      const binding = bindVrm(live);
      const dance = bindMotion(motion, binding.rig);
      const proxy = new VRMLookAtQuaternionProxy(played.lookAt!);
      proxy.name = 'lookAt';
      played.scene.add(proxy);
      const mixer = new AnimationMixer(played.scene);
      const vrma = await loadVrma(serializeVrma(bakeVrmAnimation(motion, readHumanoid(file))));
      mixer.clipAction(createVRMAnimationClip(vrma, played)).play();
      let worst = 0;
      for (let frame = 0; frame < motion.lastFrame; frame++) {
        dance.sample(frame);
        binding.update(0);
        mixer.setTime(frame / 30);
        played.update(0);
        for (const eye of ['leftEye', 'rightEye'] as const)
          worst = Math.max(worst, MathUtils.radToDeg(eyeOf(played, eye).angleTo(eyeOf(live, eye))));
      }
      return worst;
    }

    test('turns them in a VRMA as it does live', async () => {
      // prettier-ignore
      const motion = glances([[0, 0, 0], [10, 9, 2], [25, -8, -7], [40, 3, 8.5], [41, -5, 0], [60, 0, 0]]);
      expect(await worstEye(motion)).toBeLessThan(0.1);
    });

    test('turns them as far as it can where the dance turns them further', async () => {
      const motion = glances([[0, 14, 0], [30, 14, 0]]); // prettier-ignore
      expect(await worstEye(motion)).toBeCloseTo(4, 1);
    });

    test('has a gaze nine times as large in its file; the standard skeleton has that of the dance', () => {
      const motion = glances([[0, 5, 0], [30, 5, 0]]); // prettier-ignore
      const yawOf = (avatar: Parameters<typeof bakeVrmAnimation>[1]): number => {
        const [x, y, z, w] = bakeVrmAnimation(motion, avatar).lookAt!.track!.values;
        expect(Math.abs(x) + Math.abs(z)).toBe(0);
        return 2 * MathUtils.radToDeg(Math.atan2(y, w));
      };
      expect(yawOf(readHumanoid(file))).toBeCloseTo(45, 3);
      expect(yawOf('standard')).toBeCloseTo(5, 3);
    });
  },
);

test('a loaded avatar has the ranges of its file', async () => {
  const { humanoid } = bindVrm(await loadVrm(smallVrm()));
  expect(humanoid.lookAt!.eyeRanges).toEqual(readHumanoid(smallVrm()).lookAt!.eyeRanges);
  expect(humanoid.lookAt!.eyeRanges!.down).toEqual({ inputMaxValue: 90, outputScale: 10 });
});

test.each([
  ['of negative and zero numbers', { inputMaxValue: 0, outputScale: -5 }],
  ['of huge numbers', { inputMaxValue: 1e308, outputScale: 1e308 }],
  ['of texts', { inputMaxValue: '90', outputScale: '10' }],
  ['that are lists', []],
])('ranges %s give a finite gaze', (_, broken) => {
  const json = vrm1Json();
  const { VRMC_vrm } = json.extensions!;
  VRMC_vrm['lookAt'] = { type: 'bone', rangeMapHorizontalOuter: broken, rangeMapVerticalUp: broken };
  const { humanBones } = VRMC_vrm['humanoid'] as { humanBones: Record<string, { node: number }> };
  humanBones['leftEye'] = { node: json.nodes.push({}) - 1 };
  // prettier-ignore
  const { lookAt } = bakeVrmAnimation(glances([[0, 9, -7], [30, -9, 7]]), readHumanoid(glbBytes(json)));
  expect(lookAt!.track!.values.length).toBeGreaterThan(4);
  expect(lookAt!.track!.values.every(Number.isFinite)).toBe(true);
});
