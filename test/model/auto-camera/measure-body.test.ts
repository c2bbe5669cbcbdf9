import { createPmx, createPmxBone, type Pmx } from '@odori/format';
import { AutoCamera, createModel, type MmdModel } from '@odori/model';
import { Rig } from '@odori/runtime';
import { describe, expect, test } from 'vitest';
import { type Body, measureBody } from '#src/model/auto-camera/measure-body.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { boxDancer, motionOf, standing, times } from './box-dancer.js';

function measure(model: MmdModel, physicalBones: readonly number[] = []): Body {
  const { position, skinIndex, skinWeight } = model.mesh.geometry.attributes;
  return measureBody({
    rig: new Rig(model.rig.definition),
    pose: () => {},
    lastFrame: 0,
    positions: position.array,
    boneIndices: skinIndex.array,
    boneWeights: skinWeight.array,
    physicalBones,
  });
}

/**
 * A body of 16 units with a head of 4, and a braid of 30 units that hangs from the head through the floor.
 */
function withBraid(): MmdModel {
  const builder = new ModelBuilder();
  builder.bones.push(
    createPmxBone({ name: '頭', parent: 0, position: [0, 16, 0] }),
    createPmxBone({ name: 'braid', parent: 1, position: [0, 20, 0] }),
    createPmxBone({ name: 'end of the braid', parent: 2, position: [0, 0, 0] }),
  );
  builder.material();
  for (const [bone, middle, height] of [
    [0, 8, 16],
    [1, 18, 4],
    [2, 5, 30],
    [3, -10, 1],
  ])
    builder.quad({ center: [0, middle, 0], width: 2, height }, { type: 0, bones: [bone], weights: [1] });
  return createModel(builder.build());
}

test('height and head are measured from the soles to the top of the head; without bones for eyes, they are at 40 % of the head', () => {
  const { height, headHeight, face } = measure(boxDancer());
  expect([height, headHeight, ...face]).toEqual(
    [20, 4, 0, 1.6, 0].map((v) => expect.closeTo(v, 6) as number),
  );
});

test('the eyes are between the bones of the eyes', () => {
  const builder = new ModelBuilder();
  builder.bones.push(
    createPmxBone({ name: '頭', parent: 0, position: [0, 16, 0] }),
    createPmxBone({ name: '左目', parent: 1, position: [0.5, 17.5, -0.8] }),
    createPmxBone({ name: '右目', parent: 1, position: [-0.5, 17.5, -0.8] }),
  );
  builder.material();
  builder.quad({ center: [0, 10, 0], width: 4, height: 20 });
  const { face } = measure(createModel(builder.build()));
  // in three's space she looks to +z
  expect([...face]).toEqual([0, 1.5, 0.8].map((v) => expect.closeTo(v, 6) as number));
});

test('hair that rigid bodies move does not count, nor do the bones below it; without rigid bodies it does', () => {
  expect(measure(withBraid(), [2]).height).toBeCloseTo(20, 6);
  // from the end of the braid, at −10.5, to the top of the head
  expect(measure(withBraid()).height).toBeCloseTo(30.5, 6);
});

test('a hat of 60 units does not make a head of 60 units', () => {
  const builder = new ModelBuilder();
  builder.bones.push(createPmxBone({ name: '頭', parent: 0, position: [0, 16, 0] }));
  builder.material();
  builder.quad({ center: [0, 8, 0], width: 4, height: 16 });
  builder.quad({ center: [0, 46, 0], width: 4, height: 60 }, { type: 0, bones: [1], weights: [1] });
  // 0.3 of the whole, which is 76 high
  expect(measure(createModel(builder.build())).headHeight).toBeCloseTo(22.8, 6);
});

describe('models that are no people', () => {
  const prop = new ModelBuilder();
  prop.material();
  prop.quad({ center: [0, 3, 0], width: 6, height: 6 });
  const broken = new ModelBuilder();
  broken.material();
  broken.quad({ center: [NaN, 3, Infinity], width: 6, height: NaN });
  const flat = new ModelBuilder();
  flat.material();
  flat.quad({ center: [0, 0, 0], width: 8, height: 0 });
  const cases: [string, Pmx][] = [
    ['without bones and vertices', createPmx()],
    ['with one bone alone', createPmx({ bones: [createPmxBone()] })],
    ['a prop', prop.build()],
    ['whose vertices are no numbers', broken.build()],
    ['without height', flat.build()],
  ];

  test.each(cases)('a model %s is filmed by wide shots, with finite numbers', async (_, pmx) => {
    const model = createModel(pmx);
    const camera = new AutoCamera(model, { aspect: 16 / 9 });
    const motion = motionOf({
      bones: [0, 900].map((frame) => ({ name: 'センター', frame, position: [frame, 0, 0] })),
    });
    await camera.direct({ motion });
    expect(camera.shots.length).toBeGreaterThan(3);
    for (const { kind } of camera.shots) expect(['full', 'turn', 'low', 'high']).toContain(kind);
    for (const second of times(30, 1)) {
      camera.sample(30 * second);
      for (const value of camera.active.projectionMatrix.elements) expect(value).toSatisfy(Number.isFinite);
      for (const value of camera.active.matrixWorld.elements) expect(value).toSatisfy(Number.isFinite);
      expect(camera.distance).toBeLessThan(0);
    }
  });
});

test('without motion and song the camera keeps one shot of the whole model, at any time and aspect', async () => {
  const camera = new AutoCamera(boxDancer());
  await camera.direct();
  expect(camera.shots).toMatchObject([{ kind: 'full', start: 0, end: 0 }]);
  for (const aspect of [0, NaN, 0.1, 10]) {
    camera.aspect = aspect;
    for (const frame of [-100, 0, 1e6]) {
      camera.sample(frame);
      for (const value of camera.active.matrixWorld.elements) expect(value).toSatisfy(Number.isFinite);
    }
  }
});

test('a song without an end is planned for two hours at most', async () => {
  const camera = new AutoCamera(boxDancer());
  await camera.direct({ motion: standing(10), duration: Infinity });
  expect(camera.shots.at(-1)!.end).toBe(2 * 3600);
});
