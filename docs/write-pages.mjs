// Writes the pages of the site that are files elsewhere in the repository: the READMEs of the packages and
// the changelog.
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = import.meta.dirname;
const PACKAGES = join(DOCS, '../packages');

rmSync(join(DOCS, 'packages'), { recursive: true, force: true });
mkdirSync(join(DOCS, 'packages'));
for (const name of readdirSync(PACKAGES)) {
  copyFileSync(join(PACKAGES, name, 'README.md'), join(DOCS, `packages/${name}.md`));
}
copyFileSync(join(DOCS, '../CHANGELOG.md'), join(DOCS, 'changelog.md'));
