import {
  AnimationClip,
  type AnimationMixer,
  type Audio,
  NumberKeyframeTrack,
  Object3D,
  PerspectiveCamera,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import { afterEach, beforeEach, describe, expect, type Mock, type MockInstance, test, vi } from 'vitest';
import { createPageCameraClip } from '#src/mmd-loader/camera-clip.js';
import { createMeshClip } from '#src/mmd-loader/clips.js';
import { MMDAnimationHelper } from '#src/mmd-loader/mmd-animation-helper.js';
import type { PageModel } from '#src/mmd-loader/page-model.js';
import { ANKLE, CENTER, EYE, HAIR, HEAD, motionOf, pageMesh, placeOf, skinOf } from './page-mesh.js';

const close = (place: readonly number[]): unknown[] => place.map((x) => expect.closeTo(x, 5) as unknown);

/** A quarter turn about y, in MMD's space. */
const QUARTER: [number, number, number, number] = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

const RISING = motionOf({
  bones: [
    { name: 'センター', frame: 0 },
    { name: 'センター', frame: 30, position: [0, 6, 0] },
  ],
});

let warn: MockInstance;

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  warn.mockRestore();
});

async function added(motion = RISING, params = {}): Promise<{ helper: MMDAnimationHelper; page: PageModel }> {
  const page = await pageMesh();
  const helper = new MMDAnimationHelper(params);
  helper.add(page.mesh, { animation: createMeshClip(motion, page, ''), physics: false });
  return { helper, page };
}

describe('a mesh', () => {
  test('shows the first frame as soon as it is added, and moves with each update', async () => {
    const { helper, page } = await added(
      motionOf({ bones: [{ name: 'センター', frame: 0, position: [1, 0, 0] }] }),
    );
    expect(skinOf(page, CENTER)).toEqual([1, 8, 0]);
    const { helper: other, page: rising } = await added();
    other.update(0.5);
    expect(placeOf(rising.mesh, HEAD)).toEqual(close([0, 19, 1]));
    expect(helper.meshes).toEqual([page.mesh]);
  });

  test('cannot be added twice, and other objects cannot be added', async () => {
    const { helper, page } = await added();
    expect(() => helper.add(page.mesh)).toThrow("the mesh 'Test' was added before");
    expect(() => helper.add(new Object3D() as never)).toThrow(TypeError);
    expect(() => helper.add({ isSkinnedMesh: true } as never)).toThrow(/not from the MMDLoader/);
  });

  test('keeps its pose when it is removed, and can be added again', async () => {
    const { helper, page } = await added();
    helper.update(0.5);
    helper.remove(page.mesh).update(0.25);
    expect(placeOf(page.mesh, CENTER)).toEqual(close([0, 11, 0]));
    page.mesh.morphTargetInfluences![0] = 1;
    expect(placeOf(page.mesh, CENTER)).toEqual(close([0, 11, 0]));
    expect([helper.meshes, helper.objects.get(page.mesh)]).toEqual([[], undefined]);
    helper.add(page.mesh, { physics: false });
    expect(helper.meshes).toEqual([page.mesh]);
  });

  test('stays where it is for a time that is not a number', async () => {
    const { helper, page } = await added();
    for (const delta of [NaN, undefined as never, Infinity]) helper.update(delta);
    helper.update(0.5);
    expect(skinOf(page, CENTER)).toEqual(close([0, 11, 0]));
  });

  test('goes back for a negative time, and far for a long one', async () => {
    const { helper, page } = await added(RISING, { afterglow: 1 }); // 2 s
    helper.update(0.75).update(-0.25);
    expect(skinOf(page, CENTER)).toEqual(close([0, 11, 0]));
    helper.update(2000);
    expect(skinOf(page, CENTER)).toEqual(close([0, 11, 0]));
  });

  test('plays several clips at once', async () => {
    const page = await pageMesh();
    const turning = motionOf({ bones: [{ name: '頭', frame: 0, rotation: QUARTER }] });
    const animation = [RISING, turning].map((motion) => createMeshClip(motion, page, ''));
    const helper = new MMDAnimationHelper().add(page.mesh, { animation, physics: false });
    helper.update(0.5);
    expect(skinOf(page, CENTER)).toEqual(close([0, 11, 0]));
    expect(Math.abs(page.model.rig.worldRotations[4 * HEAD + 1])).toBeCloseTo(Math.SQRT1_2, 6);
  });

  test('plays a clip of the page, with the track names of r171', async () => {
    const page = await pageMesh();
    const track = new NumberKeyframeTrack('.morphTargetInfluences[あ]', [0, 1], [0, 1]);
    const helper = new MMDAnimationHelper().add(page.mesh, {
      animation: new AnimationClip('', 1, [track]),
      physics: false,
    });
    helper.update(0.25);
    expect(page.model.rig.morphWeights[0]).toBeCloseTo(0.25, 6);
  });
});

