import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileError } from '../errors.js';
import { say } from '../language/message.js';

/** The folder of this package: the code is in `src/view` or `dist/view`. */
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The folder with the built `<odori-player>`: in the package as npm has it, the copy that was made when it
 * was packed; in the repository, the output of its build.
 *
 * @throws {@link FileError} in a repository whose player has not been built.
 */
export function findPlayer(): string {
  const isRepository = existsSync(join(PACKAGE, 'tsconfig.json')); // it is not in the package
  const folder = isRepository ? join(PACKAGE, '../element/dist') : join(PACKAGE, 'dist/player');
  if (existsSync(join(folder, 'odori-player.js'))) return folder;
  throw new FileError(
    isRepository ? say('player-not-built') : say('player-missing', { file: join(folder, 'odori-player.js') }),
  );
}
