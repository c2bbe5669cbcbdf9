import { createVmd } from '@odori/format';
import { createModel, type MmdModel } from '@odori/model';
import { Motion } from '@odori/runtime';
import { Group } from 'three';
import { describe, expect, test } from 'vitest';
import { HeightFit } from '#src/element/viewport/height-fit.js';
import type { PlayerModel } from '#src/element/viewport/stage.js';
import { ModelBuilder } from '#test/support/model-builder.js';

function modelOf(eyes: number | undefined, scale = 1): MmdModel {
  const builder = new ModelBuilder();
  const [center] = builder.bones;
  for (const [name, x] of [
    ['左目', 0.4],
    ['右目', -0.4],
  ] as const)
    if (eyes !== undefined) builder.bones.push({ ...center, name, parent: 0, position: [x, eyes, 0] });
  const model = createModel(builder.build());
  model.root.scale.setScalar(scale);
  return model;
}

const avatarOf = (eyeHeight: number): PlayerModel =>
  ({ vrm: {}, eyeHeight, root: new Group() }) as unknown as PlayerModel;

/** Three shots that show 8 units, or 32 units, around a point: they are made for eyes at `aim` + 1. */
const cameraAt = (aim: number, distance = -15): Motion =>
  Motion.from(
    createVmd({ cameras: [0, 30, 60].map((frame) => ({ frame, target: [0, aim, 0], distance, fov: 30 })) }),
  );

const fitOf = (camera: Motion | undefined, ...models: PlayerModel[]): HeightFit | undefined =>
  HeightFit.of(camera, models, undefined);

describe('a camera motion and a dancer', () => {
  test('fit by the heights of their eyes', () => {
    const fit = fitOf(cameraAt(17), modelOf(13.5))!;
    expect(fit.scale).toBe(0.75); // 13.5 / 18
    expect(fit.isNeeded).toBe(true);
    expect((['auto', 'height', 'none'] as const).map((choice) => fit.scaleFor(choice))).toEqual([
      0.75, 0.75, 1,
    ]);
    expect(fitOf(cameraAt(17), avatarOf(27))!.scale).toBe(1.5);
    expect(fitOf(cameraAt(17), modelOf(18, 0.5))!.scale).toBe(0.5); // a page has made her smaller
  });

  test('are left alone while near shots show the face', () => {
    for (const eyes of [17, 19]) {
      const fit = fitOf(cameraAt(17), modelOf(eyes))!;
      expect(fit.scaleFor('auto')).toBe(1);
      expect(fit.scaleFor('height')).toBe(eyes / 18);
    }
    expect(fitOf(cameraAt(17), modelOf(16.9))!.isNeeded).toBe(true);
  });

  test('are left alone without near shots; eyes then count as 19 units high', () => {
    const fit = fitOf(cameraAt(17, -60), modelOf(9.5))!;
    expect([fit.scaleFor('auto'), fit.scaleFor('height')]).toEqual([1, 0.5]);
  });
});

test('several dancers fit if their eyes are within a unit of height', () => {
  expect(fitOf(cameraAt(17), modelOf(9.5), modelOf(8.5))!.scale).toBe(0.5);
  expect(fitOf(cameraAt(17), modelOf(9.5), modelOf(18))).toBeUndefined();
});

test('nothing fits without a camera track, without dancers, or without a head', () => {
  expect(fitOf(undefined, modelOf(18))).toBeUndefined();
  expect(fitOf(Motion.from(createVmd()), modelOf(18))).toBeUndefined();
  expect(fitOf(cameraAt(17))).toBeUndefined();
  expect(fitOf(cameraAt(17), modelOf(9.5), modelOf(undefined))).toBeUndefined();
});
