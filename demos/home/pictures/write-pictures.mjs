// Takes the pictures for the index page, light and dark: `node write-pictures.mjs [name…]`. Without names, takes all. `dance` also
// gives the large picture on the home page of the docs.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';

const WIDTH = 480;
const HEIGHT = 270;
const USUAL_SIZE = { width: WIDTH, height: HEIGHT, maxBytes: 25_000 };
const DOCS_SIZE = { width: 1280, height: 720, maxBytes: 50_000 };
const TIMEOUT = { timeout: 120_000 };
const LARGE = { width: 2 * WIDTH, height: 2 * HEIGHT };

const SIZE = `size=${LARGE.width}x${LARGE.height}`;

/** The size of the window, and the query of the address. Usual pictures have double size. */
const USUAL = { query: SIZE, viewport: { width: 1400, height: 760 } };
const OPTIONS = {
  dance: { query: `seek=32.4&${SIZE}`, viewport: LARGE },
  sample: { query: '', viewport: { width: 900, height: 900 } }, // in a narrow window, the picture is wide
  bones: { query: 'frame=96', viewport: { width: 1340, height: 640 } },
  clips: { ...USUAL, query: `seek=1&${SIZE}` },
  crowd: { ...USUAL, query: `seek=28.2&${SIZE}` },
  physics: { ...USUAL, query: `seek=34.5&${SIZE}` },
  embed: { query: '', viewport: { width: 1100, height: 619 } },
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hasPage = (name) => name !== 'dist' && existsSync(`${root}/demos/${name}/index.html`);
const names = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(`${root}/demos`).filter(hasPage);
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
  await writePicture(name, 'light', `${name}.webp`, USUAL_SIZE);
  await writePicture(name, 'dark', `${name}-night.webp`, USUAL_SIZE);
}
if (names.includes('dance')) {
  const { width, height } = DOCS_SIZE;
  OPTIONS.dance = { query: `seek=32.4&size=${width}x${height}`, viewport: { width, height } };
  await writePicture('dance', 'light', '../../../docs/pictures/dance.webp', DOCS_SIZE);
  await writePicture('dance', 'dark', '../../../docs/pictures/dance-night.webp', DOCS_SIZE);
}
await browser.close();
await server.close();

async function writePicture(name, colorScheme, file, size) {
  const page = await openDemo(name, colorScheme);
  const bytes = await encode(page, await takePicture(page), size);
  await page.close();
  writeFileSync(fileURLToPath(new URL(file, import.meta.url)), bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}

/** Opens a paused demo and waits until its picture is drawn. */
async function openDemo(name, colorScheme) {
  const { query, viewport } = OPTIONS[name] ?? USUAL;
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && console.error(`${name}: ${message.text()}`));
  await page.goto(`${server.resolvedUrls.local[0]}${name}/?paused=1&${query}`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true', null, TIMEOUT);
  return page;
}

/** A PNG of the canvas, without the parts of the page that cover it. A page without a canvas is shown around its player. */
async function takePicture(page) {
  const canvas = page.locator('#view');
  if ((await canvas.count()) === 0) {
    await page
      .locator('odori-player')
      .first()
      .evaluate((player) => player.scrollIntoView({ block: 'end' }));
    return page.screenshot();
  }
  await page.addStyleTag({ content: 'body :not(#view, :has(#view)) { visibility: hidden !important }' });
  return canvas.screenshot();
}

/** Crops a picture and encodes it as WebP, in the best quality within the size limit. */
async function encode(page, png, { width, height, maxBytes }) {
  for (let quality = 0.85; quality > 0.3; quality -= 0.05) {
    const base64 = await page.evaluate(shrink, {
      png: png.toString('base64'),
      width,
      height,
      quality,
    });
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length <= maxBytes) return bytes;
  }
  throw new Error(`The picture is larger than ${maxBytes} bytes, even in the lowest quality.`);
}

/** Runs in the browser, which has the encoder. */
async function shrink({ png, width, height, quality }) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const scale = Math.max(width / image.width, height / image.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.translate(width / 2, height / 2);
  context.scale(scale, scale);
  context.drawImage(image, -image.width / 2, -image.height / 2);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  const address = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsDataURL(blob);
  });
  return address.split(',')[1];
}
