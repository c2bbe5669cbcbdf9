import { parsePmx, parseVmd, parseVpd } from '@odori/format';
import {
  applyCameraPose,
  bindMotion,
  createCameraPose,
  createRigDefinition,
  Motion,
  Rig,
  sampleCamera,
} from '@odori/runtime';
import { type DirectionalLight, PerspectiveCamera, Vector3 } from 'three';
import { afterEach, expect, test } from 'vitest';
import { difference } from '#test/support/compare-pictures.js';
import { openOldPage, type OldPage } from './old-page.js';

const FILES = '/packages/sample/files';

let page: OldPage;

afterEach(() => page.close());

/** The page has written nothing to its console, and has thrown nothing. */
function expectSilence(): void {
  expect(page.messages).toEqual([]);
  expect(page.errors).toEqual([]);
}

async function bytesOf(name: string): Promise<ArrayBuffer> {
  return (await fetch(`${FILES}/${name}`)).arrayBuffer();
}

const dancer = bytesOf('dancer.pmx').then((bytes) => createRigDefinition(parsePmx(bytes)));

/** Where Odori's rig has a bone of the dancer at a frame of a motion. */
async function placeInRig(bone: string, motion: Motion, frame: number): Promise<Vector3> {
  const rig = new Rig(await dancer);
  bindMotion(motion, rig).sample(frame);
  rig.solve();
  rig.solveAfterPhysics();
  return new Vector3().fromArray(rig.worldPositions, 3 * rig.boneIndex(bone));
}

/** Where the page shows it, relative to the mesh. */
function placeInPage(bone: string): Vector3 {
  const { mesh } = page.parts();
  const { matrixWorld } = mesh.skeleton.bones.find(({ name }) => name === bone)!;
  const place = new Vector3().setFromMatrixPosition(matrixWorld);
  return place.sub(new Vector3().setFromMatrixPosition(mesh.matrixWorld));
}

function expectPlace(actual: Vector3, expected: Vector3): void {
  expect(
    actual.distanceTo(expected),
    `${actual.toArray().join()}, ${expected.toArray().join()}`,
  ).toBeLessThan(1e-4);
}

test('the plain example dances with physics and outlines, and each of its switches works', async () => {
  page = await openOldPage('plain');
  await expect.poll(() => page.parts().gui).toBeTruthy();
  const { mesh, helper, gui, renderer, scene } = page.parts();
  renderer.setSize(320, 180);
  const dance = Motion.from(parseVmd(await bytesOf('dance.vmd')));
  expect(helper.objects.get(mesh)!.duration).toBeCloseTo(dance.duration + 2, 6); // afterglow

  for (let frame = 0; frame < 75; frame++) helper.update(1 / 30);
  page.render();
  expect(mesh.getWorldPosition(mesh.position.clone()).y).toBe(-10);
  for (const bone of ['頭', '左足首', '右手首']) {
    expectPlace(placeInPage(bone), await placeInRig(bone, dance, 75)); // head, left ankle, right wrist
  }

  const [animation, gradient, ik, outline, physics, showIk, showBodies] = gui.controllers;
  const toggle = (index: number, is: boolean): void => void gui.controllers[index].setValue(is);
  expect([animation, gradient, ik, outline, physics, showIk, showBodies].every(Boolean)).toBe(true);
  // the outline is the effect's: its switch works
  expect(page.changeOf(() => toggle(3, false))).toBeGreaterThan(0.003);
  toggle(3, true);
  const toon = page.pixels();
  expect(page.changeOf(() => toggle(1, false))).toBeGreaterThan(0.01); // Phong
  toggle(1, true);
  expect(difference(page.pixels(), toon)).toBe(0);
  expect(page.changeOf(() => toggle(5, true))).toBeGreaterThan(0.0005);
  expect(page.changeOf(() => toggle(6, true))).toBeGreaterThan(0.01);
  [5, 6].forEach((index) => toggle(index, false));
  expect(difference(page.pixels(), toon)).toBe(0);

  const edge = mesh.getObjectByName('outline')!; // Odori's own
  edge.visible = true;
  expect(page.changeOf(() => toggle(3, false))).toBe(0); // the effect draws none beside it
  edge.visible = false;
  toggle(3, true);
  const light = scene.getObjectByProperty('isDirectionalLight', true) as DirectionalLight;
  // A light that grows never makes the model darker; above MMD's own light, 0.32, nothing changes.
  const brightness = [0.01, 0.1, 0.3, 0.33, 0.9, 1, 1.05, 3].map((intensity) => {
    light.intensity = intensity;
    page.render();
    return page.pixels().reduce((sum, value) => sum + value, 0);
  });
  expect(brightness).toEqual(brightness.toSorted((a, b) => a - b));
  expect(brightness.slice(3)).toEqual(Array(5).fill(brightness.at(-1)));
  expect(brightness[3]).toBeGreaterThan(brightness[0]);
  light.intensity = 3;

  toggle(2, false);
  page.render();
  const ankle = await placeInRig('左足首', dance, 75);
  expect(placeInPage('左足首').distanceTo(ankle)).toBeGreaterThan(0.1); // IK is off
  toggle(2, true);
  page.render();
  toggle(0, false);
  helper.update(1);
  page.render();
  expectPlace(placeInPage('左足首'), ankle); // the animation is off
  expectSilence();
});

