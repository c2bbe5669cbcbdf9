// Draws what MMD drew, in both looks, and prints how much the pictures differ: `node measure-look.mjs [set or
// picture…]`. `--to folder` writes ours, MMD's and the difference side by side. `--quads` prints the quads
// within the limit as well.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { oracleFiles } from '../oracle-files.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const BROWSERS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  join(tmpdir(), 'chromium'), // the browser of the tests, once they have run
];

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, quads: { type: 'boolean', default: false } },
  });
  await measureLook(positionals, values);
}

/** Prints a table; exit code 1 if a limit is exceeded. `names`: sets or pictures; all if it is empty. */
export async function measureLook(names = [], { to, quads = false } = {}) {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  if (!executablePath) {
    console.log('No browser, so pictures are not compared. Set CHROMIUM_PATH to a Chromium or Chrome.');
    return;
  }
  const server = await startServer();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  const page = await openPage(browser, `${server.resolvedUrls.local[0]}test/fidelity/look/index.html`);
  const pictures = await page.evaluate(() => window.pictures ?? []);
  if (pictures.length === 0) console.log('No pictures of MMD: set ODORI_CORPUS to the folder beside them.');
  if (to) mkdirSync(to, { recursive: true });
  for (const picture of pictures.filter(({ file }) => isWanted(file, names))) {
    const result = await page.evaluate(([of, image]) => window.measure(of, image), [picture, Boolean(to)]);
    print(picture, result, quads);
    if (to) writeFileSync(join(to, picture.file), Buffer.from(result.image.split(',')[1], 'base64'));
  }
  await browser.close();
  await server.close();
}

async function startServer() {
  const server = await createServer({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    server: { port: 0, hmr: false, watch: null },
    plugins: [oracleFiles()],
    cacheDir: join(ROOT, 'node_modules/.vite/look'),
    optimizeDeps: { entries: ['test/fidelity/look/index.html'] },
    resolve: {
      alias: [
        { find: /^#src\/([^/]+)\//, replacement: join(ROOT, 'packages/$1/src/') },
        { find: /^#test\//, replacement: join(ROOT, 'test/') },
      ],
    },
  });
  return server.listen();
}

/** Opens the page with `pictures` and `measure`. An error of the page ends the command. */
async function openPage(browser, address) {
  const page = await browser.newPage();
  const failed = new Promise((_, reject) => page.once('pageerror', reject));
  await page.goto(address);
  await Promise.race([failed, page.waitForFunction(() => 'measure' in window)]);
  failed.catch(() => {}); // later errors reach the callers of `measure`
  return page;
}

function print(picture, result, withQuads) {
  console.log(row(picture, result));
  for (const quad of result.quads)
    if (withQuads || quad.mean > 1 || quad.bias > 1) console.log(quadRow(quad));
  for (const line of result.exceeded) console.log(`    EXCEEDED: ${line}`);
  if (result.exceeded.length > 0) process.exitCode = 1;
}

/** `terms` is a set, `terms_10` and `terms_10.png` are pictures. */
function isWanted(file, names) {
  if (names.length === 0) return true;
  return names.some(
    (name) => file === name || file === `${name}.png` || file.replace(/_\d+\.png$/, '') === name,
  );
}

function row({ file, ss }, { all, quads, body, exceeded }) {
  const over = quads.filter(({ mean, bias }) => mean > 1 || bias > 1).length;
  const columns = [
    file.padEnd(22),
    ss ? `ss ${ss}` : '    ',
    `off by > 4: ${String(all.off).padStart(6)}`,
    `mean ${all.mean.toFixed(3).padStart(7)}`,
    quads.length > 0 ? `quads over 1: ${String(over).padStart(2)} of ${quads.length}` : '',
    body ? `body within 4: ${(100 * (1 - body.off / body.count)).toFixed(2)} % of ${body.count}` : '',
    exceeded.length > 0 ? 'EXCEEDED' : 'ok',
  ];
  return columns.filter((column) => column !== '').join('  ');
}

function quadRow({ name, mean, bias, ours, mmd }) {
  const color = (values) => values.map((value) => value.toFixed(1).padStart(6)).join('');
  return `    ${name.padEnd(16)} mean ${mean.toFixed(2).padStart(7)}  color ${bias.toFixed(2)}  ours ${color(ours)}  MMD ${color(mmd)}`;
}
