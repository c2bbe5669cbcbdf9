import { expect, test } from 'vitest';
import { withEnd, withStart } from '#demos/dance/src/practice/loop-part.js';

test('a part gets another start or end', () => {
  expect(withStart({ start: 0, end: 10 }, 4, 60)).toEqual({ start: 4, end: 10 });
  expect(withEnd({ start: 0, end: 10 }, 4, 60)).toEqual({ start: 0, end: 4 });
});

test('a start behind the end moves the end on, and an end before the start moves the start back', () => {
  expect(withStart({ start: 0, end: 10 }, 12, 60)).toEqual({ start: 12, end: 12.5 });
  expect(withEnd({ start: 20, end: 30 }, 12, 60)).toEqual({ start: 11.5, end: 12 });
});

test('a part stays within the dance, and at least half a second long', () => {
  expect(withStart({ start: 0, end: 10 }, 60, 60)).toEqual({ start: 59.5, end: 60 });
  expect(withEnd({ start: 20, end: 30 }, 0, 60)).toEqual({ start: 0, end: 0.5 });
  expect(withEnd({ start: 20, end: 30 }, 90, 60)).toEqual({ start: 20, end: 60 });
});
