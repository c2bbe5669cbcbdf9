import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { docPages, readPage, ROOT } from './doc-pages.js';

/** An address at jsDelivr: package, version and file. */
const ADDRESS = /https:\/\/cdn\.jsdelivr\.net\/npm\/((?:@[^/]+\/)?[^@/]+)@(\d[^/]*)\/([^\s"'`)]*)/g;

const PAGES = docPages().filter((page) => readPage(page).match(ADDRESS));

test('pages give addresses at jsDelivr', () => {
  expect(PAGES).not.toEqual([]);
});

test.each(PAGES)(
  'every address at jsDelivr on %s has our version, or that of the tests, and leads to a file',
  (page) => {
    const addresses = [...readPage(page).matchAll(ADDRESS)];
    expect(addresses.filter(([, name, version, file]) => !isPublished(name, version, file))).toEqual([]);
  },
);

/** Whether a version has a file or folder: ours as packed, others as installed. */
function isPublished(name: string, version: string, file: string): boolean {
  const installed = name.startsWith('@odori/') ? inject('packedFolder') : join(ROOT, 'test');
  const folder = join(installed, 'node_modules', name);
  if (!existsSync(join(folder, file))) return false;
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return manifest.version === version;
}
