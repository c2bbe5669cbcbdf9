import { createVmd, createVpd, MmdFormatError, serializeVmd, serializeVpd } from '@odori/format';
import { fetchBytes, LoadError, loadMotion, Motion, VMDLoader, VPDLoader } from '@odori/runtime';
import { LoadingManager } from 'three';
import { afterEach, expect, test, vi } from 'vitest';

const vmd = serializeVmd(createVmd({ bones: [{ name: '頭', frame: 45 }] }));

afterEach(() => {
  vi.restoreAllMocks();
});

function urlOf(bytes: Uint8Array<ArrayBuffer>): string {
  return URL.createObjectURL(new Blob([bytes]));
}

test('VMDLoader loads a motion and VPDLoader a pose from a URL', async () => {
  const motion = await new VMDLoader().loadAsync(urlOf(vmd));
  expect(motion).toBeInstanceOf(Motion);
  expect(motion.duration).toBe(1.5);
  const pose = await new VPDLoader().loadAsync(urlOf(serializeVpd(createVpd({ bones: [{ name: '頭' }] }))));
  expect([...pose.bones.keys()]).toEqual(['頭']);
  expect(pose.duration).toBe(0);
});

test('a loader reports progress and resolves URLs against its path', async () => {
  const onProgress = vi.fn<(event: ProgressEvent) => void>();
  const url = urlOf(vmd);
  const loader = new VMDLoader().setPath(url.slice(0, 5));
  await loader.loadAsync(url.slice(5), onProgress);
  const { loaded, total, lengthComputable } = onProgress.mock.lastCall![0];
  expect([loaded, total, lengthComputable]).toEqual([vmd.length, vmd.length, true]);
});

test('a broken file and a missing file reach the caller and the manager once each', async () => {
  const onError = vi.fn<(url: string) => void>();
  const manager = new LoadingManager(undefined, undefined, onError);
  const words = urlOf(new TextEncoder().encode('this is no motion, however long it goes on and on and on'));
  await expect(new VMDLoader(manager).loadAsync(words)).rejects.toThrow(MmdFormatError);
  expect(onError.mock.calls).toEqual([[words]]);
  URL.revokeObjectURL(words);
  await expect(new VMDLoader(manager).loadAsync(words)).rejects.toThrow(LoadError);
  expect(onError).toHaveBeenCalledTimes(2);
});

test('the manager calls onLoad after the loader has', async () => {
  const calls: string[] = [];
  await new Promise<void>((resolve) => {
    const manager = new LoadingManager(() => {
      calls.push('manager');
      resolve();
    });
    new VMDLoader(manager).load(urlOf(vmd), () => calls.push('loader'));
  });
  expect(calls).toEqual(['loader', 'manager']);
});

test('abort() of a loader ends its requests, but not those of another loader for the same URL', async () => {
  const url = urlOf(vmd);
  const [loader, other] = [new VMDLoader(), new VMDLoader()];
  const aborted = loader.loadAsync(url);
  const kept = other.loadAsync(url);
  loader.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  expect((await kept).duration).toBe(1.5);
  expect((await loader.loadAsync(url)).duration).toBe(1.5); // it can load again
});

test('aborting the manager ends a request', async () => {
  const manager = new LoadingManager();
  const aborted = fetchBytes(urlOf(vmd), { manager });
  manager.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
});

test('loadMotion loads a file of the server and one that was dropped', async () => {
  const onProgress = vi.fn<(loaded: number, total: number) => void>();
  const url = urlOf(vmd);
  expect((await loadMotion(new URL(url), { onProgress })).duration).toBe(1.5);
  expect(onProgress).toHaveBeenLastCalledWith(vmd.length, vmd.length);
  expect((await loadMotion(new File([vmd], 'dance.vmd'))).duration).toBe(1.5);
});

test('a missing file of a real server is a LoadError that names file, URL and status', async () => {
  // Vite answers any `/@fs/` path outside of the workspace with an error.
  const error: unknown = await loadMotion('/@fs/none/dance.vmd?v=1').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LoadError);
  expect(error).toMatchObject({ file: 'dance.vmd', url: '/@fs/none/dance.vmd?v=1' });
});
