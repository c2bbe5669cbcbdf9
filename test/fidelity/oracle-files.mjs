import { createReadStream, existsSync } from 'node:fs';
import { join, normalize } from 'node:path';

const CORPUS = process.env.ODORI_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus');
const ORACLE = join(CORPUS, '../oracle');

const TYPES = { json: 'application/json', png: 'image/png' };

/**
 * A plugin for Vite: pages find the pictures of MMD and their models under `/oracle/`; 404 without the
 * corpus.
 */
export function oracleFiles() {
  return {
    name: 'odori-oracle-files',
    configureServer(server) {
      server.middlewares.use('/oracle', (request, response) => {
        const path = join(ORACLE, normalize(decodeURIComponent(request.url.split('?')[0])));
        if (!path.startsWith(ORACLE) || !existsSync(path)) response.writeHead(404).end();
        else {
          response.setHeader('Content-Type', TYPES[path.split('.').pop()] ?? 'application/octet-stream');
          createReadStream(path).pipe(response);
        }
      });
    },
  };
}
