import { createPmxBone, parsePmx } from '@odori/format';
import { BDEF1 } from '@odori/format/internal';
import type { MmdModel } from '@odori/model';
import { bindMotion, loadMotion, type Motion } from '@odori/runtime';
import {
  BasicShadowMap,
  type Camera,
  Color,
  DirectionalLight,
  Fog,
  Mesh,
  MeshLambertMaterial,
  OrthographicCamera,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  type ShadowMapType,
} from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import danceUrl from '@odori/sample/files/dance.vmd?url';
import dancerUrl from '@odori/sample/files/dancer.pmx?url';
import { LOOK_POSE, lookModel } from '#test/support/look-model.js';
import { ModelBuilder, type Pull } from '#test/support/model-builder.js';
import { expectColor, ModelPicture, playKeys, showModel } from '#test/support/model-picture.js';
import { modelEntryOf, RENDERERS, type RendererKind } from '#test/support/renderers.js';
import { bmp } from '#test/support/test-images.js';

/*
 * The same pictures by `WebGPURenderer` as by `WebGLRenderer`. Its WebGL 2 backend runs the same arithmetic;
 * WebGPU draws rows from the top, so that edges which lie on the middle of a pixel fall into the other row,
 * and makes the smaller sizes of textures itself.
 */

const [WIDTH, HEIGHT] = [240, 200];

/** How much a picture differs from that of `WebGLRenderer`. */
interface Difference {
  /** Of all channels, from 0 to 255. */
  readonly mean: number;
  /** The percentage of the pixels with a channel that differs by more than 1, and by more than 4. */
  readonly over1: number;
  readonly over4: number;
}

function differenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): Difference {
  const pixels = a.length / 4;
  let [sum, over1, over4] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 4) {
    const channels = [0, 1, 2].map((k) => Math.abs(a[i + k] - b[i + k]));
    sum += channels[0] + channels[1] + channels[2];
    const worst = Math.max(...channels);
    if (worst > 1) over1++;
    if (worst > 4) over4++;
  }
  return { mean: sum / (3 * pixels), over1: (100 * over1) / pixels, over4: (100 * over4) / pixels };
}

/** The most that may differ. */
const SAME: Difference = { mean: 0.01, over1: 0, over4: 0 };
const NEARLY: Difference = { mean: 0.2, over1: 0.5, over4: 0.1 };
const SHADOWS: Difference = { mean: 0.1, over1: 0.01, over4: 0.01 };
const FILTERED: Difference = { mean: 0.1, over1: 2, over4: 0.5 };
const LIMITS = { 'WebGL 2': SAME, WebGPU: NEARLY };

/** What a picture shows: it sets up the scene, and gives the camera. */
type Shot = (picture: ModelPicture) => Promise<Camera>;

const pictures = new Map<string, Uint8ClampedArray>();

async function shoot(kind: RendererKind, shot: Shot): Promise<Uint8ClampedArray> {
  const picture = await ModelPicture.create(kind, WIDTH, HEIGHT, 24);
  try {
    const camera = await shot(picture);
    await picture.draw(camera);
    await picture.draw(camera); // the shadow map has what the first one built
    return picture.pixels();
  } finally {
    picture.dispose();
  }
}

async function expectSame(
  kind: RendererKind,
  name: string,
  shot: Shot,
  most: Record<'WebGL 2' | 'WebGPU', Difference> = LIMITS,
): Promise<void> {
  const expected = pictures.get(name) ?? (await shoot('WebGLRenderer', shot));
  pictures.set(name, expected);
  expect(new Set(expected).size, 'the picture shows something').toBeGreaterThan(20);
  expectWithin(kind, differenceOf(await shoot(kind, shot), expected), most);
}

function expectWithin(
  kind: RendererKind,
  difference: Difference,
  most: Record<'WebGL 2' | 'WebGPU', Difference> = LIMITS,
): void {
  const limits = most[kind.endsWith('WebGL 2') ? 'WebGL 2' : 'WebGPU'];
  for (const key of ['mean', 'over1', 'over4'] as const) {
    expect(difference[key], `${key} of ${JSON.stringify(difference)}`).toBeLessThanOrEqual(limits[key]);
  }
}

let dancerBytes: Uint8Array;
let dance: Motion;

beforeAll(async () => {
  dancerBytes = new Uint8Array(await (await fetch(dancerUrl)).arrayBuffer());
  dance = await loadMotion(danceUrl);
});

async function showDancer(picture: ModelPicture): Promise<MmdModel> {
  const { loadModel } = await modelEntryOf(picture.kind);
  const model = await loadModel(dancerUrl);
  expect(model.report.notes).toEqual([]);
  picture.add(model);
  return model;
}

