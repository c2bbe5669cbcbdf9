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
import { withTemporaryFile } from '#src/cli/files/temporary-file.js';
import { emptyFolder, odori } from '#test/cli/odori.js';

const BYTES = serializeVmd(createVmd({ bones: [{ name: '頭', frame: 0 }] }));

/** Replaces Node's `link` or `writeFile` until the end of the test, also in modules that have imported it. */
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
  (await odori(['convert', '-', '-f', 'vmd', ...args], folder, BYTES)).messages;

describe('Ctrl-C in a program that has its own signal listener', () => {
  test('a program that continues gets the complete file', async () => {
    const folder = emptyFolder();
    const received: string[] = [];
    // this listener keeps the signal from ending the process
    process.once('SIGINT', (signal) => received.push(signal));
    await withTemporaryFile(folder, undefined, async (path) => {
      process.emit('SIGINT', 'SIGINT');
      expect(readdirSync(folder)).toEqual([basename(path)]);
    });
    expect([received, readdirSync(folder)]).toEqual([['SIGINT'], []]);
  });

  test('a program that exits leaves no temporary files', async () => {
    const folder = emptyFolder();
    const before = process.listeners('exit');
    await withTemporaryFile(folder, undefined, () =>
      withTemporaryFile(folder, undefined, async () => {
        expect(readdirSync(folder).length).toBe(2);
        for (const listener of process.listeners('exit'))
          if (!before.includes(listener)) listener.call(process, 130);
        expect(readdirSync(folder)).toEqual([]);
      }),
    );
    expect(process.listeners('exit')).toEqual(before);
  });
});

test('signal listeners exist only while a file is written, and an error leaves no file', async () => {
  const folder = emptyFolder();
  const before = process.listenerCount('SIGTERM');
  const failed = withTemporaryFile(folder, undefined, async () => {
    expect(process.listenerCount('SIGTERM')).toBe(before + 1);
    throw new Error('full');
  });
  await expect(failed).rejects.toThrow('full');
  expect([readdirSync(folder), process.listenerCount('SIGTERM')]).toEqual([[], before]);
});

test.skipIf(process.platform === 'win32')(
  'an overwritten symlink stays a symlink, and its target keeps its permissions',
  async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'real.vmd'), 'mine');
    chmodSync(join(folder, 'real.vmd'), 0o600);
    symlinkSync('real.vmd', join(folder, 'link.vmd'));
    expect(await convert(folder, 'link.vmd')).toEqual([
      'odori: -: link.vmd: the file already exists; use --force to overwrite it',
    ]);
    expect(await convert(folder, 'link.vmd', '--force')).toEqual([]);
    expect(lstatSync(join(folder, 'link.vmd')).isSymbolicLink()).toBe(true);
    expect(statSync(join(folder, 'real.vmd')).mode & 0o777).toBe(0o600);
    expect(Buffer.compare(readFileSync(join(folder, 'real.vmd')), BYTES)).toBe(0);
  },
);

