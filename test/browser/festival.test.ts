import type { Stage, StageView } from '@odori/element';
import { createMmdLight } from '@odori/model';
import {
  AdditiveBlending,
  CanvasTexture,
  Mesh,
  PerspectiveCamera,
  Scene,
  ShaderMaterial,
  WebGLRenderer,
} from 'three';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ConcertStage } from '#demos/concert/src/concert-stage.js';
import { CROWD_BEATS_PER_SECOND } from '#demos/festival/src/crowd.js';
import { createFestivalStage } from '#demos/festival/src/festival-stage.js';
import { FIREWORKS_FROM, FIREWORKS_TO } from '#demos/festival/src/fireworks.js';
import type { DanceStage } from '#demos/festival/src/part-stage.js';
import { BEATS_PER_BAR, BEATS_PER_MINUTE, FORM, SECONDS_PER_BEAT } from '#demos/assets/src/song/form.js';

const WIDTH = 160;
const HEIGHT = 90;

let renderer: WebGLRenderer;
let stage: DanceStage;
const scene = new Scene();
const light = createMmdLight();
const camera = new PerspectiveCamera(30, WIDTH / HEIGHT, 0.5, 2000);

beforeAll(() => {
  renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(WIDTH, HEIGHT, false);
  stage = createFestivalStage();
  scene.add(light, stage.root);
});

afterAll(() => renderer.dispose());

/**
 * Draws the stage alone, seen from a place at a height, in the middle of the last chorus unless another time
 * is given.
 */
function draw([x, y, z]: readonly number[], seconds = 54, shown: Stage = stage): Uint8Array {
  camera.position.set(x, y, z);
  camera.lookAt(0, 10, 0);
  camera.updateMatrixWorld();
  const view: StageView = {
    camera,
    light: light.clone(),
    model: undefined,
    models: [],
    renderer,
    currentTime: seconds,
    deltaSeconds: 0,
  };
  shown.update!(view);
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const pixels = new Uint8Array(4 * WIDTH * HEIGHT);
  gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

/** The share of pixels that differ visibly. */
function difference(a: Uint8Array, b: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    const most = Math.max(...[0, 1, 2].map((k) => Math.abs(a[i + k] - b[i + k])));
    if (most > 8) count++;
  }
  return (4 * count) / a.length;
}

const FRONT = [0, 10, 47];
const SIDES = [FRONT, [0, 12, -47], [40, 4, 20], [-20, 1.5, 12], [0, 38, 42]];

test.each(SIDES)(
  'from (%d, %d, %d), the festival takes at most 20 draw calls and 65,000 triangles',
  (...eye) => {
    draw(eye);
    const { calls, triangles } = renderer.info.render;
    expect(calls).toBeGreaterThan(8);
    expect(calls).toBeLessThanOrEqual(20);
    expect(triangles).toBeGreaterThan(10_000);
    expect(triangles).toBeLessThanOrEqual(65_000);
    expect(renderer.info.memory.textures).toBe(0);
  },
);

test('the same moment gives the same picture, another one does not', () => {
  const first = draw(FRONT, 30);
  const other = draw(FRONT, 30.3);
  expect(difference(first, other)).toBeGreaterThan(0.002);
  expect(difference(first, draw(FRONT, 30))).toBe(0);
});

test('the crowd bobs on the beat of the song, and the fireworks last as long as its last chorus', () => {
  const chorus = FORM.findLast(({ name }) => name.startsWith('chorus'))!;
  const secondsAt = (bar: number): number => bar * BEATS_PER_BAR * SECONDS_PER_BEAT;
  expect(60 * CROWD_BEATS_PER_SECOND).toBe(BEATS_PER_MINUTE);
  expect([FIREWORKS_FROM, FIREWORKS_TO]).toEqual([
    secondsAt(chorus.firstBar),
    secondsAt(chorus.firstBar + chorus.bars),
  ]);
});

test('the world moves when the camera does, on all sides', () => {
  const pictures = SIDES.map((eye) => draw(eye));
  for (let i = 1; i < pictures.length; i++) expect(difference(pictures[0], pictures[i])).toBeGreaterThan(0.3);
});

test('the stage tints the light by a few percent, so that faces stay readable', () => {
  const color = light.color.clone();
  const lit = light.clone();
  const view = { camera, model: undefined, models: [], renderer, currentTime: 0, deltaSeconds: 0 };
  stage.update!({ ...view, light: lit });
  for (const part of ['r', 'g', 'b'] as const) expect(lit.color[part] / color[part]).toBeCloseTo(1, 1);
});

