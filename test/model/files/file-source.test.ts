import { createMapSource, findModels } from '#src/model/files/file-source.js';
import { expect, test } from 'vitest';

/** Files whose content is their own key. */
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

test('a path starts in the folder of the model', async () => {
  const map = files('miku/pmx/miku.pmx', 'miku/pmx/tex/face.png', 'miku/tex/face.png', 'tex/face.png');
  expect(await opened(map, 'miku/pmx/miku.pmx', 'tex\\face.png')).toBe('miku/pmx/tex/face.png');
  expect(await opened(map, 'miku/pmx/miku.pmx', '..\\tex\\face.png')).toBe('miku/tex/face.png');
  expect(await opened(map, 'miku/pmx/miku.pmx', '../../tex/face.png')).toBe('tex/face.png');
  expect(await opened(map, 'miku.pmx', 'tex/face.png')).toBe('tex/face.png');
  expect(await opened(map, 'miku.pmx', 'body.png')).toBeUndefined();
});

test('keys of the map may contain back-slashes, ./ and empty names', async () => {
  for (const key of ['miku\\tex\\face.png', './miku/tex/face.png', '/miku//tex/./face.png']) {
    expect(await opened(files(key, 'face.png'), 'miku/miku.pmx', 'tex/face.png'), key).toBe(key);
    expect(await opened(files(key, 'face.png'), '.\\miku\\miku.pmx', 'tex/face.png'), key).toBe(key);
  }
});

test('the exact spelling comes first; otherwise case and width do not matter', async () => {
  const map = files('Tex/FACE.png', 'tex/face.png', 'Tex/ボディ１.PNG');
  expect(await opened(map, 'a.pmx', 'tex/face.png')).toBe('tex/face.png');
  expect(await opened(map, 'a.pmx', 'Tex/FACE.png')).toBe('Tex/FACE.png');
  expect(await opened(map, 'a.pmx', 'TEX/Face.PNG')).toBe('Tex/FACE.png'); // the first of two
  expect(await opened(map, 'a.pmx', 'tex\\ﾎﾞﾃﾞｨ1.png')).toBe('Tex/ボディ１.PNG');
});

test('a texture outside its folder is found if it is the only file of that name', async () => {
  const map = files('miku.pmx', 'Face.png', 'a/body.png', 'b/body.png', 'c/BODY.png');
  expect(await opened(map, 'miku.pmx', 'tex\\face.PNG')).toBe('Face.png');
  expect(await opened(map, 'miku.pmx', '..\\tex\\face.png')).toBe('Face.png');
  expect(await opened(map, 'miku.pmx', 'C:\\mmd\\face.png')).toBe('Face.png');
  expect(await opened(map, 'miku.pmx', 'tex\\body.png')).toBeUndefined(); // which of the three?
  expect(await opened(map, 'miku.pmx', 'a\\body.png')).toBe('a/body.png');
});

test('spaces, dots and NULs at the end do not matter, in a path and in a key', async () => {
  const map = files('a.pmx', 'tex/t.png', 'tex/u.png ');
  for (const path of ['tex\\t.png ', 'tex/t.png. .', 'tex/t.png\0\0', 'C:\\x\\T.png  '])
    expect(await opened(map, 'a.pmx', path), path).toBe('tex/t.png');
  for (const path of ['tex/u.png', 'tex/u.png ', 'u.PNG'])
    expect(await opened(map, 'a.pmx', path), path).toBe('tex/u.png ');
});

test('of several files with a name, the folders before it find one', async () => {
  const map = files('miku/miku.pmx', 'miku/tex/face.png', 'miku/alt/face.png', 'luka/tex/face.png');
  const open = (path: string) => opened(map, 'miku/miku.pmx', path);
  expect(await open('C:\\MMD\\Model\\alt\\face.png')).toBe('miku/alt/face.png');
  expect(await open('D:\\Luka\\TEX\\face.png')).toBe('luka/tex/face.png');
  expect(await open('/home/a/miku/tex/face.png ')).toBe('miku/tex/face.png');
  expect(await open('..\\..\\luka\\tex\\face.png')).toBe('luka/tex/face.png');
  expect(await open('C:\\other\\tex\\face.png')).toBeUndefined(); // miku's or luka's?
  expect(await open('C:\\face.png')).toBeUndefined();
});

test('names of object properties and folders are not files', async () => {
  for (const path of ['__proto__', 'constructor', '', '.', '..', 'tex/']) {
    expect(await opened(files('a.pmx', 'tex/face.png'), 'a.pmx', path), path).toBeUndefined();
  }
  expect(await opened(files('a.pmx', '__proto__'), 'a.pmx', '__proto__')).toBe('__proto__');
});

test('changes of the map do not affect the source', async () => {
  const map = files('a.pmx', 'face.png');
  const source = createMapSource(map, 'a.pmx');
  map.clear();
  expect(await (await source.open('face.png'))?.text()).toBe('face.png');
});

function sized(sizes: Record<string, number>): Map<string, Blob> {
  return new Map(Object.entries(sizes).map(([path, size]) => [path, new Blob([new Uint8Array(size)])]));
}

test('models are found by their extension in any case', () => {
  expect(
    findModels(sized({ 'a.PMX': 1, 'tex.png': 1, pmx: 1, 'a.pmx.txt': 1, 'a.pmxx': 1, 'dance.vmd': 1 })),
  ).toEqual(['a.PMX']);
  expect(findModels(new Map())).toEqual([]);
});

test('models are sorted: shallow before deep, PMX before PMD, large before small, then by path', () => {
  const map = sized({
    'miku/sub/huge.pmx': 900,
    'miku/c.pmd': 800,
    'miku/b.pmx': 10,
    'miku/Leek.pmx': 10,
    'miku\\a.PMX': 20,
    'x.Pmd': 1,
    './y.pmd': 2,
  });
  expect(findModels(map)).toEqual([
    './y.pmd',
    'x.Pmd',
    'miku\\a.PMX',
    'miku/Leek.pmx', // L sorts before b
    'miku/b.pmx',
    'miku/c.pmd',
    'miku/sub/huge.pmx',
  ]);
});
