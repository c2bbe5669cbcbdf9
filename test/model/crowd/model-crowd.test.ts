import { createModel, ModelCrowd } from '@odori/model';
import { Object3D, PerspectiveCamera } from 'three';
import { expect, test, vi } from 'vitest';
import { ModelBuilder } from '#test/support/model-builder.js';

function openCrowd(count: number) {
  const model = createModel(new ModelBuilder().build());
  const crowd = new ModelCrowd(model);
  const dancers = Array.from({ length: count }, (_, i) => (i === 0 ? model : model.clone()));
  for (const dancer of dancers) crowd.add(dancer);
  return { crowd, dancers };
}

const CAMERA = new PerspectiveCamera();

test('a far dancer is solved at the rate of her distance, a near one in each frame', () => {
  const { crowd, dancers } = openCrowd(2);
  dancers[1].root.position.z = -100;
  crowd.rate = (distance) => (distance < 50 ? 60 : 15);
  crowd.update(CAMERA);
  const solved = dancers.map(({ rig }) => vi.spyOn(rig, 'solve'));
  for (let frame = 0; frame < 60; frame++) {
    for (const dancer of crowd.dancers) dancer.update(1 / 60);
    crowd.update(CAMERA);
  }
  expect(solved.map(({ mock }) => mock.calls.length)).toEqual([60, 15]);
});

test('a near place of a far dancer counts', () => {
  const { crowd, dancers } = openCrowd(1);
  dancers[0].root.position.z = -100;
  crowd.add(dancers[0], new Object3D());
  crowd.rate = (distance) => (distance < 50 ? 60 : 0);
  crowd.update(CAMERA);
  const solve = vi.spyOn(dancers[0].rig, 'solve');
  dancers[0].update(1 / 60);
  expect(solve).toHaveBeenCalledTimes(1);
});

test('a film solves each frame, and so does a dancer who has left the crowd, or whose crowd has no camera', () => {
  const { crowd, dancers } = openCrowd(2);
  crowd.rate = () => 0;
  crowd.update(CAMERA);
  const [first, second] = dancers.map(({ rig }) => vi.spyOn(rig, 'solve'));
  dancers[0].update(1 / 60);
  expect(first).toHaveBeenCalledTimes(0);
  dancers[0].update(1 / 60, undefined, true);
  expect(first).toHaveBeenCalledTimes(1);
  crowd.remove(dancers[0]);
  dancers[0].update(1 / 60);
  expect(first).toHaveBeenCalledTimes(2);
  crowd.update();
  dancers[1].update(1 / 60);
  expect(second).toHaveBeenCalledTimes(1);
  crowd.update(CAMERA);
  crowd.dispose();
  dancers[1].update(1 / 60);
  expect(second).toHaveBeenCalledTimes(2);
});

test('a pose that was saved comes back in frames that are left out, too', () => {
  const { crowd, dancers } = openCrowd(1);
  const [{ poseTarget, rig }] = dancers;
  crowd.rate = () => 0;
  crowd.update(CAMERA);
  poseTarget.save();
  rig.pose.translations[0] = 5;
  dancers[0].update(1 / 60);
  expect(rig.pose.translations[0]).toBe(0);
});

test('a place is drawn once; a dancer is taken from one place or from all', () => {
  const { crowd, dancers } = openCrowd(1);
  const places = [new Object3D(), new Object3D()];
  for (const place of [...places, ...places]) crowd.add(dancers[0], place);
  expect(crowd.dancers).toEqual(dancers);
  crowd.remove(dancers[0], dancers[0].root);
  crowd.remove(dancers[0], places[0]);
  expect(crowd.dancers).toEqual(dancers);
  crowd.remove(dancers[0], places[1]);
  expect(crowd.dancers).toEqual([]);
});
