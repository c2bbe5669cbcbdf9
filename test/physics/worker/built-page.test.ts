import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasBrowser, launchBrowser } from '#test/support/launch-browser.js';

/** Hair that falls for some frames, in a worker; the page shows how far, or the error. */
const SCRIPT = `
import { createPmx, createPmxBone } from '@odori/format';
import { createPhysics } from '@odori/physics';
import { createRigDefinition, Rig } from '@odori/runtime/rig';

const body = { name: '', nameEn: '', bone: 0, group: 0, collisionMask: 0, shape: 0, size: [1, 1, 1],
  position: [0, 10, 0], rotation: [0, 0, 0], mass: 1, linearDamping: 0, angularDamping: 0, restitution: 0,
  friction: 0, mode: 1 };
const pmx = createPmx({ bones: [createPmxBone({ position: [0, 10, 0] })], rigidBodies: [body] });
const rig = new Rig(createRigDefinition(pmx));
const fall = (physics) => {
  physics.advance(1 / 60);
  const height = rig.worldPositions[1];
  if (height < 9) document.title = 'fell';
  else requestAnimationFrame(() => fall(physics));
};
createPhysics(pmx, rig, { worker: true, settleSeconds: 0 }).then(fall, ({ message }) => (document.title = message));
`;

// beside the tests, so that the page finds the packages
const FOLDER = mkdtempSync(join(import.meta.dirname, 'page-'));
let server: Server;
let browser: Browser;
let policy = '';
const requests: string[] = [];

beforeAll(async () => {
  if (!hasBrowser) return;
  mkdirSync(join(FOLDER, 'src'));
  writeFileSync(join(FOLDER, 'src/page.js'), SCRIPT);
  writeFileSync(
    join(FOLDER, 'index.html'),
    '<title>wait</title><script type="module" src="/src/page.js"></script>',
  );
  await build({ root: FOLDER, configFile: false, logLevel: 'error', worker: { format: 'es' } });
  server = createServer(({ url = '/' }, response) => {
    requests.push(url);
    const file = url === '/' ? 'index.html' : url.slice(1);
    response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', extname(file) === '.js' ? 'text/javascript' : 'text/html');
    response.end(url === '/favicon.ico' ? '' : readFileSync(join(FOLDER, 'dist', file)));
  }).listen(0, '127.0.0.1');
  browser = await launchBrowser(['--no-sandbox']);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(FOLDER, { recursive: true });
});

/** The title of the page once it is done. */
async function outcome(workerSource: string): Promise<string> {
  policy = `default-src 'none'; script-src 'self'; worker-src ${workerSource}`;
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => document.title !== 'wait');
  return page.title();
}

test.skipIf(!hasBrowser)(
  'a built page simulates in a worker, whose code is a file of its own, under a strict Content-Security-Policy',
  async () => {
    expect(await outcome("'self'")).toBe('fell');
    const files = readdirSync(join(FOLDER, 'dist/assets'));
    expect(files.filter((file) => file.startsWith('physics-worker'))).toHaveLength(1);
    expect(requests.filter((url) => url.includes('physics-worker'))).toHaveLength(1);
  },
);

test.skipIf(!hasBrowser)('a policy without workers gives an error that names it', async () => {
  expect(await outcome("'none'")).toMatch(/^the physics worker did not load.*Content-Security-Policy/);
});
