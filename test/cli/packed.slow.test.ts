import { createPmx, createPmxBone, createVmd, parseVmd, serializePmx, serializeVmd } from '@odori/format';
import { build } from 'esbuild';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { emptyFolder } from './odori.js';

const CLI = join(inject('packedFolder'), 'node_modules/@odori/cli');

function program(): string {
  const { bin } = JSON.parse(readFileSync(join(CLI, 'package.json'), 'utf8')) as { bin: { odori: string } };
  return join(CLI, bin.odori);
}

function run(
  args: readonly string[],
  cwd: string,
  input?: Uint8Array,
): { code: number | null; text: string; messages: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program(), ...args], {
    cwd,
    ...(input && { input }),
  });
  return { code: status, text: stdout.toString(), messages: stderr.toString() };
}

test('the packed command runs without three: help, a conversion, a pipe', () => {
  expect(existsSync(join(CLI, '../../three'))).toBe(false);
  const folder = emptyFolder();
  expect(run(['--help'], folder)).toMatchObject({ code: 0, messages: '' });
  writeFileSync(join(folder, 'a.vmd'), serializeVmd(createVmd({ bones: [{ name: '頭', frame: 30 }] })));
  expect(run(['convert', 'a.vmd', 'a.json'], folder)).toEqual({ code: 0, text: '', messages: '' });
  const piped = run(['inspect', '-', '--json'], folder, readFileSync(join(folder, 'a.json')));
  expect(JSON.parse(piped.text)).toMatchObject([{ format: 'vmd as json', facts: { lastFrame: 30 } }]);
  expect(run(['inspect', 'b.vmd'], folder)).toEqual({
    code: 1,
    text: '',
    messages: 'odori: b.vmd: no such file\n',
  });
});

test.skipIf(process.platform === 'win32')(
  '/dev/stdout and /dev/stderr write to a socket and append to a file behind >>',
  () => {
    const folder = emptyFolder();
    const bytes = longDance();
    writeFileSync(join(folder, 'a.vmd'), bytes);
    writeFileSync(join(folder, 'b.vmd'), 'before');
    const convert = (name: string, behind: number | 'pipe'): (string | undefined)[] => {
      const args = [program(), 'convert', 'a.vmd', name, '-f', 'vmd'];
      const { output } = spawnSync(process.execPath, args, {
        cwd: folder,
        stdio: ['ignore', behind, 'pipe'],
        maxBuffer: Infinity,
      });
      return output.slice(1).map((data) => (data ? hash(data) : undefined));
    };
    const [nothing, all] = [hash(''), hash(bytes)];
    expect(convert('/dev/stdout', 'pipe')).toEqual([all, nothing]);
    expect(convert('/dev/stderr', 'pipe')).toEqual([nothing, all]);
    expect(convert('/dev/stdout', openSync(join(folder, 'b.vmd'), 'a'))).toEqual([undefined, nothing]);
    const appended = hash(Buffer.concat([Buffer.from('before'), bytes]));
    expect(hash(readFileSync(join(folder, 'b.vmd')))).toBe(appended);
  },
);

test.skipIf(process.platform === 'win32')(
  'a reader that stops early ends the program, without a message',
  async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'a.vmd'), longDance());
    const args = [program(), 'convert', 'a.vmd', '-', '-f', 'json'];
    const odori = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let messages = '';
    odori.stderr.on('data', (data: Buffer) => (messages += data.toString()));
    odori.stdout.once('data', () => odori.stdout.destroy());
    const [code] = (await once(odori, 'close')) as [number];
    expect([code, messages]).toEqual([141, '']);
  },
);

test('threads sample and index what one thread does, and a damaged file fails alone', () => {
  const folder = emptyFolder();
  const bones = [createPmxBone({ name: '頭' })];
  writeFileSync(join(folder, 'm.pmx'), serializePmx(createPmx({ bones })));
  const names = Array.from({ length: 12 }, (_, i) => `d${String(i).padStart(2, '0')}`);
  for (const [i, name] of names.entries()) {
    const bytes = serializeVmd(createVmd({ bones: [{ name: '頭', frame: 30 + i }] }));
    writeFileSync(join(folder, `${name}.vmd`), i === 5 ? bytes.subarray(0, 100) : bytes);
  }
  const sample = (jobs: string): unknown[] => {
    const out = `out${jobs}`;
    const options = ['--model', 'm.pmx', '--every', '1f', '--jobs', jobs, '-o', `${out}/{name}.npy`];
    const { code } = run(['sample', 'd*.vmd', ...options], folder);
    const files = readdirSync(join(folder, out)).map((name) => readFileSync(join(folder, out, name)));
    return [code, readdirSync(join(folder, out)), files.map(hash)];
  };
  const [code, files, hashes] = sample('1');
  expect([code, files]).toEqual([
    1,
    [...names.filter((_, i) => i !== 5).map((name) => `${name}.npy`), 'failures.jsonl'],
  ]);
  expect(sample('3')).toEqual([code, files, hashes]);
  const failures = readFileSync(join(folder, 'out3/failures.jsonl'), 'utf8');
  expect(JSON.parse(failures)).toMatchObject({ file: 'd05.vmd', code: 'truncated' });
  const index = (jobs: string): unknown => run(['inspect', '--index', '.', '--jobs', jobs], folder);
  expect(index('1')).toMatchObject({ code: 1, text: expect.stringMatching(/^(?:.*\n){13}$/) });
  expect(index('3')).toEqual(index('1'));
});

