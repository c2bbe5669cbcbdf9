import { parsePmx } from '@odori/format';
import type { MmdModel } from '@odori/model';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import posed from '#test/golden/model-posed.png?url';
import rest from '#test/golden/model-rest.png?url';
import { differenceFromGolden } from '#test/support/compare-pictures.js';
import { LOOK_POSE, lookModel } from '#test/support/look-model.js';
import { ModelPicture, playKeys, showModel } from '#test/support/model-picture.js';
import { RENDERERS } from '#test/support/renderers.js';

describe.each(RENDERERS)('%s', (kind) => {
  let picture: ModelPicture;

  beforeEach(async () => {
    picture = await ModelPicture.create(kind, 360, 200, 20);
    picture.camera.position.set(0, 60, 90);
    picture.camera.lookAt(0, 9.5, 0);
  });

  afterEach(() => picture.dispose());

  async function show(): Promise<MmdModel> {
    const { bytes, files } = lookModel();
    const model = await showModel(picture, parsePmx(bytes), files);
    expect(model.report.notes).toEqual([]);
    return model;
  }

  test('a model at rest with every kind of surface looks as in the golden picture', async () => {
    await show();
    await picture.draw();
    expect(await differenceFromGolden(picture.pixels(), rest)).toBeLessThan(0.002);
  });

  test('a bent model with every kind of weight and morphs looks as in the golden picture', async () => {
    playKeys(await show(), LOOK_POSE);
    await picture.draw();
    expect(await differenceFromGolden(picture.pixels(), posed)).toBeLessThan(0.002);
    const isExact = false; // as on a graphics card
    expect(await differenceFromGolden(picture.pixels(), posed, isExact)).toBeLessThan(0.002);
    expect(await differenceFromGolden(picture.pixels(), rest, isExact)).toBeGreaterThan(0.02);
  });
});
