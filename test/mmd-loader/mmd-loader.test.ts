import {
  createVmd,
  createVpd,
  MmdFormatError,
  parsePmd,
  serializePmx,
  serializeVmd,
  serializeVpd,
} from '@odori/format';
import {
  type AnimationClip,
  LoadingManager,
  OrthographicCamera,
  PerspectiveCamera,
  type SkinnedMesh,
} from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MMDLoader, modelOf } from '#src/mmd-loader/mmd-loader.js';
import type { ParsedPose } from '#src/mmd-loader/parsed/parsed-motion.js';
import type { ParsedPmd, ParsedPmx, ParsedVmd } from '#src/mmd-loader/parsed/parsed-shape.js';
import { wholeBytes } from '#test/support/pmd-bytes.js';
import { dancerPmx } from './page-mesh.js';

const urlOf = (bytes: Uint8Array<ArrayBuffer>): string => URL.createObjectURL(new Blob([bytes]));
const dancer = urlOf(serializePmx(dancerPmx()));
const pmdBytes = (): Uint8Array<ArrayBuffer> => Uint8Array.from(wholeBytes().build());
const motion = (name: string, frame: number): string =>
  urlOf(serializeVmd(createVmd({ bones: [{ name, frame, position: [0, 0, 3] }] })));

/** Calls a method with `onLoad` and `onError` and gives what comes. */
async function loaded<T>(
  call: (onLoad: (result: T) => void, onError: (error: unknown) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => call(resolve, reject));
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('load', () => {
  test('gives a mesh with data, morphs and physics, and the model behind it', async () => {
    const mesh = await loaded<SkinnedMesh>((onLoad, onError) =>
      new MMDLoader().load(dancer, onLoad, undefined, onError),
    );
    expect(mesh.geometry.userData['MMD'].bones.length).toBe(9);
    expect(mesh.morphTargetDictionary).toEqual({ あ: 0, 笑い: 1 });
    expect(modelOf(mesh).mesh).toBe(mesh);
    expect(modelOf(mesh).physics!.mode).toBe('off'); // until a helper takes it
  });

  test('detects a PMD by its content', async () => {
    const mesh = await new MMDLoader().loadAsync(urlOf(pmdBytes()));
    expect(mesh.geometry.userData['MMD'].format).toBe('pmd');
  });

  test('looks for textures beside the model, whatever the path is when it arrives', async () => {
    const urls: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      urls.push(url);
      return url.endsWith('.pmx')
        ? new Response(serializePmx(dancerPmx()))
        : new Response('', { status: 404 });
    });
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const loader = new MMDLoader().setPath('a/');
    const first = loader.loadAsync('a.pmx');
    const second = loader.setPath('b/').loadAsync('in/b.pmx');
    const third = loader.setResourcePath('c/').loadAsync('c.pmx');
    await Promise.all([first, second, third]);
    expect(urls.filter((url) => url.endsWith('png')).toSorted()).toEqual([
      'a/face.png',
      'b/in/face.png',
      'c/face.png',
    ]);
  });

  test('a manager that changes URLs gets the names of textures as the file has them, also for a blob', async () => {
    const pmx = dancerPmx();
    pmx.textures[0] = 'tex\\顔 1.png';
    const urls: string[] = [];
    const manager = new LoadingManager().setURLModifier((url) => {
      if (!url.endsWith('.png')) return url;
      urls.push(url);
      return dancer;
    });
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const url = urlOf(serializePmx(pmx));
    const mesh = await new MMDLoader(manager).loadAsync(url);
    expect(urls).toEqual(['./tex\\顔 1.png']); // Node's URLs of blobs have no folder
    expect(modelOf(mesh).report.notes[0].code).toBe('unreadable-file'); // it was read, and is no picture
  });

  test('sends headers with models, and credentials with textures only for use-credentials', async () => {
    const requests: (RequestInit & { url: string })[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      requests.push({ url, ...init });
      return url.endsWith('.pmx')
        ? new Response(serializePmx(dancerPmx()))
        : new Response('', { status: 404 });
    });
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const loader = new MMDLoader().setRequestHeader({ Authorization: 'a' }).setWithCredentials(true);
    await loader.loadAsync('a.pmx');
    await loader.setCrossOrigin('use-credentials').loadAsync('b.pmx');
    expect(requests.map(({ url, headers, credentials }) => [url, headers, credentials])).toEqual([
      ['a.pmx', { Authorization: 'a' }, 'include'],
      ['./face.png', undefined, 'same-origin'],
      ['b.pmx', { Authorization: 'a' }, 'include'],
      ['./face.png', undefined, 'include'],
    ]);
  });

  test('warns of textures that are not in the folder of the model', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const load = async (texture: string): Promise<string[]> => {
      const pmx = dancerPmx();
      pmx.textures[0] = texture;
      const requests: string[] = [];
      vi.stubGlobal('fetch', async (url: string) => {
        requests.push(url);
        return url.endsWith('.pmx') ? new Response(serializePmx(pmx)) : new Response('', { status: 404 });
      });
      await new MMDLoader().loadAsync('https://h/miku/pmx/a.pmx');
      return requests.slice(1);
    };
    expect(await load('..\\tex\\face.png')).toEqual(['https://h/miku/tex/face.png']);
    expect(await load('C:\\face.png')).toEqual([]);
    const url = '@odori/mmd-loader: https://h/miku/pmx/a.pmx';
    expect(warn.mock.calls.map(([message]) => message)).toEqual([
      `${url}: ..\\tex\\face.png: the file was not found in the folder of the model or accessory`,
      `${url}: C:\\face.png: the file was not requested: its path leads to a drive, to another server, or out of the folder that is allowed`,
    ]);
  });

  test('without onError, a problem is a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const url = urlOf(new TextEncoder().encode('no model'));
    new MMDLoader().load(url, () => {});
    new MMDLoader().loadVMD([url], () => {}, undefined, null);
    await expect.poll(() => warn.mock.calls.length).toBe(2);
    for (const [message] of warn.mock.calls) expect(message).toContain(`${url} could not be loaded: `);
  });

  test('each file is one item of the manager', async () => {
    const items: string[] = [];
    const manager = new LoadingManager();
    manager.onStart = (_url, _loaded, total) => items.push(`start ${total}`);
    manager.onProgress = (_url, done, total) => items.push(`${done} of ${total}`);
    const load = new Promise((resolve, reject) => {
      new MMDLoader(manager).loadVMD([motion('頭', 0), motion('頭', 1)], resolve, undefined, reject);
    });
    await load;
    await expect.poll(() => items).toEqual(['start 1', '1 of 2', '2 of 2']);
  });

  test('a broken file goes to onError and to the manager, and null for onError is no error', async () => {
    const onError = vi.fn<(url: string) => void>();
    const manager = new LoadingManager(undefined, undefined, onError);
    const url = urlOf(new TextEncoder().encode('no model'));
    await expect(new MMDLoader(manager).loadAsync(url)).rejects.toThrow(MmdFormatError);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    new MMDLoader(manager).load(url, () => {}, undefined, null);
    await expect.poll(() => onError.mock.calls.length).toBe(2);
  });
});

