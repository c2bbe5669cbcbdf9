import {
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  SphereGeometry,
} from 'three';
import { afterAll, expect, test } from 'vitest';
import dancerUrl from '@odori/sample/files/dancer.pmx?url';
import golden from '#test/golden/lit-scenes.png?url';
import { differenceFromGolden, pixelsOf } from '#test/support/compare-pictures.js';
import { LIT_SCENES, type LitScene } from '#test/support/lit-scenes.js';
import { ModelPicture } from '#test/support/model-picture.js';
import {
  endIdleRenderers,
  modelEntryOf,
  RENDERER_KINDS,
  type RendererKind,
} from '#test/support/renderers.js';

const [WIDTH, HEIGHT] = [120, 160];
const COLUMNS = 4;

afterAll(endIdleRenderers);

/**
 * A sphere and a floor of three's own material, to judge the model by, and a wall: renderers differ in
 * whether they tone map `scene.background`.
 */
function neighbors(background: number): Mesh[] {
  const skin = new MeshStandardMaterial({ color: 0xffe0d0, roughness: 0.6 });
  const sphere = new Mesh(new SphereGeometry(0.14, 24, 16), skin);
  sphere.position.set(-0.48, 0.2, 0.2);
  const floor = new Mesh(new PlaneGeometry(20, 20), new MeshStandardMaterial({ color: 0x808080 }));
  floor.rotation.x = -Math.PI / 2;
  for (const mesh of [sphere, floor]) mesh.receiveShadow = true;
  sphere.castShadow = true;
  const wall = new Mesh(new PlaneGeometry(40, 40), new MeshBasicMaterial({ color: background, fog: false }));
  wall.position.z = -8;
  return [sphere, floor, wall];
}

async function draw(
  kind: RendererKind,
  { light, background, toneMapping, wear }: LitScene,
): Promise<ImageData> {
  const picture = await ModelPicture.create(kind, WIDTH, HEIGHT, 2);
  const { scene, renderer } = picture;
  const { loadModel } = await modelEntryOf(kind);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  if (toneMapping !== undefined) renderer.toneMapping = toneMapping;
  light(scene);
  scene.add(...neighbors(background));
  const model = await loadModel(dancerUrl, { look: 'scene' });
  picture.add(model);
  model.root.scale.setScalar(0.08);
  wear?.(model.surface);
  const camera = new PerspectiveCamera(30, WIDTH / HEIGHT, 0.1, 50);
  camera.position.set(0, 1.1, 3.4);
  camera.lookAt(0, 0.82, 0);
  await picture.draw(camera);
  await picture.draw(camera); // shadow maps have what the first one built
  const pixels = new ImageData(new Uint8ClampedArray(picture.pixels()), WIDTH, HEIGHT);
  scene.environment?.dispose();
  picture.dispose();
  return pixels;
}

/** All scenes beside each other. */
async function contactSheet(kind: RendererKind): Promise<HTMLCanvasElement> {
  const scenes = Object.values(LIT_SCENES);
  const sheet = document.createElement('canvas');
  sheet.width = COLUMNS * WIDTH;
  sheet.height = Math.ceil(scenes.length / COLUMNS) * HEIGHT;
  const context = sheet.getContext('2d')!;
  for (const [i, scene] of scenes.entries()) {
    const pixels = await draw(kind, scene);
    context.putImageData(pixels, (i % COLUMNS) * WIDTH, Math.floor(i / COLUMNS) * HEIGHT);
  }
  return sheet;
}

test.each(RENDERER_KINDS)('%s: a model in eight scenes looks as in the golden pictures', async (kind) => {
  const pixels = pixelsOf(await contactSheet(kind));
  expect(await differenceFromGolden(pixels, golden)).toBeLessThan(0.002);
});