/** Her face with each of her morphs at 1, by its name. */
async function morphPictures(kind: RendererKind): Promise<Map<string, Uint8ClampedArray>> {
  const picture = await ModelPicture.create(kind, WIDTH, HEIGHT, 24);
  const model = await showDancer(picture);
  const all = new Map<string, Uint8ClampedArray>();
  for (const [i, { name }] of parsePmx(dancerBytes).morphs.entries()) {
    model.rig.pose.morphWeights.fill(0);
    model.rig.pose.morphWeights[i] = 1;
    model.update();
    await picture.draw(perspective(0, 17.5, 8, [0, 17.5, 0]));
    all.set(name, picture.pixels());
  }
  picture.dispose();
  return all;
}

async function showLook(picture: ModelPicture): Promise<MmdModel> {
  const { bytes, files } = lookModel();
  return showModel(picture, parsePmx(bytes), files);
}

function perspective(x: number, y: number, z: number, [atX, atY, atZ] = [0, 10, 0]): Camera {
  const camera = new PerspectiveCamera(30, WIDTH / HEIGHT, 1, 500);
  camera.position.set(x, y, z);
  camera.lookAt(atX, atY, atZ);
  camera.updateMatrixWorld();
  return camera;
}

function orthographic(x: number, y: number, z: number, height = 22): Camera {
  const halfWidth = (height * WIDTH) / HEIGHT / 2;
  const camera = new OrthographicCamera(-halfWidth, halfWidth, height / 2, -height / 2, 1, 300);
  camera.position.set(x, y, z);
  camera.lookAt(0, 10, 0);
  camera.updateMatrixWorld();
  return camera;
}

