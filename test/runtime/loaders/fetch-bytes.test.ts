import { MmdFormatError } from '@odori/format';
import { fetchBytes, LoadError, VMDLoader, VPDLoader } from '@odori/runtime';
import { Cache, LoadingManager } from 'three';
import { afterEach, expect, test, vi } from 'vitest';
import { countItem } from '#src/runtime/loaders/fetch-bytes.js';
import { fileNameOfUrl } from '#src/runtime/loaders/load-error.js';

afterEach(() => {
  vi.restoreAllMocks();
  Cache.enabled = false;
  Cache.clear();
});

/** A server that gives one answer to all requests. */
function answer(body: BodyInit | null, init?: ResponseInit) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, init));
}

async function failure(url: string): Promise<LoadError> {
  const error: unknown = await fetchBytes(url).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LoadError);
  return error as LoadError;
}

const DATA_URL = 'data:application/octet-stream;base64,AQIDBA=='; // 1 2 3 4

test('fetchBytes gives the bytes of a URL', async () => {
  expect([...(await fetchBytes(DATA_URL))]).toEqual([1, 2, 3, 4]);
  expect([...(await fetchBytes(new URL(DATA_URL)))]).toEqual([1, 2, 3, 4]);
});

test('an error of the server gives its status in words and as a number', async () => {
  answer(null, { status: 404, statusText: 'Not Found' });
  const error = await failure('motions/dance.vmd?v=1');
  expect(error.message).toBe('dance.vmd: the server answered 404 Not Found');
  expect(error).toMatchObject({ file: 'dance.vmd', url: 'motions/dance.vmd?v=1', status: 404 });
});

test('an answer without content is an error', async () => {
  answer(null, { status: 204, statusText: 'No Content' });
  expect((await failure('dance.vmd')).message).toBe('dance.vmd: the server answered 204 No Content');
});

test('a status without text, as in HTTP/2, leaves no blank at the end', async () => {
  answer(null, { status: 500 });
  expect((await failure('dance.vmd')).message).toBe('dance.vmd: the server answered 500');
});

test.each([
  '<!DOCTYPE html><title>Home',
  '\uFEFF\n <html>',
  '<?xml version="1.0"?>',
  '<!-- home --><p>',
  '<title>Home',
  '<body class="a">',
])('an HTML page is refused: %s', async (page) => {
  answer(page);
  const error = await failure('dance.vmd');
  expect(error.message).toBe('dance.vmd: the server returned an HTML page; check the URL');
  expect(error.status).toBeUndefined();
});

test.each([
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code><Key>a.vmd</Key></Error>',
    ' (NoSuchKey)',
  ],
  ['<Error><Message>no</Message></Error>', ''],
])('an XML error of a bucket is refused: %s', async (page, code) => {
  answer(page);
  const { message } = await failure('dance.vmd');
  expect(message).toBe(`dance.vmd: the server returned an XML error${code}; check the URL`);
});

test('a loader of three says what came in place of the file', async () => {
  for (const loader of [new VMDLoader(), new VPDLoader()]) {
    answer('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n');
    const error: unknown = await loader.loadAsync('dance.vmd').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LoadError);
    expect((error as LoadError).message).toMatch(
      /^dance\.vmd: this is a Git LFS pointer, not a file of MMD: /,
    );
    expect((error as LoadError).cause).toMatchObject({ code: 'bad-signature' });
  }
  answer('no VMD, and nothing that is known');
  await expect(new VMDLoader().loadAsync('dance.vmd')).rejects.toMatchObject({ code: 'bad-signature' });
});

test('bytes that only resemble a page are accepted', async () => {
  answer('<3 Vocaloid');
  expect(await fetchBytes('dance.vmd')).toHaveLength(11);
});

test('a request that fails gives possible reasons and its cause', async () => {
  const cause = new TypeError('Failed to fetch');
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(cause);
  const error = await failure('https://example.org/%E8%B8%8A%E3%82%8A.vmd');
  expect(error.message).toBe('踊り.vmd: request failed: network error, CORS or Content-Security-Policy');
  expect(error.cause).toBe(cause);
});

test('a connection that breaks within the file is a LoadError, too', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(3)),
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
  answer(body);
  expect((await failure('dance.vmd')).cause).toBeInstanceOf(TypeError);
});

