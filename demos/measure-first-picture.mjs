// Measures how long a stranger waits for a dancer who moves: opens the built index and dance pages with an
// empty cache over a slow line, and prints when the poster and the first pictures came and how many bytes
// were needed for them. Of several runs, the slowest counts, for each number apart.
//
//   node measure-first-picture.mjs [page…] [--dist=folder] [--runs=n] [--size=1280x800] [--verbose]
//
// The line has 1.6 Mbit/s and 150 ms per request. The server compresses text only, as GitHub Pages does. The
// browser draws without a graphics card here, which takes longer than on a phone; therefore the time of the
// network alone is given too.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';

const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY_SECONDS = 0.15;
/** HTML, the code that it names, and the files that the code asks for. */
const ROUND_TRIPS = 3;
const TIMEOUT = { timeout: 120_000 };
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
};
const COMPRESSED = ['.html', '.js', '.css', '.json', '.svg', '.txt'];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: fileURLToPath(new URL('dist', import.meta.url)) },
    runs: { type: 'string', default: '5' },
    size: { type: 'string', default: '1280x800' },
    verbose: { type: 'boolean', default: false },
  },
});
const [viewWidth, viewHeight] = values.size.split('x').map(Number);
const pages = positionals.length > 0 ? positionals : ['', 'dance/'];

const server = createServer(answer).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--mute-audio'],
});
for (const page of pages) {
  const runs = [];
  for (let i = 0; i < Number(values.runs); i++) runs.push(await measure(page));
  print(page, runs);
}
await browser.close();
server.close();

/** Answers as GitHub Pages does: text compressed, parts of files on request. */
function answer({ url, headers }, response) {
  const { pathname } = new URL(url, 'http://localhost');
  const path = normalize(
    join(values.dist, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : ''),
  );
  if (!path.startsWith(normalize(values.dist) + sep) || !existsSync(path) || !statSync(path).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
  response.setHeader('cache-control', 'max-age=600');
  if (COMPRESSED.includes(extname(path))) {
    response.setHeader('content-encoding', 'gzip').end(gzipSync(readFileSync(path)));
    return;
  }
  const { size } = statSync(path);
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const [start, end] = [Number(from ?? 0), to ? Number(to) : size - 1];
  response.writeHead(from === undefined ? 200 : 206, {
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  createReadStream(path, { start, end }).pipe(response);
}

/**
 * Opens a page and waits for two different pictures of the dancer. Times are seconds since the page was asked
 * for.
 */
async function measure(name) {
  // with a cache of its own, which is empty
  const context = await browser.newContext({ viewport: { width: viewWidth, height: viewHeight } });
  const page = await context.newPage();
  await page.addInitScript(watchPictures);
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 1000 * LATENCY_SECONDS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  const requests = new Map();
  let start;
  network.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    start ??= timestamp;
    requests.set(requestId, { url: request.url.slice(address.length), begin: timestamp - start, parts: [] });
  });
  network.on('Network.responseReceived', ({ requestId, timestamp, response }) =>
    requests.get(requestId)?.parts.push([timestamp - start, response.encodedDataLength]),
  );
  network.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) =>
    requests.get(requestId)?.parts.push([timestamp - start, encodedDataLength]),
  );
  await page.goto(address + name, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.firstPictures.moving !== undefined, undefined, TIMEOUT);
  const times = await page.evaluate(() => globalThis.firstPictures);
  await context.close();
  return { ...times, requests: [...requests.values()] };
}

/**
 * In the page: notes when the poster was there, when a WebGL canvas was drawn for the first time, when it
 * showed a dancer for the first time (many triangles), and when it showed another picture of her: other
 * pixels.
 */
function watchPictures() {
  const DANCER_INDICES = 30_000;
  const pictures = (globalThis.firstPictures = {});
  const now = () => performance.now() / 1000;
  let [drawn, gl, last] = [0, undefined, undefined];
  const { prototype } = WebGL2RenderingContext;
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced']) {
    const draw = prototype[name];
    prototype[name] = function (...args) {
      if (this.getParameter(this.FRAMEBUFFER_BINDING) === null) {
        drawn += name === 'drawArrays' ? args[2] : args[1];
        gl = this;
      }
      return draw.apply(this, args);
    };
  }
  // not the browser's largest paint, which leaves out pictures that fill the window
  const notePoster = ({ target }) => {
    if (target instanceof HTMLImageElement && target.closest('.poster'))
      requestAnimationFrame(() => (pictures.poster ??= now()));
  };
  document.addEventListener('load', notePoster, true); // the window does not hear of it
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      drawn = 0;
      callback(time);
      if (drawn > 0 && pictures.moving === undefined) look();
    });
  function look() {
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    pictures.drawn ??= now();
    if (drawn < DANCER_INDICES) return;
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const picture = new Uint32Array(pixels.buffer);
    if (picture.every((pixel) => pixel === picture[0])) return;
    pictures.dancer ??= now();
    if (last?.some((pixel, i) => pixel !== picture[i])) pictures.moving = now();
    last = picture;
  }
}

function print(name, runs) {
  const counted = runs.map((run) => ({ ...run, ...countBytes(run) }));
  const slowest = (key) => Math.max(...counted.map((run) => run[key] ?? Infinity));
  console.log(`${name === '' ? 'index' : name}: the slowest of ${runs.length} runs`);
  console.log(`  the poster is there after ${seconds(slowest('poster'))}`);
  console.log(
    `  the dancer moves after ${seconds(slowest('moving'))} and ${kilobytes(slowest('bytes'))} in ${slowest('count')} requests`,
  );
  console.log(
    `  first picture of anything ${seconds(slowest('drawn'))}, of the dancer ${seconds(slowest('dancer'))}`,
  );
  console.log(
    `  the network alone takes ${seconds(slowest('alone'))}; the last bytes came at ${seconds(slowest('arrived'))}`,
  );
  if (!values.verbose) return;
  for (const { url, begin, end, bytes } of counted.at(-1).needed)
    console.log(`    ${begin.toFixed(2)}–${end.toFixed(2)} ${kilobytes(bytes).padStart(8)} ${url}`);
}

/** The requests that were answered before she moved. */
function countBytes({ dancer, moving, requests }) {
  const received = requests.map(({ url, begin, parts }) => {
    const before = parts.filter(([time]) => time <= moving);
    return {
      url,
      begin,
      end: before.at(-1)?.[0] ?? 0,
      bytes: before.reduce((sum, [, bytes]) => sum + bytes, 0),
    };
  });
  const needed = received.filter(({ begin, bytes }) => begin < moving && bytes > 0);
  const bytes = needed.reduce((sum, request) => sum + request.bytes, 0);
  const arrived = Math.max(...needed.filter(({ begin }) => begin < dancer).map(({ end }) => end));
  const alone = bytes / BYTES_PER_SECOND + ROUND_TRIPS * LATENCY_SECONDS;
  return { needed, bytes, count: needed.length, arrived: Math.min(arrived, moving), alone };
}

function seconds(time) {
  return `${time.toFixed(1)} s`;
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}
