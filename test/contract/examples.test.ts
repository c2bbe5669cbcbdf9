import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { IS_ON_NPM, STACKBLITZ_EXAMPLES, stackBlitzAddress } from '#demos/shared/copy-and-go/published.js';

// What the examples contain. `test/examples` installs and runs them.

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLES = join(ROOT, 'docs/examples');
const ASSETS = join(ROOT, 'packages/sample/files');
const SCRIPT = 'get-files.mjs';
const NAMES = ['html', 'next', 'node', 'react', 'svelte', 'vite', 'vue'];

interface Manifest {
  version: string;
  scripts: Record<string, string>;
  stackblitz?: { startCommand: string };
  repository: { url: string };
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The text of each source file and page of an example, by path. */
function sourcesOf(name: string): Map<string, string> {
  const paths = readdirSync(join(EXAMPLES, name), { recursive: true, encoding: 'utf8' });
  const sources = paths.filter((path) =>
    /^(?!node_modules|dist|\.next|out|public).*\.(?:m?[jt]sx?|html|svelte|vue)$/.test(path),
  );
  return new Map(sources.map((path) => [path, readFileSync(join(EXAMPLES, name, path), 'utf8')]));
}

test('there are seven examples, each with a README, a title and a language', () => {
  const folders = readdirSync(EXAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(NAMES);
  for (const name of NAMES) {
    expect(readFileSync(join(EXAMPLES, name, 'README.md'), 'utf8')).toMatch(/^# .+\n[^]*npm install\n/);
    for (const [path, html] of sourcesOf(name)) {
      if (path.endsWith('.html'))
        expect(html, path).toMatch(/<html lang="en">[^]*name="viewport"[^]*<title>/);
    }
  }
});

test('examples name exact versions, and ranges of our packages that accept the version of this repository', () => {
  const { version } = manifestOf(ROOT);
  for (const name of NAMES) {
    const { dependencies, devDependencies } = manifestOf(join(EXAMPLES, name));
    for (const [dependency, range] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (dependency.startsWith('@odori/')) expect(range, `${name}: ${dependency}`).toBe(`^${version}`);
      else expect(range, `${name}: ${dependency}`).toMatch(/^\d+\.\d+\.\d+$/);
    }
  }
});

test('StackBlitz can start the examples: their files are in the repository, and nothing native runs', () => {
  for (const name of STACKBLITZ_EXAMPLES) {
    const folder = join(EXAMPLES, name);
    const { scripts, stackblitz, dependencies, devDependencies } = manifestOf(folder);
    const [, script] = /^npm (?:run )?(\w+)$/.exec(stackblitz!.startCommand)!;
    expect(scripts, name).toHaveProperty(script);
    const all = Object.entries({ ...dependencies, ...devDependencies });
    expect(all.filter(([, range]) => /^(?:workspace|catalog|file|link):/.test(range))).toEqual([]);
    // the compiler of TypeScript 7 is a native program
    const started = startedBy(scripts, script);
    if (/\btsc\b/.test(started)) expect(devDependencies!['typescript'], name).toMatch(/^6\./);
    const files = [...started.matchAll(/\bnode (\S+\.mjs)/g)].map(([, file]) => file);
    expect(files, name).toContain(SCRIPT);
    expect(trackedIn(`docs/examples/${name}`)).toEqual(expect.arrayContaining(['package.json', ...files]));
  }
});

/** The commands of a script, and those of the scripts that it runs. */
function startedBy(scripts: Readonly<Record<string, string>>, name: string): string {
  return scripts[name].replace(/npm run (\w+)/g, (_, next: string) => startedBy(scripts, next));
}

/** The files of a folder that git knows or would add. */
function trackedIn(folder: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', args, { cwd: join(ROOT, folder), encoding: 'utf8' })
    .trim()
    .split('\n');
}

test('the list of examples has links to StackBlitz once npm has our packages', () => {
  const address = manifestOf(ROOT).repository.url.replace(/^git\+https:\/\/|\.git$/g, '');
  const list = readFileSync(join(EXAMPLES, 'README.md'), 'utf8');
  const found = [...list.matchAll(/https:\/\/stackblitz\.com\/[^)\s]+/g)].map(([link]) => link);
  const links = STACKBLITZ_EXAMPLES.map((name) => stackBlitzAddress(name));
  expect(found.toSorted()).toEqual(IS_ON_NPM ? links : []);
  expect(links[0]).toBe(`https://stackblitz.com/${address.replace('.com', '')}/tree/main/docs/examples/html`);
});

/** `three/addons/a.js` → `three`; `@odori/react/element` → `@odori/react`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

test('every package that an example imports is a dependency of it, and every dependency of ours is used', () => {
  for (const name of NAMES) {
    const { dependencies, devDependencies } = manifestOf(join(EXAMPLES, name));
    const text = [...sourcesOf(name).values()].join('\n');
    const imports = [...text.matchAll(/(?:from|import) '([^'.][^']*)'|node_modules\/((?:@odori\/)?[^/]+)/g)];
    const used = new Set(imports.map(([, specifier, folder]) => packageOf(specifier ?? folder)));
    const listed = { ...dependencies, ...devDependencies };
    const builtIn = /^node:/;
    // The import map of a page without a bundler also names what our packages import.
    const missing = [...used].filter((dependency) => !(dependency in listed) && !builtIn.test(dependency));
    expect(missing, name).toEqual(name === 'html' ? ['@odori/format', '@odori/physics', 'fflate'] : []);
    expect(
      Object.keys(dependencies).filter(
        (dependency) => dependency.startsWith('@odori/') && !used.has(dependency),
      ),
      name,
    ).toEqual([]);
  }
});

test('all examples get their files with the same script, from the address of the repository', () => {
  const script = readFileSync(join(EXAMPLES, 'html', SCRIPT), 'utf8');
  for (const name of NAMES) expect(readFileSync(join(EXAMPLES, name, SCRIPT), 'utf8'), name).toBe(script);
  const address = manifestOf(ROOT).repository.url.replace(/^git\+https:\/\/github\.com\/|\.git$/g, '');
  expect(script).toContain(`'https://raw.githubusercontent.com/${address}/main/packages/sample/files/'`);
});

const folders: string[] = [];
let server: Server | undefined;

afterEach(() => {
  server?.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function emptyFolder(): string {
  folders.push(mkdtempSync(join(tmpdir(), 'odori-files-')));
  return folders.at(-1)!;
}

/** Serves the files of the dancer but those of a name, and returns the address. */
async function serveAssets(missing = ''): Promise<string> {
  server = createServer((request, response) => {
    const path = join(ASSETS, request.url!.slice(1));
    const isThere = existsSync(path) && !path.endsWith(missing || '\0');
    response.writeHead(isThere ? 200 : 404).end(isThere ? readFileSync(path) : '');
  }).listen(0);
  await new Promise((resolve) => server!.once('listening', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

const run = promisify(execFile);

/** Textures, motions and the model; no poses, no avatar, no stage, and no small copies for pages. */
const ALL = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' })
  .filter((path) => !/\.(vpd|vrm|bvmd|x|zip)$/.test(path))
  .toSorted();

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
}

test('the script gets all files from the web, once', async () => {
  const folder = emptyFolder();
  copyFileSync(join(EXAMPLES, 'vite', SCRIPT), join(folder, SCRIPT));
  const address = await serveAssets();
  await run(process.execPath, [SCRIPT, 'files', address], { cwd: folder });
  expect(filesIn(join(folder, 'files'))).toEqual(ALL);
  for (const name of ['dancer.pmx', 'textures/iris.png'])
    expect(readFileSync(join(folder, 'files', name)).equals(readFileSync(join(ASSETS, name)))).toBe(true);
  server?.close();
  // would fail if it asked the server
  await run(process.execPath, [SCRIPT, 'files', address], { cwd: folder });
});

test('in a clone, the script copies the files of the clone', async () => {
  const clone = emptyFolder();
  const example = join(clone, 'docs/examples/vite');
  mkdirSync(example, { recursive: true });
  mkdirSync(join(clone, 'packages/sample'), { recursive: true });
  symlinkSync(ASSETS, join(clone, 'packages/sample/files'), 'junction');
  copyFileSync(join(EXAMPLES, 'vite', SCRIPT), join(example, SCRIPT));
  await run(process.execPath, [SCRIPT, 'public/files'], { cwd: example });
  expect(filesIn(join(example, 'public/files'))).toEqual(ALL);
});

test('the script says which file it did not get, and tries again the next time', async () => {
  const folder = emptyFolder();
  const address = await serveAssets('camera.vmd');
  const program = join(EXAMPLES, 'vite', SCRIPT);
  await expect(run(process.execPath, [program, 'files', address], { cwd: folder })).rejects.toThrow(
    'camera.vmd: the server answered 404',
  );
  expect(existsSync(join(folder, 'files/dancer.pmx'))).toBe(false);
});
