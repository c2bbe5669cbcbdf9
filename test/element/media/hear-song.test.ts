import { afterEach, expect, test, vi } from 'vitest';
import { hear } from '#src/element/media/hear-song.js';
import { songOf, stubDecoder } from './stub-song.js';

afterEach(() => void vi.unstubAllGlobals());

const { signal } = new AbortController();

test('all who hear a song hear it at once, and those who come later', async () => {
  stubDecoder(8);
  const song = songOf(8);
  const progress = [[], []] as number[][];
  const [first, second] = await Promise.all(
    progress.map((seen) => hear(song, signal, (part) => seen.push(part))),
  );
  expect(first!.beats.length).toBe(16); // two in a second
  expect([second, await hear(song, signal)]).toEqual([first, first]);
  expect(song.read).toHaveBeenCalledTimes(1);
  expect(progress).toEqual([
    [0.1, 0.5],
    [0.1, 0.5],
  ]);
});

test('one who leaves ends nothing for the others; without any, the hearing ends, and begins again', async () => {
  stubDecoder(8);
  const song = songOf(8);
  const [one, other] = [new AbortController(), new AbortController()];
  const left = hear(song, one.signal);
  const stayed = hear(song, signal);
  one.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  expect((await stayed)!.beats.length).toBe(16);

  const another = songOf(8);
  const both = [hear(another, one.signal), hear(another, other.signal)];
  other.abort(new Error('left too'));
  await expect(both[0]).rejects.toThrow('left');
  await expect(both[1]).rejects.toThrow('left too');
  expect((await hear(another, signal))!.beats.length).toBe(16);
  expect(another.read).toHaveBeenCalledTimes(2);
});

test('a song that could not be read is tried again by the next', async () => {
  stubDecoder(8);
  const song = songOf(8);
  song.read.mockRejectedValueOnce(new Error('offline'));
  expect(await hear(song, signal)).toBeUndefined();
  expect((await hear(song, signal))!.beats.length).toBe(16);
});

test('a stream and a song of more than ten minutes are not read', async () => {
  for (const song of [songOf(Infinity), songOf(601)]) {
    expect(await hear(song, signal)).toBeUndefined();
    expect(song.read).not.toHaveBeenCalled();
  }
});