describe('the mixer of a mesh', () => {
  async function mixed(): Promise<{ helper: MMDAnimationHelper; page: PageModel; mixer: AnimationMixer }> {
    const { helper, page } = await added();
    return { helper, page, mixer: helper.objects.get(page.mesh)!.mixer! };
  }

  test('plays at the speed that the page sets', async () => {
    const { helper, page, mixer } = await mixed();
    mixer.timeScale = 0.5;
    helper.update(0.5);
    expect(skinOf(page, CENTER)).toEqual(close([0, 9.5, 0]));
  });

  test('can seek, also while the helper stands still', async () => {
    const { helper, page, mixer } = await mixed();
    mixer.setTime(0.25);
    expect(placeOf(page.mesh, CENTER)).toEqual(close([0, 9.5, 0]));
    mixer.setTime(0.5);
    helper.update(0);
    expect(skinOf(page, CENTER)).toEqual(close([0, 11, 0]));
  });

  test('moves the mesh itself, if a clip says so', async () => {
    const page = await pageMesh();
    const tracks = [new VectorKeyframeTrack('.position', [0, 1], [0, 0, 0, 4, 0, 0])];
    const helper = new MMDAnimationHelper().add(page.mesh, { animation: new AnimationClip('', 1, tracks) });
    helper.update(0.5);
    expect(page.mesh.position.x).toBe(2);
  });

  test('blends two clips before IK is solved', async () => {
    const { helper, page, mixer } = await mixed();
    const [sunk, still] = [-4, 0].map((y) =>
      motionOf({ bones: [{ name: 'センター', frame: 0, position: [0, y, 0] }] }),
    );
    mixer.stopAllAction();
    for (const motion of [sunk, still])
      mixer
        .clipAction(createMeshClip(motion, page, ''))
        .setEffectiveWeight(0.5)
        .play();
    helper.update(0);
    expect(skinOf(page, CENTER)).toEqual(close([0, 6, 0]));
    expect(skinOf(page, ANKLE)[1]).toBeCloseTo(1, 1); // on its IK bone, which rests
  });
});

describe('lengths', () => {
  test('all motions have the length of the longest one, with the afterglow', async () => {
    const { helper, page } = await added(RISING, { afterglow: 2 });
    const camera = new PerspectiveCamera();
    const shots = motionOf({ cameras: [{ frame: 0 }, { frame: 120 }] });
    helper.add(camera, { animation: createPageCameraClip(shots, '') });
    expect(helper.objects.get(page.mesh)!.duration).toBe(6); // 120 frames and 2 seconds
    helper.update(5);
    expect(skinOf(page, CENTER)).toEqual(close([0, 14, 0])); // holds its end
    helper.update(1.5);
    expect(skinOf(page, CENTER)).toEqual(close([0, 11, 0])); // 0.5 s into the second time
    helper.remove(camera);
    expect(helper.objects.get(page.mesh)!.duration).toBe(3);
  });

  test('with sync off, each motion keeps its own', async () => {
    const { helper, page } = await added(RISING, { sync: false, afterglow: 2 });
    expect(helper.objects.get(page.mesh)!.duration).toBeUndefined();
    helper.update(1.5);
    expect(skinOf(page, CENTER)).toEqual(close([0, 11, 0]));
  });
});

describe('enable', () => {
  test('ik off leaves legs to their keyframes, and on again solves them', async () => {
    const { helper, page } = await added(
      motionOf({ bones: [{ name: 'センター', frame: 0, position: [0, -3, 0] }] }),
    );
    helper.update(0);
    expect(skinOf(page, ANKLE)[1]).toBeCloseTo(1, 1);
    helper.enable('ik', false).update(0);
    expect(skinOf(page, ANKLE)).toEqual(close([1, -2, 0]));
    helper.enable('ik', true).update(0);
    expect(skinOf(page, ANKLE)[1]).toBeCloseTo(1, 1);
  });

  test('grant off leaves bones that append to their keyframes', async () => {
    const { helper, page } = await added(
      motionOf({ bones: [{ name: '両目', frame: 0, rotation: QUARTER }] }),
    );
    const { worldRotations } = page.model.rig;
    expect(Math.abs(worldRotations[4 * EYE + 1])).toBeCloseTo(Math.sin(Math.PI / 8), 6);
    helper.enable('grant', false).update(0);
    expect(worldRotations[4 * EYE + 1]).toBe(0);
    helper.enable('grant', true).update(0);
    expect(Math.abs(worldRotations[4 * EYE + 1])).toBeCloseTo(Math.sin(Math.PI / 8), 6);
  });

  test('animation off stops the motion', async () => {
    const { helper, page } = await added();
    helper.update(0.5);
    helper.enable('animation', false).update(0.25);
    expect(skinOf(page, CENTER)).toEqual(close([0, 11, 0]));
  });

  test('physics is on by default, and off gives hair back to its keyframes', async () => {
    const page = await pageMesh();
    const helper = new MMDAnimationHelper().add(page.mesh);
    expect(page.model.physics!.mode).toBe('keyframes');
    for (let frame = 0; frame < 30; frame++) helper.update(1 / 60);
    expect(skinOf(page, HAIR)[1]).toBeLessThan(17); // nothing holds it
    helper.enable('physics', false).update(1 / 60);
    expect(skinOf(page, HAIR)).toEqual([0, 18, -2]);
  });

  test('is the same as writing to enabled', async () => {
    const page = await pageMesh();
    const helper = new MMDAnimationHelper().add(page.mesh);
    helper.enabled.physics = false;
    for (let frame = 0; frame < 30; frame++) helper.update(1 / 60);
    expect(skinOf(page, HAIR)).toEqual([0, 18, -2]);
    helper.enabled.physics = true;
    for (let frame = 0; frame < 30; frame++) helper.update(1 / 60);
    expect(skinOf(page, HAIR)[1]).toBeLessThan(17);
  });

  test('does not know other features', () => {
    expect(() => new MMDAnimationHelper().enable('morph', true)).toThrow("enable() does not know 'morph'");
  });
});

