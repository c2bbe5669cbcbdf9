import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parsePmx } from '@odori/format';
import { hasBrowser, launchBrowser } from '#test/support/launch-browser.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { WITHOUT_DRAWING } from '#test/support/without-drawing.js';

const DIST = join(inject('packedFolder'), 'node_modules/@odori/element/dist');
const FILES = join(import.meta.dirname, '../../packages/sample/files');
/** Allows only what a page with the element and a poster needs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "img-src 'self'",
].join('; ');
/** What the textures of avatars need, too. */
const AVATAR_POLICY = POLICY.replace("connect-src 'self'", "connect-src 'self' blob:").replace(
  "img-src 'self'",
  "img-src 'self' blob:",
);
/** Forbids all workers. */
const ALONE_POLICY = `${POLICY}; worker-src 'none'`;
/** Demands Trusted Types, too; `/trusted-types.js` is the script of the README. */
const TRUSTED_POLICY = `${POLICY}; require-trusted-types-for 'script'; trusted-types default`;
const [, TRUSTED_TYPES] = /```js\n(trustedTypes\.[^]*?)```/.exec(
  readFileSync(join(import.meta.dirname, '../../packages/element/README.md'), 'utf8'),
)!;
const POLICIES: Readonly<Record<string, string>> = {
  '/avatar': AVATAR_POLICY,
  '/fit-alone': ALONE_POLICY,
  '/trusted': TRUSTED_POLICY,
};
const AVATAR = '<odori-player model="/files/dancer.vrm"></odori-player>';
const FITTED = `<odori-player fit="song" model="/board.pmx" motion="/files/gesture-wave.vmd" audio="/files/song.ogg">
  </odori-player>`;
const PLAYERS: Readonly<Record<string, string>> = {
  '/': `<odori-player controls loop stage="floor" poster="/files/textures/face.png" model="/files/dancer.pmx"
    motion="/files/dance.vmd /files/pose-wave.vpd" camera="/files/camera.vmd" audio="/files/song.ogg"></odori-player>`,
  '/refused': '<odori-player physics="off" model="/files/dancer.pmx"></odori-player>',
  '/avatar': AVATAR,
  '/avatar-without-blobs': AVATAR,
  '/fit': FITTED,
  '/fit-alone': FITTED,
  '/board': '<odori-player model="/board.pmx"></odori-player>',
  '/trusted': '<odori-player controls model="/files/dancer.pmx" motion="/files/dance.vmd"></odori-player>',
};
const pageOf = (player: string): string => `<!doctype html>
<meta charset="utf-8">
<title>Strict</title>
<script src="/trusted-types.js"></script>
<script src="/violations.js"></script>
<script type="module" src="/dist/odori-player.js"></script>
${player}`;
/** Collects violations; the page runs it first. */
const VIOLATIONS = `window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => {
  window.violations.push(event.violatedDirective + ': ' + event.blockedURI + ' ' + event.sourceFile);
});`;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
};

let server: Server;
let browser: Browser;
let page: Page;
const logs: string[] = [];
let requests: string[] = [];
let isPhysicsMissing = false;

beforeAll(async () => {
  if (!hasBrowser) return;
  server = createServer(answer).listen(0, '127.0.0.1');
  const args = [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--autoplay-policy=no-user-gesture-required',
    '--mute-audio',
  ];
  browser = await launchBrowser(args);
  page = await browser.newPage({ viewport: { width: 320, height: 180 } });
  await page.addInitScript(WITHOUT_DRAWING);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) logs.push(message.text());
  });
  page.on('pageerror', ({ message }) => logs.push(message));
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

