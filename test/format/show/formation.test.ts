import { describe, expect, it } from 'vitest';
import { formationPlaces } from '#src/format/internal.js';

describe('formationPlaces', () => {
  it('makes a line, 9 units apart, around the origin', () => {
    expect(formationPlaces('line', 3)).toEqual([
      { x: -9, z: 0, turn: 0 },
      { x: 0, z: 0, turn: 0 },
      { x: 9, z: 0, turn: 0 },
    ]);
  });

  it('makes a V with its point in front', () => {
    expect(formationPlaces('v', 3)).toEqual([
      { x: 0, z: 3.375, turn: 0 }, // half of a row of 6.75
      { x: -9, z: -3.375, turn: 0 },
      { x: 9, z: -3.375, turn: 0 },
    ]);
  });

  it('makes a circle that looks outwards', () => {
    const places = formationPlaces('circle', 4);
    const radius = 4.5 / Math.SQRT1_2; // neighbors are 9 apart: 2 · r · sin(45°)
    expect(places.map(({ turn }) => turn)).toEqual([0, 90, 180, -90]);
    expect(places[0].z).toBeCloseTo(radius, 12);
    expect(places[1].x).toBeCloseTo(radius, 12);
    expect(places[2].z).toBeCloseTo(-radius, 12);
  });

  it('leaves one dancer at the origin', () => {
    for (const formation of ['line', 'v', 'circle'] as const)
      expect(formationPlaces(formation, 1)).toEqual([{ x: 0, z: 0, turn: 0 }]);
  });
});
