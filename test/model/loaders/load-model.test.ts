import { dancerPmx } from '#test/model/small-dancer.js';
import { MmdFormatError, serializePmx } from '@odori/format';
import { FilesError, loadModel, PMXLoader } from '@odori/model';
import { LoadError } from '@odori/runtime';
import { zipSync } from 'fflate';
import { runInNewContext } from 'node:vm';
import { LoadingManager } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';

const bytes = serializePmx({ ...dancerPmx(), name: 'dancer' });
const pmx = (): Blob => new Blob([Uint8Array.from(bytes)]);

async function errorOf(loading: Promise<unknown>): Promise<LoadError> {
  const error: unknown = await loading.catch((reason: unknown) => reason);
  if (!(error instanceof LoadError)) throw new Error('not a LoadError', { cause: error });
  return error;
}

afterEach(() => vi.unstubAllGlobals());

describe('loadModel', () => {
  test('takes a Blob, a Uint8Array, an ArrayBuffer, files and zips', async () => {
    const zip = zipSync({ 'a/dancer.pmx': bytes, 'b.zip': new Uint8Array(3) });
    const sources = [pmx(), bytes, Uint8Array.from(bytes).buffer, new Map([['a.pmx', pmx()]]), zip];
    for (const source of sources) expect((await loadModel(source)).name).toBe('dancer');
    const inFiles = new Map([['a.zip', new Blob([Uint8Array.from(zip)])]]);
    expect((await loadModel(inFiles)).name).toBe('dancer');
  });

  test('takes files whose classes belong to another window', async () => {
    const foreign = runInNewContext(
      'class Blob { arrayBuffer() { return this.buffer; } }; new Blob()',
    ) as Blob & {
      buffer: Promise<ArrayBuffer>;
    };
    foreign.buffer = pmx().arrayBuffer();
    expect((await loadModel(foreign)).name).toBe('dancer');
    expect((await loadModel(new Map([['a.pmx', foreign]]))).name).toBe('dancer');
  });

  test('path selects one of several models', async () => {
    const other = new Blob([Uint8Array.from(serializePmx({ ...dancerPmx(), name: 'other' }))]);
    const files = new Map([
      ['a.pmx', pmx()],
      ['sub/b.pmx', other],
    ]);
    expect((await loadModel(files)).name).toBe('dancer');
    expect((await loadModel(files, { path: 'sub/b.pmx' })).name).toBe('other');
    expect((await errorOf(loadModel(files, { path: 'c.pmx' }))).message).toBe(
      'c.pmx: this file is not among the 2 given files',
    );
  });

  test('each of several simultaneous calls for one URL makes a request; clones of one model make none', async () => {
    const request = vi.fn<() => Promise<Response>>(async () => new Response(pmx()));
    vi.stubGlobal('fetch', request);
    const models = await Promise.all([1, 2, 3].map(() => loadModel('https://example.org/dancer.pmx')));
    expect(request).toHaveBeenCalledTimes(3);
    expect(models[1].rig.definition).not.toBe(models[0].rig.definition);
    const copy = models[0].clone();
    expect(request).toHaveBeenCalledTimes(3);
    expect(copy.rig.definition).toBe(models[0].rig.definition);
  });

  test('a URL is fetched with the headers and the progress of the options', async () => {
    const requests: [string, RequestInit | undefined][] = [];
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      requests.push([url, init]);
      return Promise.resolve(new Response(pmx(), { headers: { 'Content-Length': `${bytes.length}` } }));
    });
    const onProgress = vi.fn<(loaded: number, total: number) => void>();
    const model = await loadModel('models/dancer.pmx', { requestHeader: { 'x-token': 'leek' }, onProgress });
    expect(model.name).toBe('dancer');
    expect(requests.map(([url, init]) => [url, init?.headers])).toEqual([
      ['models/dancer.pmx', { 'x-token': 'leek' }],
    ]);
    expect(onProgress.mock.lastCall).toEqual([bytes.length, bytes.length]);
  });

  test('a manager counts the model, and its onError is called for a problem', async () => {
    const manager = new LoadingManager();
    const [onError, onLoad] = [vi.fn<(url: string) => void>(), vi.fn<() => void>()];
    Object.assign(manager, { onError, onLoad });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404, statusText: 'Not Found' })));
    const error = await errorOf(loadModel('a/%E8%B8%8A.pmx', { manager }));
    expect(error.message).toBe('踊.pmx: the server answered 404 Not Found');
    expect(onError.mock.calls).toEqual([['a/%E8%B8%8A.pmx']]);
    expect(onLoad).toHaveBeenCalledTimes(1);
  });

  test('a signal aborts loading with its reason', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(loadModel(pmx(), { signal })).rejects.toThrow('enough');
  });

  test('the error of a broken file names the file and has the MmdFormatError as cause', async () => {
    const error = await errorOf(loadModel(new File([Uint8Array.from(bytes.subarray(0, 200))], 'half.pmx')));
    expect(error.message).toMatch(/^half\.pmx: the file is broken: /);
    expect(error.cause).toBeInstanceOf(MmdFormatError);
  });

  test('what a worker says of a broken file is the error: the page does not parse it again', async () => {
    const problem = { message: 'it ends at once', code: 'truncated', section: 'header', offset: 0 };
    class AnsweringWorker {
      #answer: (event: { data: object }) => void = () => {};
      addEventListener(type: string, listener: (event: { data: object }) => void): void {
        if (type === 'message') this.#answer = listener;
      }
      postMessage(): void {
        this.#answer({ data: { problem } });
      }
      terminate(): void {}
    }
    vi.stubGlobal('Worker', AnsweringWorker);
    vi.stubGlobal('document', { querySelectorAll: () => [] });
    const error = await errorOf(loadModel(new File([Uint8Array.from(bytes)], 'a.pmx'), { worker: true }));
    expect(error.message).toBe('a.pmx: the file is broken: it ends at once');
    expect(error.cause).toMatchObject({ name: 'MmdFormatError', ...problem });
    const files = new Map([['a.pmx', pmx()]]);
    const loading = new PMXLoader({ worker: true }).setFiles(files).loadAsync('a.pmx');
    await expect(loading).rejects.toMatchObject({ name: 'MmdFormatError', ...problem });
  });

  test('the error of a broken zip names the zip and has the FilesError as cause', async () => {
    const zip = zipSync({ 'a.pmx': bytes }).subarray(0, 50);
    const error = await errorOf(loadModel(new File([Uint8Array.from(zip)], 'a.zip')));
    expect(error.message).toMatch(/^a\.zip: the list of files at the end of the zip is missing or broken/);
    expect(error.cause).toBeInstanceOf(FilesError);
  });

  test.each([
    [
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n',
      /^a\.pmx: this is a Git LFS pointer, not a model \(PMX, PMD\): fetch the file itself/,
    ],
    [
      '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>',
      /^a\.pmx: this is an XML text, as servers send it for errors, not a model/,
    ],
    ['404: Not Found', /^a\.pmx: this is the error text of a server, not a model/],
    ['{"error":"quota"}', /^a\.pmx: this is JSON, not a model/],
  ])('what came in place of a model is named: %j', async (text, message) => {
    expect((await errorOf(loadModel(new File([text], 'a.pmx')))).message).toMatch(message);
  });

  test('the error of a file that is not a model says so', async () => {
    const vmd = `Vocaloid Motion Data 0002${'\0'.repeat(100)}`;
    expect((await errorOf(loadModel(new File([vmd], 'a.vmd')))).message).toBe(
      'a.vmd: this is a motion (VMD), not a model',
    );
    expect((await errorOf(loadModel(new Blob(['no'])))).message).toMatch(/^the file: this is not a model/);
    const none = new File([Uint8Array.from(zipSync({ 'a.txt': new Uint8Array(3) }))], 'none.zip');
    expect((await errorOf(loadModel(none))).message).toBe('none.zip: no model (.pmx, .pmd) found');
    expect((await errorOf(loadModel(new Map()))).message).toBe('the files: no model (.pmx, .pmd) found');
  });
});

describe('PMXLoader', () => {
  test('setOptions sets the options of loaded and parsed models', async () => {
    const loader = new PMXLoader().setOptions({ groundShadow: false }).setFiles(new Map([['a.pmx', pmx()]]));
    expect((await loader.loadAsync('A.PMX')).surface.groundShadow.visible).toBe(false);
    expect(loader.parse(bytes).surface.groundShadow.visible).toBe(false);
    expect(loader.parse(bytes, { groundShadow: true }).surface.groundShadow.visible).toBe(true);
  });

  test('a zip is refused with the way to open it', async () => {
    const files = new Map([['a.zip', new Blob([Uint8Array.from(zipSync({ 'a.pmx': bytes }))])]]);
    await expect(new PMXLoader().setFiles(files).loadAsync('a.zip')).rejects.toThrow(
      'a.zip: this is a zip: pass the result of readZip to setFiles',
    );
  });
});
