// Serves the site while its pages are written: with the demos from their sources, and the reference as it was
// built last.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
// the repository's; VitePress has an older one of its own
import { createServer as createDemosServer } from 'vite';
import { createServer } from 'vitepress';

const DOCS = import.meta.dirname;

if (!existsSync(join(DOCS, 'reference/navigation.json'))) {
  execFileSync(process.execPath, ['node_modules/typedoc/bin/typedoc'], { cwd: DOCS, stdio: 'inherit' });
}
const demos = await createDemosServer({
  configFile: join(DOCS, '../vite.config.ts'),
  server: { port: 5180 },
});
await demos.listen();
process.env.DEMOS_SERVER = new URL(demos.resolvedUrls.local[0]).origin;
const site = await createServer(DOCS);
await site.listen();
site.printUrls();
