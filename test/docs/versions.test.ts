import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gzipBytes } from '../../docs/.vitepress/sizes.js';
import { sizeBadge, withVersions } from '../../docs/.vitepress/versions.js';
import { readPage, ROOT } from './doc-pages.js';

const table = tableOf('start/install.md');

test('the install page has a row for each package, with its version, a size and what it needs', () => {
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    const { version } = JSON.parse(readPage(`packages/${name}/package.json`)) as { version: string };
    const size = ['cli', 'sample'].includes(name) ? '–' : '[1-9]\\d* kB';
    expect(table).toMatch(
      new RegExp(`^\\| \`@odori/${name}\` \\| ${version} \\| ${size} \\| .*Node >=20\\.19 \\|$`, 'm'),
    );
  }
  expect(table).toMatch(/^\| `@odori\/react` .*react \^19.*three >=0\.172\.0/m);
});

test('the pages in other languages have the same rows below columns of their own', () => {
  const rows = (page: string): string[] => tableOf(page).match(/^\| `@odori\/\w.*kB.*$/gm)!;
  for (const folder of ['ja', 'zh'])
    expect(rows(`${folder}/start/install.md`)).toEqual(rows('start/install.md'));
  expect(tableOf('ja/start/install.md')).toContain('| パッケージ | バージョン | 大きさ | 必要なもの |');
  expect(tableOf('zh/start/install.md')).toContain('| 包 | 版本 | 大小 | 需要 |');
});

test('a size counts what is loaded at once, without peer dependencies', () => {
  const bytes = gzipBytes(`import { parseVmd } from '@odori/format'; console.log(parseVmd);`, 'runtime');
  expect(bytes).toBeGreaterThan(3000);
  expect(bytes).toBeLessThan(9000);
  const withThree = `import { Scene } from 'three'; console.log(new Scene());`;
  expect(gzipBytes(withThree, 'model')).toBeLessThan(200);
  const later = `void import('@odori/format');`;
  expect(gzipBytes(later, 'runtime')).toBeLessThan(200);
});

test('the badge says a size for eyes and for screen readers', () => {
  const [, label] = /aria-label="(\d+\skB gzipped, besides three)"/.exec(sizeBadge())!;
  expect(sizeBadge()).toContain(`<title>${label}</title>`);
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('/size.svg)');
});

/** A page with the table, whose sizes stay beside their unit by a space that does not break. */
function tableOf(page: string): string {
  return withVersions(page, readPage(`docs/${page}`)).replaceAll('\u00A0', ' ');
}
