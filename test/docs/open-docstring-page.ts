import { basename, extname, join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright';
import { BROWSER_ARGUMENTS } from '#test/support/browser-arguments.js';
import { launchBrowser } from '#test/support/launch-browser.js';
import { WITHOUT_DRAWING } from '#test/support/without-drawing.js';
import { ROOT } from './doc-pages.js';
import { smallFile } from './example-files.js';

const ORIGIN = 'https://odori.test';
const HTML = '<!doctype html><meta charset="utf-8"><div id="root"></div><div id="place"></div>';
const PAGE = join(import.meta.dirname, 'docstring-page/docstring-page.tsx');
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** A page that draws nothing, with everything that examples may import, and the workers beside it. */
export async function openDocstringPage(): Promise<{ page: Page; close(): Promise<void> }> {
  const scripts = await bundle();
  const browser = await launchBrowser(BROWSER_ARGUMENTS);
  const page = await browser.newPage({ viewport: { width: 320, height: 180 } });
  await page.addInitScript(WITHOUT_DRAWING);
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const name = pathname === '/' ? 'index.html' : decodeURIComponent(pathname);
    const body = name === 'index.html' ? HTML : (scripts.get(basename(name)) ?? smallFile(name));
    if (!body) return route.fulfill({ status: 404 });
    const contentType = TYPES[extname(name)] ?? 'application/octet-stream';
    return route.fulfill({ body: typeof body === 'string' ? body : Buffer.from(body), contentType });
  });
  await page.goto(`${ORIGIN}/`);
  await page.addScriptTag({ type: 'module', url: '/docstring-page.js' });
  await page.waitForFunction(() => 'mistakesOf' in globalThis);
  return { page, close: () => browser.close() };
}

/** The script of the page and those of its workers, by name. */
async function bundle(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: {
      'docstring-page': PAGE,
      'model-worker': '@odori/model/model-worker',
      'texture-worker': '@odori/model/texture-worker',
      'pose-worker': '@odori/model/pose-worker',
      'motion-worker': '@odori/runtime/motion-worker',
      'physics-worker': join(ROOT, 'packages/physics/src/worker/physics-worker.ts'),
    },
    absWorkingDir: join(ROOT, 'test'),
    outdir: 'out',
    bundle: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}
