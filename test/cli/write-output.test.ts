import { createVmd, serializeVmd } from '@odori/format';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  promises,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withTemporaryFile } from '#src/cli/files/with-temporary-file.js';
import { emptyFolder, odori } from './odori.js';

const BYTES = serializeVmd(createVmd({ bones: [{ name: '頭', frame: 0 }] }));

/** Node's own `link` or `writeFile` until the end of the test; modules see it at once. */
function replace<K extends 'link' | 'writeFile'>(name: K, implementation: (typeof promises)[K]): void {
  const original = promises[name];
  const set = (value: (typeof promises)[K]): void => {
    promises[name] = value;
    syncBuiltinESMExports();
  };
  set(implementation);
  onTestFinished(() => set(original));
}

const convert = async (folder: string, ...args: string[]): Promise<readonly string[]> =>
  (await odori(['convert', '-', '-f', 'vmd', ...args], folder, BYTES)).told;

describe('Ctrl-C that somebody else hears, too', () => {
  test('whoever goes on in spite of it gets the whole file', async () => {
    const folder = emptyFolder();
    const heard: string[] = [];
    process.once('SIGINT', (signal) => heard.push(signal)); // it alone keeps the signal from ending this process
    await withTemporaryFile(folder, undefined, async (path) => {
      process.emit('SIGINT', 'SIGINT');
      expect(readdirSync(folder)).toEqual([basename(path)]);
    });
    expect([heard, readdirSync(folder)]).toEqual([['SIGINT'], []]);
  });

  test('whoever ends the program leaves no temporary file, of several at once neither', async () => {
    const folder = emptyFolder();
    const before = process.listeners('exit');
    await withTemporaryFile(folder, undefined, () =>
      withTemporaryFile(folder, undefined, async () => {
        expect(readdirSync(folder).length).toBe(2);
        for (const tidy of process.listeners('exit')) if (!before.includes(tidy)) tidy.call(process, 130);
        expect(readdirSync(folder)).toEqual([]);
      }),
    );
    expect(process.listeners('exit')).toEqual(before);
  });
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

test.skipIf(process.platform === 'win32').each(['666', '640', '444'])(
  'what is overwritten keeps its mode, %s, and nobody else looks into half a file',
  async (mode) => {
    const file = join(emptyFolder(), 'a.vmd');
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    writeFileSync(file, 'mine');
    chmodSync(file, mode);
    const modes: string[] = [];
    const { writeFile } = promises;
    replace('writeFile', async (path, ...rest) => {
      modes.push(modeOf(path as string));
      return writeFile(path, ...rest);
    });
    expect(await convert('/', file, '--force')).toEqual([]);
    expect([...modes, modeOf(file)]).toEqual(['600', mode]);
  },
);

describe('disks without links', () => {
  /** Links fail so, after `meanwhile`. */
  function refuseLinks(code: string, meanwhile: (target: string) => void = () => undefined): void {
    replace('link', async (_, target) => {
      meanwhile(target as string);
      throw Object.assign(new Error(code), { code });
    });
  }

  // exFAT on Windows, Android, FAT on Linux
  test.each(['EISDIR', 'EACCES', 'EPERM'])('%s: the file is moved there', async (code) => {
    const folder = emptyFolder();
    refuseLinks(code);
    expect(await convert(folder, 'a.vmd')).toEqual([]);
    expect(readdirSync(folder)).toEqual(['a.vmd']);
    expect(Buffer.compare(readFileSync(join(folder, 'a.vmd')), BYTES)).toBe(0);
  });

  test('what came in between is not overwritten', async () => {
    const folder = emptyFolder();
    refuseLinks('EISDIR', (target) => writeFileSync(target, 'mine'));
    expect(await convert(folder, 'a.vmd')).toEqual([
      'odori: -: a.vmd: is there already; --force overwrites it',
    ]);
    expect(readFileSync(join(folder, 'a.vmd'), 'utf8')).toBe('mine');
  });

  test.each([
    ['EEXIST', 'is there already; --force overwrites it'],
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the disk is full'],
    ['EROFS', 'cannot be written: all of its disk is read-only'],
    ['ENOENT', 'no such file'],
  ])('%s is something else, which a move could not mend', async (code, problem) => {
    const folder = emptyFolder();
    refuseLinks(code);
    expect(await convert(folder, 'a.vmd')).toEqual([`odori: -: a.vmd: ${problem}`]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('what is open already, by name', () => {
  test.each(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])('%s is stdout, as - is', async (name) => {
    if (!existsSync(name)) return; // macOS has no /proc
    expect(await odori(['convert', '-', name, '-f', 'vmd'], '/', BYTES)).toMatchObject({
      code: 0,
      told: [],
      data: Buffer.from(BYTES),
    });
  });

  test('a file behind >> goes on where it is', async () => {
    const folder = emptyFolder();
    const file = join(folder, 'log');
    writeFileSync(file, 'before');
    const descriptor = openSync(file, 'a');
    onTestFinished(() => closeSync(descriptor));
    expect(await convert(folder, `/dev/fd/${descriptor}`)).toEqual([]);
    expect(readFileSync(file)).toEqual(Buffer.concat([Buffer.from('before'), BYTES]));
  });

  test('what is not open, or for reading only, is told', async () => {
    const descriptor = openSync('/dev/null', 'r');
    onTestFinished(() => closeSync(descriptor));
    const name = `/dev/fd/${descriptor}`;
    expect(await convert('/', name)).toEqual([`odori: -: ${name}: is not open for writing`]);
    expect(await convert('/', '/dev/fd/99999')).toEqual(['odori: -: /dev/fd/99999: is not open']);
  });
});

test.skipIf(process.platform === 'win32')(
  'pipes and devices take the bytes and stay what they are',
  async () => {
    const folder = emptyFolder();
    execFileSync('mkfifo', ['pipe.vmd'], { cwd: folder });
    const [told, read] = await Promise.all([
      convert(folder, 'pipe.vmd'),
      promises.readFile(join(folder, 'pipe.vmd')),
    ]);
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
