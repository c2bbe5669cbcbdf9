import type { Audio } from 'three';
import { expect, test } from 'vitest';
import { AudioManager } from '#src/mmd-loader/audio-manager.js';

/** A song of 10 seconds that notes where it was started. */
function song(state = 'running'): {
  audio: Omit<Audio, 'isPlaying'> & { isPlaying: boolean };
  starts: number[];
  context: { state: string };
} {
  const starts: number[] = [];
  const context = { state };
  const audio = {
    buffer: { duration: 10 },
    context,
    offset: 0,
    isPlaying: false,
    source: null as object | null,
    play() {
      starts.push(this.offset);
      this.isPlaying = true;
      this.source = {};
    },
    stop() {
      this.isPlaying = false;
    },
  };
  return { audio: audio as unknown as Audio, starts, context };
}

test('the song begins after the delay, at its place in the dance', () => {
  const { audio, starts } = song();
  const manager = new AudioManager(audio, { delayTime: 2 });
  expect([manager.audioDuration, manager.duration]).toEqual([10, 12]);
  manager.control(1.5);
  expect(starts).toEqual([]);
  manager.control(0.75);
  manager.control(0.25);
  expect(starts).toEqual([0.25]);
  expect([audio.offset, manager.elapsedTime, manager.currentTime]).toEqual([0, 2.5, 2.5]);
});

test('song and dance begin again together', () => {
  const { audio, starts } = song();
  const manager = new AudioManager(audio, { delayTime: 1 });
  manager.duration = 14;
  manager.control(1).control(12.5);
  expect(audio.isPlaying).toBe(true);
  manager.control(1);
  expect([audio.isPlaying, manager.currentTime]).toEqual([false, 0.5]);
  manager.control(0.5);
  expect(starts).toEqual([0, 0]);
});

test('a song that has ended is silent until the dance begins again', () => {
  const { audio, starts } = song();
  const manager = new AudioManager(audio);
  manager.duration = 20;
  manager.control(1).control(9.5);
  audio.isPlaying = false; // it has ended by itself
  manager.control(1);
  expect(starts).toEqual([1]);
});

test('while the browser waits for a click, the dance goes on, and the song joins it later', () => {
  const { audio, starts, context } = song('suspended');
  const manager = new AudioManager(audio);
  manager.control(3);
  expect(starts).toEqual([]);
  context.state = 'running';
  manager.control(1);
  expect(starts).toEqual([4]);
});

test('a song that the page has paused goes on where the dance is', () => {
  const { audio, starts } = song();
  const manager = new AudioManager(audio);
  manager.control(1);
  audio.isPlaying = false;
  manager.control(2);
  expect(starts).toEqual([1, 3]);
});

test('without a buffer, nothing plays', () => {
  const { audio, starts } = song();
  Object.assign(audio, { buffer: null });
  new AudioManager(audio).control(1);
  expect(starts).toEqual([]);
});
