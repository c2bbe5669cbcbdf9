import type { OdoriPlayerElement } from '@odori/element';
import { loadMotion } from '@odori/runtime';
import { sampleBone } from '@odori/runtime/motion';
import { afterEach, expect, test, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { drawNothing } from '#test/support/open-page.js';
import { watchWorkers } from '#test/support/watch-workers.js';
import { wavOf } from '#test/support/wav-bytes.js';
import { stepper } from '../../runtime/fit/stepper.js';
import {
  boardFile,
  clearPage,
  motionFile,
  nextEvent,
  part,
  problemTexts,
  showElement,
  songFile,
} from './show-element.js';

expectCleanConsole();
drawNothing();
afterEach(() => {
  clearPage();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Steps at 120 beats a minute: at beat i, センター is at x = i mod 4 / 2. */
const DANCE = stepper(32);

/** A song of clicks, one at each beat; the first of four is louder. */
function clicks(seconds: number, beat: number): File {
  const soundAt = (time: number): number => {
    const since = time % beat;
    const volume = Math.floor(time / beat) % 4 === 0 ? 0.9 : 0.5;
    return volume * Math.sin(2 * Math.PI * 900 * since) * Math.exp(-since / 0.01);
  };
  return new File([wavOf(seconds, soundAt)], 'clicks.wav', { type: 'audio/wav' });
}

/** Where センター is at a beat of the song. */
function placeAt({ loadedMotion }: OdoriPlayerElement, seconds: number): number {
  const position = [0, 0, 0];
  sampleBone(loadedMotion!.bones.get('センター')!, 30 * seconds, position, [0, 0, 0, 1]);
  return position[0];
}

/** The mean distance from whole steps on the beats of a song; by chance, it is 0.125. */
function distanceFromSteps(element: OdoriPlayerElement, beat: number, seconds: number): number {
  const beats = Array.from({ length: Math.floor(seconds / beat) - 8 }, (_, i) => 4 + i);
  const away = beats.map((i) => {
    const place = 2 * placeAt(element, i * beat);
    return Math.abs(place - Math.round(place)) / 2;
  });
  return away.reduce((sum, each) => sum + each, 0) / away.length;
}

test('with fit="song", the dance is on the beats of its song, to the end of the song; another song is fitted again', async () => {
  const element = showElement({ fit: 'song' }, { model: boardFile(), motion: DANCE, audio: clicks(30, 0.6) });
  expect(element.fit).toBe('song');
  await nextEvent(element, 'canplaythrough');
  expect(element.loadedMotion!.duration).toBeCloseTo(30, 1);
  expect(distanceFromSteps(element, 0.6, 30)).toBeLessThan(0.05);
  expect(element.duration).toBeCloseTo(30, 1);
  element.audio = clicks(24, 0.45);
  await nextEvent(element, 'canplaythrough');
  expect(element.loadedMotion!.duration).toBeCloseTo(24, 1);
  expect(distanceFromSteps(element, 0.45, 24)).toBeLessThan(0.05);
});

test('the attribute can change at any time, and so can the motion; the camera goes along', async () => {
  const camera = motionFile({
    cameras: [0, 90, 180].map((frame) => ({
      frame,
      distance: -60 - frame,
      target: [0, 10, 0] as const,
      fov: 30,
    })),
  });
  const element = showElement({}, { model: boardFile(), motion: DANCE, camera, audio: clicks(30, 0.6) });
  await nextEvent(element, 'canplaythrough');
  expect(element.loadedMotion).toBe(DANCE);
  element.currentTime = 3.6; // six beats; in the dance, at 3 s
  const before = element.player.camera!.active.position.z;
  element.fit = 'song';
  await expect.poll(() => element.loadedMotion).not.toBe(DANCE);
  expect(element.getAttribute('fit')).toBe('song');
  expect(element.player.camera!.active.position.z).toBeCloseTo(before - 18, -1);
  const [first, other] = [element.loadedMotion, stepper(48)];
  element.motion = other;
  await expect.poll(() => [first, other].includes(element.loadedMotion)).toBe(false);
  element.fit = 'none';
  expect(element.loadedMotion).toBe(other);
});

test('the same motion and camera, given once more, stay in time with the song, and so does another dancer', async () => {
  const camera = motionFile({ cameras: [0, 180].map((frame) => ({ frame, distance: -60 - frame })) });
  const files = {
    model: boardFile(),
    motion: DANCE,
    camera: await loadMotion(camera),
    audio: clicks(30, 0.6),
  };
  const element = showElement({ fit: 'song' }, files);
  await nextEvent(element, 'canplaythrough');
  const fitted = element.loadedMotion;
  expect(fitted!.duration).toBeCloseTo(30, 1);
  element.currentTime = 3.6; // six beats; in the dance, at 3 s
  const position = element.player.camera!.active.position.z;
  element.motion = [DANCE];
  await nextEvent(element, 'canplaythrough');
  element.camera = files.camera;
  await nextEvent(element, 'canplaythrough');
  expect(element.loadedMotion).toBe(fitted);
  expect(element.player.camera!.active.position.z).toBeCloseTo(position, 4);
  const dancer = Object.assign(document.createElement('odori-dancer'), { model: boardFile(), motion: DANCE });
  element.append(dancer);
  await expect.poll(() => dancer.loadedModel).toBeDefined();
  expect(element.player.motionOf(dancer.loadedModel!)).toBe(fitted);
});

test('with a song without a beat, she dances as the motion is, and the picture says so', async () => {
  const element = showElement({ fit: 'song' }, { model: boardFile(), motion: DANCE, audio: songFile(5) });
  await nextEvent(element, 'canplaythrough');
  expect(element.loadedMotion).toBe(DANCE);
  expect(problemTexts(element)).toEqual([
    'No beat was found in the song: the motion plays as it is. Another song may have one.',
  ]);
  element.audio = clicks(30, 0.6);
  await nextEvent(element, 'canplaythrough');
  expect([problemTexts(element), element.loadedMotion === DANCE]).toEqual([[], false]);
});

test('playback waits until the dance is fitted, and the picture says that the song is heard', async () => {
  const element = showElement({ fit: 'song' }, { model: boardFile(), motion: DANCE, audio: clicks(30, 0.6) });
  const texts = new Set<string>();
  const observer = new MutationObserver(() => texts.add(part(element, '.progress').textContent));
  observer.observe(element.shadowRoot!, { subtree: true, childList: true, characterData: true });
  element.muted = false;
  void element.play().catch(() => undefined); // a browser may refuse sound
  await nextEvent(element, 'canplay');
  expect(element.loadedMotion).not.toBe(DANCE);
  observer.disconnect();
  expect([...texts].some((text) => /^Listening to the song… \d+%$/.test(text))).toBe(true);
});

test('workers listen to the song, once for dance and camera, and fit the dance, and end', async () => {
  const { started, ended } = watchWorkers();
  const files = { model: boardFile(), motion: DANCE, audio: clicks(30, 0.6) };
  const element = showElement({ fit: 'song', camera: 'auto' }, files);
  await nextEvent(element, 'canplaythrough');
  expect([started, ended()]).toEqual([['odori-song', 'odori-song'], 2]);
});

test('a song that is taken away, or an element that is removed, ends the worker', async () => {
  const { started, ended } = watchWorkers();
  const element = showElement({ fit: 'song' }, { model: boardFile(), motion: DANCE, audio: clicks(60, 0.6) });
  await expect.poll(() => started.length).toBe(1);
  element.audio = clicks(60, 0.5);
  await expect.poll(() => [started.length, ended()]).toEqual([2, 1]);
  element.remove();
  await expect.poll(ended).toBe(2);
  expect(started.length).toBe(2);
});
