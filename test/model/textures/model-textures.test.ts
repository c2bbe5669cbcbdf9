import type { PmxMaterial } from '@odori/format';
import type { FileSource, ModelNote } from '@odori/model';
import { LinearFilter, type Texture } from 'three';
import { describe, expect, test } from 'vitest';
import { ModelReport } from '#src/model/surface/model-report.js';
import { ModelTextures, type TextureListener } from '#src/model/textures/model-textures.js';
import { smallPmx } from '#test/model/small-model.js';

/** A TGA of one red pixel, a kind that also Node can decode. */
const TGA = Uint8Array.of(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 32, 0, 0, 255);
/** An image that only a browser can decode. */
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Files by path; it records the requested paths. */
class FakeFiles implements FileSource {
  readonly opened: string[] = [];
  readonly #files: Record<string, Uint8Array<ArrayBuffer> | Error>;

  constructor(files: Record<string, Uint8Array<ArrayBuffer> | Error>) {
    this.#files = files;
  }

  async open(path: string): Promise<Blob | undefined> {
    this.opened.push(path);
    const file = this.#files[path] as Uint8Array<ArrayBuffer> | Error | undefined;
    await Promise.resolve();
    if (file instanceof Error) throw file;
    return file && new Blob([file]);
  }
}

interface Read {
  textures: ModelTextures;
  notes: readonly ModelNote[];
  files: FakeFiles;
}

/** The textures of some materials, before any file has been read. */
function reading(
  materials: Partial<PmxMaterial>[],
  paths: string[] = [],
  files: Record<string, Uint8Array<ArrayBuffer> | Error> = {},
): Read {
  const report = new ModelReport([]);
  const source = new FakeFiles(files);
  const pmx = smallPmx({ materials, textures: paths });
  return { textures: new ModelTextures(pmx, { files: source }, report), notes: report.notes, files: source };
}

/** The calls of a listener, in order: material and slot. */
function listenTo(textures: ModelTextures): { calls: string[]; stop: () => void } {
  const calls: string[] = [];
  const listener: TextureListener = (material, slot) => calls.push(`${material} ${slot}`);
  return { calls, stop: textures.listen(listener) };
}

describe('reading', () => {
  test('a file is read once, although several materials use it', async () => {
    const materials = [
      { texture: 0, sphereTexture: 1, sphereMode: 1 },
      { texture: 0, sphereTexture: 1, sphereMode: 2, toon: 2 },
      { texture: 0, toon: 2 },
    ];
    const paths = ['a.tga', 'tex\\b.spa', 'toon.tga'];
    const { textures, files, notes } = reading(materials, paths, {
      'a.tga': TGA,
      'tex\\b.spa': TGA,
      'toon.tga': TGA,
    });
    const { calls } = listenTo(textures);
    await textures.ready;
    expect(files.opened).toEqual(paths);
    expect(notes).toEqual([]);
    expect(calls.toSorted()).toEqual(
      [
        '0 colorMap',
        '1 colorMap',
        '2 colorMap',
        '0 sphereMap',
        '1 sphereMap',
        '1 toonMap',
        '2 toonMap',
      ].toSorted(),
    );
  });

  test('unused textures, sphere maps without a mode and indices out of range are not read', async () => {
    const { textures, files } = reading(
      [{ texture: 9, sphereTexture: 0, sphereMode: 0, toon: -1 }, { texture: -1 }],
      ['a.tga', 'b.tga'],
    );
    await textures.ready;
    expect(files.opened).toEqual([]);
  });

  test('without files nothing is read and nothing is missing', async () => {
    const report = new ModelReport([]);
    const pmx = smallPmx({ materials: [{ texture: 0 }], textures: ['a.tga'] });
    await new ModelTextures(pmx, {}, report).ready;
    expect(report.notes).toEqual([]);
  });
});

