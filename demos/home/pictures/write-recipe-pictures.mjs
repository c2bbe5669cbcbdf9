// Takes the pictures of the recipes in the docs by running the recipes:
// `node -C built write-recipe-pictures.mjs [name…]`, after a build. Without names, takes all.
import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { chromium } from 'playwright';
import { parsePmx, parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { createDanceGlb } from '@odori/vrm/glb';
import { encodeWebp } from './encode-webp.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const FILES = join(ROOT, 'packages/sample/files');
const SITE = 'http://recipes.localhost/';
const SIZE = { width: 720, height: 405, maxBytes: 30_000 };
const TIMEOUT = { timeout: 240_000 };
const TYPES = { '.js': 'text/javascript', '.m4a': 'audio/mp4', '.webp': 'image/webp', '.html': 'text/html' };
/** A GLB is shown as what stands around nobody. */
const GLB_VIEWER = `<script type="module" src="odori-player.js"></script>
  <odori-player stage="grid"><odori-stage src="files/dance.glb"></odori-stage></odori-player>`;

/**
 * The recipes by the names of their pictures: the heading, what the page has besides (`style`, `text`), and
 * what is done before the picture is taken (`seconds` of the dance, `plays`).
 */
const RECIPES = {
  stage: { heading: 'A stage', seconds: 36 },
  group: { heading: 'A group dance', seconds: 32.4 },
  background: {
    heading: 'The background of a website',
    seconds: 32.4,
    style:
      'body { background: #f4ece0 } h1, p { margin: 2.5rem; width: 15rem } #backdrop { translate: 18% 0 }',
  },
  mascot: {
    heading: 'A mascot in the corner',
    style: 'h1, p { margin: 2rem 15rem 1rem 2.5rem }',
    text: `<h1>A page of text</h1>${'<p>She stands in the corner of the page, breathes, blinks, and looks at the pointer. A click, and she waves.</p>'.repeat(3)}`,
    gesture: 0.9,
  },
  practice: { heading: 'A practice video', seconds: 20, plays: true },
  glb: { html: GLB_VIEWER, seconds: 8 },
  many: {
    heading: 'Many players on one page',
    style: '#players { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; margin: 8px }',
  },
  offset: {
    heading: 'A song that begins later',
    seconds: 12,
    plays: true,
    style:
      'odori-player { width: 100%; height: 350px; aspect-ratio: auto } button, output { margin: 10px; font-size: 16px }',
  },
};

const page = readFileSync(join(ROOT, 'docs/guide/recipes.md'), 'utf8');
const asked = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--mute-audio'],
});
for (const [name, recipe] of Object.entries(RECIPES)) {
  if (asked.length === 0 || asked.includes(name)) await writePicture(name, recipe);
}
await browser.close();

async function writePicture(name, { heading, html = codeOf(heading), style = '', text = '', ...rest }) {
  const tab = await browser.newPage({ viewport: SIZE });
  tab.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
  await tab.route(`${SITE}**`, (route) => answer(route, htmlPage(html, style, text)));
  await tab.goto(SITE);
  await tab.evaluate(prepare, rest);
  await tab.waitForTimeout(2000); // hair comes to rest
  const png = await tab.screenshot(TIMEOUT);
  const bytes = await encodeWebp(tab, png, SIZE);
  await tab.close();
  writeFileSync(join(ROOT, `docs/pictures/recipes/${name}.webp`), bytes);
  console.log(`${name}.webp: ${bytes.length} bytes`);
}

/** The HTML of a recipe. */
function codeOf(heading) {
  const section = page.slice(page.indexOf(`## ${heading}\n`));
  return /```html\n([\s\S]*?)```/.exec(section)[1];
}

function htmlPage(html, style, text) {
  return `<!doctype html><meta charset="utf-8"><style>body { margin: 0; font: 17px/1.5 sans-serif } ${style}</style>${text}${html}`;
}

/** Answers a request for the page, the player, or a sample file. */
async function answer(route, html) {
  const path = new URL(route.request().url()).pathname.slice(1);
  const contentType = TYPES[extname(path) || '.html'] ?? 'application/octet-stream';
  const body = path === '' ? html : await fileOf(path);
  if (body === undefined) console.error(`there is no ${path}`);
  await route.fulfill(body === undefined ? { status: 404 } : { body: Buffer.from(body), contentType });
}

async function fileOf(path) {
  if (path.startsWith('odori-player')) return readFileSync(join(ROOT, 'packages/element/dist', path));
  if (path === 'files/dance.glb') return exampleGlb();
  if (path === 'files/dancer.webp') return readFileSync(join(ROOT, 'demos/home/pictures/embed-poster.webp'));
  return path.startsWith('files/') ? readFileSync(join(ROOT, 'packages/sample', path)) : undefined;
}

/** The first ten seconds of our dance. */
async function exampleGlb() {
  const read = (name) => readFileSync(join(FILES, name));
  const motion = Motion.from(parseVmd(read('dance.vmd'))).slice(0, 300);
  const pmx = parsePmx(read('dancer.pmx'));
  const textures = pmx.textures.map((name) => [name, read(name.replaceAll('\\', '/'))]);
  const { bytes } = await createDanceGlb(pmx, motion, { textures: new Map(textures) });
  return bytes;
}

/** Runs in the page: waits until all is loaded, and goes to the time of the picture. */
async function prepare({ seconds, plays, gesture }) {
  const [player] = document.querySelectorAll('odori-player');
  const until = async (isTrue) => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 100));
  };
  if (player.preload === 'none') return;
  await until(() => player.readyState === 4 || player.error);
  const dancers = [...player.querySelectorAll('odori-dancer')];
  await until(() => dancers.every(({ loadedModel }) => loadedModel));
  if (gesture) {
    void player.perform('files/gesture-wave.vmd');
    await new Promise((resolve) => setTimeout(resolve, 1000 * gesture));
  }
  if (plays) {
    player.muted = true;
    await player.play(); // so that the large play button goes away
  }
  player.pause();
  if (seconds !== undefined) player.currentTime = seconds;
}
