import { formationPlace } from '#demos/crowd/src/crowd.js';
import { expect, test } from 'vitest';

const places = (size: number): number[][] =>
  Array.from({ length: size }, (_, i) => formationPlace(i, size).toArray());

test('rows grow by one, each in the middle', () => {
  expect(places(6)).toEqual([
    [0, 0, -0],
    [-4.5, 0, -7],
    [4.5, 0, -7],
    [-9, 0, -14],
    [0, 0, -14],
    [9, 0, -14],
  ]);
});

test('a row that is not full stands in the middle too', () => {
  expect(places(5).slice(3)).toEqual([
    [-4.5, 0, -14],
    [4.5, 0, -14],
  ]);
});

test('from the eighth on, rows are eight wide', () => {
  expect(formationPlace(36, 60).toArray()).toEqual([-31.5, 0, -56]); // behind 1 + 2 + … + 8 = 36
  expect(formationPlace(43, 60).toArray()).toEqual([31.5, 0, -56]);
  expect(formationPlace(44, 60).z).toBe(-63);
});
