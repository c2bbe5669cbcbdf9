import { folderOfUrl } from '#src/model/files/paths.js';
import { expect, test } from 'vitest';

test.each([
  ['miku.pmx', ''],
  ['models/miku.pmx', 'models/'],
  ['https://example.org/a/miku.pmx?v=1/2#x/y', 'https://example.org/a/'],
  ['/a/', '/a/'],
])('the folder of %s is %s', (url, folder) => {
  expect(folderOfUrl(url)).toBe(folder);
});
