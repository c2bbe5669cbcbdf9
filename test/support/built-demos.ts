import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Alias, build, type Plugin, preview, type PreviewServer } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const OPTIONS = { configFile: join(ROOT, 'vite.config.ts'), logLevel: 'error' } as const;
/** A folder with built demos that several runs share. */
export const SHARED_DEMOS: string | undefined = process.env['ODORI_DEMOS'];

/**
 * Serves the demos under `/built-demos/` beside the tests, as the website has them: built at the first
 * request. Their sources under `/demos/` take four times as long to open. `alias` replaces packages.
 */
export function builtDemos(alias: Alias[]): Plugin {
  return {
    name: 'odori-built-demos',
    configureServer({ middlewares }) {
      let site: Promise<PreviewServer> | undefined;
      middlewares.use('/built-demos', (request, response, next) => {
        site ??= openSite(alias);
        site.then(({ middlewares: answer }) => answer(request, response, next), next);
      });
    },
  };
}

async function openSite(alias: Alias[]): Promise<PreviewServer> {
  const folder = alias.length === 0 && SHARED_DEMOS ? SHARED_DEMOS : await buildOwn(alias);
  const site = await serveDemos(folder);
  site.httpServer.unref(); // only its answers are used
  return site;
}

async function buildOwn(alias: Alias[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'odori-demos-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await buildDemos(folder, alias);
  return folder;
}

export async function buildDemos(outDir: string, alias: Alias[] = []): Promise<void> {
  await build({ ...OPTIONS, resolve: { alias }, build: { outDir, emptyOutDir: true } });
}

/** A web server for built demos. */
export function serveDemos(outDir: string): Promise<PreviewServer> {
  return preview({ ...OPTIONS, base: '/', build: { outDir }, preview: { port: 0 } });
}
