import { parsePmm } from '@odori/format';
import { createScene, type MmdScene } from '@odori/model';
import { expect, test } from 'vitest';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { smallPmm } from './small-pmm.js';

interface Settings {
  readonly size?: readonly [width: number, height: number];
  readonly fpsLimit?: number;
  readonly perspectiveOff?: number;
}

function sceneOf({ size = [1280, 720], fpsLimit = 60, perspectiveOff = 0 }: Settings): Promise<MmdScene> {
  const pmm = smallPmm({ camera: [{ frame: 0, distance: -60, perspectiveOff }] });
  const [outputWidth, outputHeight] = size;
  const editor = { ...pmm.editor, outputWidth, outputHeight };
  return createScene({ ...pmm, editor, display: { ...pmm.display, fpsLimit } }, { resolve: () => undefined });
}

/** Half of the width and of the height that the camera shows; a perspective one, at a distance of 1. */
function viewOf({ camera }: MmdScene): number[] {
  const { elements } = camera.active.projectionMatrix;
  return [1 / elements[0], 1 / elements[5]];
}

/** The half height of the default view of 30°. */
const HIGH = Math.tan(Math.PI / 12);

test('the size of the picture and its aspect are those of the project', async () => {
  const { output } = await sceneOf({ size: [512, 384] });
  expect(output).toEqual({ width: 512, height: 384, aspect: 4 / 3, fps: 60 });
});

test.each([
  [30, 30],
  [60, 60],
  [1000, Infinity],
  [0, Infinity],
  [Number.NaN, Infinity],
])('a limit of %d in the file means at most %d pictures per second', async (fpsLimit, fps) => {
  expect((await sceneOf({ fpsLimit })).output.fps).toBe(fps);
});

test('a project that says no useful size has that of a new project', async () => {
  for (const size of [
    [0, 720],
    [1280, -1],
  ] as const) {
    expect((await sceneOf({ size })).output).toMatchObject({ width: 1280, height: 720 });
  }
});

test('the camera shows the picture of the project, unless an option says another aspect', async () => {
  const scene = await sceneOf({ size: [400, 200] });
  scene.sample(0);
  expect(scene.camera.aspect).toBe(2);
  const [width, height] = viewOf(scene);
  expect(width).toBeCloseTo(2 * HIGH, 12);
  expect(height).toBeCloseTo(HIGH, 12);
  const own = await createScene(smallPmm(), { resolve: () => undefined, camera: { aspect: 3 } });
  expect(own.camera.aspect).toBe(3);
});

test.each([
  ['contain', 4, [4 * HIGH, HIGH]], // more at the sides
  ['contain', 1, [2 * HIGH, 2 * HIGH]], // more above and below
  ['cover', 4, [2 * HIGH, HIGH / 2]], // cut off above and below
  ['cover', 1, [HIGH, HIGH]], // cut off at the sides
] as const)(
  'a picture twice as wide as high is fitted by %s into a canvas of aspect %d',
  async (fit, aspect, view) => {
    const scene = await sceneOf({ size: [400, 200] });
    scene.fit(aspect, fit);
    scene.sample(0);
    const [width, height] = viewOf(scene);
    expect(width).toBeCloseTo(view[0], 12);
    expect(height).toBeCloseTo(view[1], 12);
    expect(scene.background.fit).toBe(fit);
  },
);

test.each([
  ['contain', 4, [60, 15]],
  ['contain', 1, [30, 30]],
  ['cover', 4, [30, 7.5]],
  ['cover', 1, [15, 15]],
] as const)(
  'without perspective, a picture of 60 by 30 units is fitted by %s into a canvas of aspect %d',
  async (fit, aspect, view) => {
    const scene = await sceneOf({ size: [400, 200], perspectiveOff: 1 });
    scene.fit(aspect, fit);
    scene.sample(0);
    const [width, height] = viewOf(scene);
    expect(width).toBeCloseTo(view[0], 6);
    expect(height).toBeCloseTo(view[1], 6);
  },
);

/** Of both projects, the pictures are known from traces and bytes that were read by hand. */
test.skipIf(!hasCorpus).each([
  ['pmm/accessories_v2.pmm', 2560, 1440],
  ['pmm/kishimen_v1.pmm', 512, 288],
] as const)('the pictures of %s are %d × %d pixels, on white', async (path, width, height) => {
  const { output, background } = await createScene(parsePmm(readCorpus(path)), { resolve: () => undefined });
  expect(output).toEqual({ width, height, aspect: 16 / 9, fps: 60 });
  expect([background.color.getHex(), background.picture, background.film]).toEqual([
    0xffffff,
    undefined,
    undefined,
  ]);
});
