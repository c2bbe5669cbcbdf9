import { describe, expect, test } from 'vitest';
import { MotionPlayer, type MotionPlayerOptions } from '#src/runtime/player/motion-player.js';
import { FakeMedia, type FakeMediaOptions } from './fake-media.js';
import { Dancer, listen, settle, walkOf } from './stage.js';

interface Song {
  readonly media: FakeMedia;
  readonly player: MotionPlayer;
  readonly dancer: Dancer;
  readonly said: string[];
}

/** A dancer to a song; both last 20 s unless said otherwise. */
function song(options: FakeMediaOptions = {}, own: MotionPlayerOptions = {}, seconds = 20): Song {
  const media = new FakeMedia({ startSeconds: 0, ...options });
  const player = new MotionPlayer({ media, ...own });
  const dancer = new Dancer();
  player.add(dancer, walkOf(seconds));
  return { media, player, dancer, said: listen(player) };
}

function run({ media, player }: Song, seconds: number): void {
  for (let i = 0; i < Math.round(seconds * 50); i++) {
    media.advance(0.02);
    player.update(0.02);
  }
}

const jumpsOf = ({ said }: Song): string[] => said.filter((word) => word.startsWith('jump'));

describe('what is said, and in which order, is what media say', () => {
  test('of playing, pausing and seeking', async () => {
    const show = song();
    const { player, said } = show;
    await settle();
    said.length = 0;
    void player.play();
    run(show, 0.1);
    player.pause();
    run(show, 0.1);
    player.currentTime = 5;
    run(show, 0.2);
    await settle();
    expect(said.slice(0, 4)).toEqual(['play', 'playing', 'timeupdate', 'pause']);
    expect(said.slice(4)).toEqual(['jump: seek', 'seeking', 'timeupdate', 'seeked']);
  });

  test('of running dry, of a rate and of the end', async () => {
    const show = song({ duration: 1 });
    const { media, player, said } = show;
    void player.play();
    run(show, 0.1);
    said.length = 0;
    media.stall(0.1, false);
    run(show, 0.2);
    player.playbackRate = 2;
    run(show, 0.1);
    expect(said.filter((word) => word !== 'timeupdate')).toEqual(['waiting', 'playing', 'ratechange']);
    said.length = 0;
    run(show, 1);
    expect(said.slice(-3)).toEqual(['timeupdate', 'pause', 'ended']);
    await settle();
    expect(said.filter((word) => word === 'ended')).toHaveLength(1);
  });

  test('play is kept or refused as theirs', async () => {
    const show = song();
    const kept = show.player.play();
    run(show, 0.1);
    await kept;
    show.player.pause();
    show.media.refuses = true;
    await expect(show.player.play()).rejects.toThrow('without a gesture');
    expect(show.player.paused).toBe(true);
    run(show, 0.2);
    expect(show.dancer.x).toBeCloseTo(0.1, 5);
    show.media.refuses = false;
    const interrupted = show.player.play();
    show.player.pause();
    await expect(interrupted).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('playing', () => {
  test('twice does not touch media that play', () => {
    const show = song();
    void show.player.play();
    run(show, 1);
    show.media.advance(0.011);
    void show.player.play();
    expect(show.media.seeks).toBe(0);
  });

  test('may be begun by somebody else, who plays the media', () => {
    const show = song();
    void show.media.play();
    run(show, 1);
    expect(show.player.paused).toBe(false);
    expect(show.dancer.x).toBeCloseTo(show.media.truth, 5);
    show.player.pause();
    expect(show.player.currentTime).toBe(show.media.truth);
  });

  test('after the end begins anew', () => {
    const show = song({ duration: 1 });
    void show.player.play();
    run(show, 2);
    expect([show.player.ended, show.player.currentTime]).toEqual([true, 1]);
    show.said.length = 0;
    void show.player.play();
    expect(show.player.ended).toBe(false);
    run(show, 0.5);
    expect(show.dancer.x).toBeCloseTo(0.4, 2); // the seek took 0.1
    expect(jumpsOf(show)).toEqual(['jump: seek']);
  });

  test('after steps goes on where they led', () => {
    const show = song();
    for (let i = 0; i < 30; i++) show.player.step(0.1);
    expect(show.media.truth).toBe(0);
    expect(show.dancer.x).toBeCloseTo(3, 5);
    void show.player.play();
    run(show, 0.5);
    expect(show.dancer.x).toBeCloseTo(3.4, 2);
  });
});

describe('duration', () => {
  test('is the song’s: a motion that ends first holds its last pose, a song that ends first ends it', () => {
    const longer = song({ duration: 3 }, {}, 1);
    expect(longer.player.duration).toBe(3);
    void longer.player.play();
    run(longer, 2);
    expect(longer.dancer.x).toBe(1);
    const shorter = song({ duration: 1 }, {}, 3);
    void shorter.player.play();
    run(shorter, 2);
    expect(shorter.player.ended).toBe(true);
    expect(shorter.dancer.x).toBe(1);
  });

  test('until they know it is the motions’', async () => {
    const show = song({ duration: Number.NaN }, {}, 7);
    expect(show.player.duration).toBe(7);
    show.said.length = 0;
    show.media.load(30);
    run(show, 0.02);
    await Promise.resolve(); // it is told as media do it, a task later
    expect(show.player.duration).toBe(30);
    expect(show.said).toContain('durationchange');
  });

  test('a seek before that goes where it was sent, beyond the motions too', async () => {
    const show = song({ duration: Number.NaN }, {}, 7);
    await settle();
    show.said.length = 0;
    show.player.currentTime = 12;
    await settle();
    expect(show.said).toEqual(['jump: seek', 'seeking', 'timeupdate', 'seeked']);
    show.media.load(30);
    run(show, 0.2);
    expect([show.player.currentTime, show.media.truth]).toEqual([12, 12]);
    expect(jumpsOf(show)).toHaveLength(1);
  });
});

describe('a jump', () => {
  test('can be asked where it went: back too', () => {
    const show = song();
    void show.player.play();
    run(show, 8);
    const heard: number[] = [];
    show.player.addEventListener('jump', () => heard.push(show.player.currentTime));
    show.player.currentTime = 2;
    show.player.currentTime = 5;
    expect(heard).toEqual([2, 5]);
  });

  test('of the media themselves resets who is on stage, once', () => {
    const show = song();
    void show.player.play();
    run(show, 1);
    const { resets } = show.dancer;
    show.media.currentTime = 7;
    run(show, 0.5);
    expect(show.dancer.resets - resets).toBe(1);
    expect(jumpsOf(show)).toEqual(['jump: seek']);
    show.media.currentTime = 3;
    run(show, 0.5);
    expect(jumpsOf(show)).toEqual(['jump: seek', 'jump: seek']);
  });

  test('is what another source is', () => {
    const show = song();
    void show.player.play();
    run(show, 2);
    show.media.empty();
    run(show, 0.1);
    expect([show.player.currentTime, show.player.paused, show.dancer.x]).toEqual([0, true, 0]);
    expect(jumpsOf(show)).toEqual(['jump: seek']);
  });
});

describe('a range of a song', () => {
  test('is gone round, a seek and a jump each', () => {
    const show = song();
    show.player.loopRange = { start: 2, end: 3 };
    void show.player.play();
    run(show, 7);
    expect(show.player.currentTime).toBeGreaterThanOrEqual(2);
    expect(show.player.currentTime).toBeLessThan(3);
    expect(jumpsOf(show)).toEqual(Array(4).fill('jump: loop')); // at 3, 4.1, 5.2, 6.3: a seek takes 0.1
    show.player.currentTime = 10;
    run(show, 3);
    expect(show.player.currentTime).toBeGreaterThan(12.5);
  });

  test.each([
    [4, false],
    [4, true],
    [100, false],
    [100, true],
  ])('that ends with it, or later (%d), is gone round too; loop: %s', async (end, loop) => {
    const show = song({ duration: 4 });
    show.player.loop = loop;
    show.player.loopRange = { start: 3, end };
    void show.player.play();
    for (let i = 0; i < 20; i++) {
      run(show, 0.5);
      await settle();
      if (i > 6) expect(show.player.currentTime).toBeGreaterThanOrEqual(3);
    }
    expect(show.player.paused).toBe(false);
    expect(show.said).not.toContain('ended');
    expect(show.said).not.toContain('pause');
    expect(new Set(jumpsOf(show))).toEqual(new Set(['jump: loop']));
  });

  test('behind which it was sought, does not call it back from the end', async () => {
    const show = song({ duration: 4 });
    show.player.loopRange = { start: 1, end: 2 };
    show.player.currentTime = 3;
    void show.player.play();
    run(show, 3);
    await settle();
    expect([show.player.ended, show.player.currentTime]).toEqual([true, 4]);
  });

  test('is gone round in a page that shows no picture meanwhile', async () => {
    const show = song({ duration: 4 });
    show.player.loopRange = { start: 1, end: 2 };
    void show.player.play();
    run(show, 1.5);
    show.media.advance(5); // hidden: it plays to the end
    show.media.advance(0.2);
    run(show, 0.2);
    await settle();
    expect(show.player.paused).toBe(false);
    expect(show.player.currentTime).toBeGreaterThanOrEqual(1);
    expect(show.player.currentTime).toBeLessThan(2);
  });
});

describe('the media’s own switches', () => {
  test('are taken over when they come, and the player’s later', () => {
    const media = new FakeMedia();
    media.loop = true;
    media.playbackRate = 1.5;
    const player = new MotionPlayer({ media });
    expect([player.loop, player.playbackRate]).toEqual([true, 1.5]);
    player.loop = false;
    player.playbackRate = 0.5;
    expect([media.loop, media.playbackRate]).toEqual([false, 0.5]);
    const other = new FakeMedia();
    player.media = other;
    expect([other.loop, other.playbackRate]).toEqual([false, 0.5]);
  });

  test('are the player’s, whoever sets them', () => {
    const show = song();
    show.media.loop = true;
    show.media.playbackRate = 2;
    run(show, 0.1);
    expect([show.player.loop, show.player.playbackRate]).toEqual([true, 2]);
    show.player.media = undefined;
    expect([show.player.loop, show.player.playbackRate]).toEqual([true, 2]);
  });

  test('a rate they refuse is refused, and not kept', () => {
    const show = song();
    Object.defineProperty(show.media, 'playbackRate', {
      get: () => 1,
      set: () => {
        throw new DOMException('too fast', 'NotSupportedError');
      },
    });
    expect(() => (show.player.playbackRate = 1000)).toThrow('too fast');
    expect(show.player.playbackRate).toBe(1);
  });
});

describe('other media', () => {
  test('go on where the others were, and those are left alone', async () => {
    const show = song();
    void show.player.play();
    run(show, 3);
    const next = new FakeMedia({ startSeconds: 0 });
    show.said.length = 0;
    show.player.media = next;
    expect([show.media.paused, show.media.listeners]).toEqual([true, 0]);
    expect([next.paused, show.player.paused]).toEqual([false, false]);
    run({ ...show, media: next }, 1);
    await settle();
    expect(next.truth).toBeCloseTo(3.9, 9); // the seek took 0.1
    expect(show.dancer.x).toBeCloseTo(3.9, 2);
    show.media.currentTime = 15;
    run(show, 0.2);
    expect(show.said).not.toContain('pause');
    expect(jumpsOf(show)).toEqual([]);
  });

  test('may be none: its own clock goes on', async () => {
    const show = song();
    void show.player.play();
    run(show, 3);
    show.player.media = undefined;
    expect(show.player.paused).toBe(false);
    show.player.update(1);
    expect(show.player.currentTime).toBeCloseTo(4, 9);
    expect(show.media.listeners).toBe(0);
  });

  describe('whoever hears of the jump to where they are may', () => {
    /** Media that play at 10 s, and what is done when the player jumps there. */
    function taken(act: (player: MotionPlayer) => void): { media: FakeMedia; player: MotionPlayer } {
      const media = new FakeMedia({ startSeconds: 0 });
      media.currentTime = 10;
      media.advance(1);
      media.play().catch(() => undefined); // whoever pauses them ends it
      const player = new MotionPlayer();
      player.add(new Dancer(), walkOf(20));
      player.addEventListener('jump', () => act(player), { once: true });
      player.media = media;
      return { media, player };
    }

    test('seek on', () => {
      const { media, player } = taken((jumped) => (jumped.currentTime = 5));
      expect([media.currentTime, player.currentTime]).toEqual([5, 5]);
    });

    test('pause them', () => {
      const { media, player } = taken((jumped) => jumped.pause());
      expect([media.paused, player.paused]).toEqual([true, true]);
    });

    test('let them go', () => {
      const { media, player } = taken((jumped) => (jumped.media = undefined));
      expect([player.media, media.paused]).toEqual([undefined, true]);
      media.currentTime = 3;
      expect(player.currentTime).toBe(10);
    });
  });

  test('that play already are followed to where they are: a jump', () => {
    const show = song();
    const next = new FakeMedia({ startSeconds: 0 });
    next.currentTime = 5;
    void next.play();
    next.advance(1);
    show.player.media = next;
    run({ ...show, media: next }, 1);
    expect(show.dancer.x).toBeCloseTo(next.truth, 5);
    expect(jumpsOf(show)).toEqual(['jump: seek']);
    next.advance(0.013);
    show.player.pause();
    expect(show.player.currentTime).toBe(next.truth);
  });

  test('that are refused pause it, and it says so', async () => {
    const show = song();
    void show.player.play();
    run(show, 1);
    const next = new FakeMedia();
    next.refuses = true;
    show.said.length = 0;
    show.player.media = next;
    await settle();
    expect(show.player.paused).toBe(true);
    expect(show.said).toContain('pause');
  });

  test('may be exchanged while they start: nobody is told of a pause', async () => {
    const show = song();
    void show.player.play();
    run(show, 1);
    show.said.length = 0;
    show.player.media = new FakeMedia();
    const last = new FakeMedia();
    show.player.media = last;
    run({ ...show, media: last }, 1);
    await settle();
    expect(show.player.paused).toBe(false);
    expect(show.said).not.toContain('pause');
  });

  test('after the end of the dance are not at their end', async () => {
    const player = new MotionPlayer();
    player.add(new Dancer(), walkOf(2));
    await player.play();
    player.update(3);
    expect(player.ended).toBe(true);
    const media = new FakeMedia({ duration: 10 });
    player.media = media;
    expect(player.ended).toBe(false);
    void media.play();
    media.advance(1);
    expect(player.ended).toBe(false);
  });
});

test('an offset: the song begins first', () => {
  const show = song({}, { offset: 2 });
  expect(show.player.duration).toBe(20);
  void show.player.play();
  run(show, 1.5);
  expect(show.dancer.x).toBe(0);
  run(show, 2);
  expect(show.dancer.x).toBeCloseTo(1.5, 5);
});

test('who is disposed of listens to nothing, and pauses its media', async () => {
  const show = song();
  void show.player.play();
  run(show, 1);
  show.player.dispose();
  expect([show.media.listeners, show.media.paused]).toEqual([0, true]);
  expect([show.player.media, show.player.playables]).toEqual([undefined, []]);
  run(show, 1);
  expect(show.dancer.x).toBeCloseTo(1, 5);
  await settle();
});
