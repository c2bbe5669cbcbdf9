import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { createHair } from '#demos/assets/src/dancer/hair.js';
import { readDancer, verticesOf } from './read-dancer.js';

const dancer = readDancer();
const { positions, edgeScales } = dancer.vertices;

/**
 * How far her profile reaches to the front, by height: the vertices in the middle of the face. She faces −z.
 */
const profile = verticesOf(dancer, 'Face')
  .filter((i) => Math.abs(positions[3 * i]) < 0.002 && positions[3 * i + 2] < -0.3)
  .map((i) => ({ y: positions[3 * i + 1], ahead: -positions[3 * i + 2] }));

/** The foremost place between two heights, or the hindmost. */
function reach(from: number, to: number, of: (...values: number[]) => number): number {
  return of(...profile.filter(({ y }) => y > from && y < to).map(({ ahead }) => ahead));
}

describe('the dancer from near', () => {
  it('in profile, the nose stands out, and lips and chin follow behind it', () => {
    expect(profile.length).toBeGreaterThan(15);
    const nose = reach(16.85, 17.1, Math.max);
    // A unit is 8 cm: 8 mm before the bridge between the eyes, 7 mm before the lips.
    expect(nose - reach(17.25, 17.6, Math.min)).toBeGreaterThan(0.1);
    expect(nose - reach(16.6, 16.75, Math.max)).toBeGreaterThan(0.09);
    // The lips are before the hollow under them, and the chin is not far behind.
    expect(reach(16.5, 16.75, Math.max)).toBeGreaterThan(reach(16.33, 16.42, Math.min));
    expect(nose - reach(16.15, 16.33, Math.max)).toBeLessThan(0.35);
  });

  it('the tails bend without corners: below their ties at most 20° from ring to ring', () => {
    const tails = createHair().filter(({ pulls }) => pulls.some((pull) => '左テール3' in pull));
    expect(tails).toHaveLength(8);
    for (const { positions: points } of tails) {
      const rings = Array.from({ length: (points.length - 1) / SECTION }, (_, ring) =>
        points
          .slice(SECTION * ring, SECTION * (ring + 1))
          .reduce((sum, [x, y, z]) => sum.add(new Vector3(x, y, z)), new Vector3())
          .divideScalar(SECTION),
      );
      const ways = rings.slice(1).map((ring, i) => ring.clone().sub(rings[i]));
      const along = ways.map((_, i) => ways.slice(0, i + 1).reduce((sum, way) => sum + way.length(), 0));
      const bends = ways.slice(1).map((way, i) => (along[i] < UNDER_TIE ? 0 : way.angleTo(ways[i])));
      expect((Math.max(...bends) * 180) / Math.PI).toBeLessThan(20);
    }
  });

  it('no line is thick where lips and nose or the roots of locks would break it', () => {
    const lips = verticesOf(dancer, 'Face').filter((i) => {
      const [x, y, z] = positions.subarray(3 * i, 3 * i + 3);
      return Math.abs(x) < 0.25 && y > 16.5 && y < 16.9 && z < -0.6;
    });
    expect(lips.length).toBeGreaterThan(20);
    for (const i of lips) expect(edgeScales[i]).toBeLessThan(0.25);
    const thin = verticesOf(dancer, 'Hair').filter((i) => positions[3 * i + 1] > 18.9 && edgeScales[i] < 0.4);
    expect(thin.length).toBeGreaterThan(50);
  });
});

/** Points round a lock. */
const SECTION = 7;
/** The length of a tail that its tie covers. */
const UNDER_TIE = 0.85;