test('progress is counted in bytes and never exceeds the total', async () => {
  const onProgress = vi.fn<(loaded: number, total: number) => void>();
  answer(new Uint8Array(100), { headers: { 'Content-Length': '40' } }); // the length of the compressed file
  expect(await fetchBytes('dance.vmd', { onProgress })).toHaveLength(100);
  expect(onProgress.mock.calls).toEqual([[40, 40]]);
  onProgress.mockClear();
  answer(new Uint8Array(100));
  await fetchBytes('dance.vmd', { onProgress });
  expect(onProgress.mock.calls).toEqual([[100, 0]]);
});

test('with progress, a file that comes in pieces is put together', async () => {
  const pieces = [Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3), Uint8Array.of(4, 5, 6)];
  const pull = (controller: ReadableStreamDefaultController): void => {
    const piece = pieces.shift();
    if (piece) controller.enqueue(piece);
    else controller.close();
  };
  answer(new ReadableStream({ pull }), { headers: { 'Content-Length': '6' } });
  const onProgress = vi.fn<(loaded: number, total: number) => void>();
  expect([...(await fetchBytes('dance.vmd', { onProgress }))]).toEqual([1, 2, 3, 4, 5, 6]);
  expect(onProgress.mock.calls.at(-1)).toEqual([6, 6]);
});

test('a manager of an older three, which cannot abort, does not stop a request', async () => {
  const manager = { resolveURL: (url: string) => url } as LoadingManager;
  expect([...(await fetchBytes(DATA_URL, { manager }))]).toEqual([1, 2, 3, 4]);
});

test('an aborted signal rejects with its reason and does not fetch', async () => {
  const fetched = answer('no');
  const reason = new Error('another motion');
  await expect(fetchBytes('dance.vmd', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(fetched).not.toHaveBeenCalled();
});

test('settings of a loader reach the request', async () => {
  const fetched = answer('yes');
  await fetchBytes('a', { requestHeader: { 'X-Key': '1' }, withCredentials: true, cache: 'reload' });
  expect(fetched.mock.lastCall![1]).toMatchObject({
    headers: { 'X-Key': '1' },
    credentials: 'include',
    cache: 'reload',
  });
  await fetchBytes('a');
  expect(fetched.mock.lastCall![1]).toMatchObject({ headers: {}, credentials: 'same-origin' });
});

test('the URL modifier of a manager changes the request but not the name in messages', async () => {
  const manager = new LoadingManager().setURLModifier((url) => `https://cdn.example/${url}`);
  const fetched = answer(null, { status: 410, statusText: 'Gone' });
  await expect(fetchBytes('dance.vmd', { manager })).rejects.toThrow(
    'dance.vmd: the server answered 410 Gone',
  );
  expect(fetched.mock.lastCall![0]).toBe('https://cdn.example/dance.vmd');
});

test("three's cache is used where it is enabled, for successes only", async () => {
  Cache.enabled = true;
  const fetched = answer(null, { status: 503 });
  await failure('dance.vmd');
  fetched.mockImplementation(async () => new Response('yes'));
  await fetchBytes('dance.vmd');
  await fetchBytes('dance.vmd');
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("bytes of three's cache may be changed and transferred", async () => {
  Cache.enabled = true;
  answer(new Uint8Array([1, 2, 3]));
  const first = await fetchBytes('dance.vmd');
  first[0] = 9;
  structuredClone(first, { transfer: [first.buffer] });
  const second = await fetchBytes('dance.vmd');
  structuredClone(second, { transfer: [second.buffer] });
  expect([...(await fetchBytes('dance.vmd'))]).toEqual([1, 2, 3]);
});

test('text that FileLoader cached under the same URL is fetched again as bytes', async () => {
  Cache.enabled = true;
  Cache.add('file:dance.vmd', 'text');
  answer(new Uint8Array(3));
  expect(await fetchBytes('dance.vmd')).toHaveLength(3);
  expect(Cache.get('file:dance.vmd')).toBe('text'); // FileLoader's users still get text
});

test('the name of a URL has no folder, query, fragment or escapes', () => {
  expect(fileNameOfUrl('a/b/dance.vmd?v=1#x')).toBe('dance.vmd');
  expect(fileNameOfUrl('https://example.org/motions/')).toBe('motions');
  expect(fileNameOfUrl('100%.vmd')).toBe('100%.vmd');
  expect(fileNameOfUrl('blob:https://example.org/2f9c')).toBe('the file');
  expect(fileNameOfUrl(DATA_URL)).toBe('the file');
});

test('countItem tells a manager when work starts, fails and ends', async () => {
  const calls: string[] = [];
  const manager = new LoadingManager(
    () => calls.push('all loaded'),
    (item, loaded, total) => calls.push(`${item} ${loaded}/${total}`),
    (item) => calls.push(`${item} failed`),
  );
  expect(await countItem(manager, 'a', async () => 5)).toBe(5);
  await expect(countItem(manager, 'b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(calls).toEqual(['a 1/1', 'all loaded', 'b failed', 'b 2/2', 'all loaded']);
  expect(await countItem(undefined, 'c', async () => 7)).toBe(7);
});

test('a body that comes in one piece is not copied, unless the piece is a part of a larger buffer', async () => {
  const whole = Uint8Array.of(1, 2, 3);
  const piecewise = (piece: Uint8Array): ReadableStream =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(piece);
        controller.close();
      },
    });
  answer(piecewise(whole));
  expect(await fetchBytes('dance.vmd', { onProgress() {} })).toBe(whole);
  answer(piecewise(whole.subarray(1)));
  const copy = await fetchBytes('dance.vmd', { onProgress() {} });
  expect([[...copy], copy.buffer.byteLength]).toEqual([[2, 3], 2]);
});

test('an error that onProgress throws is passed on as it is', async () => {
  answer('1234');
  const broken = new RangeError('the progress bar is broken');
  const onProgress = (): never => {
    throw broken;
  };
  await expect(fetchBytes('dance.vmd', { onProgress })).rejects.toBe(broken);
  await expect(new VMDLoader().loadAsync('dance.vmd', onProgress)).rejects.toBe(broken);
});

test('an error that onProgress throws stops the request', async () => {
  const cancel = vi.fn<() => void>();
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(4)), cancel });
  answer(body);
  const onProgress = (loaded: number): void => {
    if (loaded === 12) throw new Error('enough');
  };
  await expect(fetchBytes('dance.vmd', { onProgress })).rejects.toThrow('enough');
  expect(cancel).toHaveBeenCalledOnce();
});

