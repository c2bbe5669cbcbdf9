import { describe, expect, test } from 'vitest';
import { MotionPlayer, type MotionPlayerOptions } from '#src/runtime/player/motion-player.js';
import { FakeMedia, type FakeMediaOptions } from './fake-media.js';
import { Dancer, motionAlongX, recordEvents, settle } from './dancer.js';

interface Song {
  readonly media: FakeMedia;
  readonly player: MotionPlayer;
  readonly dancer: Dancer;
  readonly events: string[];
}

/** A dancer with a song; by default both last 20 s. */
function song(options: FakeMediaOptions = {}, own: MotionPlayerOptions = {}, seconds = 20): Song {
  const media = new FakeMedia({ startSeconds: 0, ...options });
  const player = new MotionPlayer({ media, ...own });
  const dancer = new Dancer();
  player.add(dancer, motionAlongX(seconds));
  return { media, player, dancer, events: recordEvents(player) };
}

function run({ media, player }: Song, seconds: number): void {
  for (let i = 0; i < Math.round(seconds * 50); i++) {
    media.advance(0.02);
    player.update(0.02);
  }
}

const jumpsOf = ({ events }: Song): string[] => events.filter((event) => event.startsWith('jump'));

describe('events come in the order of media events', () => {
  test('for play, pause and seek', async () => {
    const playback = song();
    const { player, events } = playback;
    await settle();
    events.length = 0;
    void player.play();
    run(playback, 0.1);
    player.pause();
    run(playback, 0.1);
    player.currentTime = 5;
    run(playback, 0.2);
    await settle();
    expect(events.slice(0, 4)).toEqual(['play', 'playing', 'timeupdate', 'pause']);
    expect(events.slice(4)).toEqual(['jump: seek', 'seeking', 'timeupdate', 'seeked']);
  });

  test('for missing data, a rate and the end', async () => {
    const playback = song({ duration: 1 });
    const { media, player, events } = playback;
    void player.play();
    run(playback, 0.1);
    events.length = 0;
    media.stall(0.1, false);
    run(playback, 0.2);
    player.playbackRate = 2;
    run(playback, 0.1);
    expect(events.filter((event) => event !== 'timeupdate')).toEqual(['waiting', 'playing', 'ratechange']);
    events.length = 0;
    run(playback, 1);
    expect(events.slice(-3)).toEqual(['timeupdate', 'pause', 'ended']);
    await settle();
    expect(events.filter((event) => event === 'ended')).toHaveLength(1);
  });

  test('and the promise of play resolves or rejects as that of the media', async () => {
    const playback = song();
    const resolved = playback.player.play();
    run(playback, 0.1);
    await resolved;
    playback.player.pause();
    playback.media.refusesPlay = true;
    await expect(playback.player.play()).rejects.toThrow('without a gesture');
    expect(playback.player.paused).toBe(true);
    run(playback, 0.2);
    expect(playback.dancer.x).toBeCloseTo(0.1, 5);
    playback.media.refusesPlay = false;
    const interrupted = playback.player.play();
    playback.player.pause();
    await expect(interrupted).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('play', () => {
  test('does not change media that play already', () => {
    const playback = song();
    void playback.player.play();
    run(playback, 1);
    playback.media.advance(0.011);
    void playback.player.play();
    expect(playback.media.seekCount).toBe(0);
  });

  test('can be called on the media themselves', () => {
    const playback = song();
    void playback.media.play();
    run(playback, 1);
    expect(playback.player.paused).toBe(false);
    expect(playback.dancer.x).toBeCloseTo(playback.media.position, 5);
    playback.player.pause();
    expect(playback.player.currentTime).toBe(playback.media.position);
  });

  test('starts again after the end', () => {
    const playback = song({ duration: 1 });
    void playback.player.play();
    run(playback, 2);
    expect([playback.player.ended, playback.player.currentTime]).toEqual([true, 1]);
    playback.events.length = 0;
    void playback.player.play();
    expect(playback.player.ended).toBe(false);
    run(playback, 0.5);
    expect(playback.dancer.x).toBeCloseTo(0.4, 2); // the seek took 0.1
    expect(jumpsOf(playback)).toEqual(['jump: seek']);
  });

  test('continues from the time of the last step', () => {
    const playback = song();
    for (let i = 0; i < 30; i++) playback.player.step(0.1);
    expect(playback.media.position).toBe(0);
    expect(playback.dancer.x).toBeCloseTo(3, 5);
    void playback.player.play();
    run(playback, 0.5);
    expect(playback.dancer.x).toBeCloseTo(3.4, 2);
  });
});

describe('the duration', () => {
  test('is that of the song: a shorter motion holds its last pose, a shorter song ends playback', () => {
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

  test('is that of the motions until the media know theirs', async () => {
    const playback = song({ duration: Number.NaN }, {}, 7);
    expect(playback.player.duration).toBe(7);
    playback.events.length = 0;
    playback.media.load(30);
    run(playback, 0.02);
    await Promise.resolve(); // the event comes a task later, as media do it
    expect(playback.player.duration).toBe(30);
    expect(playback.events).toContain('durationchange');
  });

  test('does not limit a seek before the media know it', async () => {
    const playback = song({ duration: Number.NaN }, {}, 7);
    await settle();
    playback.events.length = 0;
    playback.player.currentTime = 12;
    await settle();
    expect(playback.events).toEqual(['jump: seek', 'seeking', 'timeupdate', 'seeked']);
    playback.media.load(30);
    run(playback, 0.2);
    expect([playback.player.currentTime, playback.media.position]).toEqual([12, 12]);
    expect(jumpsOf(playback)).toHaveLength(1);
  });
});

describe('a jump', () => {
  test('has the new time when its event comes, also backwards', () => {
    const playback = song();
    void playback.player.play();
    run(playback, 8);
    const times: number[] = [];
    playback.player.addEventListener('jump', () => times.push(playback.player.currentTime));
    playback.player.currentTime = 2;
    playback.player.currentTime = 5;
    expect(times).toEqual([2, 5]);
  });

  test('of the media themselves resets the playables once', () => {
    const playback = song();
    void playback.player.play();
    run(playback, 1);
    const { resets } = playback.dancer;
    playback.media.currentTime = 7;
    run(playback, 0.5);
    expect(playback.dancer.resets - resets).toBe(1);
    expect(jumpsOf(playback)).toEqual(['jump: seek']);
    playback.media.currentTime = 3;
    run(playback, 0.5);
    expect(jumpsOf(playback)).toEqual(['jump: seek', 'jump: seek']);
  });

  test('follows when the media load another source', () => {
    const playback = song();
    void playback.player.play();
    run(playback, 2);
    playback.media.empty();
    run(playback, 0.1);
    expect([playback.player.currentTime, playback.player.paused, playback.dancer.x]).toEqual([0, true, 0]);
    expect(jumpsOf(playback)).toEqual(['jump: seek']);
  });
});

describe('a loop range of a song', () => {
  test('repeats, with a seek and a jump each time', () => {
    const playback = song();
    playback.player.loopRange = { start: 2, end: 3 };
    void playback.player.play();
    run(playback, 7);
    expect(playback.player.currentTime).toBeGreaterThanOrEqual(2);
    expect(playback.player.currentTime).toBeLessThan(3);
    expect(jumpsOf(playback)).toEqual(Array(4).fill('jump: loop')); // at 3, 4.1, 5.2, 6.3: a seek takes 0.1
    playback.player.currentTime = 10;
    run(playback, 3);
    expect(playback.player.currentTime).toBeGreaterThan(12.5);
  });

  test.each([
    [4, false],
    [4, true],
    [100, false],
    [100, true],
  ])('that ends with the song, or later (%d), repeats too; loop: %s', async (end, loop) => {
    const playback = song({ duration: 4 });
    playback.player.loop = loop;
    playback.player.loopRange = { start: 3, end };
    void playback.player.play();
    for (let i = 0; i < 20; i++) {
      run(playback, 0.5);
      await settle();
      if (i > 6) expect(playback.player.currentTime).toBeGreaterThanOrEqual(3);
    }
    expect(playback.player.paused).toBe(false);
    expect(playback.events).not.toContain('ended');
    expect(playback.events).not.toContain('pause');
    expect(new Set(jumpsOf(playback))).toEqual(new Set(['jump: loop']));
  });

  test('is entered at once if it is set after the song has ended', async () => {
    const playback = song({ duration: 4 });
    void playback.player.play();
    run(playback, 5);
    await settle();
    expect(playback.player.ended).toBe(true);
    playback.player.loopRange = { start: 3, end: 4 };
    expect([playback.player.currentTime, playback.media.currentTime]).toEqual([3, 3]);
    void playback.player.play();
    run(playback, 3);
    await settle();
    expect([playback.player.paused, playback.player.ended]).toEqual([false, false]);
    expect(playback.player.currentTime).toBeGreaterThanOrEqual(3);
  });

  test('has no effect at the end of the song after a seek beyond it', async () => {
    const playback = song({ duration: 4 });
    playback.player.loopRange = { start: 1, end: 2 };
    playback.player.currentTime = 3;
    void playback.player.play();
    run(playback, 3);
    await settle();
    expect([playback.player.ended, playback.player.currentTime]).toEqual([true, 4]);
  });

  test('repeats in a hidden page, which renders no frames', async () => {
    const playback = song({ duration: 4 });
    playback.player.loopRange = { start: 1, end: 2 };
    void playback.player.play();
    run(playback, 1.5);
    playback.media.advance(5); // hidden: the song plays to its end
    playback.media.advance(0.2);
    run(playback, 0.2);
    await settle();
    expect(playback.player.paused).toBe(false);
    expect(playback.player.currentTime).toBeGreaterThanOrEqual(1);
    expect(playback.player.currentTime).toBeLessThan(2);
  });
});

describe('loop and playbackRate of media', () => {
  test('are adopted by the player, those of later media too', async () => {
    const media = new FakeMedia();
    media.loop = true;
    media.playbackRate = 1.5;
    const player = new MotionPlayer({ media });
    expect([player.loop, player.playbackRate]).toEqual([true, 1.5]);
    player.loop = false;
    player.playbackRate = 0.5;
    expect([media.loop, media.playbackRate]).toEqual([false, 0.5]);
    const other = new FakeMedia();
    Object.assign(other, { loop: true, playbackRate: 2 });
    const events = recordEvents(player);
    player.media = other;
    expect([other.loop, other.playbackRate, player.loop, player.playbackRate]).toEqual([true, 2, true, 2]);
    await settle();
    expect(events.filter((type) => type === 'ratechange')).toHaveLength(1);
  });

  test('are those of the constructor if it names them', () => {
    const media = new FakeMedia();
    const player = new MotionPlayer({ media, loop: true, playbackRate: 0.5 });
    expect([media.loop, media.playbackRate, player.loop, player.playbackRate]).toEqual([
      true,
      0.5,
      true,
      0.5,
    ]);
  });

  test('are those of the player, also when other code sets them', () => {
    const playback = song();
    playback.media.loop = true;
    playback.media.playbackRate = 2;
    run(playback, 0.1);
    expect([playback.player.loop, playback.player.playbackRate]).toEqual([true, 2]);
    playback.player.media = undefined;
    expect([playback.player.loop, playback.player.playbackRate]).toEqual([true, 2]);
  });

  test('throw for a rate that the media do not support, which is not kept', () => {
    const playback = song();
    Object.defineProperty(playback.media, 'playbackRate', {
      get: () => 1,
      set: () => {
        throw new DOMException('too fast', 'NotSupportedError');
      },
    });
    expect(() => (playback.player.playbackRate = 1000)).toThrow('too fast');
    expect(playback.player.playbackRate).toBe(1);
  });
});

describe('other media', () => {
  test('the old media play on while another player has them', async () => {
    const { media, player } = song();
    const other = new MotionPlayer({ media });
    const playing = other.play();
    player.media = undefined;
    expect([media.paused, player.paused, other.paused]).toEqual([false, false, false]);
    player.pause(); // its own clock
    expect(media.paused).toBe(false);
    other.dispose();
    expect([media.paused, media.listenerCount]).toEqual([true, 0]);
    await expect(playing).rejects.toThrow('paused'); // before it began
  });

  test('continue at the current time, and the old media are released', async () => {
    const playback = song();
    void playback.player.play();
    run(playback, 3);
    const next = new FakeMedia({ startSeconds: 0 });
    playback.events.length = 0;
    playback.player.media = next;
    expect([playback.media.paused, playback.media.listenerCount]).toEqual([true, 0]);
    expect([next.paused, playback.player.paused]).toEqual([false, false]);
    run({ ...playback, media: next }, 1);
    await settle();
    expect(next.position).toBeCloseTo(3.9, 9); // the seek took 0.1
    expect(playback.dancer.x).toBeCloseTo(3.9, 2);
    playback.media.currentTime = 15;
    run(playback, 0.2);
    expect(playback.events).not.toContain('pause');
    expect(jumpsOf(playback)).toEqual([]);
  });

  test('may be undefined: the player’s own clock continues', async () => {
    const playback = song();
    void playback.player.play();
    run(playback, 3);
    playback.player.media = undefined;
    expect(playback.player.paused).toBe(false);
    playback.player.update(1);
    expect(playback.player.currentTime).toBeCloseTo(4, 9);
    expect(playback.media.listenerCount).toBe(0);
  });

  describe('that play elsewhere cause a jump, whose listener may', () => {
    /** A player that takes over media at 10 s; `act` is called when it jumps there. */
    function taken(act: (player: MotionPlayer) => void): { media: FakeMedia; player: MotionPlayer } {
      const media = new FakeMedia({ startSeconds: 0 });
      media.currentTime = 10;
      media.advance(1);
      media.play().catch(() => undefined); // a pause rejects it
      const player = new MotionPlayer();
      player.add(new Dancer(), motionAlongX(20));
      player.addEventListener('jump', () => act(player), { once: true });
      player.media = media;
      return { media, player };
    }

    test('seek', () => {
      const { media, player } = taken((listener) => (listener.currentTime = 5));
      expect([media.currentTime, player.currentTime]).toEqual([5, 5]);
    });

    test('pause the media', () => {
      const { media, player } = taken((listener) => listener.pause());
      expect([media.paused, player.paused]).toEqual([true, true]);
    });

    test('remove the media', () => {
      const { media, player } = taken((listener) => (listener.media = undefined));
      expect([player.media, media.paused]).toEqual([undefined, true]);
      media.currentTime = 3;
      expect(player.currentTime).toBe(10);
    });
  });

  test('that play already are followed with a jump', () => {
    const playback = song();
    const next = new FakeMedia({ startSeconds: 0 });
    next.currentTime = 5;
    void next.play();
    next.advance(1);
    playback.player.media = next;
    run({ ...playback, media: next }, 1);
    expect(playback.dancer.x).toBeCloseTo(next.position, 5);
    expect(jumpsOf(playback)).toEqual(['jump: seek']);
    next.advance(0.013);
    playback.player.pause();
    expect(playback.player.currentTime).toBe(next.position);
  });

  test('that refuse to play pause the player, which sends pause', async () => {
    const playback = song();
    void playback.player.play();
    run(playback, 1);
    const next = new FakeMedia();
    next.refusesPlay = true;
    playback.events.length = 0;
    playback.player.media = next;
    await settle();
    expect(playback.player.paused).toBe(true);
    expect(playback.events).toContain('pause');
  });

  test('can be replaced while they start, without the event pause', async () => {
    const playback = song();
    void playback.player.play();
    run(playback, 1);
    playback.events.length = 0;
    playback.player.media = new FakeMedia();
    const last = new FakeMedia();
    playback.player.media = last;
    run({ ...playback, media: last }, 1);
    await settle();
    expect(playback.player.paused).toBe(false);
    expect(playback.events).not.toContain('pause');
  });

  test('added after the end of the motion have not ended', async () => {
    const player = new MotionPlayer();
    player.add(new Dancer(), motionAlongX(2));
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

test('a positive offset lets the song begin first', () => {
  const playback = song({}, { offset: 2 });
  expect(playback.player.duration).toBe(20);
  void playback.player.play();
  run(playback, 1.5);
  expect(playback.dancer.x).toBe(0);
  run(playback, 2);
  expect(playback.dancer.x).toBeCloseTo(1.5, 5);
});

test('a disposed player has no listeners, and has paused its media', async () => {
  const playback = song();
  void playback.player.play();
  run(playback, 1);
  playback.player.dispose();
  expect([playback.media.listenerCount, playback.media.paused]).toEqual([0, true]);
  expect([playback.player.media, playback.player.playables]).toEqual([undefined, []]);
  run(playback, 1);
  expect(playback.dancer.x).toBeCloseTo(1, 5);
  await settle();
});
