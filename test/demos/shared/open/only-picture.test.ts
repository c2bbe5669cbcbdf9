import { expect, test } from 'vitest';
import { onlyPicture } from '#demos/shared/open/only-picture.js';

const blob = new Blob(['a']);
const only = (...paths: string[]): ReturnType<typeof onlyPicture> =>
  onlyPicture(() => new Map(paths.map((path) => [path, blob])));

test('a picture alone is for the wall', async () => {
  expect(await only('album/Sea.JPG')).toEqual({ name: 'Sea.JPG', file: blob });
});

test('a picture beside other files is a texture, and textures of games are no pictures', async () => {
  expect(await only('a.png', 'dancer.pmx')).toBeUndefined();
  expect(await only('a.tga')).toBeUndefined();
  expect(await only()).toBeUndefined();
  expect(await onlyPicture(() => Promise.reject(new Error('gone')))).toBeUndefined();
});
