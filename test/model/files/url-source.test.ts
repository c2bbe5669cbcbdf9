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

test('a path that leads out of the folder is never requested', async () => {
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
  expect(requested).toEqual([]);
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
    return base + url.slice(url.indexOf('./') + 2);
  });
  for (const folder of ['', './', '../models/'])
    await createUrlSource(folder, settings(manager)).open('constructor');
  expect(seen).toEqual(['./constructor', './constructor', '../models/constructor']);
});

test.each([
  ['miku.pmx', ''],
  ['models/miku.pmx', 'models/'],
  ['https://example.org/a/miku.pmx?v=1/2#x/y', 'https://example.org/a/'],
  ['/a/', '/a/'],
])('the folder of %s is %s', (url, folder) => {
  expect(folderOfUrl(url)).toBe(folder);
});
