// Copies the built <odori-player> from packages/element/dist to dist/player, for `odori view`. `pnpm pack`
// packs the element, and so builds it, before this package, because this package has it among its
// devDependencies.
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = join(import.meta.dirname, '../element/dist');
const COPY = join(import.meta.dirname, 'dist/player');

/** The player with three in one file, what it loads later, and the licenses. */
const NEEDED = /^odori-player(?!\.module)[\w-]*\.(?:js|notices\.txt)$/;

const all = readdirSync(BUILT);
/** tsc, not the build, makes files with declarations. */
const names = all.filter((name) => NEEDED.test(name) && !all.includes(`${name.slice(0, -3)}.d.ts`));
for (const name of ['odori-player.js', 'odori-player.notices.txt']) {
  if (!names.includes(name)) throw new Error(`${join(BUILT, name)} is missing: build @odori/element first`);
}
rmSync(COPY, { recursive: true, force: true });
mkdirSync(COPY, { recursive: true });
for (const name of names) cpSync(join(BUILT, name), join(COPY, name));
