import { expect, test } from 'vitest';
import { createMapSource } from '#src/model/files/map-source.js';

/** Each file holds its own key. */
function files(...keys: string[]): Map<string, Blob> {
  return new Map(keys.map((key) => [key, new Blob([key])]));
}

async function opened(
  map: ReadonlyMap<string, Blob>,
  modelPath: string,
  path: string,
): Promise<string | undefined> {
  return (await createMapSource(map, modelPath).open(path))?.text();
}

test('from the folder of the model', async () => {
  const map = files('miku/pmx/miku.pmx', 'miku/pmx/tex/face.png', 'miku/tex/face.png', 'tex/face.png');
  expect(await opened(map, 'miku/pmx/miku.pmx', 'tex\\face.png')).toBe('miku/pmx/tex/face.png');
  expect(await opened(map, 'miku/pmx/miku.pmx', '..\\tex\\face.png')).toBe('miku/tex/face.png');
  expect(await opened(map, 'miku/pmx/miku.pmx', '../../tex/face.png')).toBe('tex/face.png');
  expect(await opened(map, 'miku.pmx', 'tex/face.png')).toBe('tex/face.png');
  expect(await opened(map, 'miku.pmx', 'body.png')).toBeUndefined();
});

test('the keys may be spelled in several ways', async () => {
  for (const key of ['miku\\tex\\face.png', './miku/tex/face.png', '/miku//tex/./face.png']) {
    expect(await opened(files(key, 'face.png'), 'miku/miku.pmx', 'tex/face.png'), key).toBe(key);
    expect(await opened(files(key, 'face.png'), '.\\miku\\miku.pmx', 'tex/face.png'), key).toBe(key);
  }
});

test('what is spelled exactly comes first, then case and width do not matter', async () => {
  const map = files('Tex/FACE.png', 'tex/face.png', 'Tex/ボディ１.PNG');
  expect(await opened(map, 'a.pmx', 'tex/face.png')).toBe('tex/face.png');
  expect(await opened(map, 'a.pmx', 'Tex/FACE.png')).toBe('Tex/FACE.png');
  expect(await opened(map, 'a.pmx', 'TEX/Face.PNG')).toBe('Tex/FACE.png'); // the first of two
  expect(await opened(map, 'a.pmx', 'tex\\ﾎﾞﾃﾞｨ1.png')).toBe('Tex/ボディ１.PNG');
});

test('a model and its textures dropped loose: the only file of that name', async () => {
  const map = files('miku.pmx', 'Face.png', 'a/body.png', 'b/body.png', 'c/BODY.png');
  expect(await opened(map, 'miku.pmx', 'tex\\face.PNG')).toBe('Face.png');
  expect(await opened(map, 'miku.pmx', '..\\tex\\face.png')).toBe('Face.png');
  expect(await opened(map, 'miku.pmx', 'C:\\mmd\\face.png')).toBe('Face.png');
  expect(await opened(map, 'miku.pmx', 'tex\\body.png')).toBeUndefined(); // which of the three?
  expect(await opened(map, 'miku.pmx', 'a\\body.png')).toBe('a/body.png');
});

test('names that objects have anyway are no files', async () => {
  for (const path of ['__proto__', 'constructor', '', '.', '..', 'tex/']) {
    expect(await opened(files('a.pmx', 'tex/face.png'), 'a.pmx', path), path).toBeUndefined();
  }
  expect(await opened(files('a.pmx', '__proto__'), 'a.pmx', '__proto__')).toBe('__proto__');
});

test('the map may change afterwards', async () => {
  const map = files('a.pmx', 'face.png');
  const source = createMapSource(map, 'a.pmx');
  map.clear();
  expect(await (await source.open('face.png'))?.text()).toBe('face.png');
});
