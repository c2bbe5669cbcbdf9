import type { PmxMaterial } from '@odori/format';
import { serializeX, type XMaterial } from '@odori/format/x';
import type { MmdScene } from '@odori/model';
import {
  type Camera,
  Color,
  DirectionalLight,
  HalfFloatType,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Scene,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { smallPmm } from '#test/model/scene/small-pmm.js';
import { frames } from '#test/support/frames.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor, ModelPicture, showModel } from '#test/support/model-picture.js';
import { type ModelEntry, modelEntryOf, RENDERERS } from '#test/support/renderers.js';
import { bmp } from '#test/support/test-images.js';
import { XBuilder } from '#test/support/x-builder.js';

const GRAY = [128, 128, 128];
const BLACK = [0, 0, 0];
const RED = [200, 40, 10];
const GREEN = [20, 180, 90];
const BRIGHT: Partial<XMaterial> = { diffuse: [1, 1, 1, 1], emissive: [1, 1, 1] };

function hex([r, g, b]: readonly number[]): number {
  return (r << 16) + (g << 8) + b;
}

describe.each(RENDERERS)('%s', (kind) => {
  /** 96 × 48 pixels, 8 a unit; the middle is (48, 24). Red is at the upper left, green at the right edge. */
  let picture: ModelPicture;
  let entry: ModelEntry;

  beforeEach(async () => {
    picture = await ModelPicture.create(kind, 96, 48, 6);
    entry = await modelEntryOf(kind);
    mark(picture.scene, RED, [-5, 2.5], [2, 1]);
    mark(picture.scene, GREEN, [5, -1], [2, 4]);
  });

  afterEach(() => {
    picture.renderer.setPixelRatio(1);
    picture.dispose();
  });

  function mark(
    scene: Scene,
    color: readonly number[],
    [x, y]: readonly [number, number],
    [width, height]: readonly [number, number],
  ): Mesh {
    const quad = new Mesh(new PlaneGeometry(width, height), new MeshBasicMaterial({ color: hex(color) }));
    quad.position.set(x, y, -1);
    scene.add(quad);
    return quad;
  }

  /** A screen of 3 × 3 units in the middle, that is, of 24 × 24 pixels from (36, 12). */
  async function showScreen(): Promise<void> {
    const x = new XBuilder().quad([0, 0, 0], 0.3, { ...BRIGHT, texture: 'Screen.bmp' }).build();
    const accessory = await entry.createAccessory(x, { files: entry.createMapSource(new Map(), 'tv.x') });
    expect(accessory.report.notes).toEqual([]); // a missing file changes nothing
    picture.add(accessory);
  }

  /** The pixel of the screen that shows a pixel of the picture before. */
  function onScreen(x: number, y: number): Promise<number[]> {
    return picture.pixel(Math.floor(36 + x / 4), Math.floor(12 + y / 2));
  }

  /** A pixel of the picture that was drawn last. */
  function drawn(x: number, y: number): number[] {
    const start = 4 * (96 * y + x);
    return [...picture.pixels().subarray(start, start + 3)];
  }

  test('a screen shows the whole picture in its colors, the right way up, with a black screen in the first one', async () => {
    await showScreen();
    expectColor(await picture.pixel(48, 24), BLACK);
    expectColor(await onScreen(6, 4), RED, 2);
    expectColor(await onScreen(90, 34), GREEN, 2);
    expectColor(await onScreen(6, 44), GRAY, 2);
    expectColor(await onScreen(90, 4), GRAY, 2);
    expectColor(await picture.pixel(6, 4), RED, 0);
  });

  test('the picture is one late, and a screen in the screen one more', async () => {
    await showScreen();
    const patch = mark(picture.scene, RED, [0, -2.5], [12, 1]); // the lower edge
    const material = patch.material as MeshBasicMaterial;
    const colors = [RED, GREEN, [10, 20, 220], [90, 90, 0]];
    const edges: number[][] = [];
    const inner: (readonly number[])[] = [];
    for (const color of colors) {
      material.color.setHex(hex(color));
      edges.push(await onScreen(48, 44));
      // The lower edge of the screen in the screen. It lies from y = 18 on, 12 pixels high.
      inner.push(drawn(48, 28));
    }
    // the first picture is drawn twice
    edges.forEach((edge, i) => expectColor(edge, colors[Math.max(i - 1, 0)], 2));
    // one row of pixels
    inner.forEach((edge, i) => expectColor(edge, i < 1 ? BLACK : colors[Math.max(i - 2, 0)], 24));
  });

  test('a model has screens, too, under its light', async () => {
    const builder = new ModelBuilder();
    const material: Partial<PmxMaterial> = { ambient: [0, 0, 0], diffuse: [0.5, 0.5, 0.5, 1] };
    builder.material({ ...material, texture: builder.texture('tex/screen.bmp') });
    builder.quad({ center: [0, 0, 0], width: 3, height: 3 });
    const light = new DirectionalLight(0xffffff);
    picture.scene.add(light);
    const model = await showModel(picture, builder.build());
    expect(model.report.notes).toEqual([]);
    const half = RED.map((value) => value / 2);
    expectColor(await onScreen(6, 4), half, 2);
    const clone = model.clone();
    model.root.visible = false;
    picture.add(clone);
    await picture.draw();
    expectColor(await onScreen(6, 4), half, 2);
  });

  test('it shows canvases of any size, and their viewport', async () => {
    await showScreen();
    const { renderer } = picture;
    await picture.draw();
    renderer.setPixelRatio(2);
    await picture.draw();
    renderer.setPixelRatio(1);
    expectColor(await onScreen(90, 34), GREEN, 2);
    renderer.setViewport(0, 0, 48, 48);
    await picture.draw();
    await picture.draw();
    // the left half is the view
    expectColor(drawn(19, 14), RED, 2);
    renderer.setViewport(0, 0, 96, 48);
  });

  test('what is transparent is white, as MMD’s background', async () => {
    await showScreen();
    picture.scene.background = null;
    picture.renderer.setClearColor(0x000000, 0);
    await picture.draw();
    expectColor(await onScreen(6, 44), [255, 255, 255, 255], 0);
    expectColor(await onScreen(6, 4), [...RED, 255], 2);
  });

  test.runIf(kind === 'WebGLRenderer')('it shows what a page draws into a render target', async () => {
    await showScreen();
    const renderer = picture.renderer as WebGLRenderer;
    for (const samples of [0, 4]) {
      const target = new WebGLRenderTarget(96, 48, { samples, type: HalfFloatType });
      renderer.setRenderTarget(target);
      for (let frame = 0; frame < 3; frame++) renderer.render(picture.scene, picture.camera);
      expect(renderer.getRenderTarget()).toBe(target);
      renderer.setRenderTarget(null);
      expectColor(await onScreen(6, 4), RED, 2);
      expectColor(await onScreen(90, 34), GREEN, 2);
      target.dispose();
    }
  });

  test.skipIf(kind === 'WebGLRenderer')(
    'render() of WebGPURenderer, which draws into a render target of its own, is the same',
    async () => {
      await showScreen();
      const draw = (camera: Camera): void => {
        (picture.renderer as unknown as WebGLRenderer).render(picture.scene, camera);
      };
      await picture.draw();
      draw(picture.camera);
      mark(picture.scene, GREEN, [-5, 2.5], [2, 1]).position.z = 0; // over the red one
      draw(picture.camera);
      expectColor(await onScreen(6, 4), GREEN, 2);
    },
  );

  test.skipIf(kind === 'WebGLRenderer')(
    'it shows what a pipeline of WebGPURenderer draws before effects',
    async () => {
      await showScreen();
      const { RenderPipeline } = await import('three/webgpu');
      const { pass } = await import('three/tsl');
      const { camera, scene } = picture;
      const pipeline = new RenderPipeline(picture.renderer as WebGPURenderer, pass(scene, camera));
      for (let frame = 0; frame < 3; frame++) pipeline.render();
      expectColor(await onScreen(6, 4), RED, 2);
      expectColor(await onScreen(90, 34), GREEN, 2);
      pipeline.dispose();
    },
  );

  describe('in a project', () => {
    let scene: MmdScene | undefined;

    afterEach(() => {
      scene?.dispose();
      scene = undefined;
    });

    async function showProject(captureMode: number): Promise<MmdScene> {
      const quads = new XBuilder().quad([0, 0, 0], 0.3, { ...BRIGHT, texture: 'screen.bmp' });
      const files: Record<string, Blob> = {
        'tv.x': new Blob([Uint8Array.from(serializeX(quads.build()))]),
        'screen.bmp': bmp({ width: 1, rows: [[[240, 230, 21]]] }),
      };
      const pmm = smallPmm({ accessories: [{ path: 'tv.x', keys: [{ frame: 0 }] }] });
      const project = { ...pmm, display: { ...pmm.display, captureMode } };
      scene = await entry.createScene(project, {
        resolve: entry.createMapResolver(new Map(Object.entries(files))),
      });
      picture.scene.add(scene.root);
      expect(scene.report.notes).toEqual([]);
      return scene;
    }

    test('mode 2 shows the middle, 4:3', async () => {
      await showProject(2);
      mark(picture.scene, RED, [-3.5, 0], [1, 6]); // pixels 16 to 24: the left of the middle, 64 pixels wide
      expectColor(await picture.pixel(37, 24), RED, 2);
      expectColor(await picture.pixel(40, 24), GRAY, 2);
      expectColor(await picture.pixel(58, 13), GRAY, 2); // green is out of it
    });

    test('mode 1 shows all of it, also what was drawn before the screen comes into sight', async () => {
      const { root, accessories } = await showProject(1);
      const { camera } = picture;
      camera.position.x = 40; // the screen is out of sight
      picture.scene.background = new Color().setRGB(0, 0, 1);
      scene!.sample(0);
      await picture.draw();
      camera.position.x = 0;
      expectColor(await picture.pixel(48, 24), [0, 0, 255], 2);
      expect([root.children.length > 0, accessories[0]!.loaded!.hasScreen]).toEqual([true, true]);
    });

    test('mode 0 shows the file', async () => {
      await showProject(0);
      await picture.draw();
      expectColor(await picture.pixel(48, 24), [240, 230, 21], 0);
    });

    test('in a film, the first picture after a jump does not depend on what was shown before', async () => {
      const mmdScene = await showProject(1);
      const patch = mark(picture.scene, RED, [0, -2.5], [12, 1]); // the lower edge
      const material = patch.material as MeshBasicMaterial;
      for (const isExact of [false, true]) {
        mmdScene.sample(0);
        material.color.setHex(hex(RED));
        await picture.draw();
        material.color.setHex(hex(GREEN));
        mmdScene.reset();
        mmdScene.sample(10, 0, isExact);
        expectColor(await onScreen(48, 44), isExact ? GREEN : RED, 2);
        material.color.setHex(hex(RED));
        mmdScene.sample(11, 1 / 30, isExact);
        expectColor(await onScreen(48, 44), GREEN, 2);
      }
    });
  });

  test.runIf(kind === 'WebGLRenderer')('goes on after the context was lost', async () => {
    await showScreen();
    const renderer = new WebGLRenderer({ antialias: true });
    renderer.setSize(96, 48);
    const { scene, camera } = picture;
    const pixel = (x: number, y: number): number[] => {
      const canvas = new OffscreenCanvas(96, 48);
      const context = canvas.getContext('2d')!;
      renderer.render(scene, camera);
      context.drawImage(renderer.domElement, 0, 0);
      return [...context.getImageData(x, y, 1, 1).data];
    };
    pixel(0, 0);
    expectColor(pixel(37, 14), RED, 2);
    for (const [type, act] of [
      ['webglcontextlost', () => renderer.forceContextLoss()],
      ['webglcontextrestored', () => renderer.forceContextRestore()],
    ] as const) {
      const happened = new Promise((resolve) =>
        renderer.domElement.addEventListener(type, resolve, { once: true }),
      );
      act();
      await happened;
      await frames(1); // a context can be restored after the event
    }
    pixel(0, 0);
    expectColor(pixel(37, 14), RED, 2);
    renderer.dispose();
    renderer.forceContextLoss();
  });
});
