// Takes the pictures of the demos, light and dark: `node write-pictures.mjs [name…]`. Without names, takes
// all. The index and the docs show them. `index` gives the still in the masthead of the index; `dance` also
// the picture of the README and the large one on the home page of the docs. `embed` also gives the poster of
// the page Embed.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { encodeWebp } from './encode-webp.mjs';

const USUAL_SIZE = { width: 960, height: 540, maxBytes: 40_000 };
const LARGE_SIZE = { width: 1280, height: 720, maxBytes: 50_000 };
const TIMEOUT = { timeout: 180_000 };
const SIZE = `size=${USUAL_SIZE.width}x${USUAL_SIZE.height}`;
/** Seconds of the dance. */
const MOMENT = 32.4;
/** She is whole, with her face above the play button. */
const WHOLE = 36;
/** Both dancers are seen from the front, hand to hand. */
const TOGETHER = 6.5;

/** The size of the window, and the query of the address. `prepare` runs in the page. */
const USUAL = { query: SIZE, viewport: { width: 1400, height: 760 } };
const OPTIONS = {
  dance: { query: `seek=${MOMENT}`, viewport: USUAL_SIZE },
  duet: { query: `seek=${TOGETHER}`, viewport: LARGE_SIZE },
  sample: { query: '', viewport: { width: 900, height: 900 } }, // in a narrow window, the picture is wide
  bones: { query: 'frame=96', viewport: { width: 1340, height: 640 } },
  clips: { ...USUAL, query: `seek=1&${SIZE}` },
  crowd: { ...USUAL, query: `seek=28.2&dancers=28&${SIZE}` },
  effects: { ...USUAL, query: `seek=28&${SIZE}` },
  look: { ...USUAL, query: `scene=room&seek=${MOMENT}&${SIZE}` },
  physics: { ...USUAL, query: `seek=34.5&${SIZE}` },
  project: { ...USUAL, viewport: { width: 1400, height: 900 } }, // in a low window, the picture is cut off
  renderers: { ...USUAL, query: `seek=${MOMENT}&${SIZE}` },
  vrm: { ...USUAL, query: `seek=28&${SIZE}` },
  companion: { query: '', viewport: USUAL_SIZE },
  embed: { query: '', viewport: { width: 1100, height: 619 } },
  inspect: { query: '', viewport: { width: 1000, height: 563 } },
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hasPage = (name) => name !== 'dist' && existsSync(`${root}/demos/${name}/index.html`);
const asked = process.argv.slice(2).filter((name) => name !== 'index');
const names = process.argv.length > 2 ? asked : readdirSync(`${root}/demos`).filter(hasPage);
const server = await createServer({
  configFile: `${root}/vite.config.ts`,
  logLevel: 'error',
  server: { port: 6012, hmr: false, watch: null },
});
await server.listen();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
for (const name of names) {
  await writePictures(name, name, USUAL_SIZE);
  if (name === 'embed') await writeCutOut();
  if (name === 'dance') {
    OPTIONS.dance.viewport = LARGE_SIZE;
    await writePictures('dance', '../../../docs/pictures/dance', LARGE_SIZE);
    await writeScreenshot();
  }
}
if (process.argv.length === 2 || process.argv.includes('index')) await writePosters();
await browser.close();
await server.close();

/** By day and by night. */
async function writePictures(name, file, size) {
  for (const [scheme, ending] of [
    ['light', ''],
    ['dark', '-night'],
  ]) {
    const page = await openDemo(name, scheme);
    await save(page, await takePicture(page, name), `${file}${ending}.webp`, size);
  }
}

/** The first picture of the dance, without the controls of the index. */
async function writePosters() {
  for (const [scheme, ending] of [
    ['light', ''],
    ['dark', '-night'],
  ]) {
    const page = await openPage('', scheme, LARGE_SIZE);
    await page.addStyleTag({
      content: `.masthead { flex: none !important; height: ${LARGE_SIZE.height}px }`,
    });
    await page.waitForFunction(() => document.querySelector('#show').readyState > 0, null, TIMEOUT);
    await save(page, await capture(page, '#show'), `poster${ending}.webp`, {
      ...LARGE_SIZE,
      maxBytes: 40_000,
    });
  }
}

/**
 * The dancer and her shadow before a background of any color: the poster of the page Embed, sharp also on
 * fine screens.
 */
async function writeCutOut() {
  const page = await openPage('embed/', 'light', LARGE_SIZE, 2);
  await page.locator('#video').evaluate((player) => {
    player.style.setProperty('--odori-floor', 'transparent');
    player.preload = 'metadata';
    player.scrollIntoView({ block: 'center' });
  });
  await page.waitForFunction(() => document.querySelector('#video').readyState > 0, null, TIMEOUT);
  await page.locator('#video').evaluate((player, seconds) => (player.currentTime = seconds), WHOLE);
  const png = await capture(page, '#video', { background: 'transparent' });
  await save(page, png, 'embed-poster.webp', { ...LARGE_SIZE, maxBytes: 40_000 });
}

/** The page of the dance with its controls, for the README. */
async function writeScreenshot() {
  const page = await openDemo('dance', 'light');
  await page.locator('#view').evaluate(async (player, seconds) => {
    await player.play(); // so that the large play button goes away
    player.pause();
    player.currentTime = seconds;
  }, MOMENT);
  await page.waitForTimeout(3000); // hair comes to rest
  await page.mouse.move(640, 700);
  const path = fileURLToPath(new URL('../../dance/screenshot.png', import.meta.url));
  await page.screenshot({ path, ...TIMEOUT });
  await page.close();
  console.log('screenshot.png');
}

async function save(page, png, file, size) {
  const bytes = await encodeWebp(page, png, size);
  await page.close();
  writeFileSync(fileURLToPath(new URL(file, import.meta.url)), bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}

/** Opens a paused demo and waits until its picture is drawn. */
async function openDemo(name, colorScheme) {
  const { query, viewport } = OPTIONS[name] ?? USUAL;
  const page = await openPage(`${name}/?paused=1&${query}`, colorScheme, viewport);
  if (name === 'inspect') await page.locator('#example').click();
  else await page.waitForFunction(() => document.documentElement.dataset.ready === 'true', null, TIMEOUT);
  return page;
}

async function openPage(path, colorScheme, { width, height }, deviceScaleFactor = 1) {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme,
    deviceScaleFactor,
    reducedMotion: 'reduce',
  });
  page.on('pageerror', (error) => console.error(`${path}: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && console.error(`${path}: ${message.text()}`));
  await page.goto(server.resolvedUrls.local[0] + path);
  return page;
}

/**
 * A PNG of the picture, without the parts of the page that cover it. A page without a canvas is shown around
 * its player, and a canvas without a background with its page.
 */
async function takePicture(page, name) {
  if (name === 'dance' || name === 'duet') return capture(page, '#view');
  if (name === 'companion') return page.screenshot(TIMEOUT);
  const canvas = page.locator('#view');
  if ((await canvas.count()) === 0) {
    const shown = name === 'inspect' ? '#panels' : 'odori-player';
    const block = name === 'inspect' ? 'start' : 'end';
    const place = page.locator(shown).first();
    await place.evaluate((part, to) => part.scrollIntoView({ block: to }), block);
    return page.screenshot(TIMEOUT);
  }
  await page.addStyleTag({
    content: `body :not(#view, #view *, :has(#view)) { visibility: hidden !important }
      #view, :has(> #view) { border-radius: 0 !important }`,
  });
  return canvas.screenshot(TIMEOUT);
}

/** What a player shows, without its controls. */
async function capture(page, selector, options = {}) {
  await page.waitForTimeout(2000); // hair comes to rest
  const base64 = await page.locator(selector).evaluate(async (player, wanted) => {
    const bytes = new Uint8Array(await (await player.capture(wanted)).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, options);
  return Buffer.from(base64, 'base64');
}
