import { describe, expect, test } from 'vitest';
import { useElementPages } from '#test/support/element-pages.js';
import { hasBrowser } from '#test/support/launch-browser.js';

const pages = useElementPages();

const WALK = 'model="/board.pmx" motion="/walk.vmd"';

describe.skipIf(!hasBrowser)('while the server keeps the song back', () => {
  test('a muted dance starts on its own clock, and the song joins it at its time, without a stop', async () => {
    const seen = await pages.show(
      `${WALK} audio="/hold/song.wav" offset="0.25" autoplay muted`,
      `player.currentTime = 45; // beyond the first part of the song that the server sends
      await until(() => player.currentTime > 45.5);
      const before = [player.readyState, player.player.media ?? null];
      let [still, longest, time, isPaused] = [0, 0, player.currentTime, false];
      const end = time + 1.5;
      await fetch('/go');
      await until(() => {
        isPaused ||= player.paused;
        still = player.currentTime > time ? 0 : still + 1;
        time = player.currentTime;
        longest = Math.max(longest, still);
        return player.player.media?.currentTime > end;
      });
      const { media } = player.player;
      const gap = Math.abs(media.currentTime - player.currentTime);
      report([before, isPaused, longest < 24, gap < 0.1, Math.abs(player.currentTime - 0.25 - x()) < 0.1, player.duration, player.readyState]);`,
    );
    expect(seen).toEqual([[3, null], false, true, true, true, 60, 4]);
  });

  test('a dance with sound waits for its song; the picture is there', async () => {
    const seen = await pages.show(
      `${WALK} audio="/hold/song.wav"`,
      `const events = [];
      for (const type of ['loadeddata', 'canplay', 'playing', 'waiting']) player.addEventListener(type, () => events.push(type));
      player.play().catch(() => undefined);
      await next('loadeddata');
      await frames(24);
      const before = [player.readyState, player.currentTime, player.paused, events.slice()];
      player.muted = true;
      await until(() => player.currentTime > 0.2);
      report([before, events, player.readyState]);`,
    );
    const waits = ['waiting', 'loadeddata'];
    expect(seen).toEqual([[2, 0, false, waits], [...waits, 'canplay', 'playing'], 3]);
  });

  test('a viewer who turns the sound on before the dance has begun waits for the song', async () => {
    const seen = await pages.show(
      `${WALK} audio="/hold/song.wav" muted`,
      `await next('canplay');
      const before = player.readyState;
      player.muted = false;
      player.play().catch(() => undefined);
      await frames(18);
      report([before, player.readyState, player.currentTime]);`,
    );
    expect(seen).toEqual([3, 2, 0]);
  });

  test('after a pause and a seek, the song is at the time of the dance, and paused', async () => {
    const seen = await pages.show(
      `${WALK} audio="/hold/song.wav" autoplay muted`,
      `await until(() => player.currentTime > 0.2);
      player.pause();
      player.currentTime = 20;
      await fetch('/go');
      await until(() => player.player.media);
      report([player.player.media.currentTime, player.player.media.paused, player.currentTime, player.paused, x()]);`,
    );
    expect(seen).toEqual([20, true, 20, true, 20]);
  });

  test('a dance that has begun again joins the song at its time', async () => {
    const seen = await pages.show(
      `model="/board.pmx" motion="/step.vmd" audio="/hold/song.wav" autoplay muted loop`,
      `await until(() => player.currentTime > 0.6);
      await until(() => player.currentTime < 0.3);
      await fetch('/go');
      await until(() => player.player.media);
      const { media } = player.player;
      report([media.loop, media.currentTime < 1, Math.abs(media.currentTime - player.currentTime) < 0.1, player.paused]);`,
    );
    expect(seen).toEqual([true, true, true, false]);
  });

  test('a viewer who turns the sound on hears the song as soon as it can be played', async () => {
    const seen = await pages.show(
      `${WALK} audio="/hold/song.wav" autoplay muted`,
      `await next('click', document);
      player.muted = false;
      await fetch('/go');
      await until(() => player.player.media?.currentTime > 1);
      const { media } = player.player;
      report([media.muted, player.paused, Math.abs(media.currentTime - player.currentTime) < 0.1, problems()]);`,
      async (page) => {
        await page.waitForFunction(() => (early as HTMLVideoElement).currentTime > 0.3);
        await page.mouse.click(200, 100);
      },
    );
    expect(seen).toEqual([false, false, true, []]);
  });

  test('a song that fails gives a message, and the muted dance goes on', async () => {
    const seen = await pages.show(
      `${WALK} audio="/hold/missing.wav" autoplay muted`,
      `await until(() => player.currentTime > 0.2);
      await fetch('/go');
      await until(() => problems().length > 0);
      const time = player.currentTime;
      await until(() => player.currentTime > time + 0.3);
      report([player.paused, player.readyState, player.player.media ?? null, problems()]);`,
    );
    const [text] = (seen as [...unknown[], string[]]).at(-1) as string[];
    expect(seen).toEqual([false, 4, null, [text]]);
    expect(text).toMatch(/^missing\.wav: the browser cannot load or play this song/);
  });
});

describe.skipIf(!hasBrowser)('a browser that lets no song play', () => {
  test('a muted dance goes on without it, and joins it with the next pause', async () => {
    const seen = await pages.show(
      `${WALK} audio="/song.wav" autoplay muted`,
      `HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
      await next('canplaythrough');
      const time = player.currentTime;
      await until(() => player.currentTime > time + 1);
      const before = [player.paused, player.player.media ?? null];
      player.pause();
      await until(() => player.player.media);
      report([before, player.paused, Math.abs(player.player.media.currentTime - player.currentTime) < 0.001, problems()]);`,
    );
    expect(seen).toEqual([[false, null], true, true, []]);
  });
});

/** The element of the page, for functions that run in it. */
declare const early: HTMLElement;
