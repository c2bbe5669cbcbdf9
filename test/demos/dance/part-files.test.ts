import { expect, it } from 'vitest';
import { filesOfModels, inFolders, joinFiles, keyOf } from '#demos/dance/src/shelf/part-files.js';

const filesAt = (...paths: string[]): Map<string, Blob> =>
  new Map(paths.map((path) => [path, new Blob([path])]));

it('gives each model the textures that share the most folders with it, and no dance', () => {
  const files = filesAt(
    'all/miku/miku.pmx',
    'all/miku/tex/hair.png',
    'all/stage/pmx/stage.pmx',
    'all/stage/tex/floor.png',
    'all/read me.txt',
    'all/night.vmd',
    'all/song.MP3',
    'toon.bmp',
  );
  expect([...filesOfModels(files, ['all/miku/miku.pmx']).keys()]).toEqual([
    'all/miku/miku.pmx',
    'all/miku/tex/hair.png',
    'all/read me.txt', // of both
    'toon.bmp',
  ]);
  expect([...filesOfModels(files, ['all/stage/pmx/stage.pmx']).keys()]).toEqual([
    'all/stage/pmx/stage.pmx',
    'all/stage/tex/floor.png',
    'all/read me.txt',
    'toon.bmp',
  ]);
});

it('keeps all versions of a model together', () => {
  const files = filesAt('a.pmx', 'a-light.pmx', 'skin.png');
  expect(filesOfModels(files, ['a.pmx', 'a-light.pmx']).size).toBe(3);
});

it('joins files of the same path without losing one', () => {
  const [first, second] = [filesAt('dance.vmd'), filesAt('dance.vmd')];
  const joined = joinFiles(first, second, first);
  expect([...joined.keys()]).toEqual(['dance.vmd', '2/dance.vmd']);
  expect(joined.get('2/dance.vmd')).toBe(second.get('dance.vmd'));
});

it('knows files again in any order, and others apart', () => {
  const files = filesAt('a', 'b');
  expect(keyOf(files)).toBe(keyOf(new Map([...files].toReversed())));
  expect(keyOf(files)).not.toBe(keyOf(filesAt('a', 'b')));
});

it('puts each of several items into a folder of its own', () => {
  const [dancer, stage] = [filesAt('a.pmx', 'tex/skin.png'), filesAt('b.pmx', 'tex/skin.png')];
  expect(inFolders([dancer])).toBe(dancer);
  const all = inFolders([dancer, stage]);
  expect([...all.keys()]).toEqual(['1/a.pmx', '1/tex/skin.png', '2/b.pmx', '2/tex/skin.png']);
  expect(all.get('2/tex/skin.png')).toBe(stage.get('tex/skin.png'));
});
