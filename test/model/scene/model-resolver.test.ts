import { createMapResolver, createUrlResolver, type ModelFile } from '@odori/model';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { smallPmm } from './small-pmm.js';

const [model] = smallPmm({ models: [{}] }).models;

describe('createMapResolver', () => {
  const paths = [
    'show/miku.pmd',
    'show/old/Model/Miku.pmd',
    'show/UserFile/Model/MIKU.PMD',
    'show/ﾚﾝ.pmx',
    'show/tex/face.png',
  ];
  const files = new Map(paths.map((path) => [path, new Blob([path])]));
  const resolve = createMapResolver(files);

  async function found(path: string): Promise<string | undefined> {
    return resolve(path)?.file.text();
  }

  test.each([
    ['UserFile\\Model\\miku.pmd', 'show/UserFile/Model/MIKU.PMD'],
    ['C:\\MMD\\UserFile\\Model\\miku.pmd', 'show/UserFile/Model/MIKU.PMD'],
    ['D:\\other\\Model\\miku.pmd', 'show/old/Model/Miku.pmd'], // an end of the same length, and not deeper
    ['miku.pmd', 'show/miku.pmd'], // the shallowest
    ['C:\\x\\レン.pmx', 'show/ﾚﾝ.pmx'], // half width
    ['..\\..\\UserFile/Model/miku.pmd', 'show/UserFile/Model/MIKU.PMD'],
    ['C:\\x\\luka.pmd', undefined],
    ['', undefined],
  ])('%s is found at the longest common end of the paths', async (path, expected) => {
    expect(await found(path)).toBe(expected);
  });

  test('textures are found beside the model', async () => {
    const { files: beside } = resolve('x\\レン.pmx')!;
    expect(await (await beside.open('tex\\FACE.png'))?.text()).toBe('show/tex/face.png');
  });
});

describe('createUrlResolver', () => {
  afterEach(() => vi.unstubAllGlobals());

  function serve(known: readonly string[]): string[] {
    const requested: string[] = [];
    vi.stubGlobal('fetch', (url: string) => {
      requested.push(url);
      return Promise.resolve(new Response('bytes', { status: known.includes(url) ? 200 : 404 }));
    });
    return requested;
  }

  test('shorter and shorter ends of the path are requested, encoded, below the base', async () => {
    const requested = serve([
      'https://example.org/mmd/Model/%E3%83%9F%E3%82%AF.pmd',
      'https://example.org/mmd/Model/t.png',
    ]);
    const resolve = createUrlResolver('https://example.org/mmd');
    const found = (await resolve('C:\\..\\MMD\\Model\\ミク.pmd', model)) as ModelFile;
    expect(requested).toEqual([
      'https://example.org/mmd/MMD/Model/%E3%83%9F%E3%82%AF.pmd',
      'https://example.org/mmd/Model/%E3%83%9F%E3%82%AF.pmd',
    ]);
    expect(await (await found.files.open('t.png'))?.text()).toBe('bytes');
    expect(await found.files.open('..\\..\\secret.png')).toBeUndefined();
  });

  test('an HTML page instead of “not found” is not a model', async () => {
    vi.stubGlobal('fetch', (url: string) => {
      const text = url.endsWith('/mmd/a.pmd') ? 'Pmd' : '\ufeff\n<!doctype html><title>Home</title>';
      return Promise.resolve(new Response(text));
    });
    const resolve = createUrlResolver('https://example.org/mmd');
    const found = (await resolve('Model\\a.pmd', model)) as ModelFile;
    expect(await found.file.text()).toBe('Pmd');
    expect(await resolve('Model\\b.pmd', model)).toBeUndefined();
  });

  test('a model that the server does not have is undefined, and nothing outside the base is requested', async () => {
    const requested = serve([]);
    const resolve = createUrlResolver('https://example.org/mmd/');
    expect(await resolve('a\\b.pmd', model)).toBeUndefined();
    expect(await resolve('https://evil.example/x.pmd', model)).toBeUndefined();
    expect(requested.every((url) => url.startsWith('https://example.org/mmd/'))).toBe(true);
  });
});