test('a request that breaks off after the first bytes says so, with and without progress', async () => {
  const onProgress = vi.fn<(loaded: number) => void>();
  for (const options of [{}, { onProgress }]) {
    let pulls = 0;
    const pull = (controller: ReadableStreamDefaultController): void => {
      if (pulls++ === 0) controller.enqueue(new Uint8Array(4));
      else controller.error(new TypeError('network error'));
    };
    answer(new ReadableStream({ pull }, { highWaterMark: 0 }));
    await expect(fetchBytes('dance.vmd', options)).rejects.toThrow(
      'dance.vmd: the connection broke before the whole file had arrived; load it again',
    );
  }
  expect(onProgress.mock.calls).toEqual([[4, 0]]);
});

test('a relative URL without a page gives another message than a network error', async () => {
  const error = await failure('motions/dance.vmd'); // really requested: Node has no page
  expect(error.message).toBe(
    'dance.vmd: this URL cannot be requested: a relative URL needs a page; elsewhere, pass an absolute URL or the bytes of the file',
  );
  expect(error.cause).toBeInstanceOf(TypeError);
});

test('an abort during the download rejects with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('another motion');
  const body = new ReadableStream({
    pull: (stream) => {
      controller.abort(reason);
      stream.error(new TypeError('terminated'));
    },
  });
  answer(body);
  await expect(fetchBytes('dance.vmd', { signal: controller.signal })).rejects.toBe(reason);
});

test('VMDLoader reports progress as three does, in Node too', async () => {
  answer(new Uint8Array([1, 2, 3]), { headers: { 'Content-Length': '3' } });
  const onProgress = vi.fn<(event: ProgressEvent) => void>();
  await expect(new VMDLoader().loadAsync('dance.vmd', onProgress)).rejects.toThrow(MmdFormatError);
  expect(onProgress.mock.calls).toMatchObject([
    [{ type: 'progress', lengthComputable: true, loaded: 3, total: 3 }],
  ]);
});