test.skipIf(process.platform === 'win32').each(['666', '640', '444'])(
  'an overwritten file keeps its mode %s, and the temporary file is private',
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

describe('disks without hard links', () => {
  /** Lets `link` fail with a code, after calling `meanwhile`. */
  function refuseLinks(code: string, meanwhile: (target: string) => void = () => undefined): void {
    replace('link', async (_, target) => {
      meanwhile(target as string);
      throw Object.assign(new Error(code), { code });
    });
  }

  // exFAT on Windows, Android, FAT on Linux
  test.each(['EISDIR', 'EACCES', 'EPERM'])('%s: the file is moved to its place', async (code) => {
    const folder = emptyFolder();
    refuseLinks(code);
    expect(await convert(folder, 'a.vmd')).toEqual([]);
    expect(readdirSync(folder)).toEqual(['a.vmd']);
    expect(Buffer.compare(readFileSync(join(folder, 'a.vmd')), BYTES)).toBe(0);
  });

  test('a file created in the meantime is not overwritten', async () => {
    const folder = emptyFolder();
    refuseLinks('EISDIR', (target) => writeFileSync(target, 'mine'));
    expect(await convert(folder, 'a.vmd')).toEqual([
      'odori: -: a.vmd: the file already exists; use --force to overwrite it',
    ]);
    expect(readFileSync(join(folder, 'a.vmd'), 'utf8')).toBe('mine');
  });

  test.each([
    ['EEXIST', 'the file already exists; use --force to overwrite it'],
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the disk quota is used up'],
    ['EROFS', 'the file system is read-only'],
    ['ENOENT', 'no such file'],
  ])('%s is reported, since a move would fail too', async (code, problem) => {
    const folder = emptyFolder();
    refuseLinks(code);
    expect(await convert(folder, 'a.vmd')).toEqual([`odori: -: a.vmd: ${problem}`]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('open descriptors by name', () => {
  test.each(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])('%s is stdout, like -', async (name) => {
    if (!existsSync(name)) return; // macOS has no /proc
    expect(await odori(['convert', '-', name, '-f', 'vmd'], '/', BYTES)).toMatchObject({
      code: 0,
      messages: [],
      data: Buffer.from(BYTES),
    });
  });

  test('output is appended to a file behind >>', async () => {
    const folder = emptyFolder();
    const file = join(folder, 'log');
    writeFileSync(file, 'before');
    const descriptor = openSync(file, 'a');
    onTestFinished(() => closeSync(descriptor));
    expect(await convert(folder, `/dev/fd/${descriptor}`)).toEqual([]);
    expect(readFileSync(file)).toEqual(Buffer.concat([Buffer.from('before'), BYTES]));
  });

  test('a descriptor that is not open for writing is an error', async () => {
    const descriptor = openSync('/dev/null', 'r');
    onTestFinished(() => closeSync(descriptor));
    const name = `/dev/fd/${descriptor}`;
    expect(await convert('/', name)).toEqual([`odori: -: ${name}: this descriptor is not open for writing`]);
    expect(await convert('/', '/dev/fd/99999')).toEqual([
      'odori: -: /dev/fd/99999: this descriptor is not open',
    ]);
  });
});

test.skipIf(process.platform === 'win32')(
  'named pipes and devices receive the bytes and are not replaced',
  async () => {
    const folder = emptyFolder();
    execFileSync('mkfifo', ['pipe.vmd'], { cwd: folder });
    const [messages, read] = await Promise.all([
      convert(folder, 'pipe.vmd'),
      promises.readFile(join(folder, 'pipe.vmd')),
    ]);
    expect(messages).toEqual([]);
    expect(Buffer.compare(read, BYTES)).toBe(0);
    expect(lstatSync(join(folder, 'pipe.vmd')).isFIFO()).toBe(true);
    expect(await convert(folder, '/dev/null')).toEqual([]);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  },
);

test.skipIf(!existsSync('/dev/full'))('a full disk is an error', async () => {
  expect(await convert(emptyFolder(), '/dev/full')).toEqual(['odori: -: /dev/full: the disk is full']);
});

test('paths that cannot be written are errors', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(await convert(folder, 'file/x/')).toEqual([
    'odori: file/x/: a part of the path is a file, not a folder',
  ]);
  expect(await convert(folder, 'file/x.vmd')).toEqual([
    'odori: file/x.vmd: a part of the path is a file, not a folder',
  ]);
  expect(await convert(folder, `${'x'.repeat(300)}.vmd`)).toEqual([
    `odori: ${'x'.repeat(300)}.vmd: the file name is too long`,
  ]);
});

test.skipIf(process.platform !== 'linux')(
  'a folder that a disk refuses to create is an error at once',
  async () => {
    expect(await convert('/', '/proc/odori/a/b.vmd')).toEqual([
      'odori: -: /proc/odori/a/b.vmd: cannot create the folder /proc/odori',
    ]);
  },
);

test('a file in the place of a folder is an error', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'a.vmd'), 'mine');
  expect(await convert(folder, 'a.vmd/b/c.vmd')).toEqual([
    'odori: a.vmd/b/c.vmd: a part of the path is a file, not a folder',
  ]);
});
