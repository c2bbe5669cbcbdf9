import { describe, expect, test } from 'vitest';
import { MotionPlayer } from '#src/runtime/player/motion-player.js';
import { randomNumbers } from '#test/runtime/clip/clip-fixtures.js';
import { FakeMedia, type FakeMediaOptions } from './fake-media.js';
import { Dancer, motionAlongX, recordEvents } from './dancer.js';

/** One frame: the time that is shown, the time that the media report, and where they are. */
interface ShownFrame {
  readonly shown: number;
  readonly reported: number;
  readonly position: number;
}

/** Frames per second, and the delta that the program passes. */
interface Pace {
  readonly fps: number;
  readonly deltaOf?: (seconds: number) => number;
  /** Frames come early and late by up to this fraction. */
  readonly jitter?: number;
}

/** A song and a dancer whose x is the second of the song. */
class Playback {
  readonly media: FakeMedia;
  readonly player: MotionPlayer;
  readonly dancer = new Dancer();
  readonly events: string[];
  readonly #random = randomNumbers(1);

  constructor(options: FakeMediaOptions) {
    this.media = new FakeMedia(options);
    this.player = new MotionPlayer({ media: this.media });
    this.player.add(this.dancer, motionAlongX(100));
    this.events = recordEvents(this.player);
  }