describe.each(RENDERERS)('%s', (kind) => {
  const VIEWS = [
    ['from the front', perspective(0, 12, 44)],
    ['from behind', perspective(10, 12, -42)],
    ['from the side', orthographic(80, 10, 5)],
    ['from above', perspective(8, 50, 20)],
    ['close', perspective(2, 17, 9, [0, 17, 0])],
    ['from below', orthographic(-30, 4, 60)],
  ] as const;

  test.each(VIEWS)('the dancer, %s', async (name, camera) => {
    await expectSame(kind, `dancer ${name}`, async (picture) => {
      await showDancer(picture);
      return camera;
    });
  });

  const LOOKS: readonly (readonly [string, (picture: ModelPicture) => Camera])[] = [
    ['orthographic', () => orthographic(0, 60, 90)],
    ['with perspective', () => perspective(0, 25, 50)],
    [
      'under a colored light',
      ({ scene }) => {
        const light = new DirectionalLight(0xffd0a0, 0.8);
        light.position.set(-1, 1, 1);
        scene.add(light);
        return perspective(0, 25, 50);
      },
    ],
    [
      'in fog',
      ({ scene }) => {
        scene.fog = new Fog(0x3060c0, 30, 80);
        return perspective(0, 25, 50);
      },
    ],
  ];

  describe.each(['at rest', 'bent'])('a model with every kind of surface, %s', (pose) => {
    test.each(LOOKS)('%s', async (name, set) => {
      await expectSame(kind, `look ${pose} ${name}`, async (picture) => {
        const model = await showLook(picture);
        if (pose === 'bent') playKeys(model, LOOK_POSE);
        return set(picture);
      });
    });
  });

  test('the dance at 5 s', async () => {
    await expectSame(kind, 'dance', async (picture) => {
      const model = await showDancer(picture);
      bindMotion(dance, model.rig).sample(150);
      model.update();
      return perspective(0, 12, 44);
    });
  });

  test('each morph of the dancer', async () => {
    const expected = await morphPictures('WebGLRenderer');
    const actual = await morphPictures(kind);
    expect(actual.size).toBeGreaterThan(10);
    for (const [name, pixels] of actual) expectWithin(kind, differenceOf(pixels, expected.get(name)!));
  });

  const shadowed =
    (type: ShadowMapType, set: (model: MmdModel) => void = () => {}): Shot =>
    async (picture) => {
      const model = await showDancer(picture);
      const { createMmdLight } = await modelEntryOf(kind);
      const floor = new Mesh(new PlaneGeometry(60, 60).rotateX(-Math.PI / 2), new MeshLambertMaterial());
      floor.receiveShadow = true;
      picture.scene.add(createMmdLight(), floor);
      picture.renderer.shadowMap.enabled = true;
      picture.renderer.shadowMap.type = type;
      set(model);
      return perspective(10, 20, 40);
    };

  test('self-shadow in MMD’s own map, read as MMD does', async () => {
    const limits = { 'WebGL 2': SHADOWS, WebGPU: NEARLY };
    await expectSame(kind, 'basic shadows', shadowed(BasicShadowMap), limits);
  });

  test('self-shadow in MMD’s own map, with three’s filter', async () => {
    const limits = { 'WebGL 2': FILTERED, WebGPU: FILTERED };
    await expectSame(kind, 'filtered shadows', shadowed(PCFShadowMap), limits);
    const soft = shadowed(PCFShadowMap, (model) => {
      model.surface.shadows = 'three';
    });
    await expectSame(kind, 'soft shadows', soft, limits);
  });

  describe('the renderer', () => {
    let picture: ModelPicture;

    beforeEach(async () => {
      picture = await ModelPicture.create(kind, 64, 64, 24);
    });

    afterEach(() => {
      picture.dispose();
      vi.restoreAllMocks();
    });

    test('opaque colors are the same without DirectRenderPipeline', async () => {
      const builder = new ModelBuilder();
      builder.material({ ambient: [0.2, 0, 0.9], diffuse: [0.5, 0.25, 0.9, 1] });
      builder.quad({ center: [0, 0, 0], width: 6, height: 6 });
      await showModel(picture, builder.build());
      picture.renderer.render(picture.scene, picture.camera);
      const context = document.createElement('canvas').getContext('2d')!;
      context.drawImage(picture.renderer.domElement, 0, 0);
      // 0.2 + 0.5 · 0.6016 = 0.5008 → 127.7; 0.25 · 0.6016 → 38.4; above 1
      expectColor([...context.getImageData(32, 32, 1, 1).data], [128, 38, 255]);
    });

    test('ten clones need no program more, and leave nothing behind', async () => {
      const { loadModel } = await modelEntryOf(kind);
      const { info } = picture.renderer as WebGPURenderer;
      await picture.draw();
      const before = { ...info.memory };
      const first = await loadModel(dancerUrl);
      picture.scene.add(first.root);
      await picture.draw();
      const { programs } = info.memory;
      expect(programs - before.programs, 'two for each of body, edge and shadow').toBeLessThanOrEqual(10);
      const clones = Array.from({ length: 10 }, () => first.clone());
      for (const clone of clones) picture.scene.add(clone.root);
      await picture.draw();
      expect(info.memory.programs).toBe(programs);
      for (const model of [first, ...clones]) model.dispose();
      await picture.draw();
      const { textures, attributes, geometries } = info.memory;
      expect([textures, attributes, geometries]).toEqual([
        before.textures,
        before.attributes,
        before.geometries,
      ]);
    });

    test('a texture that comes late is shown', async () => {
      const builder = new ModelBuilder();
      builder.material({ ambient: [1, 1, 1], texture: builder.texture('late.bmp') });
      builder.quad({ center: [0, 0, 0], width: 6, height: 6 });
      let arrive = (_blob: Blob): void => {};
      const late = new Promise<Blob>((resolve) => {
        arrive = resolve;
      });
      const { createModel } = await modelEntryOf(kind);
      const model = createModel(builder.build(), { files: { open: async () => late } });
      picture.add(model);
      expectColor(await picture.pixel(32, 32), [255, 255, 255]);
      arrive(bmp({ width: 1, rows: [[[200, 100, 0]]] }));
      await model.ready;
      expectColor(await picture.pixel(32, 32), [200, 100, 0]);
    });

    test.each([1023, 1024, 1500])('%i bones cast shadows', async (count) => {
      const errors = vi.spyOn(console, 'error');
      const builder = new ModelBuilder();
      while (builder.bones.length < count)
        builder.bones.push(createPmxBone({ name: `${builder.bones.length}` }));
      builder.material({ ambient: [1, 0, 0] });
      const last: Pull = { type: BDEF1, bones: [count - 1], weights: [1] };
      builder.quad({ center: [0, 0, 0], width: 6, height: 6 }, last);
      const model = await showModel(picture, builder.build());
      const { createMmdLight } = await modelEntryOf(kind);
      picture.scene.add(createMmdLight());
      picture.renderer.shadowMap.enabled = model.mesh.castShadow = true;
      await picture.draw();
      expectColor(await picture.pixel(32, 32), [255, 0, 0]);
      await picture.draw();
      expect(errors).not.toHaveBeenCalled();
    });

    test('a model of the other entry is refused with a sentence', async () => {
      const other = await modelEntryOf('WebGLRenderer');
      const model = await other.loadModel(dancerUrl);
      picture.scene.add(model.root);
      await expect(picture.draw()).rejects.toThrow('import the same names from @odori/model/webgpu');
      picture.scene.remove(model.root);
      model.dispose();
    });
  });
});

test('WebGLRenderer refuses a model of the entry for WebGPU with a sentence', async () => {
  const { loadModel } = await modelEntryOf('WebGPURenderer, WebGL 2');
  const picture = await ModelPicture.create('WebGLRenderer', 64, 64, 24);
  const model = await loadModel(dancerUrl);
  picture.add(model);
  await expect(picture.draw()).rejects.toThrow('import the same names from @odori/model');
  picture.scene.background = new Color();
  picture.dispose();
});
