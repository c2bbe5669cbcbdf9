import { describe, expect, it } from 'vitest';
import { Playlist } from '#src/element/shelf/playlist.js';

/** Always takes the first of what is left: a shuffle by it turns [a, b, c] into [b, c, a]. */
const first = (): number => 0;

describe('a playlist', () => {
  it('goes forward and back, and round at its ends', () => {
    const list = new Playlist(['a', 'b', 'c']);
    expect(list.current).toBeUndefined();
    expect([list.next(), list.next(), list.next(), list.next()]).toEqual(['a', 'b', 'c', 'a']);
    expect([list.previous(), list.previous()]).toEqual(['c', 'b']);
    expect(new Playlist(['a', 'b']).previous()).toBe('b');
  });

  it('stays empty, and repeats the only one', () => {
    const list = new Playlist();
    expect([list.next(), list.previous()]).toEqual([undefined, undefined]);
    list.ids = ['a'];
    expect([list.next(), list.next(), list.previous()]).toEqual(['a', 'a', 'a']);
  });

  it('plays by chance each once, from the current one on', () => {
    const list = new Playlist(['a', 'b', 'c', 'd'], { random: first });
    list.current = 'c';
    list.isShuffled = true;
    // of [a, b, d], d changes places with a, then b with d: [b, d, a]
    expect([list.next(), list.next(), list.next(), list.next()]).toEqual(['b', 'd', 'a', 'c']);
    list.isShuffled = false;
    expect([list.current, list.next()]).toEqual(['c', 'd']);
  });

  it('keeps an order by chance when something comes or goes', () => {
    const list = new Playlist(['a', 'b', 'c'], { shuffle: true, random: first });
    list.current = 'b';
    list.ids = ['a', 'b', 'd', 'c'];
    expect([list.next(), list.next(), list.next()]).toEqual(['c', 'a', 'd']);
    list.ids = ['a', 'b', 'c'];
    expect([list.current, list.next()]).toEqual([undefined, 'b']);
  });

  it('goes on with what came after the current one when that is removed', () => {
    const list = new Playlist(['a', 'b', 'c']);
    list.current = 'b';
    list.ids = ['a', 'c'];
    expect([list.current, list.next()]).toEqual([undefined, 'c']);
    list.ids = ['a', 'b'];
    expect(list.previous()).toBe('a');
  });

  it('knows only its ids, each once', () => {
    const list = new Playlist(['a', 'a', 'b']);
    expect(list.ids).toEqual(['a', 'b']);
    expect(() => (list.current = 'c')).toThrow(new RangeError('c is not in the playlist'));
  });
});