function answer({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(url, 'http://localhost');
  requests.push(pathname);
  const [, folder, ...path] = pathname.split('/');
  response.setHeader('content-security-policy', POLICIES[pathname] ?? POLICY);
  response.setHeader('content-type', TYPES[extname(pathname)] ?? 'application/octet-stream');
  if (pathname === '/favicon.ico') response.writeHead(204).end();
  else if (pathname in PLAYERS)
    response.setHeader('content-type', 'text/html').end(pageOf(PLAYERS[pathname]));
  else if (isPhysicsMissing && pathname === PHYSICS) response.writeHead(404).end();
  else if (pathname === '/board.pmx') response.end(boardModel());
  else if (pathname === '/violations.js') response.end(VIOLATIONS);
  else if (pathname === '/trusted-types.js') response.end(isTrusted(headers) ? TRUSTED_TYPES : '');
  else send(readFileSync(join(folder === 'dist' ? DIST : FILES, ...path)), headers.range, response);
}

/** Is it a request of the page that demands Trusted Types? */
function isTrusted({ referer = '' }: IncomingHttpHeaders): boolean {
  return referer.endsWith('/trusted');
}

/** A model without rigid bodies. */
function boardModel(): Uint8Array {
  const builder = new ModelBuilder();
  builder.material({});
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  return builder.bytes();
}

/** Sends bytes, or the range of them that was requested, as browsers do for songs. */
function send(bytes: Uint8Array, range: string | undefined, response: ServerResponse): void {
  const [, start, end] = /bytes=(\d+)-(\d*)/.exec(range ?? '') ?? [];
  if (start === undefined) {
    response.end(bytes);
    return;
  }
  const [from, to] = [Number(start), end ? Number(end) : bytes.length - 1];
  response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${bytes.length}` });
  response.end(bytes.subarray(from, to + 1));
}

/** The part of the element that the test uses inside the page. */
interface PlayerElement extends HTMLElement {
  readyState: number;
  currentTime: number;
  loadedMotion?: { duration: number };
  paused: boolean;
  play(): Promise<void>;
  pause(): void;
  physics: boolean;
  camera: string;
  loadedModel?: { physics?: { bodyCount: number; mode: string }; vrm?: { scene: SceneObject } };
  record(options: object): Promise<Blob>;
}

/** A part of three's scene. */
interface SceneObject {
  material?: Textured | Textured[];
  traverse(visit: (part: SceneObject) => void): void;
}

interface Textured {
  map?: { image: { width: number } } | null;
}

const VRM = '/dist/odori-player-vrm.js';
const PHYSICS = '/dist/odori-player-physics.js';

/** Resolves when everything is loaded. */
async function whenReady(): Promise<void> {
  await page.waitForFunction(() => document.querySelector<PlayerElement>('odori-player')?.readyState === 4);
}

const violations = (): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { violations: string[] }).violations);

test.skipIf(!hasBrowser)('odori-player.js plays under a strict Content-Security-Policy', async () => {
  await whenReady();
  expect(await violations()).toEqual([]);
  const result = await page.evaluate(async () => {
    const element = document.querySelector<PlayerElement>('odori-player')!;
    await element.play();
    while (element.currentTime < 0.3) await new Promise(requestAnimationFrame);
    element.pause();
    const root = element.shadowRoot!;
    const { height } = root.querySelector('media-control-bar')!.getBoundingClientRect();
    const { display } = getComputedStyle(root.querySelector('media-play-button')!);
    return {
      problems: [...root.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent),
      options: [...root.querySelectorAll('option')].map(({ textContent }) => textContent),
      bodies: element.loadedModel!.physics!.bodyCount,
      hasBar: height >= 40 && height < 90,
      display,
      size: [element.clientWidth, element.clientHeight * 16 === element.clientWidth * 9],
    };
  });
  expect(result).toEqual({
    problems: [],
    options: ['dance.vmd', 'pose-wave.vpd'],
    bodies: parsePmx(readFileSync(join(FILES, 'dancer.pmx'))).rigidBodies.length,
    hasBar: true,
    display: 'flex', // media-chrome's styles apply
    size: [304, true],
  });
  expect([await violations(), logs]).toEqual([[], []]);
});

test.skipIf(!hasBrowser)(
  'odori-player.js records under that policy and films by itself, with the files for that beside it',
  async () => {
    const film = await page.evaluate(async () => {
      const element = document.querySelector<PlayerElement>('odori-player')!;
      element.camera = 'auto';
      const blob = await element.record({ width: 64, height: 36, fps: 10, range: { start: 1, end: 1.5 } });
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)!);
      return {
        type: blob.type,
        isFull: blob.size > 1000,
        loaded: loaded.filter((name) => /^odori-player-(?!pose)/.test(name)).toSorted(),
        problems: element.shadowRoot!.querySelectorAll('[role=alert]').length,
      };
    });
    expect(film.loaded).toEqual(
      ['auto', 'camera', 'model-worker', 'motion-worker', 'physics', 'record', 'song-worker'].map(
        (name) => `odori-player-${name}.js`,
      ),
    );
    expect(film.problems).toBe(0);
    expect(film.type).toMatch(/^video\/(?:mp4|webm)/);
    expect(film.isFull).toBe(true);
    expect([await violations(), logs]).toEqual([[], []]);
  },
);

test.skipIf(!hasBrowser)(
  'with the script of the README, it plays where Trusted Types are demanded',
  async () => {
    const start = page.url();
    await page.goto(new URL('/trusted', start).href);
    await whenReady();
    const parts = await page.evaluate(() => {
      const root = document.querySelector('odori-player')!.shadowRoot!;
      return root.querySelector('media-play-button')!.shadowRoot!.childElementCount;
    });
    expect(parts).toBeGreaterThan(0);
    expect([await violations(), logs]).toEqual([[], []]);
    await page.goto(start);
    await whenReady();
  },
);

test.skipIf(!hasBrowser)('a page that plays and films a PMX requests nothing of three-vrm', async () => {
  const scripts = await page.evaluate(async () => {
    const urls = performance.getEntriesByType('resource').map(({ name }) => name);
    const texts = urls.filter((url) => url.endsWith('.js')).map(async (url) => (await fetch(url)).text());
    return Promise.all(texts);
  });
  expect(scripts.length).toBeGreaterThan(4);
  expect(scripts.filter((script) => script.includes('VRMC_'))).toEqual([]);
  expect(requests.filter((request) => /vrm/i.test(request))).toEqual([]);
});

test.skipIf(!hasBrowser)(
  'an avatar has its textures with blob: in connect-src and img-src, and requests three-vrm once',
  async () => {
    requests = [];
    await page.goto(new URL('/avatar', page.url()).href);
    await whenReady();
    const { problems, widths } = await page.evaluate(async () => {
      const element = document.querySelector<PlayerElement>('odori-player')!;
      const pictures = new Set<{ width: number }>();
      element.loadedModel!.vrm!.scene.traverse(({ material }) => {
        for (const each of [material ?? []].flat()) if (each.map) pictures.add(each.map.image);
      });
      const lines = [...element.shadowRoot!.querySelectorAll('[role=alert]')];
      return {
        problems: lines.map(({ textContent }) => textContent),
        widths: [...pictures].map(({ width }) => width),
      };
    });
    expect(problems).toEqual([]);
    expect(widths.length).toBeGreaterThan(0);
    expect(Math.min(...widths)).toBeGreaterThan(0);
    expect(requests.filter((request) => /odori-player-vrm/.test(request))).toEqual([VRM]);
    expect(await violations()).toEqual([]);
    expect(logs.splice(0)).toEqual([]); // though the file has three.js once more
  },
);

test.skipIf(!hasBrowser)(
  'without blob: an avatar is shown without its textures, and the browser names the directive that is missing',
  async () => {
    await page.goto(new URL('/avatar-without-blobs', page.url()).href);
    await whenReady();
    expect(await violations()).toContainEqual(expect.stringMatching(/^connect-src: blob/));
    expect(logs.splice(0).length).toBeGreaterThan(0);
  },
);

test.skipIf(!hasBrowser)(
  'a song is heard in a worker, and by the page itself where its policy has no workers: with the same dance',
  async () => {
    const fitted = async (path: string): Promise<number> => {
      requests = [];
      await page.goto(new URL(path, page.url()).href);
      await whenReady();
      return page.evaluate(
        () => document.querySelector<PlayerElement>('odori-player')!.loadedMotion!.duration,
      );
    };
    const seconds = await fitted('/fit');
    expect(seconds).toBeGreaterThan(60); // as the song, not as a wave
    expect(requests.filter((request) => /song-worker/.test(request)).length).toBeGreaterThan(0);
    expect([await violations(), logs]).toEqual([[], []]);
    expect(await fitted('/fit-alone')).toBe(seconds);
    expect(requests.filter((request) => /worker/.test(request))).toEqual([]);
    expect(await violations()).toContainEqual(expect.stringMatching(/^worker-src: .*song-worker/));
    expect(logs.splice(0).every((line) => /worker/.test(line))).toBe(true);
  },
);

test.skipIf(!hasBrowser).each([
  ['/', 1],
  ['/refused', 0],
  ['/board', 0],
])('the page %s requests odori-player-physics.js %i times', async (path, count) => {
  requests = [];
  await page.goto(new URL(path, page.url()).href);
  await whenReady();
  await page.evaluate(() => document.querySelector<PlayerElement>('odori-player')!.play());
  expect(requests.filter((request) => request === PHYSICS)).toHaveLength(count);
  expect([await violations(), logs]).toEqual([[], []]);
});

test.skipIf(!hasBrowser)('physics that was refused is loaded once the attribute is removed', async () => {
  await page.goto(new URL('/refused', page.url()).href);
  await whenReady();
  requests = [];
  const bodies = await page.evaluate(async () => {
    const element = document.querySelector<PlayerElement>('odori-player')!;
    element.physics = true;
    while (!element.loadedModel!.physics) await new Promise(requestAnimationFrame);
    return element.loadedModel!.physics.bodyCount;
  });
  expect(bodies).toBeGreaterThan(0);
  expect(requests).toEqual([PHYSICS]);
  expect([await violations(), logs]).toEqual([[], []]);
});

test.skipIf(!hasBrowser)(
  'without odori-player-physics.js the model plays, and the page says what is missing',
  async () => {
    isPhysicsMissing = true;
    await page.goto(new URL('/', page.url()).href);
    await whenReady();
    const problems = await page.evaluate(async () => {
      const element = document.querySelector<PlayerElement>('odori-player')!;
      await element.play();
      while (element.currentTime < 0.1) await new Promise(requestAnimationFrame);
      return [...element.shadowRoot!.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
    });
    isPhysicsMissing = false;
    expect(problems).toEqual(['Physics could not be loaded: hair and clothes move only by keyframes.']);
    expect(logs.splice(0)).toEqual([expect.stringContaining('404')]); // the browser's own
  },
);