describe('physics', () => {
  test('has the gravity, steps and limits that the page gives', async () => {
    const page = await pageMesh();
    const helper = new MMDAnimationHelper();
    helper.add(page.mesh, { unitStep: 1 / 120, maxStepNum: 5, gravity: new Vector3(0, -10, 1) });
    const physics = page.model.physics!;
    expect([...physics.gravity]).toEqual([0, -10, 1]);
    expect([physics.substep, physics.maxSubsteps]).toEqual([1 / 120, 5]);
    expect(helper.objects.get(page.mesh)!.physics!.gravity.toArray()).toEqual([0, -10, 1]);
  });

  test('physics: false leaves it off', async () => {
    const { page } = await added();
    expect(page.model.physics!.mode).toBe('off');
  });

  test('starts anew where the motion begins again, unless resetPhysicsOnLoop is off', async () => {
    for (const resetPhysicsOnLoop of [true, false]) {
      const page = await pageMesh();
      const helper = new MMDAnimationHelper({ resetPhysicsOnLoop });
      helper.add(page.mesh, { animation: createMeshClip(RISING, page, '') });
      const reset = vi.spyOn(page.model.physics!, 'reset');
      for (let frame = 0; frame < 50; frame++) helper.update(1 / 30);
      expect(reset).toHaveBeenCalledTimes(resetPhysicsOnLoop ? 1 : 0);
    }
  });

  test('onBeforePhysics sees the posed bones, and what it writes lasts for the frame', async () => {
    const page = await pageMesh();
    const helper = new MMDAnimationHelper().add(page.mesh, { animation: createMeshClip(RISING, page, '') });
    const heights: number[] = [];
    helper.onBeforePhysics = (mesh) => {
      heights.push(mesh.skeleton.bones[CENTER].position.y);
      mesh.skeleton.bones[HEAD].position.y += 2;
      mesh.skeleton.bones[2].position.y += 4; // the leg, which IK has turned before
    };
    helper.update(0.5);
    expect(skinOf(page, HEAD)).toEqual(close([0, 21, 1]));
    expect(skinOf(page, ANKLE)[1]).toBeGreaterThan(4.5); // 1 + 4
    helper.update(0);
    expect(heights).toEqual(close([11, 11]));
    expect(skinOf(page, HEAD)).toEqual(close([0, 21, 1])); // not 23
  });

  test('without physics there is nothing before it: onBeforePhysics is not called', async () => {
    const { helper } = await added();
    helper.onBeforePhysics = vi.fn<() => void>();
    helper.update(0.5);
    expect(helper.onBeforePhysics).not.toHaveBeenCalled();
  });
});