describe('motions', () => {
  test('loadAnimation merges files, for a mesh', async () => {
    const loader = new MMDLoader();
    const mesh = await loader.loadAsync(dancer);
    const clip = await loaded<AnimationClip>((onLoad, onError) =>
      loader.loadAnimation([motion('センター', 30), motion('頭', 60)], mesh, onLoad, undefined, onError),
    );
    expect(clip.duration).toBe(2);
    expect(clip.tracks.map(({ name }) => name)).toContain('.bones[頭].position');
  });

  test('loadAnimation makes a clip for a camera, and refuses a file without one', async () => {
    const shots = urlOf(serializeVmd(createVmd({ cameras: [{ frame: 0 }, { frame: 45 }] })));
    const load = (url: string): Promise<AnimationClip> =>
      loaded((onLoad, onError) =>
        new MMDLoader().loadAnimation(url, new PerspectiveCamera(), onLoad, undefined, onError),
      );
    expect((await load(shots)).duration).toBe(1.5);
    await expect(load(motion('頭', 0))).rejects.toThrow('no camera keyframes');
  });

  test('loadAnimation warns once of orthographic shots for a perspective camera', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const shots = urlOf(serializeVmd(createVmd({ cameras: [{ frame: 0, perspective: false }] })));
    for (const camera of [new OrthographicCamera(), new PerspectiveCamera(), new PerspectiveCamera()]) {
      await loaded((onLoad, onError) =>
        new MMDLoader().loadAnimation(shots, camera, onLoad, undefined, onError),
      );
      expect(warn).toHaveBeenCalledTimes(camera instanceof PerspectiveCamera ? 1 : 0);
    }
    expect(warn.mock.lastCall![0]).toMatch(/orthographic.*MotionCamera/);
  });

  test('loadWithAnimation gives both, and animationPath is before the motion only', async () => {
    const url = motion('センター', 15);
    const loader = new MMDLoader().setAnimationPath(url.slice(0, 5));
    const { mesh, animation } = await loaded<{ mesh: SkinnedMesh; animation: AnimationClip }>(
      (onLoad, onError) => loader.loadWithAnimation(dancer, url.slice(5), onLoad, undefined, onError),
    );
    expect([mesh.isSkinnedMesh, animation.duration]).toEqual([true, 0.5]);
  });

  test('the manager is done after onLoad was called', async () => {
    const calls: string[] = [];
    await new Promise<void>((resolve) => {
      const manager = new LoadingManager(() => {
        calls.push('manager');
        resolve();
      });
      new MMDLoader(manager).loadVMD(motion('頭', 0), () => calls.push('loader'));
    });
    expect(calls).toEqual(['loader', 'manager']);
  });
});

