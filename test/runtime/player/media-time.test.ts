import { describe, expect, test } from 'vitest';
import { MotionPlayer } from '#src/runtime/player/motion-player.js';
import { randomNumbers } from '#test/runtime/clip/clip-fixtures.js';
import { FakeMedia, type FakeMediaOptions } from './fake-media.js';
import { Dancer, listen, walkOf } from './stage.js';

/** One picture: what is shown, what the media tell, and where they are. */
interface Shot {
  readonly shown: number;
  readonly told: number;
  readonly truth: number;
}

/** Pictures a second, and what the program takes for the time between them. */
interface Pace {
  readonly fps: number;
  readonly deltaOf?: (seconds: number) => number;
  /** Frames come too early and too late by up to this part. */
  readonly jitter?: number;
}

/** A song and who dances to it: what is shown is the second of the song. */
class Show {
  readonly media: FakeMedia;
  readonly player: MotionPlayer;
  readonly dancer = new Dancer();
  readonly said: string[];
  readonly #random = randomNumbers(1);

  constructor(options: FakeMediaOptions) {
    this.media = new FakeMedia(options);
    this.player = new MotionPlayer({ media: this.media });
    this.player.add(this.dancer, walkOf(100));
    this.said = listen(this.player);
  }

  run(seconds: number, { fps, deltaOf = (delta) => delta, jitter = 0 }: Pace): Shot[] {
    return Array.from({ length: Math.round(seconds * fps) }, () => {
      const delta = (1 + jitter * (2 * this.#random() - 1)) / fps;
      this.media.advance(delta);
      this.player.update(deltaOf(delta));
      return { shown: this.dancer.x, told: this.media.currentTime, truth: this.media.truth };
    });
  }

  static playing(options: FakeMediaOptions = {}): Show {
    const show = new Show({ duration: 90, ...options });
    void show.player.play();
    return show;
  }
}

const SIXTY: Pace = { fps: 60 };
const UNEVEN: Pace = { fps: 60, jitter: 0.5 };
const STEPS = { exact: 0, 'in 40 ms': 0.04, 'in 250 ms': 0.25 };

/**
 * How far the time may run ahead while media start up again, in milliseconds: what they tell and 10 (`SLACK`). Only if
 * their steps are known to be longer than a start-up, the 80 that it takes: who tells nothing new may play.
 */
function startBound(step: number): number {
  return step > 0.1 ? 80 : 10;
}

/** Never backwards, and never behind what the media tell. */
function expectForward(shots: readonly Shot[]): void {
  shots.forEach(({ shown, told }, i) => {
    expect(shown, `picture ${i}`).toBeGreaterThanOrEqual(told - 1e-9);
    if (i > 0) expect(shown, `picture ${i}`).toBeGreaterThanOrEqual(shots[i - 1].shown);
  });
}

/** How far what is shown was from what was heard, in milliseconds. */
function errorsOf(shots: readonly Shot[]): { ahead: number; behind: number } {
  const errors = shots.map(({ shown, truth }) => 1000 * (shown - truth));
  return { ahead: Math.max(0, ...errors), behind: Math.max(0, ...errors.map((error) => -error)) };
}

function expectNear(shots: readonly Shot[], ahead: number, behind: number): void {
  const errors = errorsOf(shots);
  expect(errors.ahead).toBeLessThanOrEqual(ahead + 1);
  expect(errors.behind).toBeLessThanOrEqual(behind + 1);
}

/** The shortest and the longest step between two pictures, in frames: 1 is even. */
function stepsOf(shots: readonly Shot[], fps: number): { shortest: number; longest: number } {
  const steps = shots.slice(1).map(({ shown }, i) => (shown - shots[i].shown) * fps);
  return { shortest: Math.min(...steps), longest: Math.max(...steps) };
}

/*
 * Where the bounds come from. Media that tell exactly are followed exactly; only while they start up the time runs ahead,
 * by 10 ms. A step is seen in the frame after it was made, so
 * that one frame is what nobody can know; slower than the steps, a whole step more.
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
] as const)('media that tell their time %s', (_, step, pace, ahead, behind, [shortest, longest]) => {
  test('are followed', () => {
    const show = Show.playing({ step });
    const start = show.run(1, pace); // start-up, and three steps of the longest
    const shots = show.run(10, pace);
    expectForward([...start, ...shots]);
    expectNear(start, 10, Math.max(0.25, step) * 1000);
    expectNear(shots, ahead, behind);
    const steps = stepsOf(shots, pace.fps);
    expect(steps.shortest).toBeGreaterThanOrEqual(shortest);
    expect(steps.longest).toBeLessThanOrEqual(longest);
    expect(show.said).not.toContain('jump: stall');
  });
});

describe.each(Object.entries(STEPS))('media that tell their time %s', (_, step) => {
  test('are not overtaken while they start up', () => {
    const show = Show.playing({ step });
    expectNear(show.run(0.08, SIXTY), 10, 0);
    show.player.pause();
    expect(show.player.currentTime).toBe(show.media.truth);
  });

  test.each([
    ['twice as fast', 2],
    ['half as fast', 0.5],
  ])('%s, are followed as well', (__, rate) => {
    const show = Show.playing({ step });
    show.player.playbackRate = rate;
    const shots = [...show.run(1, SIXTY), ...show.run(10, SIXTY)];
    expectForward(shots);
    expectNear(shots.slice(60), 0, (rate * 1500) / 60);
    expect(show.said).not.toContain('jump: stall');
  });

  test.each([
    ['faster', 1, 2],
    ['slower', 2, 1],
    ['to a stand', 1, 0],
  ])('may be set %s while they play', (__, from, to) => {
    for (let frames = 60; frames < 76; frames += 3) {
      const show = Show.playing({ step });
      show.player.playbackRate = from;
      show.run(frames / 60, SIXTY);
      show.player.playbackRate = to;
      const shots = show.run(2, SIXTY);
      expectForward(shots);
      expectNear(shots, 25, 50);
      expect(show.said).not.toContain('jump: stall');
    }
  });

  test('and say that they run dry, are waited for', () => {
    const show = Show.playing({ step });
    show.run(2, SIXTY);
    show.media.stall(0.5, false);
    const dry = show.run(0.5, SIXTY);
    expectForward(dry);
    expectNear(dry, 25, 25);
    const after = show.run(3, SIXTY);
    expectForward([...dry, ...after]);
    expectNear(after, 25, step * 1000 + 17);
    expectNear(after.slice(60), 0, 17);
    expect(show.said).not.toContain('jump: stall');
  });

  test('and run dry without a word, are waited for once they are late', () => {
    const show = Show.playing({ step });
    show.run(2, SIXTY);
    show.media.stall(1, true);
    const dry = show.run(1, SIXTY);
    expectForward(dry);
    expectNear(dry, step === 0 ? 10 : 1500 * step + 17, 17);
    const after = show.run(3, SIXTY);
    expectForward([...dry, ...after]);
    expectNear(after.slice(75), 0, 17);
    expect(show.said).not.toContain('jump: stall');
  });

  test('are where they are, to the bit, when paused', () => {
    const show = Show.playing({ step });
    show.run(1.234, SIXTY);
    show.media.advance(0.011); // between two pictures
    show.player.pause();
    expect(show.player.currentTime).toBe(show.media.truth);
    show.media.advance(0.5);
    show.player.update(0.5);
    expect(show.player.currentTime).toBe(show.media.truth);
    expect(show.dancer.x).toBeCloseTo(show.media.truth, 6); // moves are 32 bits in a file
    void show.player.play();
    const shots = show.run(3, SIXTY);
    expectForward(shots);
    expectNear(shots.slice(60), 0, 17);
  });

  test('are where they are, to the bit, when somebody else pauses them', () => {
    const show = Show.playing({ step });
    show.run(1.234, SIXTY);
    show.media.advance(0.011);
    show.media.pause();
    show.media.advance(0.001);
    expect(show.player.currentTime).toBe(show.media.truth);
    expect(show.dancer.x).toBeCloseTo(show.media.truth, 6);
  });

  test.each([
    ['the player', (show: Show, to: number) => void (show.player.currentTime = to)],
    ['somebody else', (show: Show, to: number) => void (show.media.currentTime = to)],
  ])('are sought by %s: forth and back, a jump each, and exact at once', (__, seek) => {
    const show = Show.playing({ step });
    for (const to of [40, 7.5, 7.9]) {
      show.run(1.5, SIXTY);
      show.said.length = 0;
      seek(show, to);
      const during = show.run(0.1, SIXTY); // the seek takes as long
      for (const { shown } of during) expect(shown).toBeCloseTo(to, 6);
      expect(show.said.filter((said) => said.startsWith('jump'))).toEqual(['jump: seek']);
      const after = show.run(2, SIXTY);
      expectForward(after);
      expectNear(after, startBound(step), Math.max(25, 1000 * step));
      expectNear(after.slice(75), 0, 17);
      expect(show.said.filter((said) => said.startsWith('jump'))).toEqual(['jump: seek']);
    }
  });

  test('and seek to half seconds only, are believed', () => {
    for (const [to, landed] of [
      [30.2, 30],
      [30.3, 30.5],
    ]) {
      const show = Show.playing({ step, seekGrid: 0.5 });
      show.run(1, SIXTY);
      show.player.currentTime = to;
      show.run(0.1, SIXTY);
      const after = show.run(2, SIXTY);
      expect(show.media.truth).toBeGreaterThan(landed);
      expectForward(after);
      expectNear(after, startBound(step), Math.max(25, 1000 * step));
      show.player.pause();
      show.player.currentTime = to;
      show.media.advance(0.2);
      expect(show.player.currentTime).toBe(landed);
      expect(show.dancer.x).toBeCloseTo(landed, 6);
    }
  });

  test('end: the last picture is that of the last sound, and none goes beyond', () => {
    const show = Show.playing({ step, duration: 3.21 });
    const shots = show.run(4, UNEVEN);
    expect(Math.max(...shots.map(({ shown }) => shown))).toBeCloseTo(3.21, 6);
    expectForward(shots);
    expect(show.player.currentTime).toBe(3.21);
    expect(show.player.ended).toBe(true);
  });

  test('go round by themselves: one jump a round, and never beyond the end', () => {
    const show = Show.playing({ step, duration: 3.21 });
    show.player.loop = true;
    const shots = show.run(12, UNEVEN);
    expect(Math.max(...shots.map(({ shown }) => shown))).toBeLessThanOrEqual(3.21 + 1e-6);
    expect(show.said.filter((said) => said.startsWith('jump'))).toEqual(Array(3).fill('jump: loop'));
    expectNear(
      shots.filter(({ truth }) => truth > 1),
      0,
      26,
    );
  });

  test('are found again after half a minute without a picture', () => {
    const show = Show.playing({ step });
    show.run(2, SIXTY);
    show.media.advance(30);
    show.player.update(0.1); // many clamp it
    expectForward([{ shown: show.dancer.x, told: show.media.currentTime, truth: show.media.truth }]);
    expect(show.said.filter((said) => said.startsWith('jump'))).toEqual(['jump: stall']);
    const after = show.run(3, SIXTY);
    expectForward(after);
    expectNear(after.slice(75), 0, 17);
  });

  test('give the time between pictures too', () => {
    const show = Show.playing({ step });
    show.run(2, SIXTY);
    let last = 0;
    for (let i = 0; i < 400; i++) {
      show.media.advance(0.003);
      if (i % 6 === 5) show.player.update(0.018);
      const { currentTime } = show.player;
      expect(currentTime).toBeGreaterThanOrEqual(last);
      expect(currentTime).toBeGreaterThanOrEqual(show.media.currentTime);
      expect(Math.abs(currentTime - show.media.truth)).toBeLessThanOrEqual(0.04);
      last = currentTime;
    }
  });
});

test('seeks in fast, uneven frames are not overtaken: each word of the media tells their time anew', () => {
  const show = Show.playing();
  for (const to of [40, 7.5, 60, 12]) {
    show.run(1, { fps: 144, jitter: 0.5 });
    show.player.currentTime = to;
    const shots = show.run(1, { fps: 144, jitter: 0.5 });
    expectForward(shots);
    expectNear(shots, 10, 0);
  }
});

test('a tab so slow that its frames are clamped jumps, and is right in every picture', () => {
  const show = Show.playing();
  const shots = show.run(20, { fps: 1, deltaOf: (delta) => Math.min(delta, 0.1) });
  expectForward(shots);
  expectNear(shots, 0, 0);
  expect(show.said.filter((said) => said === 'jump: stall')).toHaveLength(20);
});

test('frames that take no time show what the media tell', () => {
  for (const step of Object.values(STEPS)) {
    const show = Show.playing({ step });
    const shots = show.run(5, { fps: 60, deltaOf: () => 0 });
    for (const { shown, told } of shots) expect(shown).toBeCloseTo(told, 5);
    expect(show.said).not.toContain('jump: stall');
  }
});
