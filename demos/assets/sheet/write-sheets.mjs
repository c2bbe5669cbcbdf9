// Draws contact sheets in Chromium and writes them to sheet/dist: `node write-sheets.mjs [name… or
// file.json…]`. `dance-24`, `dance-64-night`, `dance-24-tall`: that many moments of the dance on its stage,
// with physics; `dance-6.5s,8s-night`: these moments, larger. `gesture-wave`, `idle-calm-vrm`,
// `gesture-bow-1.1s,1.3s`: moments of a gesture or an idle motion, from two sides.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const out = fileURLToPath(new URL('./dist', import.meta.url));
const wanted = process.argv.slice(2);
const server = await createServer({
  root,
  configFile: false,
  appType: 'mpa',
  logLevel: 'error',
  cacheDir: `${out}/vite`,
  optimizeDeps: { entries: ['demos/assets/sheet/*.html'] },
  server: { host: '127.0.0.1', port: 6011, hmr: false, watch: null },
});
await server.listen();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
async function open(path, colorScheme) {
  const page = await browser.newPage({ colorScheme });
  page.on('pageerror', (error) => console.error(error.message));
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
  await page.goto(`${server.resolvedUrls.local[0]}demos/assets/sheet/${path}`);
  await page.waitForFunction(() => window.sheetNames ?? window.drawDance ?? window.drawGesture, null, {
    timeout: 120_000,
  });
  return page;
}
async function drawDance(name) {
  const [, asked, ...looks] = name.split('-');
  const moments = asked.includes('s') ? asked.split(',').map(Number.parseFloat) : Number(asked);
  const isTall = looks.includes('tall');
  const page = await open('dance.html', looks.includes('night') ? 'dark' : 'light');
  const size = isTall ? [8, 216, 384] : Array.isArray(moments) ? [2, 960, 540] : [4, 480, 270];
  return page.evaluate((args) => window.drawDance(...args), [moments, ...size]);
}
async function drawGesture(name) {
  const [kind, gesture, ...more] = name.split('-');
  const moments =
    more
      .find((word) => word.endsWith('s'))
      ?.split(',')
      .map(Number.parseFloat) ?? 10;
  const page = await open('gesture.html', 'light');
  return page.evaluate(
    (args) => window.drawGesture(...args),
    [`${kind}-${gesture}`, more.includes('vrm'), moments],
  );
}
const page = await open('index.html', 'light');
mkdirSync(out, { recursive: true });
const names = wanted.length > 0 ? wanted : await page.evaluate(() => window.sheetNames);
for (const wish of names) {
  if (/^(dance|gesture|idle)-/.test(wish)) {
    const address = await (wish.startsWith('dance-') ? drawDance(wish) : drawGesture(wish));
    writeFileSync(`${out}/${wish}.png`, Buffer.from(address.split(',')[1], 'base64'));
    console.log(`${out}/${wish}.png`);
    continue;
  }
  const own = wish.endsWith('.json') ? JSON.parse(readFileSync(wish, 'utf8')) : undefined;
  const address = await page.evaluate((sheet) => window.drawSheet(sheet), own ?? wish);
  const name = own?.name ?? wish;
  writeFileSync(`${out}/${name}.png`, Buffer.from(address.split(',')[1], 'base64'));
  console.log(`${out}/${name}.png`);
}
await browser.close();
await server.close();
process.exit(0);
