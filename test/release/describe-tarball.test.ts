import { expect, test } from 'vitest';
import { describeTarball } from '../../release/describe-tarball.js';

test('a tarball is described by its sizes, its folders and the files beside them', () => {
  const files = [
    { path: 'LICENSE', size: 1079 },
    { path: 'dist/a.js', size: 1400 },
    { path: 'dist/b/c.js', size: 300 },
    { path: 'README.md', size: 90 },
  ];
  expect(describeTarball('@odori/a 1.0.0', { size: 1200, unpackedSize: 2869, files })).toBe(
    [
      '@odori/a 1.0.0: 1 kB, unpacked 3 kB, 4 files',
      '  LICENSE 1 kB',
      '  dist/ 2 kB, 2 files',
      '  README.md 1 kB',
    ].join('\n'),
  );
});
