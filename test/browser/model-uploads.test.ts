import { parsePmx, type Pmx } from '@odori/format';
import { createMmdLight, createModel, type MmdModel, ModelCrowd } from '@odori/model';
import { bindMotion, loadMotion, type Motion } from '@odori/runtime';
import { BasicShadowMap, PerspectiveCamera, type WebGLRenderer } from 'three';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import danceUrl from '@odori/sample/files/dance.vmd?url';
import dancerUrl from '@odori/sample/files/dancer.pmx?url';
import { ModelPicture } from '#test/support/model-picture.js';
import { UploadCounter } from '#test/support/upload-counter.js';

const CAMERA = new PerspectiveCamera(40, 1, 1, 1000);
CAMERA.position.set(0, 30, 150); // everything is in the picture
CAMERA.lookAt(0, 10, 0);
CAMERA.updateMatrixWorld();
/** The bones of our dancer and a spare one, 48 bytes each, and the weights of her 20 morphs. */
const POSE_BYTES = 48 * 167 + 4 * 20;

let pmx: Pmx;
let dance: Motion;
let picture: ModelPicture;
let counter: UploadCounter;

beforeAll(async () => {
  pmx = parsePmx(await (await fetch(dancerUrl)).arrayBuffer());
  dance = await loadMotion(danceUrl);
});

beforeEach(async () => {
  picture = await ModelPicture.create('WebGLRenderer', 64, 64, 60);
  counter = new UploadCounter(picture.renderer.getContext() as WebGL2RenderingContext);
});

afterEach(() => {
  counter.stop();
  picture.dispose();
});

function dancersOf(count: number): MmdModel[] {
  const model = createModel(pmx);
  return Array.from({ length: count }, (_, i) => {
    const dancer = i === 0 ? model : model.clone();
    dancer.root.position.x = ((i % 20) - 9.5) * 4;
    return dancer;
  });
}

/** Draws frames of the dance, in which her face moves, too, and counts those after the first two. */
async function play(dancers: readonly MmdModel[], update: () => void = () => {}): Promise<number> {
  const bindings = dancers.map(({ rig }) => bindMotion(dance, rig));
  const faces = new Set<string>();
  for (let frame = 0; frame < 5; frame++) {
    dancers.forEach((dancer, i) => (bindings[i].sample(40 * frame + 7 * i), dancer.update()));
    update();
    if (frame === 2) counter.reset();
    if (frame >= 2) faces.add(dancers[0].rig.morphWeights.join());
    counter.startPicture();
    await picture.draw(CAMERA);
  }
  expect(faces.size).toBeGreaterThan(1);
  return counter.bytes / 3 / dancers.length;
}

test('a frame uploads the pose of each of three dancers, and all of it before the first draw', async () => {
  const dancers = dancersOf(3);
  picture.scene.add(createMmdLight());
  for (const dancer of dancers) picture.add(dancer);
  const bytes = await play(dancers);
  expect(bytes).toBeGreaterThanOrEqual(POSE_BYTES);
  expect(bytes).toBeLessThan(10_000); // a texture has a few more texels; a table of edges, where it changes
  expect(counter.draws).toBeGreaterThan(3 * 3);
  expect(counter.between).toBe(0);
});

test('so it is with shadow maps', async () => {
  const { shadowMap } = picture.renderer as WebGLRenderer;
  Object.assign(shadowMap, { enabled: true, type: BasicShadowMap });
  const dancers = dancersOf(2);
  const light = createMmdLight();
  light.castShadow = true;
  picture.scene.add(light);
  for (const dancer of dancers) picture.add(dancer);
  expect(await play(dancers)).toBeLessThan(10_000);
  expect(counter.between).toBe(0);
});

test('so it is with a crowd', async () => {
  const dancers = dancersOf(3);
  const crowd = new ModelCrowd(dancers[0]);
  picture.add(crowd);
  for (const dancer of dancers) crowd.add(dancer);
  const [other] = dancersOf(1); // is drawn before it
  other.root.position.z = -20;
  picture.add(other);
  await play(dancers, () => crowd.update());
  expect(counter.between).toBe(0);
  for (const dancer of dancers) dancer.dispose();
});