  run(seconds: number, { fps, deltaOf = (delta) => delta, jitter = 0 }: Pace): ShownFrame[] {
    return Array.from({ length: Math.round(seconds * fps) }, () => {
      const delta = (1 + jitter * (2 * this.#random() - 1)) / fps;
      this.media.advance(delta);
      this.player.update(deltaOf(delta));
      return { shown: this.dancer.x, reported: this.media.currentTime, position: this.media.position };
    });
  }

  static playing(options: FakeMediaOptions = {}): Playback {
    const playback = new Playback({ duration: 90, ...options });
    void playback.player.play();
    return playback;
  }
}

const SIXTY: Pace = { fps: 60 };
const UNEVEN: Pace = { fps: 60, jitter: 0.5 };
const STEPS = { exact: 0, 'in 40 ms': 0.04, 'in 250 ms': 0.25 };

/**
 * How far the time may be ahead while media start again, in milliseconds: 10 (`SLACK`) more than they report.
 * Only if their steps are known to be longer than the start-up, the 80 that it takes: media that report the
 * same time may be playing.
 */
function startBound(step: number): number {
  return step > 0.1 ? 80 : 10;
}

/** Never backwards, and never behind what the media report. */
function expectForward(shownFrames: readonly ShownFrame[]): void {
  shownFrames.forEach(({ shown, reported }, i) => {
    expect(shown, `frame ${i}`).toBeGreaterThanOrEqual(reported - 1e-9);
    if (i > 0) expect(shown, `frame ${i}`).toBeGreaterThanOrEqual(shownFrames[i - 1].shown);
  });
}

/** The difference between the shown and the audible time, in milliseconds. */
function errorsOf(shownFrames: readonly ShownFrame[]): { ahead: number; behind: number } {
  const errors = shownFrames.map(({ shown, position }) => 1000 * (shown - position));
  return { ahead: Math.max(0, ...errors), behind: Math.max(0, ...errors.map((error) => -error)) };
}

function expectNear(shownFrames: readonly ShownFrame[], ahead: number, behind: number): void {
  const errors = errorsOf(shownFrames);
  expect(errors.ahead).toBeLessThanOrEqual(ahead + 1);
  expect(errors.behind).toBeLessThanOrEqual(behind + 1);
}

/** The shortest and the longest step between two frames, in frames: 1 is even. */
function stepsOf(shownFrames: readonly ShownFrame[], fps: number): { shortest: number; longest: number } {
  const steps = shownFrames.slice(1).map(({ shown }, i) => (shown - shownFrames[i].shown) * fps);
  return { shortest: Math.min(...steps), longest: Math.max(...steps) };
}

/*
 * Where the bounds come from: media that report exactly are followed exactly; only while they start, the time
 * is 10 ms ahead. A step is read in the frame after it was made, so one frame is unavoidable; with frames
 * slower than the steps, a whole step more.
 */
describe.each([
  ['exact, 60 fps', 0, SIXTY, 0, 0, [0.99, 1.01]],
  ['exact, uneven frames', 0, UNEVEN, 0, 0, [0.49, 1.51]],
  ['exact, 10 fps', 0, { fps: 10 }, 0, 0, [0.99, 1.01]],
  ['exact, 1 fps', 0, { fps: 1 }, 0, 0, [0.99, 1.01]],
  ['in 40 ms, 60 fps', 0.04, SIXTY, 0, 1000 / 60, [0.85, 1.3]],
  ['in 40 ms, uneven frames', 0.04, UNEVEN, 0, 1500 / 60, [0.45, 1.9]],
  ['in 40 ms, 10 fps', 0.04, { fps: 10 }, 0, 40, [0.85, 1.15]],
  ['in 40 ms, 1 fps', 0.04, { fps: 1 }, 0, 40, [0.95, 1.05]],
  ['in 250 ms, 60 fps', 0.25, SIXTY, 0, 1000 / 60, [0.99, 1.01]],
  ['in 250 ms, uneven frames', 0.25, UNEVEN, 0, 1500 / 60, [0.45, 1.9]],
  ['in 250 ms, 10 fps', 0.25, { fps: 10 }, 0, 100, [0.55, 1.5]],
  ['in 250 ms, 1 fps', 0.25, { fps: 1 }, 0, 250, [0.95, 1.05]],
] as const)('media that report their time %s', (_, step, pace, ahead, behind, [shortest, longest]) => {
  test('are followed within the bounds', () => {
    const playback = Playback.playing({ step });
    const start = playback.run(1, pace); // start-up, and three steps of the longest
    const shownFrames = playback.run(10, pace);
    expectForward([...start, ...shownFrames]);
    expectNear(start, 10, Math.max(0.25, step) * 1000);
    expectNear(shownFrames, ahead, behind);
    const steps = stepsOf(shownFrames, pace.fps);
    expect(steps.shortest).toBeGreaterThanOrEqual(shortest);
    expect(steps.longest).toBeLessThanOrEqual(longest);
    expect(playback.events).not.toContain('jump: stall');
  });
});

describe.each(Object.entries(STEPS))('media that report their time %s', (_, step) => {
  test('are at most 10 ms behind the player while they start', () => {
    const playback = Playback.playing({ step });
    expectNear(playback.run(0.08, SIXTY), 10, 0);
    playback.player.pause();
    expect(playback.player.currentTime).toBe(playback.media.position);
  });

  test.each([
    ['at twice the rate', 2],
    ['at half the rate', 0.5],
  ])('are followed %s', (__, rate) => {
    const playback = Playback.playing({ step });
    playback.player.playbackRate = rate;
    const shownFrames = [...playback.run(1, SIXTY), ...playback.run(10, SIXTY)];
    expectForward(shownFrames);
    expectNear(shownFrames.slice(60), 0, (rate * 1500) / 60);
    expect(playback.events).not.toContain('jump: stall');
  });

  test.each([
    ['faster', 1, 2],
    ['slower', 2, 1],
    ['to stand still', 1, 0],
  ])('can be made %s during playback', (__, from, to) => {
    for (let frames = 60; frames < 76; frames += 3) {
      const playback = Playback.playing({ step });
      playback.player.playbackRate = from;
      playback.run(frames / 60, SIXTY);
      playback.player.playbackRate = to;
      const shownFrames = playback.run(2, SIXTY);
      expectForward(shownFrames);
      expectNear(shownFrames, 25, 50);
      expect(playback.events).not.toContain('jump: stall');
    }
  });

  test('are waited for when they send waiting', () => {
    const playback = Playback.playing({ step });
    playback.run(2, SIXTY);
    playback.media.stall(0.5, false);
    const dry = playback.run(0.5, SIXTY);
    expectForward(dry);
    expectNear(dry, 25, 25);
    const after = playback.run(3, SIXTY);
    expectForward([...dry, ...after]);
    expectNear(after, 25, step * 1000 + 17);
    expectNear(after.slice(60), 0, 17);
    expect(playback.events).not.toContain('jump: stall');
  });

  test('are waited for when they stop without an event, once they are late', () => {
    const playback = Playback.playing({ step });
    playback.run(2, SIXTY);
    playback.media.stall(1, true);
    const dry = playback.run(1, SIXTY);
    expectForward(dry);
    expectNear(dry, step === 0 ? 10 : 1500 * step + 17, 17);
    const after = playback.run(3, SIXTY);
    expectForward([...dry, ...after]);
    expectNear(after.slice(75), 0, 17);
    expect(playback.events).not.toContain('jump: stall');
  });

  test('give their exact time when the player is paused', () => {
    const playback = Playback.playing({ step });
    playback.run(1.234, SIXTY);
    playback.media.advance(0.011); // between two frames
    playback.player.pause();
    expect(playback.player.currentTime).toBe(playback.media.position);
    playback.media.advance(0.5);
    playback.player.update(0.5);
    expect(playback.player.currentTime).toBe(playback.media.position);
    expect(playback.dancer.x).toBeCloseTo(playback.media.position, 6); // positions have 32 bits in a file
    void playback.player.play();
    const shownFrames = playback.run(3, SIXTY);
    expectForward(shownFrames);
    expectNear(shownFrames.slice(60), 0, 17);
  });

  test('give their exact time when other code pauses them', () => {
    const playback = Playback.playing({ step });
    playback.run(1.234, SIXTY);
    playback.media.advance(0.011);
    playback.media.pause();
    playback.media.advance(0.001);
    expect(playback.player.currentTime).toBe(playback.media.position);
    expect(playback.dancer.x).toBeCloseTo(playback.media.position, 6);
  });

  test.each([
    ['the player', (playback: Playback, to: number) => void (playback.player.currentTime = to)],
    ['other code', (playback: Playback, to: number) => void (playback.media.currentTime = to)],
  ])('are sought by %s, forward and back, with one jump each, exactly and at once', (__, seek) => {
    const playback = Playback.playing({ step });
    for (const to of [40, 7.5, 7.9]) {
      playback.run(1.5, SIXTY);
      playback.events.length = 0;
      seek(playback, to);
      const during = playback.run(0.1, SIXTY); // the seek takes as long
      for (const { shown } of during) expect(shown).toBeCloseTo(to, 6);
      expect(playback.events.filter((event) => event.startsWith('jump'))).toEqual(['jump: seek']);
      const after = playback.run(2, SIXTY);
      expectForward(after);
      expectNear(after, startBound(step), Math.max(25, 1000 * step));
      expectNear(after.slice(75), 0, 17);
      expect(playback.events.filter((event) => event.startsWith('jump'))).toEqual(['jump: seek']);
    }
  });

  test('are followed where they can seek to half seconds only', () => {
    for (const [to, landed] of [
      [30.2, 30],
      [30.3, 30.5],
    ]) {
      const playback = Playback.playing({ step, seekGrid: 0.5 });
      playback.run(1, SIXTY);
      playback.player.currentTime = to;
      playback.run(0.1, SIXTY);
      const after = playback.run(2, SIXTY);
      expect(playback.media.position).toBeGreaterThan(landed);
      expectForward(after);
      expectNear(after, startBound(step), Math.max(25, 1000 * step));
      playback.player.pause();
      playback.player.currentTime = to;
      playback.media.advance(0.2);
      expect(playback.player.currentTime).toBe(landed);
      expect(playback.dancer.x).toBeCloseTo(landed, 6);
    }
  });

  test('end exactly: the last frame shows the end of the song, and no frame is beyond it', () => {
    const playback = Playback.playing({ step, duration: 3.21 });
    const shownFrames = playback.run(4, UNEVEN);
    expect(Math.max(...shownFrames.map(({ shown }) => shown))).toBeCloseTo(3.21, 6);
    expectForward(shownFrames);
    expect(playback.player.currentTime).toBe(3.21);
    expect(playback.player.ended).toBe(true);
  });

  test('loop by themselves, with one jump each time and never beyond the end', () => {
    const playback = Playback.playing({ step, duration: 3.21 });
    playback.player.loop = true;
    const shownFrames = playback.run(12, UNEVEN);
    expect(Math.max(...shownFrames.map(({ shown }) => shown))).toBeLessThanOrEqual(3.21 + 1e-6);
    expect(playback.events.filter((event) => event.startsWith('jump'))).toEqual(Array(3).fill('jump: loop'));
    expectNear(
      shownFrames.filter(({ position }) => position > 1),
      0,
      26,
    );
  });

  test('are followed again after half a minute without frames', () => {
    const playback = Playback.playing({ step });
    playback.run(2, SIXTY);
    playback.media.advance(30);
    playback.player.update(0.1); // many programs clamp it
    expectForward([
      { shown: playback.dancer.x, reported: playback.media.currentTime, position: playback.media.position },
    ]);
    expect(playback.events.filter((event) => event.startsWith('jump'))).toEqual(['jump: stall']);
    const after = playback.run(3, SIXTY);
    expectForward(after);
    expectNear(after.slice(75), 0, 17);
  });

  test('give a smooth currentTime between frames too', () => {
    const playback = Playback.playing({ step });
    playback.run(2, SIXTY);
    let last = 0;
    for (let i = 0; i < 400; i++) {
      playback.media.advance(0.003);
      if (i % 6 === 5) playback.player.update(0.018);
      const { currentTime } = playback.player;
      expect(currentTime).toBeGreaterThanOrEqual(last);
      expect(currentTime).toBeGreaterThanOrEqual(playback.media.currentTime);
      expect(Math.abs(currentTime - playback.media.position)).toBeLessThanOrEqual(0.04);
      last = currentTime;
    }
  });
});

test('after seeks with fast, uneven frames the time is not ahead of the media: each event restarts the clock', () => {
  const playback = Playback.playing();
  for (const to of [40, 7.5, 60, 12]) {
    playback.run(1, { fps: 144, jitter: 0.5 });
    playback.player.currentTime = to;
    const shownFrames = playback.run(1, { fps: 144, jitter: 0.5 });
    expectForward(shownFrames);
    expectNear(shownFrames, 10, 0);
  }
});

test('in a tab so slow that its deltas are clamped, the player jumps, and each frame is right', () => {
  const playback = Playback.playing();
  const shownFrames = playback.run(20, { fps: 1, deltaOf: (delta) => Math.min(delta, 0.1) });
  expectForward(shownFrames);
  expectNear(shownFrames, 0, 0);
  expect(playback.events.filter((event) => event === 'jump: stall')).toHaveLength(20);
});

test('frames with a delta of 0 show the time that the media report', () => {
  for (const step of Object.values(STEPS)) {
    const playback = Playback.playing({ step });
    const shownFrames = playback.run(5, { fps: 60, deltaOf: () => 0 });
    for (const { shown, reported } of shownFrames) expect(shown).toBeCloseTo(reported, 5);
    expect(playback.events).not.toContain('jump: stall');
  }
});
