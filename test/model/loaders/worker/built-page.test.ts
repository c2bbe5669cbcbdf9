import { build as esbuild } from 'esbuild';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright';
import { build as vite } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, launchBrowser } from '#test/support/launch-browser.js';

/** Loads a model and a motion; the title of the page says what has loaded, or what is wrong. */
const SCRIPT = `
import { loadModel } from '@odori/model';
import { loadMotion } from '@odori/runtime';

const worker = { on: true, off: false }[location.search.slice(1)];
Promise.all([loadModel('/dancer.pmx', { worker }), loadMotion('/dance.vmd', { worker })]).then(
  ([model, motion]) => (document.title = model.rig.definition.boneCount + ' bones, ' + motion.bones.size + ' tracks'),
  ({ message }) => (document.title = message),
);
`;
const LOADED = /^\d{2,3} bones, \d{2,3} tracks$/;
const FILES = join(import.meta.dirname, '../../../../packages/sample/files');

// beside the tests, so that the page finds the packages
const FOLDER = mkdtempSync(join(import.meta.dirname, 'page-'));
let server: Server;
let browser: Browser;
let policy = '';
let folder = '';
let requests: string[] = [];

beforeAll(async () => {
  if (!hasBrowser) return;
  mkdirSync(join(FOLDER, 'src'));
  writeFileSync(join(FOLDER, 'src/page.js'), SCRIPT);
  const html = '<title>wait</title><script type="module" src="/src/page.js"></script>';
  writeFileSync(join(FOLDER, 'index.html'), html);
  await vite({ root: FOLDER, configFile: false, logLevel: 'error', build: { outDir: 'vite' } });
  const bundled = { bundle: true, format: 'esm', absWorkingDir: FOLDER } as const;
  const page = { page: 'src/page.js' };
  const workers = {
    'model-worker': '@odori/model/model-worker',
    'motion-worker': '@odori/runtime/motion-worker',
    'texture-worker': '@odori/model/texture-worker',
  };
  await esbuild({ ...bundled, entryPoints: { ...page, ...workers }, outdir: 'esbuild' });
  await esbuild({ ...bundled, entryPoints: page, outdir: 'alone' });
  for (const name of ['esbuild', 'alone'])
    writeFileSync(join(FOLDER, name, 'index.html'), html.replace('/src', ''));
  for (const name of ['dancer.pmx', 'dance.vmd']) copyFileSync(join(FILES, name), join(FOLDER, name));
  server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    requests.push(pathname);
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const file = [join(FOLDER, folder, name), join(FOLDER, name)].find((path) => existsSync(path));
    response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', extname(name) === '.js' ? 'text/javascript' : 'text/html');
    if (!extname(name).match(/js|html/)) response.setHeader('content-type', 'application/octet-stream');
    response.writeHead(file === undefined ? 404 : 200).end(file && readFileSync(file));
  }).listen(0, '127.0.0.1');
  browser = await launchBrowser(['--no-sandbox']);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(FOLDER, { recursive: true });
});

/**
 * Opens a build. Returns the title that the page gets, the workers that it requested, and the violations of
 * its policy.
 */
async function open(
  build: string,
  { workers = "'self'", query = '' } = {},
): Promise<{ title: string; workers: string[]; errors: string[] }> {
  folder = build;
  policy = `default-src 'none'; script-src 'self'; connect-src 'self'; worker-src ${workers}`;
  requests = [];
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) errors.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${query}`);
  await page.waitForFunction(() => document.title !== 'wait');
  const title = await page.title();
  await page.close();
  const names = requests.flatMap((path) => /(model|motion)-worker/.exec(path)?.[0] ?? []);
  return { title, workers: names.toSorted(), errors };
}

const BOTH = ['model-worker', 'motion-worker'];

describe.skipIf(!hasBrowser)('a built page', () => {
  test.each(['vite', 'esbuild'])(
    'of %s loads in workers, whose scripts are files of their own, under a strict Content-Security-Policy',
    async (name) => {
      const { title, workers, errors } = await open(name);
      expect(title).toMatch(LOADED);
      expect([workers, errors]).toEqual([BOTH, []]);
    },
  );

  test('of Vite has one file for each worker', () => {
    const files = readdirSync(join(FOLDER, 'vite/assets')).filter((name) =>
      /^(?:mo\w+|texture)-worker-/.test(name),
    );
    expect(files.map((name) => name.replace(/-[\w-]{8}\.js$/, '')).toSorted()).toEqual([
      ...BOTH,
      'texture-worker',
    ]);
    for (const file of files) {
      expect(readFileSync(join(FOLDER, 'vite/assets', file), 'utf8')).not.toContain('WebGLRenderer');
    }
  });

  test('loads the same on its main thread if the policy has no workers, or without the scripts of workers', async () => {
    const there = await open('vite');
    expect((await open('vite', { query: '?off' })).title).toBe(there.title);
    expect(await open('vite', { workers: "'none'" })).toMatchObject({ title: there.title, workers: [] });
    expect(await open('alone')).toEqual({ ...there, workers: BOTH });
  });

  test('says why it does not load if it wants a worker and cannot have one', async () => {
    const { title } = await open('vite', { workers: "'none'", query: '?on' });
    expect(title).toMatch(
      /^the file cannot be loaded in a worker, as `worker: true` demands: .*Content-Security-Policy/,
    );
  });
});
