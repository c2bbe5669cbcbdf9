import { createVmd } from '@odori/format';
import { Motion } from '@odori/runtime';
import { placesInMotions } from '@odori/runtime/internal';
import { expect, test } from 'vitest';

/** Moves some bones to places, in MMD's space. */
function moves(...bones: readonly [name: string, x: number, z: number][]): Motion {
  return Motion.from(
    createVmd({ bones: bones.map(([name, x, z]) => ({ name, frame: 0, position: [x, 0, z] })) }),
  );
}

test('dancers stand apart by their motions if all begin at least 4 units from each other', () => {
  const left = moves(['センター', -2, 0]);
  expect(placesInMotions([left, moves(['センター', 2, 0])])).toBe(true);
  expect(placesInMotions([left, moves(['センター', 1.9, 0])])).toBe(false);
  expect(placesInMotions([left, moves(['センター', -2, 4])])).toBe(true); // behind her
  expect(placesInMotions([left, moves(['センター', 2, 0]), moves(['センター', 2, 1])])).toBe(false);
});

test('the bones that carry the whole body add up, other bones do not count', () => {
  const parts = moves(['全ての親', 2, 0], ['センター', 1, 0], ['グルーブ', 1, 0]);
  expect(placesInMotions([parts, undefined])).toBe(true); // 4 from the origin
  expect(placesInMotions([moves(['左足ＩＫ', 9, 0]), undefined])).toBe(false);
  expect(placesInMotions([undefined, undefined])).toBe(false);
});
