import { Mesh, MeshBasicMaterial, PlaneGeometry, VSMShadowMap } from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { expectColor, ModelPicture } from '#test/support/model-picture.js';
import { endIdleRenderers, isWebGPU, RENDERER_KINDS } from '#test/support/renderers.js';

afterAll(endIdleRenderers);

describe.each(RENDERER_KINDS)('%s', (kind) => {
  let picture: ModelPicture | undefined;

  afterEach(() => {
    picture?.dispose();
    picture = undefined;
  });

  /** 8 × 4 pixels, of which a plane covers the left half, and a green one the lower half of that. */
  async function showPlanes(): Promise<{ picture: ModelPicture; plane: Mesh }> {
    picture = await ModelPicture.create(kind, 8, 4, 4);
    const plane = new Mesh(new PlaneGeometry(4, 4), new MeshBasicMaterial({ color: 0xc06020 }));
    const lower = new Mesh(new PlaneGeometry(4, 2), new MeshBasicMaterial({ color: 0x00ff00 }));
    plane.position.x = lower.position.x = -2;
    lower.position.set(-2, -1, 1);
    picture.scene.add(plane, lower);
    return { picture, plane };
  }

  test('draws colors at their places, with its own backend', async () => {
    const { picture: shown, plane } = await showPlanes();
    expect(shown.kind).toBe(kind);
    expectColor(await shown.pixel(1, 0), [0xc0, 0x60, 0x20, 255], 0);
    expectColor(await shown.pixel(1, 3), [0, 255, 0, 255], 0);
    expectColor(await shown.pixel(6, 1), [128, 128, 128, 255], 0);
    expect(await shown.count(0, 255, 0)).toBe(4 * 2);
    plane.visible = false;
    expect(await shown.count(0xc0, 0x60, 0x20)).toBe(0);
    const { renderer } = shown;
    if (kind === 'WebGLRenderer') expect(renderer).toHaveProperty('isWebGLRenderer', true);
    else expect(isWebGPU(renderer as WebGPURenderer)).toBe(kind === 'WebGPURenderer, WebGPU');
  });

  test('blends encoded colors, as WebGLRenderer does', async () => {
    const { picture: shown, plane } = await showPlanes();
    plane.material = new MeshBasicMaterial({ color: 0xff0000, transparent: true, opacity: 0.5 });
    expectColor(await shown.pixel(1, 0), [192, 64, 64]); // half of 255 0 0 and 128 128 128
  });

  test('is used again, with the defaults of three and without what was drawn before', async () => {
    const { picture: first } = await showPlanes();
    const { renderer } = first;
    await first.draw();
    const { geometries } = renderer.info.memory;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = VSMShadowMap;
    renderer.autoClear = false;
    renderer.setClearColor(0xff0000, 0.5);
    first.dispose();
    expect(renderer.info.memory.geometries).toBe(geometries - 2); // the planes
    picture = await ModelPicture.create(kind, 4, 4, 4);
    expect(picture.renderer).toBe(renderer);
    picture.scene.background = null;
    expectColor(await picture.pixel(1, 1), [0, 0, 0, 255], 0);
    const other = await ModelPicture.create(kind, 4, 4, 4);
    expect(other.renderer).not.toBe(renderer);
    expect(other.renderer.shadowMap.type).toBe(picture.renderer.shadowMap.type);
    expect(picture.renderer.shadowMap.enabled).toBe(false);
    other.dispose();
  });
});

test('an error that WebGPU reports later fails the next picture', async () => {
  const picture = await ModelPicture.create('WebGPURenderer, WebGPU', 4, 4, 4);
  const { device } = (picture.renderer as WebGPURenderer).backend as unknown as { device: GPUDevice };
  device.createBuffer({ size: 4, usage: 0 }); // a buffer must have a use
  await device.queue.onSubmittedWorkDone();
  await expect(picture.draw()).rejects.toThrow('WebGPURenderer, WebGPU: ');
  await picture.draw();
  picture.dispose();
});

test('a renderer without an adapter of WebGPU is an error', async () => {
  // More than are idle, so that the next one is made.
  const taken: ModelPicture[] = [];
  for (let i = 0; i < 3; i++) taken.push(await ModelPicture.create('WebGPURenderer, WebGPU', 4, 4, 4));
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {}); // three's own warning
  Object.defineProperty(navigator, 'gpu', { value: undefined, configurable: true });
  try {
    await expect(ModelPicture.create('WebGPURenderer, WebGPU', 4, 4, 4)).rejects.toThrow(
      'this browser has no adapter for WebGPURenderer, WebGPU',
    );
  } finally {
    warn.mockRestore();
    Reflect.deleteProperty(navigator, 'gpu');
    for (const picture of taken) picture.dispose();
  }
});
