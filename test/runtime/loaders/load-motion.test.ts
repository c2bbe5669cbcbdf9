import {
  createPmm,
  createVmd,
  createVpd,
  type FormatWarning,
  MmdFormatError,
  serializeBvmd,
  serializePmm,
  serializeVmd,
  serializeVpd,
  vmdToBvmd,
} from '@odori/format';
import {
  LoadError,
  loadMotion,
  type LoadMotionOptions,
  type MotionSource,
  VMDLoader,
  VPDLoader,
} from '@odori/runtime';
import { LoadingManager } from 'three';
import { afterEach, expect, test, vi } from 'vitest';

const dance = createVmd({ bones: [{ name: '頭', frame: 45 }] });
const face = createVmd({ morphs: [{ name: 'あ', frame: 60, weight: 1 }] });
const vmd = serializeVmd(dance);
const vpd = serializeVpd(createVpd({ bones: [{ name: '頭' }] }));

afterEach(() => {
  vi.restoreAllMocks();
});

async function failure(source: MotionSource, options?: LoadMotionOptions): Promise<LoadError> {
  const error: unknown = await loadMotion(source, options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LoadError);
  return error as LoadError;
}

test('the format is found in the content: VMD, VPD and BVMD', async () => {
  expect((await loadMotion(vmd)).duration).toBe(1.5);
  expect([...(await loadMotion(vpd)).bones.keys()]).toEqual(['頭']);
  expect((await loadMotion(serializeBvmd(vmdToBvmd(dance)))).duration).toBe(1.5);
  expect((await loadMotion(new File([vmd], 'dance.vpd'))).duration).toBe(1.5);
});

test('a source may be a URL, a Blob, a buffer or a view of a buffer', async () => {
  const url = `data:application/octet-stream;base64,${Buffer.from(vmd).toString('base64')}`;
  const padded = new Uint8Array(vmd.length + 8);
  padded.set(vmd, 4);
  const sources = [url, new URL(url), new Blob([vmd]), vmd.buffer, padded.subarray(4, 4 + vmd.length)];
  const motions = await Promise.all(sources.map((source) => loadMotion(source)));
  expect(motions.map(({ duration }) => duration)).toEqual([1.5, 1.5, 1.5, 1.5, 1.5]);
});

test('all motions among several files become one motion; other files are ignored', async () => {
  const files = new Map([
    ['show/dance.VMD', new Blob([vmd])],
    ['show/readme.txt', new Blob(['hello'])],
    ['show/face.vmd', new Blob([serializeVmd(face)])],
  ]);
  const motion = await loadMotion(files);
  expect([[...motion.bones.keys()], [...motion.morphs.keys()], motion.duration]).toEqual([['頭'], ['あ'], 2]);
});

test('files without a motion are an error that counts them', async () => {
  const error = await failure(new Map([['a.txt', new Blob()]]));
  expect(error.message).toBe('the files: no motion (.vmd, .vpd, .bvmd) found');
});

test.each([
  ['miku.pmx', 'PMX \0\0\0@', 'this is a model (PMX), not a motion'],
  ['miku.pmd', 'Pmd\0\0\x80?', 'this is a model (PMD), not a motion'],
  ['song.wav', 'RIFF', 'this is not a motion: its content is neither VMD, VPD nor BVMD'],
  [
    'dance.vmd',
    '404: Not Found',
    'this is the error text of a server, not a motion (VMD, VPD, BVMD): check the URL',
  ],
  ['dance.vmd', '{"message": "Not Found"}', 'this is JSON, not a motion (VMD, VPD, BVMD): check the URL'],
  ['dance.zip', 'PK\x03\x04', 'this is a zip, not a motion: unpack it and use the motion in it'],
])('a file of another kind is an error that says what it is: %s', async (name, content, problem) => {
  expect((await failure(new File([content], name))).message).toBe(`${name}: ${problem}`);
});

test('a project is not a motion', async () => {
  const error = await failure(serializePmm(createPmm()));
  expect(error.message).toBe('the file: this is a project (PMM), not a motion');
});

test('a broken file is an error with the name of the file, and the cause says where', async () => {
  const files = new Map([
    ['whole.vmd', new Blob([vmd])],
    ['show/begun.vmd', new Blob([vmd.slice(0, 25)])], // within the header
  ]);
  const error = await failure(files);
  expect(error.message).toMatch(/^show\/begun\.vmd: the file is broken: /);
  expect(error.cause).toBeInstanceOf(MmdFormatError);
  expect(error).toMatchObject({ file: 'show/begun.vmd', url: undefined });
});

test('a file that ends too early gives the keyframes before its end, and a warning', async () => {
  const bones = [0, 30, 60].map((frame) => ({ name: '頭', frame }));
  // header, two keys, a part of the third
  const bytes = serializeVmd(createVmd({ bones })).slice(0, 54 + 2 * 111 + 50);
  const onWarning = vi.fn<(warning: FormatWarning, name: string) => void>();
  const motion = await loadMotion(new File([bytes], 'half.vmd'), { onWarning });
  expect(motion.duration).toBe(1);
  expect(onWarning).toHaveBeenCalledOnce();
  expect(onWarning.mock.lastCall).toMatchObject([{ code: 'truncated' }, 'half.vmd']);
  const error = await failure(new File([bytes], 'half.vmd'), { refuse: ['odd-value', 'truncated'] });
  expect(error.message).toMatch(/^half\.vmd: the file is broken: /);
  expect(error.cause).toMatchObject({ name: 'MmdFormatError', code: 'truncated' });
  expect((await loadMotion(bytes, { refuse: ['not-finite'] })).duration).toBe(1);
});

test('a file that ends before its first keyframe is an error', async () => {
  const error = await failure(new File([vmd.slice(0, 100)], 'headed.vmd'));
  expect(error.message).toBe('headed.vmd: the file ends before its first keyframe');
});

test('a file without keyframes is a valid motion', async () => {
  expect((await loadMotion(serializeVmd(createVmd()))).duration).toBe(0);
});

test('an aborted signal rejects with its reason, for files at hand too', async () => {
  const controller = new AbortController();
  const loading = loadMotion(new Blob([vmd]), { signal: controller.signal });
  controller.abort(new Error('another motion'));
  await expect(loading).rejects.toThrow('another motion');
});

test('a manager counts each file, and each error', async () => {
  const [onProgress, onError] = [vi.fn<(item: string) => void>(), vi.fn<(item: string) => void>()];
  const manager = new LoadingManager(undefined, onProgress, onError);
  const files = new Map([
    ['a.vmd', new Blob([vmd])],
    ['b.vpd', new Blob([vpd])],
  ]);
  await loadMotion(files, { manager });
  // either may be first
  expect(onProgress.mock.calls.map(([item]) => item).toSorted()).toEqual(['a.vmd', 'b.vpd']);
  await expect(loadMotion(new File(['no'], 'c.vmd'), { manager })).rejects.toThrow(LoadError);
  expect(onError.mock.calls).toEqual([['c.vmd']]);
});

test('VMDLoader and VPDLoader parse bytes of their own format only', () => {
  expect(new VMDLoader().parse(vmd).duration).toBe(1.5);
  expect([...new VPDLoader().parse(vpd).bones.keys()]).toEqual(['頭']);
  expect(() => new VMDLoader().parse(vpd)).toThrow(MmdFormatError);
  expect(() => new VPDLoader().parse(vmd)).toThrow(MmdFormatError);
});
