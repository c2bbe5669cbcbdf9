import { expect, test } from 'vitest';
import { findModels } from '#src/model/files/find-model.js';

function files(sizes: Record<string, number>): Map<string, Blob> {
  return new Map(Object.entries(sizes).map(([path, size]) => [path, new Blob([new Uint8Array(size)])]));
}

test('by the end of the name, whatever its case', () => {
  expect(
    findModels(files({ 'a.PMX': 1, 'tex.png': 1, pmx: 1, 'a.pmx.txt': 1, 'a.pmxx': 1, 'dance.vmd': 1 })),
  ).toEqual(['a.PMX']);
  expect(findModels(new Map())).toEqual([]);
});

test('shallow before deep, PMX before PMD, large before small, then by path', () => {
  const map = files({
    'miku/sub/huge.pmx': 900,
    'miku/c.pmd': 800,
    'miku/b.pmx': 10,
    'miku/Leek.pmx': 10,
    'miku\\a.PMX': 20,
    'x.Pmd': 1,
    './y.pmd': 2,
  });
  expect(findModels(map)).toEqual([
    './y.pmd',
    'x.Pmd',
    'miku\\a.PMX',
    'miku/Leek.pmx', // L stands before b
    'miku/b.pmx',
    'miku/c.pmd',
    'miku/sub/huge.pmx',
  ]);
});
