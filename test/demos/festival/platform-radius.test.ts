import { describe, expect, it } from 'vitest';
import { platformRadius } from '#demos/festival/src/platform-radius.js';
import { createVmd } from '#src/format/index.js';
import { Motion } from '#src/runtime/index.js';

type Key = NonNullable<NonNullable<Parameters<typeof createVmd>[0]>['bones']>[number];

const key = (name: string, ...position: [number, number, number]): Key => ({ name, frame: 0, position });
const radiusOf = (...bones: Key[]): number => platformRadius(Motion.from(createVmd({ bones })));

describe('platformRadius', () => {
  it('is 15 while the dance stays in the middle, and without a dance', () => {
    expect(platformRadius(undefined)).toBe(15);
    expect(radiusOf(key('センター', 6, -2, 8))).toBe(15); // 10 + 5
    expect(radiusOf(key('頭', 90, 0, 0))).toBe(15);
  });

  it('has room of 5 units beyond the farthest place', () => {
    expect(radiusOf(key('センター', 18, -3, 24))).toBe(35); // √(18² + 24²) = 30
    expect(radiusOf(key('左足ＩＫ', 0, 0, -25))).toBe(30);
  });

  it('adds up the bones that carry the dancer', () => {
    expect(radiusOf(key('全ての親', 10, 0, 0), key('センター', 10, 0, 0), key('グルーブ', 5, 0, 0))).toBe(30);
  });

  it('turns what a turned parent carries', () => {
    const half = Math.SQRT1_2; // a quarter turn about y: x of the child becomes z
    const parent: Key = { name: '全ての親', frame: 0, position: [0, 0, 12], rotation: [0, half, 0, half] };
    const radius = radiusOf(parent, key('センター', 16, 0, 0));
    // the child is 16 before or behind the parent, 28 or 4 away; feet without keyframes stay with it, 12 away
    expect([17, 33]).toContain(Math.round(radius));
    expect(radiusOf(parent, key('センター', -16, 0, 0))).not.toBeCloseTo(radius, 0);
  });

  it('is 70 at most', () => {
    expect(radiusOf(key('センター', 400, 0, 0))).toBe(70);
  });
});
