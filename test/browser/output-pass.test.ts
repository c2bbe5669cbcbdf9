import dancerUrl from '@odori/sample/files/dancer.pmx?url';
import { createMmdLight, loadModel, type MmdModel, MmdOutputPass } from '@odori/model';
import {
  BloomEffect,
  EffectComposer as PmndrsComposer,
  EffectPass,
  type Pass,
  RenderPass as PmndrsRenderPass,
} from 'postprocessing';
import {
  ACESFilmicToneMapping,
  AdditiveBlending,
  AgXToneMapping,
  HalfFloatType,
  Mesh,
  MeshBasicMaterial,
  NoToneMapping,
  PerspectiveCamera,
  PlaneGeometry,
  Vector2,
} from 'three';
import { EffectComposer } from 'three/addons/postprocessing/EffectComposer.js';
import { OutputPass } from 'three/addons/postprocessing/OutputPass.js';
import { RenderPass } from 'three/addons/postprocessing/RenderPass.js';
import { ShaderPass } from 'three/addons/postprocessing/ShaderPass.js';
import { UnrealBloomPass } from 'three/addons/postprocessing/UnrealBloomPass.js';
import { CopyShader } from 'three/addons/shaders/CopyShader.js';
import type { WebGLRenderer } from 'three';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ModelPicture } from '#test/support/model-picture.js';

const [WIDTH, HEIGHT] = [96, 128];

/** What both composers have. */
interface Composer {
  render(): void;
  dispose(): void;
}

let picture: ModelPicture;
let renderer: WebGLRenderer;
let model: MmdModel;
let composer: Composer | undefined;
const passes: MmdOutputPass[] = [];
const camera = new PerspectiveCamera(30, WIDTH / HEIGHT, 1, 200);
camera.position.set(0, 11, 40);
camera.lookAt(0, 10, 0);

beforeAll(async () => {
  picture = await ModelPicture.create('WebGLRenderer', WIDTH, HEIGHT, 20);
  renderer = picture.renderer as WebGLRenderer;
  renderer.toneMapping = ACESFilmicToneMapping;
  picture.scene.add(createMmdLight());
  model = await loadModel(dancerUrl);
  model.surface.groundShadow.visible = false; // it is translucent, and blends in linear light
  model.surface.glow = 'off'; // it is brighter than white, and would bloom
  picture.add(model);
});

afterEach(() => {
  renderer.toneMapping = ACESFilmicToneMapping;
  composer?.dispose();
  for (const pass of passes.splice(0)) pass.dispose();
});

afterAll(() => picture.dispose());

