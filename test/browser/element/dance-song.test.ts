import { parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime';
import { afterEach, expect, test } from 'vitest';
import camera from '#demos/assets/files/camera.vmd?url';
import { difference } from '#test/support/compare-pictures.js';
import { openDemo, type OpenDemo } from '#test/support/open-demo.js';

let page: OpenDemo | undefined;

afterEach(() => {
  page!.close();
});

/** Errors and warnings that the page logs from now on. */
function collectLogs({ window }: OpenDemo): unknown[] {
  const logs: unknown[] = [];
  const { console: own } = window as unknown as { console: Console };
  for (const kind of ['error', 'warn'] as const) own[kind] = (...words: unknown[]) => void logs.push(words);
  return logs;
}

/** The audio element that the page plays next. */
function songOf({ window }: OpenDemo): Promise<HTMLAudioElement> {
  const { prototype } = (window as unknown as typeof globalThis).HTMLMediaElement;
  // oxlint-disable-next-line typescript/unbound-method -- restored below, never called alone
  const { play } = prototype;
  return new Promise((resolve) => {
    prototype.play = function (this: HTMLAudioElement): Promise<void> {
      prototype.play = play;
      resolve(this);
      return this.play();
    };
  });
}

/** A time that the page shows, and the time of the song when that frame began and when it was shown; seconds. */
interface Sample {
  readonly shown: number;
  readonly began: number;
  readonly heard: number;
}

async function watch({ window, part }: OpenDemo, song: HTMLAudioElement, seconds: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const seek = part('seek') as HTMLInputElement;
  const observer = new MutationObserver(() => {
    const heard = song.currentTime;
    const frame = Number(window.document.timeline.currentTime);
    const began = heard - Math.max(0, window.performance.now() - frame) / 1000;
    samples.push({ shown: seek.valueAsNumber, began, heard });
  });
  observer.observe(part('time'), { childList: true });
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  observer.disconnect();
  return samples;
}

/** The page reads the song's time somewhere in the frame, which takes long where the tests draw without a graphics card. */
function expectInTime(samples: readonly Sample[]): void {
  expect(samples.length).toBeGreaterThan(0);
  for (const { shown, began, heard } of samples) {
    expect(shown).toBeGreaterThanOrEqual(began - 0.02);
    expect(shown).toBeLessThanOrEqual(heard + 0.02);
  }
}

test('the dance stays in time with its song, also after each seek', { timeout: 60_000 }, async () => {
  page = await openDemo('dance');
  const logs = collectLogs(page);
  const { part, pixels } = page;
  await expect.poll(() => (part('sound') as HTMLButtonElement).disabled, { timeout: 10_000 }).toBe(false);
  const before = pixels();
  const promise = songOf(page);
  part('sound').click();
  part('play').click();
  const song = await promise;
  await expect.poll(() => song.currentTime, { timeout: 10_000 }).toBeGreaterThan(0);
  const samples = await watch(page, song, 5);
  expectInTime(samples);
  expect(samples.length).toBeGreaterThan(5);
  expect(samples.at(-1)!.shown - samples[0].shown).toBeGreaterThan(3.5);
  expect(difference(pixels(), before)).toBeGreaterThan(0.02);
  for (const to of [40, 12.5]) {
    page.change('seek', String(to), 'input');
    await expect.poll(() => song.seeking).toBe(false);
    const later = await watch(page, song, 0.6);
    expectInTime(later);
    expect(later[0].shown).toBeGreaterThanOrEqual(to);
    expect(later[0].shown).toBeLessThan(to + 1);
  }
  part('play').click();
  expect([song.paused, logs, page.errors]).toEqual([true, [], []]);
});

test('the picture cuts where the camera track cuts', async () => {
  page = await openDemo('dance');
  const logs = collectLogs(page);
  const { part, pixels } = page;
  const bytes = await (await fetch(camera)).arrayBuffer();
  const { frames } = Motion.from(parseVmd(new Uint8Array(bytes))).camera!;
  const cuts = [...frames].filter((frame, i) => i > 0 && frame - frames[i - 1] === 1);
  const pictureAt = async (frame: number): Promise<Uint8ClampedArray> => {
    page!.change('seek', String(frame / 30), 'input');
    await expect.poll(() => part('stats').textContent).toContain(`frame ${frame.toFixed(1)} `);
    return pixels();
  };
  for (const cut of [cuts[0], cuts[cuts.length >> 1]]) {
    const [a, b, c, d] = [
      await pictureAt(cut - 2),
      await pictureAt(cut - 1),
      await pictureAt(cut),
      await pictureAt(cut + 1),
    ];
    const beside = Math.max(difference(a, b), difference(c, d));
    expect(difference(b, c), `at ${cut}`).toBeGreaterThan(Math.max(2 * beside, 0.1));
  }
  expect([logs, page.errors]).toEqual([[], []]);
});
