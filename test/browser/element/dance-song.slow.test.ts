import { parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime';
import { Group } from 'three';
import { afterEach, expect, test } from 'vitest';
import camera from '@odori/sample/files/camera.vmd?url';
import dance from '@odori/sample/files/dance.zip?url';
import dancer from '@odori/sample/files/dancer.zip?url';
import song from '@odori/sample/files/song.ogg?url';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { difference, pixelsOf } from '#test/support/compare-pictures.js';
import { frames } from '#test/support/frames.js';
import { setDrawing } from '#test/support/open-page.js';
import { clearPage, nextEvent, showElement } from './show-element.js';

expectCleanConsole();

afterEach(() => {
  setDrawing(window, true);
  clearPage();
});

/**
 * The sampled time of a picture, and the time of the song when that frame began and when it was drawn;
 * seconds.
 */
interface Sample {
  readonly shown: number;
  readonly began: number;
  readonly heard: number;
}

/**
 * The page reads the song's time somewhere in the frame, which takes long where the tests draw without a
 * graphics card.
 */
function expectInTime(samples: readonly Sample[]): void {
  for (const { shown, began, heard } of samples) {
    expect(shown).toBeGreaterThanOrEqual(began - 0.02);
    expect(shown).toBeLessThanOrEqual(heard + 0.05); // browsers report the time of a song in steps
  }
}

test('the dance stays in time with its song, also after each seek', async () => {
  setDrawing(window, false); // the times count, not the pictures
  const audio = new Audio(song);
  const element = showElement({ model: dancer, motion: dance, camera, physics: 'off' }, { audio });
  let samples: Sample[] = [];
  element.stage = {
    root: new Group(),
    update() {
      const heard = audio.currentTime;
      const began = heard - Math.max(0, performance.now() - Number(document.timeline.currentTime)) / 1000;
      samples.push({ shown: element.player.currentTime, began, heard });
    },
  };
  const watch = async (seconds: number): Promise<Sample[]> => {
    samples = [];
    while (samples.length < 2 || samples.at(-1)!.heard < samples[0].heard + seconds) await frames(1);
    return samples;
  };
  await element.play();
  await expect.poll(() => audio.currentTime).toBeGreaterThan(0);
  const first = await watch(2);
  expectInTime(first);
  expect(first.at(-1)!.shown).toBeGreaterThan(first[0].shown);
  for (const to of [40, 12.5]) {
    element.currentTime = to;
    await expect.poll(() => audio.seeking).toBe(false);
    const later = await watch(0.6);
    expectInTime(later);
    expect(later[0].shown).toBeGreaterThanOrEqual(to - 0.02);
  }
  element.pause();
  expect(audio.paused).toBe(true);
});

test('the picture cuts where the camera track cuts', async () => {
  const element = showElement({ model: dancer, motion: dance, camera, physics: 'off' });
  await nextEvent(element, 'canplaythrough');
  const bytes = await (await fetch(camera)).arrayBuffer();
  const { frames: keys } = Motion.from(parseVmd(new Uint8Array(bytes))).camera!;
  const cuts = [...keys].filter((frame, i) => i > 0 && frame - keys[i - 1] === 1);
  const pictureAt = async (frame: number): Promise<Uint8ClampedArray> => {
    element.currentTime = frame / 30;
    await nextEvent(element, 'seeked');
    return picturePixels(await element.capture());
  };
  for (const cut of [cuts[0], cuts.at(-1)!]) {
    const [a, b, c, d] = [
      await pictureAt(cut - 2),
      await pictureAt(cut - 1),
      await pictureAt(cut),
      await pictureAt(cut + 1),
    ];
    const beside = Math.max(difference(a, b), difference(c, d));
    expect(difference(b, c), `at ${cut}`).toBeGreaterThan(Math.max(2 * beside, 0.1));
  }
});

async function picturePixels(png: Blob): Promise<Uint8ClampedArray> {
  const image = await createImageBitmap(png);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  return pixelsOf(canvas);
}