/** The picture on the canvas, r g b a from below. */
function read(draw: () => void): Uint8Array {
  renderer.setRenderTarget(null);
  draw();
  renderer.setRenderTarget(null); // postprocessing leaves another one
  const gl = renderer.getContext();
  const pixels = new Uint8Array(4 * WIDTH * HEIGHT);
  gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

function readDirect(): Uint8Array {
  return read(() => renderer.render(picture.scene, camera));
}

/** The pixels that are hers alone, as are all around them. */
function herPixels(): number[] {
  const shown = readDirect();
  model.root.visible = false;
  const empty = readDirect();
  model.root.visible = true;
  const isHers = (i: number): boolean =>
    [0, 1, 2].some((c) => Math.abs(shown[4 * i + c] - empty[4 * i + c]) > 8);
  const around = [-WIDTH - 1, -WIDTH, 1 - WIDTH, -1, 0, 1, WIDTH - 1, WIDTH, WIDTH + 1];
  return Array.from({ length: WIDTH * (HEIGHT - 2) }, (_, i) => i + WIDTH).filter((i) =>
    around.every((offset) => isHers(i + offset)),
  );
}

/** The greatest difference of two pictures at each pixel. */
function differences(a: Uint8Array, b: Uint8Array, pixels: readonly number[]): number[] {
  return pixels.map((i) => Math.max(...[0, 1, 2].map((c) => Math.abs(a[4 * i + c] - b[4 * i + c]))));
}

function share(values: readonly number[], above: number): number {
  return values.filter((value) => value > above).length / values.length;
}

/** All but the edges between her parts, which are translucent. */
function expectSame(expected: Uint8Array, actual: Uint8Array, pixels: readonly number[]): void {
  expect(share(differences(expected, actual, pixels), 2)).toBeLessThan(0.01);
}

function outputPass(): MmdOutputPass {
  const pass = new MmdOutputPass(picture.scene);
  passes.push(pass);
  return pass;
}

function threeComposer(...others: Parameters<EffectComposer['addPass']>[0][]): Composer {
  const made = new EffectComposer(renderer);
  made.addPass(new RenderPass(picture.scene, camera));
  for (const pass of others) made.addPass(pass);
  return made;
}

const WORLD = 0; // a pixel of the background
const size = new Vector2(WIDTH, HEIGHT);

test('an OutputPass makes her pale, an MmdOutputPass does not', () => {
  const hers = herPixels();
  const direct = readDirect();
  composer = threeComposer(new OutputPass());
  const pale = read(() => composer!.render());
  composer.dispose();
  composer = threeComposer(outputPass());
  const right = read(() => composer!.render());
  expect(hers.length).toBeGreaterThan(800);
  expect(share(differences(direct, pale, hers), 8)).toBeGreaterThan(0.9);
  expectSame(direct, right, hers);
  expect(right.slice(WORLD, 4)).toEqual(pale.slice(WORLD, 4)); // the rest is tone mapped
});

test('with the bloom of three', () => {
  const hers = herPixels();
  const direct = readDirect();
  composer = threeComposer(new UnrealBloomPass(size, 1, 0.4, 1), outputPass());
  expectSame(
    direct,
    read(() => composer!.render()),
    hers,
  );
});

test('with another pass after it, and with another tone mapping', () => {
  const hers = herPixels();
  const direct = readDirect();
  const pass = outputPass();
  composer = threeComposer(pass, new ShaderPass(CopyShader));
  read(() => composer!.render());
  renderer.toneMapping = AgXToneMapping;
  expectSame(
    direct,
    read(() => composer!.render()),
    hers,
  );
});

test('what adds light behind her or in front of her is tone mapped where she is not', () => {
  const light = new Mesh(
    new PlaneGeometry(100, 100),
    new MeshBasicMaterial({
      color: 0x404040,
      blending: AdditiveBlending,
      transparent: true,
      depthWrite: false,
    }),
  );
  light.position.z = -10;
  light.renderOrder = -1; // before her
  picture.scene.add(light);
  composer = threeComposer(new OutputPass());
  const expected = read(() => composer!.render());
  composer.dispose();
  composer = threeComposer(outputPass());
  const actual = read(() => composer!.render());
  light.removeFromParent();
  expect(actual.slice(WORLD, 4)).toEqual(expected.slice(WORLD, 4));
});

test('with postprocessing', () => {
  const hers = herPixels();
  const direct = readDirect();
  const made = new PmndrsComposer(renderer, { frameBufferType: HalfFloatType });
  composer = made;
  made.addPass(new PmndrsRenderPass(picture.scene, camera));
  made.addPass(new EffectPass(camera, new BloomEffect({ luminanceThreshold: 1, mipmapBlur: true })));
  made.addPass(outputPass() as unknown as Pass); // its types have protected fields
  expectSame(
    direct,
    read(() => made.render()),
    hers,
  );
});

test('her ground shadow is as dark', () => {
  const { surface } = model;
  const ground = new Mesh(
    new PlaneGeometry(100, 100),
    new MeshBasicMaterial({ toneMapped: false, color: 0x808080 }),
  );
  ground.rotation.x = -Math.PI / 2;
  picture.scene.add(ground);
  surface.lightStrength = 'scene';
  const bare = readDirect();
  surface.groundShadow.visible = true;
  const direct = readDirect();
  composer = threeComposer(outputPass());
  renderer.toneMapping = NoToneMapping;
  const actual = read(() => composer!.render());
  surface.groundShadow.visible = false;
  surface.lightStrength = 'mmd';
  ground.removeFromParent();
  const shadow = Array.from({ length: WIDTH * HEIGHT }, (_, i) => i).filter(
    (i) => direct[4 * i] < bare[4 * i] - 8,
  );
  expect(shadow.length).toBeGreaterThan(50);
  expect(share(differences(direct, actual, shadow), 2)).toBeLessThan(0.1); // but at its border
});

test('after dispose, the scene is as before, and so are pictures on the canvas', () => {
  const direct = readDirect();
  const hook = (): unknown => Reflect.get(picture.scene, 'onAfterRender');
  const before = hook();
  const pass = outputPass();
  composer = threeComposer(pass);
  read(() => composer!.render());
  pass.dispose();
  expect(hook()).toBe(before);
  expect(readDirect()).toEqual(direct);
});
