import { AnimationMixer, Object3D, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { createPageCameraClip } from '#src/mmd-loader/camera-clip.js';
import { MMDAnimationHelper } from '#src/mmd-loader/mmd-animation-helper.js';
import { clipFor, createMeshClip } from '#src/mmd-loader/clips.js';
import { CENTER, motionOf, pageMesh, placeOf } from './page-mesh.js';

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

test('tools that would rewrite the keys are refused', async () => {
  const clip = createMeshClip(RISING, await pageMesh(), '');
  expect(() => clip.optimize()).toThrow(/exact clip/);
});

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
