import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withTemporaryFile } from '../../packages/cli/src/files/with-temporary-file.js';
import { createVmd, serializeVmd } from '@odori/format';
import { emptyFolder, odori } from './odori.js';

const BYTES = serializeVmd(createVmd({ bones: [{ name: '頭', frame: 0 }] }));

const convert = async (folder: string, ...args: string[]): Promise<readonly string[]> =>
  (await odori(['convert', '-', '-f', 'vmd', ...args], folder, BYTES)).told;

test('Ctrl-C takes the temporary file away, and leaves the rest to those who listen, too', async () => {
  const folder = emptyFolder();
  const heard: string[] = [];
  const listen = (signal: string): unknown => heard.push(signal); // else the signal would end this process
  process.on('SIGINT', listen);
  onTestFinished(() => void process.off('SIGINT', listen));
  await withTemporaryFile(folder, undefined, async (path) => {
    expect(readdirSync(folder)).toEqual([path.slice(folder.length + 1)]);
    process.emit('SIGINT', 'SIGINT');
    expect(readdirSync(folder)).toEqual([]);
    expect(process.listeners('SIGINT')).toEqual([listen]);
  });
  expect(heard).toEqual(['SIGINT']);
});

test('nobody listens for signals when nothing is written; an error leaves no file', async () => {
  const folder = emptyFolder();
  const before = process.listenerCount('SIGTERM');
  const failed = withTemporaryFile(folder, undefined, async () => {
    expect(process.listenerCount('SIGTERM')).toBe(before + 1);
    throw new Error('full');
  });
  await expect(failed).rejects.toThrow('full');
  expect([readdirSync(folder), process.listenerCount('SIGTERM')]).toEqual([[], before]);
});

test.skipIf(process.platform === 'win32')('a link stays a link, what was private stays private', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'real.vmd'), 'mine');
  chmodSync(join(folder, 'real.vmd'), 0o600);
  symlinkSync('real.vmd', join(folder, 'link.vmd'));
  expect(await convert(folder, 'link.vmd')).toEqual([
    'odori: -: link.vmd: is there already; --force overwrites it',
  ]);
  expect(await convert(folder, 'link.vmd', '--force')).toEqual([]);
  expect(lstatSync(join(folder, 'link.vmd')).isSymbolicLink()).toBe(true);
  expect(statSync(join(folder, 'real.vmd')).mode & 0o777).toBe(0o600);
  expect(Buffer.compare(readFileSync(join(folder, 'real.vmd')), BYTES)).toBe(0);
});

test.skipIf(process.platform === 'win32')(
  'pipes and devices take the bytes and stay what they are',
  async () => {
    const folder = emptyFolder();
    execFileSync('mkfifo', ['pipe.vmd'], { cwd: folder });
    const [told, read] = await Promise.all([convert(folder, 'pipe.vmd'), readFile(join(folder, 'pipe.vmd'))]);
    expect(told).toEqual([]);
    expect(Buffer.compare(read, BYTES)).toBe(0);
    expect(lstatSync(join(folder, 'pipe.vmd')).isFIFO()).toBe(true);
    expect(await convert(folder, '/dev/null')).toEqual([]);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  },
);

test.skipIf(!existsSync('/dev/full'))('a full disk', async () => {
  expect(await convert(emptyFolder(), '/dev/full')).toEqual(['odori: -: /dev/full: the disk is full']);
});

test('places that are none are named', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(await convert(folder, 'file/x/')).toEqual([
    'odori: file/x/: has a file in its path where a folder should be',
  ]);
  expect(await convert(folder, 'file/x.vmd')).toEqual([
    'odori: file/x.vmd: has a file in its path where a folder should be',
  ]);
  expect(await convert(folder, `${'x'.repeat(300)}.vmd`)).toEqual([
    `odori: ${'x'.repeat(300)}.vmd: the name is too long`,
  ]);
});
