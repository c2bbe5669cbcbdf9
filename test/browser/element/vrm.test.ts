import type { VrmModel } from '@odori/element';
import { OdoriPlayerElement } from '@odori/element/define';
import { AutoCamera } from '@odori/model';
import { Motion } from '@odori/runtime';
import { createVmd } from '@odori/format';
import { Box3, type Mesh, Vector3 } from 'three';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { smallVrm } from '#test/vrm/small-vrm.js';

let element: OdoriPlayerElement;

const dance = Motion.from(
  createVmd({
    bones: [
      { name: 'センター', frame: 0, position: [0, 0, 0] },
      { name: 'センター', frame: 30, position: [3, 0, 0] },
    ],
    morphs: [{ name: 'あ', frame: 0, weight: 0.5 }],
  }),
);

function loaded(): VrmModel {
  return element.loadedModel as VrmModel;
}

function problems(): string[] {
  return [...element.shadowRoot!.querySelectorAll('[role=alert]')].map((line) => line.textContent);
}

beforeAll(() => {
  element = new OdoriPlayerElement();
  Object.assign(element.style, { display: 'block', width: '160px', height: '200px', background: 'white' });
  document.body.append(element);
});

afterAll(() => element.remove());

async function picture(): Promise<ImageData> {
  const bitmap = await createImageBitmap(await element.capture({ background: 'transparent' }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** The share of red pixels, the color of the small avatar, per row of the picture. */
async function redRows(): Promise<number[]> {
  const { data, width, height } = await picture();
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    let red = 0;
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      if (data[at] > 60 && data[at + 1] < data[at] / 2) red += 1;
    }
    rows.push(red / width);
  }
  return rows;
}

describe.each(['0', '1'] as const)('an avatar of VRM %s', (version) => {
  test('is shown, as large as an MMD model, on the ground, and facing the camera', async () => {
    const last = element.loadedModel;
    element.model = new File([smallVrm({ version }).slice()], 'small.vrm');
    element.motion = dance;
    await expect.poll(() => element.loadedModel !== last && element.readyState).toBe(4);
    expect(problems()).toEqual([]);
    const { root, vrm, name, height } = loaded();
    expect(name).toBe('Small avatar');
    root.updateMatrixWorld(true);
    const foot = vrm.humanoid.getNormalizedBoneNode('leftFoot')!.getWorldPosition(new Vector3());
    // 0.1 m above the ground and to its left, at 9.41932 / 0.850236 units a metre
    expect(foot.x).toBeCloseTo(0.1 * 11.0785, 1);
    expect(foot.y).toBeCloseTo(0.1 * 11.0785, 1);
    const top = new Box3().setFromObject(vrm.scene).max.y;
    expect(height).toBeCloseTo(1.7 * 11.0785, 0);
    expect(Math.abs(top - height)).toBeLessThan(1);
    const rows = await redRows();
    const first = rows.findIndex((share) => share > 0);
    expect(first).toBeGreaterThan(0); // the head is in the picture
    expect(rows.some((share) => share > 0.03)).toBe(true);
  });

  test('dances to the motion', async () => {
    element.currentTime = 1;
    const { vrm, avatar } = loaded();
    expect(avatar.rig.pose.translations[3 * avatar.rig.boneIndex('センター')]).toBeCloseTo(3, 4);
    vrm.scene.updateWorldMatrix(true, true);
    const hips = vrm.humanoid.getNormalizedBoneNode('hips')!.getWorldPosition(new Vector3());
    expect(hips.x).toBeCloseTo(3, 1);
    element.currentTime = 0;
  });

  test('is drawn whole where its pose leaves the bounds of its rest pose', () => {
    const culled: string[] = [];
    loaded().vrm.scene.traverse(({ name, frustumCulled }) => frustumCulled && culled.push(name));
    expect(culled).toEqual([]);
  });
});

test('the floor shows the ground shadow of an avatar, as that of a model', async () => {
  const { groundShadow } = loaded().surface;
  expect(groundShadow.visible).toBe(true);
  const { data } = await picture();
  groundShadow.visible = false;
  const { data: bare } = await picture();
  groundShadow.visible = true;
  // black at 25% on a clear floor
  const darker = data.filter((value, i) => i % 4 === 3 && value > bare[i] + 20).length;
  expect(darker).toBeGreaterThan(40);
  expect(bare.filter((value, i) => i % 4 === 3 && value > data[i] + 20).length).toBe(0);
});

test('an avatar on a stage of the page casts shadows', () => {
  const body = loaded().vrm.scene.getObjectByProperty('isMesh', true) as Mesh;
  expect(body.castShadow).toBe(true);
});

test('the card text of an avatar names authors and license', () => {
  expect(loaded().comment.split('\n')).toEqual([
    'Small avatar',
    'Author: Ann Author, Bo Builder',
    'License: https://vrm.dev/licenses/1.0/',
  ]);
});

test('the automatic camera films an avatar', async () => {
  element.camera = 'auto';
  await expect.poll(() => element.player.camera instanceof AutoCamera).toBe(true);
  const camera = element.player.camera as AutoCamera;
  await expect.poll(() => camera.shots.length).toBeGreaterThan(0);
  expect(camera.model).toBe(loaded());
  element.camera = null;
});

describe('an avatar in a zip', () => {
  const zip = new File([zipSync({ 'me/small.vrm': smallVrm() }).slice()], 'avatars.zip');

  /** Shows an avatar, and gives the x of its hips in the dance. */
  async function hipsOf(model: OdoriPlayerElement['model']): Promise<number> {
    const before = element.loadedModel;
    element.model = model;
    await expect.poll(() => element.loadedModel !== before || problems().length > 0).toBe(true);
    expect([problems(), loaded().name]).toEqual([[], 'Small avatar']);
    element.currentTime = 1;
    loaded().vrm.scene.updateWorldMatrix(true, true);
    return loaded().vrm.humanoid.getNormalizedBoneNode('hips')!.getWorldPosition(new Vector3()).x;
  }

  test('dances, given as a file or dropped among other files', async () => {
    expect(await hipsOf(zip)).toBeCloseTo(3, 1);
    const files = new Map([
      ['readme.txt', new Blob(['hello'])],
      ['avatars.zip', zip],
    ]);
    expect(await hipsOf(files)).toBeCloseTo(3, 1);
  });

  test('dances, given by its URL, which is fetched once', async () => {
    const url = 'https://example.com/avatars.zip?v=2';
    const fetched = vi.spyOn(globalThis, 'fetch');
    fetched.mockImplementationOnce(async () => new Response(await zip.arrayBuffer()));
    expect(await hipsOf(url)).toBeCloseTo(3, 1);
    expect(fetched.mock.calls.filter(([asked]) => asked === url)).toHaveLength(1);
    fetched.mockRestore();
  });
});

test('a broken VRM is a sentence that begins with its name', async () => {
  element.model = new File(['glTF\x02\0\0\0'], 'broken.vrm');
  await expect.poll(() => element.error).not.toBeNull();
  expect(problems()[0]).toMatch(/^broken\.vrm: /);
});