test('the pose example poses the mesh with VPDs, and its sliders move morphs', async () => {
  page = await openOldPage('pose');
  await expect.poll(() => page.parts().gui).toBeTruthy();
  const { gui, mesh, renderer } = page.parts();
  renderer.setSize(320, 180);
  const rest = page.pixels();
  expectPlace(placeInPage('右手首'), await placeInRig('右手首', Motion.from(), 0));

  const [poses, morphs] = gui.folders;
  expect(page.changeOf(() => poses.controllers[0].setValue(0))).toBeGreaterThan(0.003);
  const wave = Motion.from(parseVpd(await bytesOf('pose-wave.vpd')));
  for (const bone of ['右手首', '左足首', '頭'])
    expectPlace(placeInPage(bone), await placeInRig(bone, wave, 0));
  poses.controllers[0].setValue(-1);
  expect(difference(page.pixels(), rest)).toBe(0);

  const names = Object.keys(mesh.morphTargetDictionary!);
  expect(morphs.controllers.length).toBe(names.length);
  expect(names.length).toBeGreaterThan(10);
  // blink
  expect(page.changeOf(() => morphs.controllers[names.indexOf('まばたき')].setValue(1))).toBeGreaterThan(0);
  morphs.controllers[names.indexOf('まばたき')].setValue(0);
  expect(difference(page.pixels(), rest)).toBe(0);
  expectSilence();
});

test('the audio example starts its song after the delay and moves its camera as MMD does', async () => {
  page = await openOldPage('audio');
  page.document.querySelector('button')!.click();
  await expect.poll(() => page.parts().ready).toBe(true);
  const { helper, audio, camera, mesh } = page.parts();
  await expect.poll(() => audio.context.state).toBe('running');
  const calls: number[] = [];
  const play = audio.play.bind(audio);
  audio.play = (delay) => {
    calls.push(audio.offset);
    return play(delay);
  };
  page.render(0.9);
  expect(audio.isPlaying).toBe(false); // it begins after 1 s
  page.render(0.6);
  expect(audio.isPlaying).toBe(true);
  expect(calls).toEqual([expect.closeTo(0.5, 6)]); // 1.5 s of the dance are half a second of the song

  const shots = Motion.from(parseVmd(await bytesOf('camera.vmd')));
  const expected = new PerspectiveCamera();
  applyCameraPose(sampleCamera(shots.camera!, 45, createCameraPose()), expected);
  expect(camera.position.distanceTo(expected.position)).toBeLessThan(1e-6);
  expect(camera.quaternion.toArray()).toEqual(expected.quaternion.toArray().map((x) => expect.closeTo(x, 6)));
  expect(camera.fov).toBe(expected.fov);
  expect(helper.cameraTarget.position.distanceTo(camera.position)).toBeGreaterThan(1);

  const { duration } = helper.objects.get(mesh)!;
  expect(duration).toBe(
    Math.max(
      audio.buffer!.duration + 1,
      shots.duration,
      Motion.from(parseVmd(await bytesOf('dance.vmd'))).duration,
    ),
  );
  helper.enable('cameraAnimation', false);
  const { x } = camera.position.set(1, 2, 3);
  page.render(1);
  expect(camera.position.x).toBe(x);
  helper.remove(audio);
  expect(audio.isPlaying).toBe(true); // as in r171
  audio.stop();
  expectSilence();
});
