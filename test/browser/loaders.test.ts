import { createVmd, createVpd, MmdFormatError, serializeVmd, serializeVpd } from '@odori/format';
import { Motion, VMDLoader, VPDLoader } from '@odori/runtime';
import { LoadingManager } from 'three';
import { expect, test, vi } from 'vitest';

const vmd = serializeVmd(createVmd({ bones: [{ name: '頭', frame: 45 }] }));

function urlOf(bytes: Uint8Array<ArrayBuffer>): string {
  return URL.createObjectURL(new Blob([bytes]));
}

test('a motion and a pose from a URL', async () => {
  const motion = await new VMDLoader().loadAsync(urlOf(vmd));
  expect(motion).toBeInstanceOf(Motion);
  expect(motion.duration).toBe(1.5);
  const pose = await new VPDLoader().loadAsync(urlOf(serializeVpd(createVpd({ bones: [{ name: '頭' }] }))));
  expect([...pose.bones.keys()]).toEqual(['頭']);
  expect(pose.duration).toBe(0);
});

test('progress and path, as with other loaders of three', async () => {
  const onProgress = vi.fn<(event: ProgressEvent) => void>();
  const url = urlOf(vmd);
  const loader = new VMDLoader().setPath(url.slice(0, 5));
  await loader.loadAsync(url.slice(5), onProgress);
  expect(onProgress).toHaveBeenCalled();
});

test('what is wrong comes as an error, and the manager hears of it once', async () => {
  const onError = vi.fn<(url: string) => void>();
  const manager = new LoadingManager(undefined, undefined, onError);
  const words = urlOf(new TextEncoder().encode('this is no motion, however long it goes on and on and on'));
  await expect(new VMDLoader(manager).loadAsync(words)).rejects.toThrow(MmdFormatError);
  expect(onError.mock.calls).toEqual([[words]]);
  URL.revokeObjectURL(words);
  await expect(new VMDLoader(manager).loadAsync(words)).rejects.toThrow('fetch');
  expect(onError).toHaveBeenCalledTimes(2);
});
