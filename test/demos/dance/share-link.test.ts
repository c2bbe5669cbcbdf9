import { expect, test } from 'vitest';
import { shareLink, viewOf } from '#demos/dance/src/share/share-link.js';

const PAGE = 'https://example.org/demos/dance/?size=320x180&seek=3#top';
const view = { position: [1, 12.5, 30.126], target: [0, 10, 0], fov: 30 } as const;

test('a link has the time to a tenth of a second, and no other option of the page', () => {
  expect(shareLink(PAGE, { seconds: 12.345, isPaused: false, view: undefined })).toBe(
    'https://example.org/demos/dance/?t=12.3',
  );
});

test('a link has the pause and the free camera', () => {
  expect(shareLink(PAGE, { seconds: 0, isPaused: true, view })).toBe(
    'https://example.org/demos/dance/?t=0&paused=1&view=1,12.5,30.13,0,10,0,30',
  );
});

test('a link has the concert, if that is the stage', () => {
  const moment = { seconds: 0, isPaused: false, view: undefined };
  expect(shareLink(PAGE, { ...moment, isConcert: true })).toMatch('/demos/dance/?stage=concert&t=0');
  expect(shareLink(PAGE, { ...moment, isConcert: false })).not.toContain('stage');
});

test('the page reads the camera of its own links', () => {
  const { searchParams } = new URL(shareLink(PAGE, { seconds: 0, isPaused: false, view }));
  expect(viewOf(searchParams)).toEqual({ ...view, position: [1, 12.5, 30.13] });
});

test.each([
  ['nothing', ''],
  ['too few numbers', '1,2,3,4,5,6'],
  ['too many numbers', '1,2,3,4,5,6,30,8'],
  ['an empty number', '1,2,3,,5,6,30'],
  ['text', '1,2,3,a,5,6,30'],
  ['infinity', '1,2,Infinity,4,5,6,30'],
  ['a camera in its target', '1,2,3,1,2,3,30'],
  ['no angle of view', '1,2,30,1,2,3,0'],
  ['a camera far beyond the sky', '1,2,30000,1,2,3,30'],
])('the page ignores a camera of %s', (_, text) => {
  expect(viewOf(new URLSearchParams({ view: text }))).toBeUndefined();
});
