import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { createVmd, serializeVmd } from '@odori/format';
import type { Page } from 'playwright';
import { afterAll, beforeAll, inject } from 'vitest';
import { hasBrowser, launchBrowser } from './launch-browser.js';
import { wavBytes } from './wav-bytes.js';
import { WITHOUT_DRAWING } from './without-drawing.js';
import { ModelBuilder } from '#test/support/model-builder.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wav': 'audio/wav',
};

/** Functions for the scripts of the pages. */
const TOOLS = `
const player = document.querySelector('odori-player');
const next = (type, target = player) => new Promise((done) => target.addEventListener(type, done, { once: true }));
const frames = async (count) => { for (; count > 0; count--) await new Promise(requestAnimationFrame); };
const until = async (isTrue) => { while (!isTrue()) await new Promise(requestAnimationFrame); };
const problems = () => [...player.shadowRoot.querySelectorAll('[role=alert]')].map((line) => line.textContent);
const x = () => player.loadedModel.rig.pose.translations[0];
const report = (value) => console.info('report ' + JSON.stringify(value));
`;

/**
 * Pages with the built element, which draw nothing, in a browser of their own, which has the default autoplay
 * policy.
 */
interface ElementPages {
  /** The paths that pages have asked for. */
  readonly requests: string[];
  /**
   * Shows an element with these attributes and resolves to what the script of the page reports. Playwright's
   * `evaluate` would count as a gesture of the viewer; a script does not. `act` does what the viewer does.
   */
  show(attributes: string, script: string, act?: (page: Page) => Promise<void>): Promise<unknown>;
  close(): Promise<void>;
}

const FIRST_BYTES = 300_000;
const REST_MILLISECONDS = 800;

/**
 * Pages for all tests of a file: opened before the first test, closed after the last. The server has
 * `board.pmx`; `walk.vmd`, of a minute; `step.vmd` and `camera.vmd`, of a second; and `song.wav`, of a
 * minute.
 */
export function useElementPages(): Omit<ElementPages, 'close'> {
  const requests: string[] = [];
  let pages: ElementPages | undefined;
  beforeAll(async () => {
    if (!hasBrowser) return;
    const dist = join(inject('packedFolder'), 'node_modules/@odori/element/dist');
    const files = {
      '/board.pmx': boardBytes(),
      '/walk.vmd': walkBytes(60),
      '/step.vmd': walkBytes(1),
      '/camera.vmd': walkBytes(1),
      '/song.wav': wavBytes(60),
    };
    pages = await openElementPages(dist, files, requests);
  });
  afterAll(() => pages?.close());
  return { requests, show: (...parts) => pages!.show(...parts) };
}

/**
 * Starts server and browser. The server answers `/hold/…` only after a page has asked for `/go`: with the
 * first bytes of the file at once, and with the rest later.
 */
async function openElementPages(
  dist: string,
  files: Readonly<Record<string, Uint8Array>>,
  requests: string[],
): Promise<ElementPages> {
  let html = '';
  const held: (() => void)[] = [];
  const answer = ({ url = '/', headers }: IncomingMessage, response: ServerResponse): void => {
    requests.push(url);
    const bytes = files[url.replace('/hold', '')];
    response.setHeader('content-type', TYPES[extname(url)] ?? 'application/octet-stream');
    if (url === '/') response.setHeader('content-type', 'text/html').end(html);
    else if (url === '/go') response.end(held.splice(0).forEach((send) => send()));
    else if (url.startsWith('/hold/'))
      held.push(() => sendPart(bytes, headers.range, response, REST_MILLISECONDS));
    else if (bytes) sendPart(bytes, headers.range, response);
    else if (url.endsWith('.js')) response.end(readFileSync(join(dist, url)));
    else response.writeHead(url === '/favicon.ico' ? 204 : 404).end();
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  const browser = await launchBrowser([
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--mute-audio',
  ]);
  return {
    requests,
    async show(attributes, script, act) {
      html = `<!doctype html><meta charset="utf-8"><title>Dance</title>
        <odori-player style="width: 80px" ${attributes}></odori-player>
        <script type="module">globalThis.early = document.querySelector('odori-player');</script>
        <script type="module" src="/odori-player.js"></script>
        <script type="module">${TOOLS}${script}</script>`;
      requests.length = held.length = 0;
      const page = await browser.newPage({ viewport: { width: 320, height: 180 } });
      await page.addInitScript(WITHOUT_DRAWING);
      try {
        const reported = page.waitForEvent('console', (message) => message.text().startsWith('report '));
        await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
        await act?.(page);
        return JSON.parse((await reported).text().slice('report '.length)) as unknown;
      } finally {
        await page.close();
      }
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** Sends a file, or the part of it that was asked for. */
function sendPart(
  bytes: Uint8Array | undefined,
  range: string | undefined,
  response: ServerResponse,
  restMilliseconds = 0,
): void {
  if (!bytes) {
    response.writeHead(404).end();
    return;
  }
  const begin = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
  const status = range === undefined ? 200 : 206;
  response.writeHead(status, {
    'accept-ranges': 'bytes',
    'content-length': bytes.length - begin,
    ...(range !== undefined && { 'content-range': `bytes ${begin}-${bytes.length - 1}/${bytes.length}` }),
  });
  response.write(bytes.subarray(begin, begin + FIRST_BYTES));
  setTimeout(() => response.end(bytes.subarray(begin + FIRST_BYTES)), restMilliseconds);
}

/** A board of 20 × 20 units. */
function boardBytes(): Uint8Array {
  const builder = new ModelBuilder();
  builder.material();
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  return Uint8Array.from(builder.bytes());
}

/** The center moves by one unit per second, so that its x is the time of the dance. */
export function walkBytes(seconds: number): Uint8Array {
  const bones = [0, seconds].map((second) => ({
    name: 'センター',
    frame: 30 * second,
    position: [second, 0, 0] as const,
  }));
  return serializeVmd(createVmd({ bones }));
}
