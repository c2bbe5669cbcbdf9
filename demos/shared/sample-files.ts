import { cpSync } from 'node:fs';
import { join, posix } from 'node:path';
import { normalizePath, type Plugin } from 'vite';

/** The files of the package `@odori/sample`. */
const FILES = join(import.meta.dirname, '../../packages/sample/files');
/** Where pages fetch them, below the folder of the demos. A bundler does not see these paths. */
const PLACE = 'assets/files';

/** Gives the demos the dancer, her motions and her song, which have their home in another package. */
export function sampleFiles(): Plugin {
  return {
    name: 'odori-sample-files',
    configureServer({ config, middlewares }) {
      const folder = posix.join('/', config.base, '@fs', normalizePath(FILES));
      middlewares.use((request, _, next) => {
        request.url = request.url?.replace(`/demos/${PLACE}`, folder);
        next();
      });
    },
    writeBundle({ dir }) {
      cpSync(FILES, join(dir!, PLACE), { recursive: true });
    },
  };
}
