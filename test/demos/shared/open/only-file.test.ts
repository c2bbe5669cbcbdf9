import { expect, test } from 'vitest';
import { isPicture, onlyFile } from '#demos/shared/open/only-file.js';

const blob = new Blob(['a']);
const only = (...paths: string[]): ReturnType<typeof onlyFile> =>
  onlyFile(() => new Map(paths.map((path) => [path, blob])));

test('a file alone has no folder in its name', async () => {
  expect(await only('album/Sea.JPG')).toEqual({ name: 'Sea.JPG', file: blob });
});

test('several files, none and those that cannot be read are no file alone', async () => {
  expect(await only('a.png', 'dancer.pmx')).toBeUndefined();
  expect(await only()).toBeUndefined();
  expect(await onlyFile(() => Promise.reject(new Error('gone')))).toBeUndefined();
});

test('pictures are what browsers show, which textures of games are not', () => {
  expect(['Sea.JPG', 'a.webp', 'a.tga', 'a.pmx', 'png'].filter(isPicture)).toEqual(['Sea.JPG', 'a.webp']);
});
