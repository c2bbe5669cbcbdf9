import { MmdFormatError } from '@odori/format';
import { loadModel, PMXLoader } from '@odori/model';
import { zipSync } from 'fflate';
import { LoadingManager } from 'three';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor, ModelPicture } from '#test/support/model-picture.js';
import { bmp } from '#test/support/test-images.js';

let picture: ModelPicture;

beforeEach(async () => {
  picture = await ModelPicture.create('WebGLRenderer', 8, 8, 8);
});

afterEach(() => picture.dispose());

const red = bmp({ width: 1, rows: [[[200, 0, 0]]] });

/** A square with a red texture in a folder. */
function pmxBytes(): Uint8Array<ArrayBuffer> {
  const builder = new ModelBuilder();
  builder.material({ texture: builder.texture('Tex\\赤 #1.bmp') });
  builder.quad({ center: [0, 0, 0], width: 8, height: 8 });
  return builder.bytes() as Uint8Array<ArrayBuffer>;
}

/** A manager that maps the URLs of files to blobs. */
function server(files: Record<string, Blob>): LoadingManager {
  const manager = new LoadingManager();
  const urls = new Map(Object.entries(files).map(([url, blob]) => [url, URL.createObjectURL(blob)]));
  manager.setURLModifier((url) => urls.get(url) ?? url);
  return manager;
}

test('a model and its texture load from a URL, and the manager waits for both', async () => {
  const manager = server({
    'models/a.pmx': new Blob([pmxBytes()]),
    'models/Tex/%E8%B5%A4%20%231.bmp': red,
  });
  const onLoad = vi.fn<() => void>();
  manager.onLoad = onLoad;
  const onProgress = vi.fn<(event: ProgressEvent) => void>();
  const model = await new PMXLoader(manager).setPath('models/').loadAsync('a.pmx', onProgress);
  expect(model.report.notes).toEqual([]);
  expect(onProgress).toHaveBeenCalled();
  await expect.poll(() => onLoad).toHaveBeenCalledTimes(1);
  picture.add(model);
  expectColor(await picture.pixel(4, 4), [200, 0, 0]);
});

test('a texture that the server does not have is reported, and the model appears without it', async () => {
  const manager = server({ 'a.pmx': new Blob([pmxBytes()]) });
  const model = await new PMXLoader(manager).loadAsync('a.pmx');
  expect(model.report.notes).toMatchObject([{ path: 'Tex\\赤 #1.bmp' }]);
  picture.add(model);
  expectColor(await picture.pixel(4, 4), [255, 255, 255]);
});

test('abort() of a loader also ends the requests of textures, and the load rejects', async () => {
  const manager = server({ 'a.pmx': new Blob([pmxBytes()]) });
  const loader = new PMXLoader(manager);
  const realFetch = window.fetch;
  let textureSignal: AbortSignal | null | undefined;
  const fetchSpy = vi.spyOn(window, 'fetch').mockImplementation((url, init) => {
    if (typeof url !== 'string' || !url.includes('.bmp')) return realFetch(url, init);
    textureSignal = init?.signal;
    return new Promise((_, reject) =>
      textureSignal!.addEventListener('abort', () => reject(textureSignal!.reason)),
    );
  });
  const aborted = loader.loadAsync('a.pmx');
  await expect.poll(() => textureSignal).toBeDefined();
  loader.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  expect(textureSignal!.aborted).toBe(true);
  fetchSpy.mockRestore();
});

test('a model loads from files at hand, with wrong case and back-slashes in paths', async () => {
  const files = new Map([
    ['miku/model/A.PMX', new Blob([pmxBytes()])],
    ['miku/model/tex/赤 #1.BMP', red],
  ]);
  const model = await new PMXLoader().setFiles(files).loadAsync('miku/model/a.pmx');
  expect(model.report.notes).toEqual([]);
  picture.add(model);
  expectColor(await picture.pixel(4, 4), [200, 0, 0]);
});

test('a model loads from a zip and from a zip among files', async () => {
  const zip = new Blob([
    zipSync({
      'a/a.pmx': pmxBytes(),
      'a/Tex/赤 #1.bmp': new Uint8Array(await red.arrayBuffer()),
    }),
  ]);
  for (const source of [zip, new Map([['miku.zip', zip]])]) {
    const model = await loadModel(source);
    expect(model.report.notes).toEqual([]);
    picture.add(model);
    expectColor(await picture.pixel(4, 4), [200, 0, 0]);
    model.dispose();
  }
});

test('a file that is not a model is an error of the loader and of its manager', async () => {
  const onError = vi.fn<(url: string) => void>();
  const manager = server({
    'a.pmx': new Blob(['this text is not a model, but it is long enough to be one']),
  });
  manager.onError = onError;
  await expect(new PMXLoader(manager).loadAsync('a.pmx')).rejects.toThrow(MmdFormatError);
  expect(onError.mock.calls).toEqual([['a.pmx']]);
  await expect(new PMXLoader().setFiles(new Map()).loadAsync('a.pmx')).rejects.toThrow(
    'a.pmx: this file is not among the 0 given files',
  );
  await expect(loadModel(new Map([['a.txt', new Blob(['a'])]]))).rejects.toThrow('no model');
});
