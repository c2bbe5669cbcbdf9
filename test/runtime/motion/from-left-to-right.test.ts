import { createVmd } from '@odori/format';
import { Motion } from '@odori/runtime';
import { fromLeftToRight, type NamedDance } from '#src/runtime/motion/from-left-to-right.js';
import { expect, test } from 'vitest';

/** A dance of one file, which begins at x. */
function dance(name: string, x = 0): NamedDance {
  const bones = [{ name: 'センター', frame: 0, position: [x, 0, 0] }] as const;
  return { name, paths: [`show/${name}.vmd`], motion: Motion.from(createVmd({ bones })) };
}

const order = (...dances: NamedDance[]): string[] =>
  fromLeftToRight(dances, (each) => each).map(({ name }) => name);

test('dances are in the order of their names, in which numbers count', () => {
  expect(order(dance('10'), dance('b'), dance('2'))).toEqual(['2', '10', 'b']);
});

test('left comes before and right after all that is between them', () => {
  expect(order(dance('a right'), dance('center'), dance('z_L'))).toEqual(['z_L', 'center', 'a right']);
});

test('dancers who begin apart are in the order in which they stand', () => {
  expect(order(dance('1', 5), dance('2', -5), dance('3', 0))).toEqual(['2', '3', '1']);
  expect(order(dance('1', 5), dance('2', 4))).toEqual(['1', '2']); // they would stand in each other
});
