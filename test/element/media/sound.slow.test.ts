import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { createVmd, serializeVmd } from '@odori/format';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hasBrowser, launchBrowser } from '#test/support/launch-browser.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { wavBytes } from '#test/support/wav-bytes.js';

// These tests need songs from servers that do not send parts of files or that fail, and the browser's default
// autoplay policy. Playwright's `evaluate` counts as a gesture of the user; therefore the script of each page
// logs what it sees.

const DIST = join(inject('packedFolder'), 'node_modules/@odori/element/dist');
const SONG = wavBytes(60);
/** 96,000 bytes a second: more than browsers load at once. */
const LARGE_SONG = wavBytes(12 * 60);
for (const at of [24, 28]) new DataView(LARGE_SONG.buffer).setUint32(at, 96_000, true);
const FILES: Readonly<Record<string, Uint8Array>> = {
  '/board.pmx': boardBytes(),
  '/walk.vmd': walkBytes(),
  '/song.ogg': readFileSync(join(import.meta.dirname, '../../../packages/sample/files/song.ogg')),
  '/whole/song.wav': SONG,
};
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
};
/** Functions for the scripts of the pages. */
const TOOLS = `
const player = document.querySelector('odori-player');
const next = (type, target = player) => new Promise((done) => target.addEventListener(type, done, { once: true }));
const frame = () => new Promise(requestAnimationFrame);
const until = async (isTrue) => { while (!isTrue()) await frame(); };
const endOf = (ranges) => ranges.length > 0 ? ranges.end(ranges.length - 1) : undefined;
const problems = () => [...player.shadowRoot.querySelectorAll('[role=alert]')].map((line) => line.textContent);
const report = (value) => console.info('report ' + JSON.stringify(value));
`;

let server: Server;
let browser: Browser;
/** The page that the server sends, and the policy of that page. */
let html = '';
let policy: string | undefined;
/** The connection of the song that breaks when a page asks for it. */
let connection: ServerResponse | undefined;

