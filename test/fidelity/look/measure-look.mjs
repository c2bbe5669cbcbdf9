// Draws what MMD drew and compares: `node test/fidelity/look/measure-look.mjs [set or picture…] [--to folder] [--quads]`.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { oracleFiles } from '../oracle-files.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const BROWSER = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/tmp/chromium'].find(
  (path) => path && existsSync(path),
);

/** Opens the page; `pictures` is empty without the corpus. */
export async function openLookPage() {
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
  await server.listen();
  const browser = await chromium.launch({
    executablePath: BROWSER,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(`${server.resolvedUrls.local[0]}test/fidelity/look/index.html`);
  await page.waitForFunction(() => 'measure' in window, null, { timeout: 60_000 });
  return {
    page,
    pictures: (await page.evaluate(() => window.pictures)) ?? [],
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

if (process.argv[1] === import.meta.filename) await main();

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, quads: { type: 'boolean', default: false } },
  });
  const look = await openLookPage();
  const { page, pictures } = look;
  const wanted = pictures.filter(({ file }) => isWanted(file, positionals));
  if (values.to) mkdirSync(values.to, { recursive: true });
  for (const picture of wanted) {
    const result = await page.evaluate(
      ([of, image]) => window.measure(of, image),
      [picture, Boolean(values.to)],
    );
    console.log(row(picture, result));
    for (const quad of result.quads)
      if (!(quad.mean <= 1) && (values.quads || quad.mean > 1)) console.log(quadRow(quad));
    if (values.to)
      writeFileSync(join(values.to, picture.file), Buffer.from(result.image.split(',')[1], 'base64'));
  }
  await look.close();
}

/** `terms` is a set, `terms_10` and `terms_10.png` are pictures. */
function isWanted(file, names) {
  if (names.length === 0) return true;
  return names.some(
    (name) => file === name || file === `${name}.png` || file.replace(/_\d+\.png$/, '') === name,
  );
}

function row({ file, ss }, { all, quads, body, interior }) {
  const over = quads.filter(({ mean }) => mean > 1).length;
  const columns = [
    file.padEnd(22),
    ss ? `ss ${ss}` : '    ',
    `off by > 4: ${String(all.off).padStart(6)}`,
    `mean ${all.mean.toFixed(3).padStart(7)}`,
    quads.length > 0 ? `quads over 1: ${String(over).padStart(2)} of ${quads.length}` : '',
    body ? `body ${share(body)}, away from steps ${share(interior)} of ${interior.count}` : '',
  ];
  return columns.join('  ').trimEnd();
}

function share({ off, count }) {
  return `${(100 * (1 - off / count)).toFixed(2)} %`;
}

function quadRow({ name, mean, max, ours, mmd }) {
  const color = (values) => values.map((value) => value.toFixed(1).padStart(6)).join('');
  return `    ${name.padEnd(16)} mean ${mean.toFixed(2).padStart(7)}  max ${String(max).padStart(3)}  ours ${color(ours)}  MMD ${color(mmd)}`;
}
