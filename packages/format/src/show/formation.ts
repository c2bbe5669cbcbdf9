/** How dancers stand. */
export type Formation = 'line' | 'v' | 'circle';

/**
 * A place on the floor, in MMD units, in three's space: x to the right of the viewer, z towards the viewer.
 */
export interface Place {
  readonly x: number;
  readonly z: number;
  /** Degrees about the upward axis; 0 looks at the viewer. */
  readonly turn: number;
}

/** Between two dancers: arms have room. */
const SPACING = 9;

/**
 * The places of so many dancers, around the origin.
 *
 * A line from left to right; a V whose point, with the first dancer, is nearest to the viewer; a circle that
 * looks outwards, with the first dancer in front.
 *
 * @example
 * formationPlaces('line', 2); // → [{ x: -4.5, z: 0, turn: 0 }, { x: 4.5, z: 0, turn: 0 }]
 */
export function formationPlaces(formation: Formation, count: number): Place[] {
  const place = { line: inLine, v: inV, circle: inCircle }[formation];
  return Array.from({ length: count }, (_, i) => place(i, count));
}

function inLine(i: number, count: number): Place {
  return { x: SPACING * (i - (count - 1) / 2), z: 0, turn: 0 };
}

/** Left, right, left, …: each row is further back. */
function inV(i: number, count: number): Place {
  const row = Math.ceil(i / 2);
  const depth = Math.ceil((count - 1) / 2);
  const side = i % 2 === 1 ? -1 : 1;
  return { x: row === 0 ? 0 : side * row * SPACING, z: SPACING * 0.75 * (depth / 2 - row), turn: 0 };
}

function inCircle(i: number, count: number): Place {
  if (count === 1) return { x: 0, z: 0, turn: 0 };
  const radius = SPACING / 2 / Math.sin(Math.PI / count);
  const angle = (2 * Math.PI * i) / count;
  const turn = (360 * i) / count;
  return { x: radius * Math.sin(angle), z: radius * Math.cos(angle), turn: turn > 180 ? turn - 360 : turn };
}
