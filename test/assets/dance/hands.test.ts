import { Vector3 } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { restPlace } from '#demos/assets/src/dance/puppet.js';
import { fromSkirt, OFF } from './from-skirt.js';
import { openDance, type SolvedDance } from './solved-dance.js';

let solved: SolvedDance;
beforeAll(() => {
  solved = openDance();
});

test('the helper of this test measures the distance from the skirt', () => {
  // On the second ring, 1.32 deep about 0.12 behind the middle; halfway down to it, (0.82 + 1.32) / 2 about
  // 0.11.
  expect(fromSkirt(new Vector3(0, 10.75, 1.32 + OFF - 0.12))).toBeCloseTo(1, 10);
  expect(fromSkirt(new Vector3(0, 11.375, 1.07 + OFF - 0.11))).toBeCloseTo(1, 10);
  expect(fromSkirt(new Vector3(0, 13, 0))).toBe(2);
});

test('hands that are folded in the bow do not go into the skirt', () => {
  const place = (bone: string): Vector3 => new Vector3(...solved.place(bone));
  for (let frame = 1850; frame <= 1890; frame++) {
    solved.show(frame);
    const toHips = solved.heading('下半身').invert();
    for (const bone of ['手首', '中指１', '中指２', '中指３'].flatMap((name) => [`左${name}`, `右${name}`])) {
      const inHips = place(bone).sub(place('下半身')).applyQuaternion(toHips).add(restPlace('下半身'));
      expect(fromSkirt(inHips), `${bone} at ${frame}`).toBeGreaterThan(1);
    }
  }
});
