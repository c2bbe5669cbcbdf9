import { createMapSource, createUrlSource, type FetchSettings } from '#src/model/files/file-source.js';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FileLoader, LoadingManager } from 'three';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

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

const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
let server: Server;
let base: string;

/** Echoes what was asked for, except what has a number for a name. */
beforeAll(async () => {
  vi.stubGlobal('ProgressEvent', Event); // FileLoader reports with it, and Node has none
  server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push({ url, headers: request.headers });
    response.statusCode = Number(/(\d{3})$/.exec(url)?.[1] ?? 200);
    if (url.endsWith('/never')) return;
    response.end(url);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/miku/`;
});

afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  asked.length = 0;
});

function settings(manager = new LoadingManager()): FetchSettings {
  return { manager, requestHeader: {}, withCredentials: false };
}

test.each([
  ['tex\\face.png', '/miku/tex/face.png'],
  ['a/../b.png', '/miku/b.png'],
  ['顔 #1?.png', '/miku/%E9%A1%94%20%231%3F.png'],
  ['100%.png', '/miku/100%25.png'],
  ['%2e%2e/x', '/miku/%252e%252e/x'],
  ['constructor', '/miku/constructor'],
])('%s is asked for as %s', async (path, url) => {
  const file = await createUrlSource(base, settings()).open(path);
  expect(file).toBeInstanceOf(Blob);
  expect(await file?.text()).toBe(url);
  expect(asked.map((request) => request.url)).toEqual([url]);
});

test('a folder without its last slash is a folder', async () => {
  const file = await createUrlSource(base.slice(0, -1), settings()).open('face.png');
  expect(await file?.text()).toBe('/miku/face.png');
});

test('what leaves the folder is not even asked for', async () => {
  const source = createUrlSource(base, settings());
  for (const path of [
    '..\\tex\\face.png',
    '/face.png',
    `${base}face.png`,
    'a/../../face.png',
    'C:\\x.png',
    '',
  ]) {
    expect(await source.open(path), path).toBeUndefined();
  }
  expect(asked).toEqual([]);
});

test('data: and blob: have no folder', async () => {
  for (const url of ['data:application/octet-stream;base64,', 'blob:https://example.org/', ' BLOB:x']) {
    expect(await createUrlSource(url, settings()).open('face.png'), url).toBeUndefined();
  }
});

test('404 and 410 are no file, everything else is an error', async () => {
  const source = createUrlSource(base, settings());
  expect(await source.open('404')).toBeUndefined();
  expect(await source.open('410')).toBeUndefined();
  await expect(source.open('500')).rejects.toThrow('responded with 500');
  await expect(source.open('403')).rejects.toThrow('responded with 403');
});

test('no server is an error', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => {
    gone.listen(0, '127.0.0.1', resolve);
  });
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => {
    gone.close(resolve);
  });
  await expect(createUrlSource(`http://127.0.0.1:${port}/`, settings()).open('a.png')).rejects.toThrow(
    TypeError,
  );
});

test('the manager counts the files, and hears what is missing', async () => {
  const manager = new LoadingManager();
  const [onStart, onProgress, onError] = [
    vi.fn<() => void>(),
    vi.fn<(url: string) => void>(),
    vi.fn<(url: string) => void>(),
  ];
  const onLoad = vi.fn<() => void>();
  Object.assign(manager, { onStart, onProgress, onError, onLoad });
  const source = createUrlSource(base, settings(manager));
  await Promise.all([source.open('a.png'), source.open('404')]);
  await vi.waitFor(() => {
    expect(onLoad).toHaveBeenCalledTimes(1);
  });
  expect(onStart).toHaveBeenCalledTimes(1);
  expect(onProgress.mock.calls.map(([url]) => url).toSorted()).toEqual([`${base}404`, `${base}a.png`]);
  expect(onError.mock.calls).toEqual([[`${base}404`]]);
});

test('the manager may change URLs, and abort', async () => {
  const manager = new LoadingManager();
  const source = createUrlSource(base, settings(manager));
  manager.setURLModifier((url) => url.replace('/miku/', '/luka/'));
  expect(await (await source.open('face.png'))?.text()).toBe('/luka/face.png');
  const pending = source.open('never');
  manager.abort();
  await expect(pending).rejects.toThrow('abort');
});

test('headers are those of the loader at that moment', async () => {
  const fetching = settings();
  const source = createUrlSource(base, fetching);
  fetching.requestHeader = { 'x-token': 'leek' };
  await source.open('face.png');
  expect(asked.at(-1)?.headers['x-token']).toBe('leek');
});

test('one request for the same file twice, as FileLoader has it', async () => {
  const source = createUrlSource(base, settings());
  const [one, other] = await Promise.all([source.open('a.png'), source.open('.\\a.png')]);
  expect(one).toBe(other);
  expect(asked.length).toBe(1);
});

test('a request that another loader has under way', async () => {
  const source = createUrlSource(base, settings());
  const bytes = new FileLoader().setResponseType('arraybuffer').loadAsync(`${base}a.png`);
  expect(await (await source.open('a.png'))?.text()).toBe('/miku/a.png');
  await bytes;
  const text = new FileLoader().loadAsync(`${base}a.png`);
  await expect(source.open('a.png')).rejects.toThrow('was not loaded as bytes');
  await text;
});

test('relative to the page, where names that objects have are names of files', async () => {
  const seen: string[] = [];
  const manager = new LoadingManager();
  manager.setURLModifier((url) => {
    seen.push(url);
    return base + url.slice(url.indexOf('./') + 2);
  });
  for (const folder of ['', './', '../models/'])
    await createUrlSource(folder, settings(manager)).open('constructor');
  expect(seen).toEqual(['./constructor', './constructor', '../models/constructor']);
});
