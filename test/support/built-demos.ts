import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Alias, build, type Plugin, preview, type PreviewServer } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Serves the demos under `/built-demos/` beside the tests, as the website has them: built at the first request. Their sources under
 * `/demos/` take four times as long to open.
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
  const outDir = mkdtempSync(join(tmpdir(), 'odori-demos-'));
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const options = { configFile: join(ROOT, 'vite.config.ts'), logLevel: 'error' } as const;
  await build({ ...options, resolve: { alias }, build: { outDir, emptyOutDir: true } });
  const site = await preview({ ...options, base: '/', build: { outDir }, preview: { port: 0 } });
  site.httpServer.unref(); // only its answers are used
  return site;
}
