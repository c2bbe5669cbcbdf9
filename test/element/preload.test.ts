import { describe, expect, test } from 'vitest';
import { useElementPages } from '#test/support/element-pages.js';
import { hasBrowser } from '#test/support/launch-browser.js';

const pages = useElementPages();

/**
 * Which of the files were asked for: the song at its place, the files of the picture by name, because they
 * load at the same time.
 */
function loaded(): string[] {
  const files = [...new Set(pages.requests.filter((path) => /\.(?:pmx|vmd|wav)$/.test(path)))];
  const song = files.indexOf('/song.wav');
  return [...files.slice(0, song).toSorted(), ...files.slice(song)];
}

const INPUTS = 'model="/board.pmx" motion="/walk.vmd" camera="/camera.vmd" audio="/song.wav"';
const PICTURE = ['/board.pmx', '/camera.vmd', '/walk.vmd'];
const EVENTS = `const events = [];
  for (const type of ['loadedmetadata', 'loadeddata', 'canplay', 'canplaythrough', 'playing'])
    player.addEventListener(type, () => events.push(type));`;

describe.skipIf(!hasBrowser)('the attribute preload', () => {
  test('without it, everything is loaded, the song last', async () => {
    const seen = await pages.show(
      INPUTS,
      `${EVENTS} await next('canplaythrough'); report([events, player.readyState, player.preload]);`,
    );
    expect(seen).toEqual([['loadedmetadata', 'loadeddata', 'canplay', 'canplaythrough'], 4, 'auto']);
    expect(loaded()).toEqual([...PICTURE, '/song.wav']);
  });

  test('`metadata` shows the first frame and loads the song when it plays', async () => {
    const seen = await pages.show(
      `${INPUTS} preload="metadata"`,
      `${EVENTS} await next('loadeddata');
      await frames(12);
      const before = [player.readyState, player.duration, x(), player.preload, events.slice()];
      const requests = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wav')).length;
      player.play().catch(({ name }) => report([before, requests, name, player.player.media !== undefined]));`,
    );
    const events = ['loadedmetadata', 'loadeddata'];
    expect(seen).toEqual([[2, 60, 0, 'metadata', events], 0, 'NotAllowedError', true]);
    expect(loaded()).toEqual([...PICTURE, '/song.wav']);
  });

  test('`none` loads nothing until it plays; the poster stays until then', async () => {
    const poster = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';
    const seen = await pages.show(
      `${INPUTS} preload="none" muted poster="${poster}"`,
      `${EVENTS}
      const hasPoster = () => player.shadowRoot.querySelector('.poster').checkVisibility();
      await frames(18);
      const requests = performance.getEntriesByType('resource').filter(({ name }) => /(pmx|vmd|wav)$/.test(name)).length;
      const before = [player.readyState, player.networkState, hasPoster(), events.slice(), requests];
      player.currentTime = 2;
      const playing = player.play();
      const waiting = [player.paused, hasPoster()];
      await playing;
      await until(() => player.currentTime > 2.2);
      report([before, waiting, hasPoster(), player.paused]);`,
    );
    expect(seen).toEqual([[0, 1, true, [], 0], [false, true], false, false]);
  });

  test('`autoplay` needs everything, whatever `preload` says', async () => {
    await pages.show(`${INPUTS} preload="none" autoplay muted`, `await next('canplaythrough'); report(0);`);
    // they are requested at the same time
    expect(loaded().toSorted()).toEqual([...PICTURE, '/song.wav'].toSorted());
  });

  test('a value that is changed counts at once', async () => {
    const seen = await pages.show(
      `${INPUTS} preload="none"`,
      `player.preload = 'metadata';
      await next('loadeddata');
      const shown = player.readyState;
      player.preload = 'auto';
      await next('canplaythrough');
      report([shown, player.readyState, player.getAttribute('preload')]);`,
    );
    expect(seen).toEqual([2, 4, 'auto']);
  });
});
