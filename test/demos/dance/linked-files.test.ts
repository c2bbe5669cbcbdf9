import { createPmx, serializePmx } from '@odori/format';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchLinked } from '#demos/dance/src/share/linked-files.js';
import { linkedFiles, shareLink } from '#demos/dance/src/share/share-link.js';

const PAGE = 'https://example.org/demos/dance/';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Lets the web have these files; everything else fails as for a host without CORS. */
function stubWeb(files: Readonly<Record<string, Uint8Array<ArrayBuffer> | number>>): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url);
    const file = files[url];
    if (file === undefined) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(
      typeof file === 'number' ? new Response('', { status: file }) : new Response(file),
    );
  });
  return requests;
}

test('an address names files by what they are for', () => {
  const options = new URLSearchParams('?t=3&model=https://a.b/c.zip&song=&camera=camera.vmd&else=1');
  expect([...linkedFiles(options)]).toEqual([
    ['model', 'https://a.b/c.zip'],
    ['camera', 'camera.vmd'],
  ]);
});

test('a link keeps the addresses of the files that it shows', () => {
  const linked = linkedFiles(
    new URLSearchParams({ model: 'https://a.b/c.zip?x=1&y', song: 'https://a.b/歌.mp3' }),
  );
  const link = shareLink(PAGE, { seconds: 2, isPaused: false, view: undefined, linked });
  expect(linkedFiles(new URL(link).searchParams)).toEqual(linked);
  expect(new URL(link).searchParams.get('t')).toBe('2');
});

test('files are fetched, relative to the page', async () => {
  stubWeb({
    'https://a.b/dances/%E8%B8%8A.vmd?v=2': Uint8Array.of(1, 2),
    'https://example.org/demos/camera.vmd': Uint8Array.of(3),
  });
  const linked = new Map([
    ['motion', 'https://a.b/dances/踊.vmd?v=2'],
    ['camera', '../camera.vmd'],
  ] as const);
  const { files, problems } = await fetchLinked(linked, PAGE);
  expect(problems).toEqual([]);
  expect([...files.keys()].toSorted()).toEqual(['camera/camera.vmd', 'motion/踊.vmd']);
});

test('the textures of a model come from its folder, and from nowhere else', async () => {
  const textures = [
    'tex\\face.png',
    'none.png',
    '..\\secret.png',
    'C:\\a.png',
    '/etc/b.png',
    '//evil.org/c.png',
  ];
  const requests = stubWeb({
    'https://a.b/m/dancer.pmx': serializePmx(createPmx({ textures })),
    'https://a.b/m/tex/face.png': Uint8Array.of(9),
  });
  const { files, problems } = await fetchLinked(new Map([['model', 'https://a.b/m/dancer.pmx']]), PAGE);
  expect(problems).toEqual([]);
  expect([...files.keys()]).toEqual(['model/dancer.pmx', 'model/tex/face.png']);
  expect(requests.slice(1)).toEqual(['https://a.b/m/tex/face.png', 'https://a.b/m/none.png']);
});

test('what cannot be opened is said, with its address', async () => {
  stubWeb({ 'https://a.b/none.vmd': 404 });
  const linked = new Map([
    ['model', 'javascript:alert(1)'],
    ['motion', 'https://a.b/none.vmd'],
    ['song', 'https://closed.org/song.mp3'],
  ] as const);
  const { files, problems } = await fetchLinked(linked, PAGE);
  expect(files.size).toBe(0);
  expect(problems.toSorted()).toEqual([
    'https://a.b/none.vmd: the server answered 404.',
    'https://closed.org/song.mp3 cannot be read. The server cannot be reached, or it does not allow other pages to read its files (CORS).',
    'model=javascript:alert(1): a link opens files with http and https addresses only.',
  ]);
});
