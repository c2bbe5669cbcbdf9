import { createAnimationClip } from '@odori/runtime';
import {
  AnimationClip,
  type AnimationClipJSON,
  AnimationMixer,
  AnimationUtils,
  Object3D,
  PerspectiveCamera,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import { describe, expect, test, vi } from 'vitest';
import { createPageCameraClip } from '#src/mmd-loader/camera-clip.js';
import { MMDAnimationHelper } from '#src/mmd-loader/mmd-animation-helper.js';
import { clipFor, createMeshClip } from '#src/mmd-loader/clips.js';
import { CENTER, motionOf, pageMesh, placeOf } from './page-mesh.js';

/** What three's types leave out. */
interface Interpolated {
  createInterpolant(): { evaluate(seconds: number): ArrayLike<number> };
}

const RISING = motionOf({
  bones: [
    { name: 'センター', frame: 0 },
    { name: 'センター', frame: 30, position: [2, 4, 0] },
  ],
  morphs: [{ name: 'あ', frame: 0, weight: 1 }],
});

test('tracks have the names of r171', async () => {
  const clip = createMeshClip(RISING, await pageMesh(), 'rising.vmd');
  expect(clip.name).toBe('rising.vmd');
  expect(clip.duration).toBe(1);
  expect(clip.tracks.map(({ name }) => name)).toEqual([
    '.bones[センター].position',
    '.bones[センター].quaternion',
    '.morphTargetInfluences[0]',
  ]);
});

test('positions are relative to the parent, at keyframes and between them', async () => {
  const clip = createMeshClip(RISING, await pageMesh(), '');
  expect([...clip.tracks[0].values]).toEqual([0, 8, 0, 2, 12, 0]); // the center rests at 8
  const center = { position: new Vector3() };
  const mixer = new AnimationMixer(center as unknown as Object3D);
  clip.tracks = [clip.tracks[0].clone()]; // also as a clone
  clip.tracks[0].name = '.position';
  mixer.clipAction(clip).play();
  mixer.update(0.5);
  expect(center.position.toArray()).toEqual([1, 10, 0]);
});

test('a mixer of the page, whose root is the mesh, moves what is drawn', async () => {
  const page = await pageMesh();
  const mixer = new AnimationMixer(page.mesh);
  mixer.clipAction(createMeshClip(RISING, page, '')).play();
  mixer.update(0.5);
  expect(placeOf(page.mesh, CENTER)).toEqual([1, 10, 0]);
  expect(page.mesh.morphTargetInfluences).toEqual([1, 0]);
  expect([...page.model.rig.worldPositions.subarray(0, 3)]).toEqual([1, 10, 0]);
});

test('a bone whose name three cannot read is found by its index', async () => {
  const page = await pageMesh();
  page.mesh.skeleton.bones[CENTER].name = 'a[b]';
  const names = page.model.poseTarget.boneNames as string[];
  names[CENTER] = 'a[b]';
  const clip = createMeshClip(
    motionOf({ bones: [{ name: 'a[b]', frame: 0, position: [1, 0, 0] }] }),
    page,
    '',
  );
  expect(clip.tracks.map(({ name }) => name)).toEqual(['.bones[0].position', '.bones[0].quaternion']);
  const mixer = new AnimationMixer(page.mesh);
  mixer.clipAction(clip).play();
  mixer.update(0);
  expect(page.mesh.skeleton.bones[CENTER].position.toArray()).toEqual([1, 8, 0]);
});

test('the visibility of a motion shows in the mesh', async () => {
  const page = await pageMesh();
  const hiding = motionOf({
    properties: [
      { frame: 0, visible: true, ik: [] },
      { frame: 15, visible: false, ik: [] },
    ],
  });
  const animation = createMeshClip(hiding, page, '');
  const helper = new MMDAnimationHelper({ afterglow: 1 }).add(page.mesh, { animation, physics: false });
  helper.update(0.25);
  expect(page.mesh.visible).toBe(true);
  helper.update(0.5);
  expect(page.mesh.visible).toBe(false);
});

describe('the clip of a camera', () => {
  const SHOTS = motionOf({
    cameras: [
      { frame: 0, distance: -20, target: [0, 10, 0], fov: 30 },
      { frame: 30, distance: -40, target: [0, 10, 4], fov: 50 },
    ],
  });

  test('has the tracks of r171, with the places of the eye', () => {
    const { tracks } = createPageCameraClip(SHOTS, '');
    expect(tracks.map(({ name }) => name)).toEqual(['target.position', '.quaternion', '.position', '.fov']);
    // 4 in front of the model is −4 in three's space; 40 − 4
    expect([...tracks[2].values]).toEqual([0, 10, 20, 0, 10, 36]);
  });

  test('moves the camera and its target in a mixer of the page', () => {
    const camera = new PerspectiveCamera();
    const target = new Object3D();
    target.name = 'target';
    camera.add(target);
    const mixer = new AnimationMixer(camera);
    mixer.clipAction(createPageCameraClip(SHOTS, '')).play();
    mixer.update(0.5);
    expect(camera.position.toArray()).toEqual([0, 10, 28].map((x) => expect.closeTo(x, 5) as unknown));
    expect(target.position.toArray()).toEqual([0, 10, -2].map((x) => expect.closeTo(x, 5) as unknown));
    expect(camera.fov).toBeCloseTo(40, 5);
  });
});

/** The value of a clip's track at a time, as an action of three's plays it. */
function played(clip: AnimationClip, name: string, seconds: number): number[] {
  const track = clip.tracks.find((each) => each.name === name) as unknown as {
    createInterpolant(): { evaluate(seconds: number): ArrayLike<number> };
  };
  return Array.from(track.createInterpolant().evaluate(seconds));
}

describe('the keyframes of a clip', () => {
  const CURVED = motionOf({
    bones: [
      { name: 'センター', frame: 0 },
      { name: 'センター', frame: 30, position: [0, 4, 0], curves: [127, 0, 127, 0] },
      { name: 'センター', frame: 60, position: [0, 8, 0] },
    ],
    properties: [{ frame: 0, visible: true, ik: [] }],
  });
  const POSITION = '.bones[センター].position';
  const curvedClip = async (): Promise<AnimationClip> => createMeshClip(CURVED, await pageMesh(), '');

  test('follow the curves of the motion by straight lines', async () => {
    const { times, values } = (await curvedClip()).tracks[0];
    expect(times.length).toBeGreaterThan(3);
    expect(times[0]).toBe(0);
    expect(times.at(-1)).toBe(2);
    expect(values.length).toBe(3 * times.length);
    const plain = new VectorKeyframeTrack('a', times, values) as unknown as Interpolated;
    const exact = await curvedClip();
    for (let seconds = 0; seconds <= 2; seconds += 0.01)
      expect(plain.createInterpolant().evaluate(seconds)[1]).toBeCloseTo(
        played(exact, POSITION, seconds)[1],
        2,
      );
  });

  test('count where a page has changed them, and elsewhere the motion plays exactly', async () => {
    const [clip, exact] = [await curvedClip(), await curvedClip()];
    const { times, values } = clip.tracks[0];
    values[3 * (times.length - 1) + 1] = 100; // the last keyframe
    expect(played(clip, POSITION, 2)).toEqual([0, 100, 0]);
    expect(played(clip, POSITION, 1.5)[1]).toBeCloseTo((12 + 100) / 2, 0); // a line from 12 at 1 second
    for (const seconds of [0.1, 0.5, 0.77])
      expect(played(clip, POSITION, seconds)).toEqual(played(exact, POSITION, seconds));
  });

  test('count when the page changes them while an action plays, or replaces the arrays', async () => {
    const clip = await curvedClip();
    const track = clip.tracks[0] as unknown as Interpolated & VectorKeyframeTrack;
    const interpolant = track.createInterpolant();
    expect(interpolant.evaluate(2)[1]).toBe(16);
    track.values = track.values.map((value) => 2 * value);
    expect(interpolant.evaluate(2)[1]).toBe(32);
  });

  test('can be moved, stretched, cut and trimmed by three’s own tools', async () => {
    const moved = await curvedClip();
    moved.tracks[0].shift(1);
    expect(played(moved, POSITION, 3)[1]).toBeCloseTo(16, 4);
    const slow = await curvedClip();
    slow.tracks[0].scale(2);
    expect(played(slow, POSITION, 4)[1]).toBeCloseTo(16, 4);
    const part = AnimationUtils.subclip(await curvedClip(), 'part', 30, 61);
    expect(part.duration).toBeCloseTo(1, 1);
    expect(played(part, POSITION, part.duration)[1]).toBeCloseTo(16, 4);
    const trimmed = await curvedClip();
    trimmed.duration = 1;
    trimmed.trim();
    expect(trimmed.tracks[0].times.at(-1)).toBeLessThanOrEqual(1.001);
    expect((await curvedClip()).optimize().tracks.length).toBe(3);
  });

  test('are written as JSON, and played again', async () => {
    const json = AnimationClip.toJSON(await curvedClip());
    const again = AnimationClip.parse(JSON.parse(JSON.stringify(json)) as AnimationClipJSON);
    expect(again.tracks.map(({ name }) => name)).toContain(POSITION);
    expect(played(again, POSITION, 1)[1]).toBeCloseTo(12, 2);
  });

  test('become a layer by makeClipAdditive', async () => {
    const layer = AnimationUtils.makeClipAdditive(await curvedClip());
    expect(played(layer, POSITION, 0)).toEqual([0, 0, 0]);
    expect(played(layer, POSITION, 2)[1]).toBeCloseTo(8, 4);
  });

  test('of a camera can be scaled', () => {
    const clip = createPageCameraClip(
      motionOf({
        cameras: [
          { frame: 0, distance: -20 },
          { frame: 30, distance: -20, target: [0, 20, 0] },
        ],
      }),
      '',
    );
    const track = clip.tracks.find(({ name }) => name === '.position')!;
    for (let i = 0; i < track.values.length; i++) track.values[i] *= 0.1;
    expect(played(clip, '.position', 0.5)).toEqual([0, 1.5, 2].map((x) => expect.closeTo(x, 4) as unknown));
  });

  test('that a page has changed go to every mesh', async () => {
    const [page, other] = [await pageMesh(), await pageMesh()];
    const clip = createMeshClip(RISING, page, '');
    expect(clip.tracks[0].values.length).toBe(6); // read, not changed
    expect(clipFor(clip, other)).not.toBe(clip);
    clip.tracks[0].values[0] = 9;
    expect(clipFor(clip, other)).toBe(clip);
  });
});

test.each(['baked', 'exact'] as const)(
  'a %s clip for the pose target plays on the mesh',
  async (interpolation) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const page = await pageMesh();
    const animation = createAnimationClip(RISING, page.model.poseTarget, { interpolation });
    const helper = new MMDAnimationHelper({ afterglow: 1 }).add(page.mesh, { animation, physics: false });
    helper.update(0.5);
    expect(placeOf(page.mesh, CENTER)).toEqual([1, 10, 0]);
    expect(page.mesh.morphTargetInfluences![0]).toBe(1);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  },
);

test('a clip for one mesh is made anew for another, and other clips stay as they are', async () => {
  const [page, other] = [await pageMesh(), await pageMesh()];
  const clip = createMeshClip(RISING, page, 'rising.vmd');
  expect(clipFor(clip, page)).toBe(clip);
  const again = clipFor(clip, other);
  expect(again).not.toBe(clip);
  expect([again.name, again.tracks.length]).toEqual(['rising.vmd', 3]);
  const camera = createPageCameraClip(motionOf({ cameras: [{ frame: 0 }] }), '');
  expect(clipFor(camera, page)).toBe(camera);
});
