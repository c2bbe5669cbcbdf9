import { expect, test } from 'vitest';
import { framePath, isPattern, planFrames, planSheet } from '#src/cli/render/render-plan.js';

const ALL = { fps: 30, range: undefined, shard: undefined };

test('a film has all frames of the dance, or of the range', () => {
  expect(planFrames(ALL, 64)).toEqual({ start: 0, fps: 30, first: 0, count: 1920, total: 1920 });
  expect(planFrames({ ...ALL, fps: 60, range: { start: 20, end: 30 } }, 64)).toEqual({
    start: 20,
    fps: 60,
    first: 0,
    count: 600,
    total: 600,
  });
  expect(planFrames({ ...ALL, range: { start: 1, end: 1.001 } }, 64).count).toBe(1);
});

test.each([1, 2, 3, 7, 8, 100])(
  '%i shards have each frame once, in order, and are as long as each other',
  (count) => {
    const plans = Array.from({ length: count }, (_, i) =>
      planFrames({ ...ALL, range: { start: 5, end: 15 }, shard: { number: i + 1, count } }, 64),
    );
    let next = 0;
    for (const { start, first, count: frames, total } of plans) {
      expect([start, first, total]).toEqual([5, next, 300]);
      expect(Math.abs(frames - 300 / count)).toBeLessThan(1);
      next += frames;
    }
    expect(next).toBe(300);
  },
);

test('what cannot be planned says why', () => {
  expect(() => planFrames(ALL, 0)).toThrow('nothing moves');
  expect(planFrames({ ...ALL, range: { start: 0, end: 2 } }, 0).count).toBe(60);
  const shard = { number: 1, count: 31 };
  expect(() => planFrames({ ...ALL, shard }, 1)).toThrow('30 frames, too few for 31 shards');
});

test('a sheet shows the middle of equal parts', () => {
  expect(planSheet(4, undefined, 8)).toEqual([1, 3, 5, 7]);
  expect(planSheet(2, { start: 10, end: 20 }, 64)).toEqual([12.5, 17.5]);
});

test('a pattern has a place for the number of a frame', () => {
  expect(['%d.png', '%05d.png', 'a%5d.png', 'a.png', '100%.png'].map(isPattern)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(framePath('frames/%05d.png', 12)).toBe('frames/00012.png');
  expect(framePath('%d.png', 123)).toBe('123.png');
  expect(framePath('%03d.png', 12345)).toBe('12345.png');
});