beforeAll(async () => {
  if (!hasBrowser) return;
  server = createServer(answer).listen(0, '127.0.0.1');
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--mute-audio'];
  browser = await launchBrowser(args);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

function boardBytes(): Uint8Array {
  const builder = new ModelBuilder();
  builder.material();
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  return Uint8Array.from(builder.bytes());
}

/** The center moves by one unit per second for a minute, so that its x is the time of the dance. */
function walkBytes(): Uint8Array {
  const bones = [0, 60].map((second) => ({
    name: 'センター',
    frame: 30 * second,
    position: [second, 0, 0] as const,
  }));
  return serializeVmd(createVmd({ bones }));
}

/** Like `python3 -m http.server`, sends only whole files. */
function answer({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(url, 'http://localhost');
  response.setHeader('content-type', TYPES[extname(pathname)] ?? 'application/octet-stream');
  if (pathname === '/favicon.ico') response.writeHead(204).end();
  else if (pathname === '/') sendPage(response);
  else if (pathname === '/broken/song.wav') sendPart(headers.range, response);
  else if (pathname === '/break') response.end(connection?.destroy() && 'done');
  else response.end(FILES[pathname] ?? readFileSync(join(DIST, pathname)));
}

function sendPage(response: ServerResponse): void {
  if (policy !== undefined) response.setHeader('content-security-policy', policy);
  response.setHeader('content-type', 'text/html').end(html);
}

/** Sends the first seconds of the song and keeps the connection; afterwards the server only has errors. */
function sendPart(range: string | undefined, response: ServerResponse): void {
  if (range !== 'bytes=0-') {
    response.writeHead(500).end();
    return;
  }
  const { length } = LARGE_SONG;
  response.writeHead(206, { 'content-range': `bytes 0-${length - 1}/${length}`, 'content-length': length });
  response.write(LARGE_SONG.subarray(0, length / 8));
  connection = response;
}

/** Shows an element with these attributes; the script of the page then reports a value. */
async function show(attributes: string, script: string): Promise<unknown> {
  html = `<!doctype html><meta charset="utf-8"><title>Song</title>
    <odori-player model="/board.pmx" motion="/walk.vmd" style="width: 80px" ${attributes}></odori-player>
    <script type="module" src="/odori-player.js"></script>
    <script type="module">${TOOLS}${script}</script>`;
  const page = await browser.newPage({ viewport: { width: 320, height: 180 } });
  try {
    const { port } = server.address() as AddressInfo;
    const reported = page.waitForEvent('console', (message) => message.text().startsWith('report '));
    await page.goto(`http://127.0.0.1:${port}/`);
    return JSON.parse((await reported).text().slice('report '.length));
  } finally {
    await page.close();
  }
}

describe.skipIf(!hasBrowser)('with the default autoplay policy of the browser', () => {
  test('`autoplay muted` with a song starts, and the dance follows the song', async () => {
    const seen = await show(
      'autoplay muted audio="/song.ogg"',
      `await next('playing');
      await until(() => player.player.media?.currentTime > 0.3);
      const { media } = player.player;
      report([player.paused, player.muted, Math.abs(media.currentTime - player.currentTime) < 0.1, problems()]);`,
    );
    expect(seen).toEqual([false, true, true, []]);
  });

  test('`autoplay` with a song that can be heard does not start', async () => {
    const seen = await show(
      'autoplay audio="/song.ogg"',
      `await next('canplaythrough');
      await player.play().catch(({ name }) => report([name, player.paused, player.currentTime, problems()]));`,
    );
    expect(seen).toEqual(['NotAllowedError', true, 0, []]);
  });
});

test.skipIf(!hasBrowser)(
  'a song that breaks while it plays gives a message, and the dance goes on without it',
  async () => {
    const seen = await show(
      'autoplay muted audio="/broken/song.wav"',
      `await until(() => player.player.media?.currentTime > 0.3);
      const { media } = player.player;
      const events = [];
      for (const type of ['error', 'pause', 'ended', 'seeking']) player.addEventListener(type, () => events.push(type));
      const before = [media.error, player.duration, player.paused];
      await fetch('/break');
      await until(() => problems().length > 0);
      const time = player.currentTime;
      await until(() => player.currentTime > time + 0.5);
      const after = [player.error, player.duration, player.paused];
      report([before, after, player.player.media ?? null, player.muted, events, problems()]);`,
    );
    const [text] = (seen as [...unknown[], string[]]).at(-1) as string[];
    expect(seen).toEqual([[null, 60, false], [null, 60, false], null, true, [], [text]]);
    expect(text).toMatch(/^song\.wav: the song broke off \(.+\); the dance goes on without it$/);
  },
);

describe.skipIf(!hasBrowser)('on a server that does not send parts of files', () => {
  /** Reports the time of the element, of the song and of the dance after a seek, and what can be sought. */
  const SEEK = `
    await next('canplaythrough');
    player.currentTime = 30;
    await next('seeked');
    const { player: { media }, loadedModel, currentSrc } = player;
    const times = [player.currentTime, media.currentTime, loadedModel.rig.pose.translations[0]];
    report([...times, endOf(player.seekable), new URL(currentSrc).pathname]);`;

  test('a song can be sought, and keeps its URL', async () => {
    const seen = await show('audio="/whole/song.wav"', SEEK);
    expect(seen).toEqual([30, 30, 30, 60, '/whole/song.wav']);
  });

  test('a song that the page may not copy stays at its start, `seekable` says so, and the dance stays in time', async () => {
    policy = "media-src 'self'";
    const seen = await show('audio="/whole/song.wav"', SEEK);
    policy = undefined;
    expect(seen).toEqual([0, 0, 0, 0, '/whole/song.wav']);
  });

  test('an audio element of the page stays at its start, and the dance stays in time', async () => {
    const seen = await show(
      '',
      `player.audio = new Audio('/whole/song.wav');
      await customElements.whenDefined('odori-player');${SEEK}`,
    );
    expect(seen).toEqual([0, 0, 0, 0, '/whole/song.wav']);
  });
});
