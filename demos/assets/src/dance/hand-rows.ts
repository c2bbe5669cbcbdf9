import { SHAPES, type ShapeName } from './fingers.js';
import type { Mark } from './notation.js';

const PALMS: Readonly<Record<string, readonly [number, number, number]>> = {
  f: [0, 0, 1],
  b: [0, 0, -1],
  u: [0, 1, 0],
  d: [0, -1, 0],
  o: [1, 0, 0],
  i: [-1, 0, 0],
};

export const HAND_CHANNELS = 15;

/**
 * The channels of a hand at each mark: place, palm and aim, x y z each, and six of the fingers. Palm and
 * shape hold until a mark names others. See `Phrase` for the notation.
 */
export function handRows(marks: readonly Mark[]): Map<Mark, readonly number[]> {
  let palm = '';
  let shape: ShapeName = 'relaxed';
  const rows = new Map<Mark, readonly number[]>();
  for (const mark of marks) {
    const [nextPalm, nextShape, aim] = mark.words;
    if (nextPalm) palm = nextPalm;
    if (nextShape) shape = nextShape as ShapeName;
    if (!(shape in SHAPES)) throw new SyntaxError(`no shape of a hand: ${shape}`);
    rows.set(mark, [...mark.values, ...way(palm), ...way(aim ?? ''), ...SHAPES[shape]]);
  }
  return rows;
}

/** The normalized sum of directions; zero if there are none. */
function way(letters: string): number[] {
  const sum = letters.split('').reduce(
    ([x, y, z], letter) => {
      const [dx, dy, dz] = PALMS[letter];
      return [x + dx, y + dy, z + dz];
    },
    [0, 0, 0],
  );
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
