import { parsePmx } from '@odori/format';
import { createMapSource, createModel, type MmdModel } from '@odori/model';
import { afterEach, expect, test } from 'vitest';
import posed from '#test/golden/model-posed.png?url';
import rest from '#test/golden/model-rest.png?url';
import { difference, isSwiftShader, loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import { LOOK_POSE, lookModel } from '#test/support/look-model.js';
import { ModelPicture, playKeys } from '#test/support/model-picture.js';

const picture = new ModelPicture(360, 200, 20);
let model: MmdModel | undefined;

afterEach(() => model?.dispose());

async function show(): Promise<MmdModel> {
  const { bytes, files } = lookModel();
  model = createModel(parsePmx(bytes), {
    files: createMapSource(new Map(Object.entries(files)), 'look.pmx'),
  });
  await model.ready;
  expect(model.report.notes).toEqual([]);
  picture.scene.add(model.root);
  picture.camera.position.set(0, 60, 90);
  picture.camera.lookAt(0, 9.5, 0);
  return model;
}

test.skipIf(!isSwiftShader())(
  'a model at rest with every kind of surface looks as in the golden picture',
  async () => {
    await show();
    picture.draw();
    expect(difference(pixelsOf(picture.renderer.domElement), pixelsOf(await loadImage(rest)))).toBeLessThan(
      0.002,
    );
  },
);

test.skipIf(!isSwiftShader())(
  'a bent model with every kind of weight and morphs looks as in the golden picture',
  async () => {
    playKeys(await show(), LOOK_POSE);
    picture.draw();
    expect(difference(pixelsOf(picture.renderer.domElement), pixelsOf(await loadImage(posed)))).toBeLessThan(
      0.002,
    );
  },
);