describe('problems', () => {
  test('missing, unreadable and truncated files give a note each, never an error', async () => {
    const { textures, notes } = reading(
      [{ texture: 0 }, { texture: 1 }, { texture: 2 }, { texture: 3 }, { texture: 4 }],
      ['a.png', 'b.png', 'c.tga', 'd.tga', 'e.tga'],
      { 'b.png': PNG, 'c.tga': Uint8Array.of(1, 2, 3), 'd.tga': new Error('no line'), 'e.tga': TGA },
    );
    await textures.ready;
    expect(notes.length).toBe(4);
    expect(Object.fromEntries(notes.map(({ code, path }) => [path, code]))).toEqual({
      'a.png': 'missing-file',
      'b.png': 'unreadable-file', // Node cannot decode it
      'c.tga': 'unreadable-file',
      'd.tga': 'unreadable-file',
    });
    expect(notes.every(({ reason }) => reason.length > 0)).toBe(true);
    expect(notes.find(({ path }) => path === 'd.tga')!.reason).toBe('no line');
  });

  test('an image that declares too many pixels is refused', async () => {
    const huge = Uint8Array.of(...PNG, ...Array<number>(8).fill(0), 0, 0, 0x40, 0, 0, 0, 0x40, 0);
    const { textures, notes } = reading([{ texture: 0 }], ['a.png'], { 'a.png': huge });
    await textures.ready;
    expect(notes).toEqual([
      {
        code: 'unreadable-file',
        path: 'a.png',
        reason: 'the image is empty or too large: 16384 × 16384 pixels',
      },
    ]);
  });

  test('a header of a TGA or DDS without its pixels is a broken image, and takes nothing', async () => {
    const tga = TGA.subarray(0, 18).slice();
    tga.fill(255, 12, 16); // 65535 × 65535
    const dds = new Uint8Array(128);
    dds.set([0x44, 0x44, 0x53, 0x20]);
    dds.set([0, 16, 0, 0, 0, 16, 0, 0], 12);
    dds.set(Buffer.from('DXT5'), 84);
    const files = { 'a.tga': tga, 'b.dds': dds };
    const { textures, notes } = reading([{ texture: 0, toon: 1 }], ['a.tga', 'b.dds'], files);
    await textures.ready;
    expect(notes.map(({ reason }) => reason)).toEqual([
      'the image is broken: its header declares 65535 × 65535 pixels, its file can hold 0',
      'the image is broken: its header declares 4096 × 4096 pixels, which take 16777216 bytes, its file has 0',
    ]);
  });
});

describe('shared toons', () => {
  const materials = [
    { sharedToon: 1, toon: 2 },
    { sharedToon: 1, toon: 0 },
    { sharedToon: 1, toon: 2 },
  ];

  test('shared toons are available at once, with one texture for all materials of a toon', () => {
    const shown = new Map<number, unknown>();
    const { textures, files } = reading(materials, ['a.tga']);
    textures.listen((material, slot, texture) => {
      expect(slot).toBe('toonMap');
      shown.set(material, texture);
    });
    expect(new Set(shown.keys())).toEqual(new Set([0, 1, 2]));
    expect(shown.get(0)).toBe(shown.get(2));
    expect(shown.get(0)).not.toBe(shown.get(1));
    expect(files.opened).toEqual([]);
  });

  test('a number out of range gives no toon', () => {
    expect(
      listenTo(
        reading([
          { sharedToon: 1, toon: 10 },
          { sharedToon: 1, toon: 255 },
        ]).textures,
      ).calls,
    ).toEqual([]);
  });
});

describe('listeners', () => {
  test('a listener is called for loaded textures, too', async () => {
    const { textures } = reading([{ texture: 0, sharedToon: 1, toon: 0 }], ['a.tga'], { 'a.tga': TGA });
    const early = listenTo(textures);
    await textures.ready;
    const late = listenTo(textures);
    expect(early.calls).toEqual(['0 toonMap', '0 colorMap']);
    expect(late.calls).toEqual(early.calls);
  });

  test('a listener that was removed is not called any more', async () => {
    const { textures } = reading([{ texture: 0 }], ['a.tga'], { 'a.tga': TGA });
    const { calls, stop } = listenTo(textures);
    stop();
    await textures.ready;
    expect(calls).toEqual([]);
  });
});

describe('toons', () => {
  test('an image used as toon and as surface becomes two textures with one source', async () => {
    const seen = new Map<string, Texture>();
    const { textures } = reading([{ texture: 0, toon: 0 }], ['a.tga'], { 'a.tga': TGA });
    textures.listen((_, slot, texture) => seen.set(slot, texture));
    await textures.ready;
    const [surface, toon] = [seen.get('colorMap')!, seen.get('toonMap')!];
    expect(toon).not.toBe(surface);
    expect(toon.image).toBe(surface.image);
    expect(toon.wrapS).not.toBe(surface.wrapS);
    expect([surface.generateMipmaps, toon.generateMipmaps]).toEqual([true, false]);
  });
});

test('white is filtered, as the textures that take its place', () => {
  const { textures } = reading([], [], {});
  expect([textures.white.minFilter, textures.white.magFilter]).toEqual([LinearFilter, LinearFilter]);
});

describe('dispose', () => {
  test('dispose() frees loaded textures and the white one; textures that load later are not shown', async () => {
    const { textures } = reading([{ texture: 0, sharedToon: 1, toon: 0 }], ['a.tga'], { 'a.tga': TGA });
    const { calls } = listenTo(textures);
    let freed = 0;
    textures.white.addEventListener('dispose', () => freed++);
    textures.listen((_, __, texture) => texture.addEventListener('dispose', () => freed++));
    textures.dispose();
    await textures.ready;
    expect(freed).toBe(2); // white and the toon
    expect(calls).toEqual(['0 toonMap']);
  });
});
