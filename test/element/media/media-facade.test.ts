import { expect, test } from 'vitest';
import { timeRange } from '#src/element/media/media-facade.js';

test('timeRange has one range from 0, or none if it ends at 0 or NaN', () => {
  const two = timeRange(2);
  expect([two.length, two.start(0), two.end(0)]).toEqual([1, 0, 2]);
  expect(() => two.start(1)).toThrow(DOMException);
  for (const none of [timeRange(0), timeRange(Number.NaN)]) {
    expect(none.length).toBe(0);
    expect(() => none.end(0)).toThrow('there is no range 0');
  }
});