/** What a method that loads data gives. */
async function dataOf(method: 'loadPMD' | 'loadPMX' | 'loadVMD', url: string | string[]): Promise<object> {
  return loaded((onLoad, onError) => new MMDLoader()[method](url as string, onLoad, undefined, onError));
}

describe('data', () => {
  test('loadVPD gives bones in three’s space, whatever the encoding', async () => {
    const bone = { name: '頭', position: [1, 2, 3] as const, rotation: [0.1, 0.2, 0.3, 0.9] as const };
    for (const encoding of ['cp932', 'utf-8'] as const) {
      const url = urlOf(serializeVpd(createVpd({ encoding, bones: [bone] })));
      const vpd = await loaded<ParsedPose>((onLoad, onError) =>
        new MMDLoader().loadVPD(url, false, onLoad, undefined, onError),
      );
      expect(vpd.bones).toEqual([
        { name: '頭', translation: [1, 2, -3], quaternion: [-0.1, -0.2, 0.3, 0.9] },
      ]);
    }
  });

  test('loadVMD gives the keys of all files', async () => {
    const keys = await dataOf('loadVMD', [motion('センター', 30), motion('頭', 60)]);
    expect(keys).toMatchObject({
      metadata: { motionCount: 2, cameraCount: 0 },
      motions: [
        { boneName: 'センター', frameNum: 30, position: [0, 0, -3] },
        { boneName: '頭', frameNum: 60 },
      ],
    });
  });

  test('loadVMD gives the 64 bytes of the curves of a bone as the file has them', async () => {
    for (const version of [1, 2] as const) {
      const bytes = serializeVmd(
        createVmd({
          version,
          bones: [
            { name: '頭', frame: 0 },
            { name: '頭', frame: 9, curves: [1, 2, 3, 4] },
          ],
        }),
      );
      const block = 30 + { 1: 10, 2: 20 }[version] + 4 + 111 + 47;
      for (let i = 0; i < 64; i++) bytes[block + i] = 64 - i;
      const { motions } = (await dataOf('loadVMD', urlOf(bytes))) as ParsedVmd;
      expect(motions[1].interpolation).toEqual(Array.from({ length: 64 }, (_, i) => 64 - i));
    }
  });

  test('loadVMD gives the camera as the file has it: x1 x2 y1 y2 of each curve, and 0 for perspective', async () => {
    const curve = (start: number) => [start, start + 1, start + 2, start + 3] as const;
    const curves = {
      x: curve(1),
      y: curve(11),
      z: curve(21),
      rotation: curve(31),
      distance: curve(41),
      fov: curve(51),
    };
    const vmd = createVmd({
      cameras: [
        { frame: 3, curves },
        { frame: 4, perspective: false },
      ],
    });
    const { cameras } = (await dataOf('loadVMD', urlOf(serializeVmd(vmd)))) as ParsedVmd;
    expect(cameras[0].interpolation).toEqual(
      [1, 11, 21, 31, 41, 51].flatMap((start) => [start, start + 2, start + 1, start + 3]),
    );
    expect(cameras.map(({ perspective }) => perspective)).toEqual([0, 1]);
  });

  test('loadPMX gives the model in the shape of mmd-parser', async () => {
    const data = await loaded((onLoad, onError) =>
      new MMDLoader().loadPMX(dancer, onLoad, undefined, onError),
    );
    expect(data).toMatchObject({
      metadata: {
        format: 'pmx',
        modelName: 'Test',
        vertexCount: 4,
        boneCount: 9,
        morphCount: 2,
        rigidBodyCount: 1,
      },
      faces: [{ indices: [2, 1, 0] }, { indices: [3, 2, 0] }],
      materials: [{ name: 'material 0', shininess: 5, textureIndex: 0, faceCount: 2 }],
    });
    const { bones, morphs } = data as { bones: object[]; morphs: object[] };
    expect(bones[7]).toMatchObject({
      name: '右目',
      position: [-1, 17, 1],
      grant: { parentIndex: 6, ratio: 0.5 },
    });
    expect(bones[5]).toMatchObject({
      ik: { effector: 4, iteration: 40, links: [{ index: 3 }, { index: 2 }] },
    });
    expect(morphs[1]).toMatchObject({
      name: '笑い',
      type: 1,
      elements: [{ index: 0, position: [0, 0, -2] }],
    });
  });

  test('loadPMX gives vertices with as many bones as they have, tails, limits and frames', async () => {
    const pmx = dancerPmx();
    pmx.displayFrames = [
      { name: 'Root', nameEn: 'Root', special: 1, elements: [{ type: 'morph', index: 1 }] },
    ];
    const data = (await dataOf('loadPMX', urlOf(serializePmx(pmx)))) as ParsedPmx;
    expect(data.vertices[0].skinIndices.length).toBe(data.vertices[0].skinWeights.length);
    expect(data.frames).toEqual([
      { name: 'Root', englishName: 'Root', type: 1, elementCount: 1, elements: [{ target: 1, index: 1 }] },
    ]);
    const [knee] = data.bones[5].ik!.links;
    // limits and tails stay as the file has them
    expect(knee).toMatchObject({
      index: 3,
      angleLimitation: 1,
      upperLimitationAngle: [expect.closeTo(-0.01), 0, 0],
    });
    expect(data.bones[0].offsetPosition).toEqual([0, 0, 0]);
  });

  test('loadPMD gives the fields of a PMD, with the base morph and English names', async () => {
    const pmd = parsePmd(pmdBytes());
    const data = (await dataOf('loadPMD', urlOf(pmdBytes()))) as ParsedPmd;
    expect(data.metadata).toMatchObject({
      format: 'pmd',
      coordinateSystem: 'right',
      magic: 'Pmd',
      version: 1,
    });
    expect(data.vertices[0]).toMatchObject({
      skinIndices: { length: 2 },
      edgeFlag: pmd.vertices.edgeFlags[0],
    });
    expect(data.morphs.map(({ name, type }) => [name, type])).toEqual(
      pmd.morphs.map(({ name, type }) => [name.text, type]),
    );
    expect(data.bones[0]).toMatchObject({ tailIndex: pmd.bones[0].tail, type: pmd.bones[0].type });
    expect(data.iks.length).toBe(pmd.iks.length);
    expect(data.toonTextures.length).toBe(10);
    expect(data.materials[0].fileName).toBe(pmd.materials[0].texture.text);
    expect(data.boneFrames.length).toBe(pmd.frameBones.length);
  });

  test.each(['right', 'left'])(
    'meshBuilder builds what mmd-parser gives, in the %s-handed space',
    async (space) => {
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      const loader = new MMDLoader();
      for (const [url, load] of [
        [dancer, 'loadPMX'],
        [urlOf(pmdBytes()), 'loadPMD'],
      ] as const) {
        const data = (await dataOf(load, url)) as ParsedPmx;
        const built = loader.meshBuilder.build(space === 'right' ? data : leftHanded(data), '');
        const mesh = await loader.loadAsync(url);
        for (const name of ['position', 'normal', 'uv', 'skinIndex', 'skinWeight'])
          expect(built.geometry.getAttribute(name).array).toEqual(mesh.geometry.getAttribute(name).array);
        expect(built.geometry.index!.array).toEqual(mesh.geometry.index!.array);
        expect(built.geometry.userData).toEqual(mesh.geometry.userData);
        expect(built.morphTargetDictionary).toEqual(mesh.morphTargetDictionary);
      }
    },
  );

  test('animationBuilder builds clips of what mmd-parser gives', async () => {
    const loader = new MMDLoader();
    const mesh = await loader.loadAsync(dancer);
    const bones = [0, 20].map((frame) => ({
      name: '頭',
      frame,
      position: [frame, 2, 3] as const,
      rotation: [0, frame / 40, 0, 1] as const,
      curves: [10, 100, 20, 90] as const,
    }));
    const morphs = [{ name: 'あ', frame: 8, weight: 0.5 }];
    const url = urlOf(serializeVmd(createVmd({ bones, morphs })));
    const wanted = await loaded<AnimationClip>((onLoad, onError) =>
      loader.loadAnimation(url, mesh, onLoad, undefined, onError),
    );
    const clip = loader.animationBuilder.build(await dataOf('loadVMD', url), mesh);
    expect(clip.tracks.map(({ name, times, values }) => [name, times, values])).toEqual(
      wanted.tracks.map(({ name, times, values }) => [name, times, values]),
    );
    const shots = urlOf(
      serializeVmd(createVmd({ cameras: [{ frame: 0 }, { frame: 45, target: [1, 2, 3] }] })),
    );
    const camera = loader.animationBuilder.buildCameraAnimation(await dataOf('loadVMD', shots));
    expect([...camera.tracks[0].values].slice(-3)).toEqual([1, 2, -3]);
  });
});