/** Comparing hashes is fast; `toEqual` on a megabyte takes seconds. */
function hash(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** 1.1 MB, ten thousand keyframes. */
function longDance(): Uint8Array {
  return serializeVmd(
    createVmd({ bones: Array.from({ length: 10_000 }, (_, frame) => ({ name: '頭', frame })) }),
  );
}

test.skipIf(!existsSync('/dev/full'))(
  'a full disk behind stdout gives a one-line message without a stack',
  () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'a.vmd'), serializeVmd(createVmd({})));
    const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
    const { status, stderr } = spawnSync(process.execPath, [program(), 'inspect', 'a.vmd'], {
      cwd: folder,
      stdio: [...stdio],
    });
    expect([status, stderr.toString()]).toEqual([1, 'odori: stdout: the disk is full\n']);
  },
);

test.skipIf(process.platform === 'win32')(
  'Ctrl-C during a batch leaves complete files and no temporary ones',
  async () => {
    const folder = emptyFolder();
    for (let i = 10; i < 50; i++) writeFileSync(join(folder, `${i}.vmd`), longDance());
    const args = ['convert', '*.vmd', '-o', 'out', '-f', 'vmd', '--mirror', '--quiet'];
    const child = spawn(process.execPath, [program(), ...args], { cwd: folder });
    const end = once(child, 'close');
    const out = join(folder, 'out');
    const made = (): string[] => (existsSync(out) ? readdirSync(out) : []);
    while (!made().some((name) => name.endsWith('.tmp')) && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve));
    child.kill('SIGINT');
    expect(await end).toEqual([null, 'SIGINT']); // a shell reports it as 130
    expect(made().length).toBeLessThan(40);
    for (const name of made()) expect(parseVmd(readFileSync(join(out, name))).bones.count).toBe(10_000);
  },
);

test.skipIf(process.platform === 'win32')(
  'the packed command shows a model with the player of its own package, opens the browser, and Ctrl-C ends it with 0',
  async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'm.pmx'), serializePmx(createPmx({ name: 'オドリ' })));
    // a browser that notes what it is to open
    const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
    writeFileSync(join(folder, opener), '#!/bin/sh\necho "$1" > opened\n', { mode: 0o755 });
    const PATH = `${folder}:${process.env['PATH']}`;
    const child = spawn(process.execPath, [program(), 'view', 'm.pmx'], {
      cwd: folder,
      env: { ...process.env, PATH },
    });
    const end = once(child, 'close');
    let messages = '';
    child.stderr.on('data', (data: Buffer) => (messages += data.toString()));
    const [address] = ((await once(child.stdout, 'data')) as [Buffer]).map((data) => data.toString().trim());
    for (const name of ['odori-player.js', 'odori-player-physics.js', 'odori-player-record.js']) {
      const player = await (await fetch(`${address}player/${name}`)).text();
      expect(player, name).toBe(readFileSync(join(CLI, 'dist/player', name), 'utf8'));
      expect(player, name).toMatch(/^\/\*! Odori/);
    }
    await expect
      .poll(() => existsSync(join(folder, 'opened')) && readFileSync(join(folder, 'opened'), 'utf8'))
      .toBe(`${address}\n`);
    child.kill('SIGINT');
    expect(await end).toEqual([0, null]);
    expect(messages).toMatch(/^model   オドリ, m\.pmx\n[^]*\nStopped\.\n$/);
  },
);

test('the tarball has the player, what it loads later, and the licenses', () => {
  const built = readdirSync(join(CLI, '../element/dist'));
  const later = built.filter(
    (name) => /^odori-player-[\w-]+\.js$/.test(name) && !built.includes(name.replace('.js', '.d.ts')),
  );
  expect(later).toEqual(expect.arrayContaining(['odori-player-physics.js', 'odori-player-record.js']));
  // that of `odori render` is in no other package
  const expected = [...later, 'odori-player-render.js', 'odori-player.js', 'odori-player.notices.txt'];
  expect(readdirSync(join(CLI, 'dist/player')).toSorted()).toEqual(expected.toSorted());
});

test('the other commands load neither the server nor the page', async () => {
  const { outputs } = (
    await build({
      entryPoints: [join(CLI, 'dist/main.js')],
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      outdir: 'out',
      write: false,
      metafile: true,
    })
  ).metafile;
  const main = Object.values(outputs).find(({ entryPoint }) => entryPoint?.endsWith('dist/main.js'))!;
  const atOnce = [
    main,
    ...main.imports
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path }) => outputs[path] ?? []),
  ];
  const files = atOnce.flatMap(({ inputs }) => Object.keys(inputs)).filter((path) => path.includes('/view/'));
  expect(files.map((path) => path.split('/').at(-1)!).toSorted()).toEqual([
    'show-options.js',
    'view-command.js',
  ]);
});