/**
 * Makes a stage for users with a preference, which changes when `set` is called, and draws it instead of the
 * other one.
 */
function withPreference(name: string, use: (set: (matches: boolean) => void) => void): void {
  const query = Object.assign(new EventTarget(), { matches: true });
  const real = window.matchMedia.bind(window);
  const spy = vi.spyOn(window, 'matchMedia');
  spy.mockImplementation((text) => (text.includes(name) ? (query as MediaQueryList) : real(text)));
  const other = stage;
  scene.remove(other.root);
  stage = createFestivalStage();
  scene.add(stage.root);
  try {
    use((matches) => {
      query.matches = matches;
      query.dispatchEvent(new Event('change'));
    });
  } finally {
    stage.dispose();
    stage = other;
    scene.add(other.root);
    spy.mockRestore();
  }
}

/** The row of pixels at a height above the middle of a level picture, as the tangent of an angle. */
const rowAt = (tangent: number): number =>
  Math.round(HEIGHT / 2 + (tangent / Math.tan(Math.PI / 12)) * (HEIGHT / 2));

test('the hills hide the lower part of the sun', () => {
  const pixels = draw(FRONT, 30);
  const blueAt = (tangent: number): number => pixels[4 * (rowAt(tangent) * WIDTH + WIDTH / 2) + 2];
  expect(blueAt(0.05)).toBeLessThanOrEqual(0xa3 + 2); // the blue of #ffd9a3, the top of the disc
  expect(blueAt(-0.03)).toBeGreaterThanOrEqual(0xb1 - 2); // of #8fb0b1, the hills without haze
});

test('by night, no far light crosses the moon', () => {
  withPreference('prefers-color-scheme', () => {
    const lights = stage.root.children.find(
      (part) => part instanceof Mesh && (part.material as ShaderMaterial).blending === AdditiveBlending,
    )!;
    const withLights = draw(FRONT, 30);
    lights.visible = false;
    const without = draw(FRONT, 30);
    for (let row = rowAt(0.03); row <= rowAt(0.08); row++) {
      const middle = 4 * (row * WIDTH + WIDTH / 2);
      const [from, to] = [middle - 4 * 20, middle + 4 * 20];
      expect(withLights.slice(from, to)).toEqual(without.slice(from, to));
    }
    expect(difference(withLights, without)).toBeGreaterThan(0.01);
  });
});

test('for users who prefer reduced motion, the world stands still', () => {
  withPreference('prefers-reduced-motion', () => {
    expect(difference(draw(FRONT, 30), draw(FRONT, 54.3))).toBe(0);
  });
});

test('night follows day when the color scheme changes, also while nothing plays', () => {
  const brightness = (pixels: Uint8Array): number =>
    pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
  withPreference('prefers-color-scheme', (set) => {
    const night = draw(FRONT, 30);
    expect(stage.isMoving).toBe(false);
    set(false);
    expect(stage.isMoving).toBe(true);
    expect(brightness(draw(FRONT, 30))).toBeGreaterThan(1.5 * brightness(night));
    expect(stage.isMoving).toBe(false);
  });
});

test('a concert beats with the song, in at most 20 draw calls, and a picture covers its wall', () => {
  const concert = new ConcertStage();
  scene.remove(stage.root);
  scene.add(concert.root);
  const first = draw(FRONT, 30, concert);
  expect(renderer.info.render.calls).toBeLessThanOrEqual(20);
  expect(difference(first, draw(FRONT, 30.3, concert))).toBeGreaterThan(0.02);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, canvas.width, canvas.height);
  concert.picture = new CanvasTexture(canvas);
  const middle = 4 * ((HEIGHT / 2) * WIDTH + WIDTH / 2);
  const [red, green, blue] = draw(FRONT, 30, concert).slice(middle, middle + 3);
  expect(red).toBeGreaterThan(240);
  expect(Math.max(green, blue)).toBeLessThan(140); // beams of light are before it
  concert.dispose();
  scene.add(stage.root);
});

test('a disposed stage leaves neither scene nor GPU memory', () => {
  draw(FRONT);
  expect(renderer.info.memory.geometries).toBeGreaterThan(5);
  stage.dispose();
  expect(stage.root.parent).toBeNull();
  expect(renderer.info.memory).toMatchObject({ geometries: 0, textures: 0 });
  expect(renderer.info.programs).toHaveLength(0);
});