/** Data in three's space as mmd-parser gives them in the file's. */
function leftHanded(data: ParsedPmx): object {
  const point = ([x, y, z]: readonly number[]): number[] => [x, y, -z];
  const turn = ([x, y, z]: readonly number[]): number[] => [-x, -y, z];
  const placed = <T extends { position?: readonly number[] }>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, ...(item.position && { position: point(item.position) }) }));
  return {
    ...data,
    metadata: { ...data.metadata, coordinateSystem: 'left' },
    vertices: placed(data.vertices).map((vertex) => ({ ...vertex, normal: point(vertex.normal) })),
    faces: data.faces.map(({ indices }) => ({ indices: indices.toReversed() })),
    bones: placed(data.bones),
    morphs: data.morphs.map((morph) => ({
      ...morph,
      elements: morph.type === 1 || data.metadata.format !== 'pmx' ? placed(morph.elements) : morph.elements,
    })),
    rigidBodies: placed(data.rigidBodies).map((body) => ({ ...body, rotation: turn(body.rotation) })),
    constraints: placed(data.constraints).map((joint) => ({
      ...joint,
      rotation: turn(joint.rotation),
      translationLimitation1: [...joint.translationLimitation1.slice(0, 2), -joint.translationLimitation2[2]],
      translationLimitation2: [...joint.translationLimitation2.slice(0, 2), -joint.translationLimitation1[2]],
      rotationLimitation1: [
        ...joint.rotationLimitation2.slice(0, 2).map((angle) => -angle),
        joint.rotationLimitation1[2],
      ],
      rotationLimitation2: [
        ...joint.rotationLimitation1.slice(0, 2).map((angle) => -angle),
        joint.rotationLimitation2[2],
      ],
    })),
  };
}

test('the parser of r171 warns once and says what to use', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const loader = new MMDLoader();
  expect([loader.parser, loader.parser]).toEqual([null, null]);
  expect(warn.mock.calls.map(([message]) => message)).toEqual([
    '@odori/mmd-loader: MMDLoader has no parser. Use parsePmx, parseVmd and so on of @odori/format.',
  ]);
});
