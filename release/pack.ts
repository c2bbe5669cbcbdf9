// `pnpm run pack`: writes the tarballs of all public packages to `packed/`.
import { join, relative } from 'node:path';
import { packPackages } from './pack-packages.js';

const ROOT = join(import.meta.dirname, '../..');

for (const tarball of packPackages(ROOT, join(ROOT, 'packed'))) console.log(relative(ROOT, tarball));
