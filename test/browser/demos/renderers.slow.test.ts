import { afterEach, expect, test } from 'vitest';
import { openPage, type OpenPage } from '#test/support/open-page.js';

let page: OpenPage | undefined;

afterEach(() => page?.close());

async function open(prepare?: Parameters<typeof openPage>[1]): Promise<Document> {
  page = await openPage('/demos/renderers/index.html?size=160x90&paused=1&seek=5', prepare);
  const { document } = page;
  await expect.poll(() => document.documentElement.dataset['ready']).toBe('true');
  return document;
}

function radio(document: Document, value: string): HTMLInputElement {
  return document.querySelector<HTMLInputElement>(`input[value="${value}"]`)!;
}

/** The colors of the canvas that is shown. Its renderer must have drawn in the same task. */
async function colors(document: Document): Promise<number> {
  const canvas = document.querySelector<HTMLCanvasElement>('#view canvas')!;
  const { width, height } = canvas;
  const copy = new OffscreenCanvas(width, height).getContext('2d')!;
  return new Promise((resolve) => {
    document.defaultView!.requestAnimationFrame(() => {
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, width, height);
      resolve(new Set(new Uint32Array(data.buffer)).size);
    });
  });
}

test('each renderer draws her, and the page names what it draws by', async () => {
  const document = await open();
  const backend = document.querySelector('#backend')!;
  expect(backend.textContent).toBe('WebGLRenderer, WebGL 2');
  expect(document.querySelector<HTMLElement>('#no-webgpu')!.hidden).toBe(true);
  document.querySelector<HTMLElement>('#play')!.click(); // so that each frame is drawn
  for (const [value, name] of [
    ['webgpu-webgl2', 'WebGPURenderer, WebGL 2'],
    ['webgpu', 'WebGPURenderer, WebGPU'],
    ['webgl', 'WebGLRenderer, WebGL 2'],
  ]) {
    radio(document, value).click();
    await expect.poll(() => backend.textContent).toBe(name);
    await expect.poll(async () => colors(document)).toBeGreaterThan(100);
    expect(document.querySelectorAll('#view canvas')).toHaveLength(1);
  }
  await expect.poll(() => document.querySelector('#draw')!.textContent).toMatch(/^\d+\.\d\d ms$/);
  expect(Number(document.querySelector('#calls')!.textContent)).toBeGreaterThan(40);
  expect(page!.errors).toEqual([]);
});

test('the renderers draw the same moment alike', async () => {
  const document = await open();
  document.querySelector<HTMLElement>('#compare')!.click();
  await expect.poll(() => document.querySelectorAll('#pictures figure').length).toBe(3);
  const captions = [...document.querySelectorAll('figcaption')].map(({ textContent }) => textContent);
  expect(captions[1]).toBe(
    'WebGPURenderer, on WebGL 2: 0% of the pixels differ by more than 1, 0% by more than 4.',
  );
  const [, over1, over4] = /differ by more than 1, /.test(captions[2])
    ? /: (?:under )?([\d.]+)% of .*, (?:under )?([\d.]+)% by/.exec(captions[2])!
    : [];
  expect(Number(over1)).toBeLessThanOrEqual(0.5);
  expect(Number(over4)).toBeLessThanOrEqual(0.1);
  expect(page!.errors).toEqual([]);
});

test('without WebGPU, the page says so and offers the other two', async () => {
  const document = await open((window) => {
    Object.defineProperty(window.navigator, 'gpu', { value: undefined });
  });
  expect(document.querySelector<HTMLElement>('#no-webgpu')!.hidden).toBe(false);
  expect(['webgl', 'webgpu-webgl2', 'webgpu'].map((value) => radio(document, value).disabled)).toEqual([
    false,
    false,
    true,
  ]);
  expect(page!.errors).toEqual([]);
});
