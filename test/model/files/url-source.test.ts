import { createUrlSource, folderOfUrl } from '#src/model/files/url-source.js';
import { LoadError, type RequestSettings } from '@odori/runtime';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LoadingManager } from 'three';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const requested: { url: string; headers: IncomingHttpHeaders }[] = [];
let server: Server;
let base: string;

/** Answers with the URL; a name of three digits is the status. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? '';
    requested.push({ url, headers: request.headers });
    response.statusCode = Number(/(\d{3})$/.exec(url)?.[1] ?? 200);
    if (url.endsWith('/never')) return;
    response.end(url.endsWith('.html') ? '<!doctype html><title>Home</title>' : url);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/miku/`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  requested.length = 0;
});

function settings(manager = new LoadingManager()): RequestSettings {
  return { manager, requestHeader: {}, withCredentials: false };
}

test.each([
  ['tex\\face.png', '/miku/tex/face.png'],
  ['a/../b.png', '/miku/b.png'],
  ['顔 #1?.png', '/miku/%E9%A1%94%20%231%3F.png'],
  ['100%.png', '/miku/100%25.png'],
  ['%2e%2e/x', '/miku/%252e%252e/x'],
  ['constructor', '/miku/constructor'],
])('%s is requested as %s', async (path, url) => {
  const file = await createUrlSource(base, settings()).open(path);
  expect(file).toBeInstanceOf(Blob);
  expect(await file?.text()).toBe(url);
  expect(requested.map((request) => request.url)).toEqual([url]);
});

test('the last slash of the folder may be missing', async () => {
  const file = await createUrlSource(base.slice(0, -1), settings()).open('face.png');
  expect(await file?.text()).toBe('/miku/face.png');
});

test.each([
  ['..\\tex\\face.png', '/miku/tex/face.png'],
  ['a/../../face.png', '/miku/face.png'],
  ['..\\..\\luka\\顔.png ', '/luka/%E9%A1%94.png'],
])('%s in /miku/pmx/ is requested as %s', async (path, url) => {
  for (const root of [undefined, new URL(base).origin, `${new URL(base).origin}/`]) {
    const file = await createUrlSource(`${base}pmx`, { ...settings(), root }).open(path);
    expect(await file?.text()).toBe(url);
  }
});

test.each([
  '/face.png',
  '//127.0.0.2/face.png',
  'http://127.0.0.1/face.png',
  'C:\\x.png',
  '..\\..\\..\\face.png', // above the origin
  '..\\C:\\x.png\\..\\http://127.0.0.1/x.png',
  '..',
  '',
])('%j is never requested, and its refusal says so', async (path) => {
  const source = createUrlSource(`${base}pmx/`, settings());
  expect(await source.open(path)).toBeUndefined();
  expect(source.refusal!(path)).toMatch(/^the file was not requested: /);
  expect(source.refusal!('../face.png')).toBeUndefined();
  expect(requested).toEqual([]);
});

test('a root is the folder that paths do not leave', async () => {
  const source = createUrlSource(`${base}pmx/`, { ...settings(), root: new URL(base) });
  expect(await (await source.open('../face.png'))?.text()).toBe('/miku/face.png');
  expect(await source.open('../../miku/face.png')).toBeInstanceOf(Blob);
  expect(await source.open('../../mikuo/face.png')).toBeUndefined();
  expect(await source.open('../../face.png')).toBeUndefined();
  expect(source.refusal!('../../face.png')).toMatch(/out of the folder that is allowed$/);
  const other = createUrlSource(base, { ...settings(), root: 'https://example.org/' });
  expect(await other.open('face.png')).toBeUndefined();
});

test('a file: URL has its own folder alone, unless a root allows more', () => {
  const path = '../face.png';
  expect(createUrlSource('file:///a/b/').refusal!(path)).toMatch(/not requested/);
  expect(createUrlSource('file:///a/b/', { root: 'file:///a/' }).refusal!(path)).toBeUndefined();
});

test('data: and blob: URLs have no folder, so nothing is found', async () => {
  for (const url of ['data:application/octet-stream;base64,', 'blob:https://example.org/', ' BLOB:x']) {
    expect(await createUrlSource(url, settings()).open('face.png'), url).toBeUndefined();
  }
});

test('404 and 410 mean that there is no file; other statuses are errors', async () => {
  const source = createUrlSource(base, settings());
  expect(await source.open('404')).toBeUndefined();
  expect(await source.open('410')).toBeUndefined();
  await expect(source.open('500')).rejects.toThrow('500: the server answered 500');
  await expect(source.open('403')).rejects.toThrow('403: the server answered 403');
});

test('an unreachable server is an error', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => {
    gone.listen(0, '127.0.0.1', resolve);
  });
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => {
    gone.close(resolve);
  });
  await expect(createUrlSource(`http://127.0.0.1:${port}/`, settings()).open('a.png')).rejects.toThrow(
    LoadError,
  );
});

test('the manager counts the files, and its onError is called for missing ones', async () => {
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
  await expect.poll(() => onLoad).toHaveBeenCalledTimes(1);
  expect(onStart).toHaveBeenCalledTimes(1);
  expect(onProgress.mock.calls.map(([url]) => url).toSorted()).toEqual([`${base}404`, `${base}a.png`]);
  expect(onError.mock.calls).toEqual([[`${base}404`]]);
});

test('the manager may change URLs and abort requests', async () => {
  const manager = new LoadingManager();
  const source = createUrlSource(base, settings(manager));
  manager.setURLModifier((url) => url.replace('/miku/', '/luka/'));
  expect(await (await source.open('face.png'))?.text()).toBe('/luka/face.png');
  const pending = source.open('never');
  manager.abort();
  await expect(pending).rejects.toThrow('abort');
});

test('headers are read for each request', async () => {
  const changing = { ...settings() };
  const source = createUrlSource(base, changing);
  changing.requestHeader = { 'x-token': 'leek' };
  await source.open('face.png');
  expect(requested.at(-1)?.headers['x-token']).toBe('leek');
});

test('simultaneous requests for one file are made once', async () => {
  const source = createUrlSource(base, settings());
  const [one, other] = await Promise.all([source.open('a.png'), source.open('.\\a.png')]);
  expect(one).toBe(other);
  expect(requested.length).toBe(1);
});

test('an HTML page means that there is no file', async () => {
  expect(await createUrlSource(base, settings()).open('page.html')).toBeUndefined();
});

test('the folder may be relative to the page', async () => {
  const seen: string[] = [];
  const manager = new LoadingManager();
  manager.setURLModifier((url) => {
    seen.push(url);
    return base + url.replace(/^.*\//, '');
  });
  for (const folder of ['', './', '../models/'])
    await createUrlSource(folder, settings(manager)).open('constructor');
  expect(seen).toEqual(['./constructor', './constructor', '../models/constructor']);
  seen.length = 0;
  for (const folder of ['', 'a/b/', '../models/', '/a/b/', '../'])
    await createUrlSource(folder, settings(manager)).open('..\\constructor');
  expect(seen).toEqual([
    '../constructor',
    'a/constructor',
    '../constructor',
    '/a/constructor',
    '../../constructor',
  ]);
  const source = createUrlSource('models/a/', { root: 'models' });
  expect(['../x.png', '../../x.png'].map((path) => source.refusal!(path) === undefined)).toEqual([
    true,
    false,
  ]);
});

test.each([
  ['miku.pmx', ''],
  ['models/miku.pmx', 'models/'],
  ['https://example.org/a/miku.pmx?v=1/2#x/y', 'https://example.org/a/'],
  ['/a/', '/a/'],
])('the folder of %s is %s', (url, folder) => {
  expect(folderOfUrl(url)).toBe(folder);
});
