import type { OdoriPlayerElement, RendererName } from '@odori/element';
import { AdditiveBlending, Color, Group, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import { frames } from '#test/support/frames.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor } from '#test/support/model-picture.js';
import { RENDERERS } from '#test/support/renderers.js';
import {
  cameraFile,
  clearPage,
  nextEvent,
  problemTexts,
  revokeUrls,
  showElement,
  urlOf,
} from './show-element.js';

expectCleanConsole();

beforeAll(() => import('@odori/element/webgpu'));

afterEach(() => {
  clearPage();
  revokeUrls();
  vi.unstubAllGlobals();
});

/** The fast tests draw with WebGL, the slow ones with WebGPU. */
const RENDERERS_OF_MODE: readonly RendererName[] = RENDERERS.includes('WebGLRenderer')
  ? ['webgl']
  : ['webgpu'];

/**
 * A grey board of 20 × 20 units with a pane before its right half, and above it a lantern that glows. 90
 * pixels are 32 units: the board is from 52 17 to 108 73.
 */
function lanternFile(): File {
  const builder = new ModelBuilder();
  builder.material({ ambient: [0.5, 0.5, 0.5], diffuse: [0, 0, 0, 1] });
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  builder.material({ ambient: [0, 1, 0], diffuse: [0, 0, 0, 0.5] });
  builder.quad({ center: [5, 5, -0.1], width: 10, height: 10 });
  builder.material({ ambient: [1, 0, 0], diffuse: [1, 0, 0, 1], specular: [0, 0, 0], specularPower: 128 });
  builder.quad({ center: [0, 15, -0.1], width: 4, height: 4 });
  builder.bones.push({ ...builder.bones[0], name: '頭', parent: 0, position: [0, 15, 0] });
  return new File([Uint8Array.from(builder.bytes())], 'lantern.pmx');
}

const LANTERN = [80, 31] as const;
const BESIDE = [80, 22] as const; // 1.2 units above it, on the board
const PANE = [95, 60] as const;
const BOARD = [60, 60] as const;

async function shown(attributes: Record<string, string>, stage = new Group()): Promise<OdoriPlayerElement> {
  const background = new Color('#204060');
  const element = showElement(attributes, {
    model: lanternFile(),
    camera: cameraFile(),
    stage: { root: stage, background, hasGroundShadow: false },
  });
  await nextEvent(element, 'canplaythrough');
  await frames(2);
  return element;
}

async function capture(element: OdoriPlayerElement): Promise<Uint8ClampedArray> {
  return pixelsOf(await loadImage(urlOf(await element.capture())));
}

/** r g b at a place of a picture of 160 × 90 pixels. */
function at(pixels: Uint8ClampedArray, [x, y]: readonly [number, number]): number[] {
  const start = 4 * (160 * y + x);
  return Array.from(pixels.slice(start, start + 3));
}

function mostApart(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}

/** Changes the attribute, and waits until a picture shows that: its code comes later. */
async function change(element: OdoriPlayerElement, effects: string): Promise<Uint8ClampedArray> {
  const last = await capture(element);
  element.effects = effects;
  for (;;) {
    const picture = await capture(element);
    if (mostApart(picture, last) > 0) return picture;
    await frames(1);
  }
}

describe.each(RENDERERS_OF_MODE)('%s', (renderer) => {
  test('bloom is light around what glows; all else keeps its color; it can be turned on and off', async () => {
    const element = await shown({ renderer });
    expect(element.activeRenderer).toBe(renderer);
    const plain = await capture(element);
    expect(at(plain, BESIDE)).toEqual(at(plain, BOARD));

    const bloom = await change(element, 'bloom');
    expect(at(bloom, BESIDE)[0]).toBeGreaterThan(at(plain, BESIDE)[0] + 20);
    expect(at(bloom, LANTERN)[0]).toBe(255);

    expect(mostApart(await change(element, ''), plain)).toBe(0);
  });

  test('without glow, a picture with bloom is the picture without', async () => {
    // what is added to a picture adds its alpha, too, which only a canvas cuts off at 1
    const light = new MeshBasicMaterial({ color: '#303030', blending: AdditiveBlending, transparent: true });
    const beam = new Mesh(new PlaneGeometry(6, 500), light);
    beam.position.set(-20, 0, -5);
    const element = await shown({ renderer, glow: 'off' }, new Group().add(beam));
    const plain = await capture(element);
    element.effects = 'bloom';
    await frames(20);
    const picture = await capture(element);
    expect(at(plain, PANE)).not.toEqual(at(plain, BOARD)); // translucent
    expect(mostApart(picture, plain)).toBeLessThanOrEqual(1);
  });

  test('depth of field blurs what is far behind her eyes, and she stays sharp', async () => {
    const wall = new Mesh(new PlaneGeometry(500, 20), new MeshBasicMaterial({ color: 'white' }));
    wall.position.set(0, 10, -300); // its lower edge is at about y = 45
    const element = await shown({ renderer, glow: 'off' }, new Group().add(wall));
    const plain = await capture(element);
    const blurred = await change(element, 'dof');
    const rows = (pixels: Uint8ClampedArray): number => {
      const reds = Array.from({ length: 90 }, (_, y) => at(pixels, [20, y])[0]);
      return reds.filter((red) => red > 0x28 && red < 0xf7).length; // neither background nor wall
    };
    expect(rows(plain)).toBeLessThanOrEqual(2);
    expect(rows(blurred)).toBeGreaterThan(rows(plain));
    for (const place of [BOARD, PANE]) expectColor(at(blurred, place), at(plain, place));
    wall.geometry.dispose();
    wall.material.dispose();
  });
});

test('an unknown word is a problem that says what to write, until it is mended', async () => {
  const element = await shown({ effects: 'bloom blur' });
  expect(problemTexts(element)).toEqual([
    'effects="bloom blur": there is no effect "blur". Write bloom, dof, or both with a space between them',
  ]);
  element.effects = ' BLOOM\n dof';
  expect(problemTexts(element)).toEqual([]);
});

test('a viewer who wants to load less gets no effects', async () => {
  const usual = globalThis.matchMedia.bind(globalThis);
  const reduced = (query: string): MediaQueryList => {
    const list = usual(query);
    if (query.includes('reduced-data')) Object.defineProperty(list, 'matches', { value: true });
    return list;
  };
  const plain = await capture(await shown({}));
  vi.stubGlobal('matchMedia', reduced);
  const element = await shown({ effects: 'bloom' });
  await frames(20);
  expect(mostApart(await capture(element), plain)).toBe(0);
});
