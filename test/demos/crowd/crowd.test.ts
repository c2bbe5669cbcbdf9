import { createVmd } from '@odori/format';
import { createModel, type MmdModel, ModelCrowd } from '@odori/model';
import { Motion } from '@odori/runtime';
import { beforeEach, expect, test, vi } from 'vitest';
import { Crowd, formationPlace } from '#demos/crowd/src/crowd.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { readDancer } from '#test/assets/dancer/read-dancer.js';

let crowd: Crowd;
let drawing: ModelCrowd;
let models: readonly MmdModel[];

/** センター (center) rises by a tenth of a unit each frame, for 100 frames. */
const rise = Motion.from(
  createVmd({
    bones: [
      { name: 'センター', frame: 0 },
      { name: 'センター', frame: 100, position: [0, 10, 0] },
    ],
  }),
);

beforeEach(() => {
  const builder = new ModelBuilder();
  builder.material();
  builder.quad({ center: [0, 1, 0], width: 2, height: 2 });
  const first = createModel(builder.build());
  drawing = new ModelCrowd(first);
  models = drawing.dancers;
  crowd = new Crowd(first, rise, drawing);
});

const heights = (): string[] => models.map(({ rig }) => rig.worldPositions[1].toFixed(2));

test('each dancer is behind the one before, also across the end of the motion', () => {
  crowd.delay = 7.5;
  crowd.resize(4);
  crowd.update(15, 0);
  expect(heights()).toEqual(['1.50', '0.75', '0.00', '9.25']); // frames 15, 7.5, 0, 92.5
});

test('removed dancers are disposed and leave the crowd; the first one stays', () => {
  crowd.resize(5);
  expect(models).toHaveLength(5);
  const disposals: number[] = [];
  models.forEach(({ mesh }, i) => mesh.geometry.addEventListener('dispose', () => disposals.push(i)));
  crowd.resize(2);
  expect([crowd.size, models.length]).toEqual([2, 2]);
  expect(disposals).toEqual([4, 3, 2]);
  crowd.resize(0);
  expect(crowd.size).toBe(1);
});

test('new dancers, and all after another delay, start anew at their times; in between they dance on', () => {
  crowd.resize(2);
  const starts = (): number[] => resets.map(({ mock }) => mock.calls.length);
  const resets = models.map((model) => vi.spyOn(model, 'reset'));
  crowd.update(15, 0);
  crowd.update(16, 1 / 30);
  crowd.update(2, 1 / 30); // across the end of the motion
  expect(starts()).toEqual([1, 1]);
  crowd.delay = 20;
  crowd.update(3, 1 / 30);
  expect(starts()).toEqual([2, 2]);
});

test('physics is turned off and on for all dancers, also for later ones', async () => {
  const first = createModel(readDancer(), { physics: { budget: 0 } }); // they settle one substep a frame
  await first.ready;
  const own = new ModelCrowd(first);
  const withPhysics = new Crowd(first, rise, own);
  const modes = (): unknown[] => own.dancers.map(({ physics }) => physics?.mode);
  withPhysics.resize(2);
  withPhysics.update(0, 0);
  expect(modes()).toEqual(['keyframes', 'keyframes']);
  expect(withPhysics.isSettling).toBe(true);
  withPhysics.usePhysics(false);
  withPhysics.resize(3);
  expect(modes()).toEqual(['off', 'off', 'off']);
  withPhysics.usePhysics(true);
  expect(modes()).toEqual(['keyframes', 'keyframes', 'keyframes']);
});

test('in step, each row is one dancer', () => {
  crowd.delay = 7.5;
  crowd.resize(8);
  crowd.isInStep = true; // rows of 1, 2, 3, and 2 of the next one
  expect([crowd.size, crowd.rigs, models.length]).toEqual([8, 4, 4]);
  crowd.update(15, 0);
  expect(heights()).toEqual(['1.50', '0.75', '0.00', '9.25']);
  expect(crowd.bounds.min.z).toBe(-21 - 2); // the fourth row is 21 units behind
  crowd.resize(5);
  expect([crowd.size, crowd.rigs]).toEqual([5, 3]);
  crowd.isInStep = false;
  expect([crowd.size, crowd.rigs]).toEqual([5, 5]);
});

const places = (size: number): number[][] =>
  Array.from({ length: size }, (_, i) => formationPlace(i, size).toArray());

test('rows grow by one dancer and are centred', () => {
  expect(places(6)).toEqual([
    [0, 0, -0],
    [-4.5, 0, -7],
    [4.5, 0, -7],
    [-9, 0, -14],
    [0, 0, -14],
    [9, 0, -14],
  ]);
});

test('an incomplete row is centred too', () => {
  expect(places(5).slice(3)).toEqual([
    [-4.5, 0, -14],
    [4.5, 0, -14],
  ]);
});

test('no row has more than eight dancers', () => {
  expect(formationPlace(36, 60).toArray()).toEqual([-31.5, 0, -56]); // behind 1 + 2 + … + 8 = 36
  expect(formationPlace(43, 60).toArray()).toEqual([31.5, 0, -56]);
  expect(formationPlace(44, 60).z).toBe(-63);
});