describe('pose', () => {
  const LIFTED = { bones: [{ name: 'センター', translation: [0, -1, 0], quaternion: [0, 0, 0, 1] }] };

  test('poses a mesh that was not added, from rest', async () => {
    const page = await pageMesh();
    const helper = new MMDAnimationHelper();
    helper.pose(page.mesh, LIFTED);
    helper.pose(page.mesh, LIFTED);
    expect(placeOf(page.mesh, HEAD)).toEqual([0, 15, 1]);
  });

  test('adds to the pose with resetPose: false, and ignores bones that the mesh lacks', async () => {
    const page = await pageMesh();
    const helper = new MMDAnimationHelper();
    helper.pose(page.mesh, LIFTED);
    const other = { name: '左目', translation: [0, 1, 0], quaternion: [0, 0, 0, 1] };
    helper.pose(page.mesh, { bones: [...LIFTED.bones, other] }, { resetPose: false });
    expect(placeOf(page.mesh, HEAD)).toEqual([0, 14, 1]);
  });

  test('without ik and grant, these stay off until the next pose', async () => {
    const page = await pageMesh();
    const helper = new MMDAnimationHelper();
    helper.pose(page.mesh, LIFTED, { ik: false, grant: false });
    expect(skinOf(page, ANKLE)).toEqual(close([1, 0, 0]));
    page.mesh.morphTargetInfluences![0] = 1; // makes the mesh solve again
    expect(placeOf(page.mesh, ANKLE)).toEqual(close([1, 0, 0]));
    helper.pose(page.mesh, LIFTED);
    expect(skinOf(page, ANKLE)[1]).toBeCloseTo(1, 1);
  });

  test('of a mesh that is animated lasts until the next update, as mesh.pose() does', async () => {
    const motion = motionOf({ bones: [{ name: 'センター', frame: 0, position: [3, 0, 0] }] });
    const { helper, page } = await added(motion);
    helper.pose(page.mesh, LIFTED);
    expect(placeOf(page.mesh, HEAD)).toEqual([0, 15, 1]);
    helper.update(0.1);
    expect(skinOf(page, HEAD)).toEqual([3, 16, 1]);
    page.mesh.pose();
    expect(placeOf(page.mesh, HEAD)).toEqual([0, 16, 1]);
    helper.update(0.1);
    expect(skinOf(page, HEAD)).toEqual([3, 16, 1]);
  });

  test('keeps the morphs of sliders', async () => {
    const page = await pageMesh();
    page.mesh.morphTargetInfluences![0] = 0.5;
    new MMDAnimationHelper().pose(page.mesh, LIFTED);
    expect(page.model.rig.morphWeights[0]).toBe(0.5);
  });
});

describe('a camera', () => {
  const shots = motionOf({
    cameras: [
      { frame: 0, distance: -30, fov: 40 },
      { frame: 30, distance: -50, fov: 20 },
    ],
  });

  test('moves around the target of the motion', () => {
    const camera = new PerspectiveCamera();
    const helper = new MMDAnimationHelper();
    helper.add(camera, { animation: createPageCameraClip(shots, '') });
    expect(camera.fov).toBe(40);
    helper.update(0.5);
    const { y } = helper.cameraTarget.position;
    expect(camera.position.toArray()).toEqual(close([0, y, 40]));
    expect(camera.fov).toBeCloseTo(30, 6);
  });

  test('has the target as a child, as in r171', () => {
    const camera = new PerspectiveCamera();
    const helper = new MMDAnimationHelper().add(camera);
    expect(camera.getObjectByName('target')).toBe(helper.cameraTarget);
    expect(helper.objects.get(camera)).toEqual({ looped: false });
    helper.remove(camera);
    expect(camera.children).toEqual([]);
  });

  test('is free while cameraAnimation is off, and in time when it is on again', () => {
    const camera = new PerspectiveCamera();
    const helper = new MMDAnimationHelper();
    helper.add(camera, { animation: createPageCameraClip(shots, '') });
    helper.enable('cameraAnimation', false);
    camera.position.set(1, 2, 3);
    helper.update(0.25);
    expect(camera.position.toArray()).toEqual([1, 2, 3]);
    helper.enable('cameraAnimation', true).update(0.25);
    expect(camera.position.z).toBeCloseTo(40, 5);
  });

  test('replaces the one before, and can be removed', () => {
    const helper = new MMDAnimationHelper();
    const [first, second] = [new PerspectiveCamera(), new PerspectiveCamera()];
    helper.add(first, { animation: createPageCameraClip(shots, '') });
    helper.add(second, { animation: createPageCameraClip(shots, '') });
    helper.update(0.5);
    expect([first.fov, second.fov]).toEqual([40, expect.closeTo(30, 6)]);
    helper.remove(second).update(0.25);
    expect([helper.camera, second.fov]).toEqual([null, expect.closeTo(30, 6)]);
  });
});

test('a song that takes the place of another stops it, and a song that is removed goes on', () => {
  const songOf = (): Audio & { stop: Mock } =>
    ({ type: 'Audio', isPlaying: true, buffer: { duration: 3 }, stop: vi.fn<() => void>() }) as never;
  const [first, second] = [songOf(), songOf()];
  const helper = new MMDAnimationHelper().add(first, { delayTime: 1 });
  expect(helper.audioManager.duration).toBe(4);
  helper.add(second);
  expect(first.stop).toHaveBeenCalledTimes(1);
  helper.remove(second);
  expect(second.stop).not.toHaveBeenCalled();
  expect([helper.audio, helper.audioManager]).toEqual([null, null]);
});
