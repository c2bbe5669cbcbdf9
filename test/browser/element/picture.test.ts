import { OdoriPlayerElement, type Stage } from '@odori/element';
import { loadModel } from '@odori/model';
import { Group, type Material } from 'three';
import { afterEach, expect, type MockInstance, test, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { difference, loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import { frames } from '#test/support/frames.js';
import { drawNothing, setDrawing } from '#test/support/open-page.js';
import {
  urlOf,
  boardFile,
  cameraFile,
  clearPage,
  nextEvent,
  revokeUrls,
  collectEvents,
  part,
  problemTexts,
  showElement,
  songFile,
  walk,
} from './show-element.js';

expectCleanConsole();
drawNothing();

let element: OdoriPlayerElement;

afterEach(() => {
  clearPage();
  revokeUrls();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function shown(...parts: Parameters<typeof showElement>): Promise<OdoriPlayerElement> {
  element = showElement(...parts);
  await nextEvent(element, 'canplaythrough');
  await frames(2);
  return element;
}

const canvas = (): HTMLCanvasElement => part(element, 'canvas') as HTMLCanvasElement;

/** The pixels of the current picture. */
async function pixels(): Promise<Uint8ClampedArray> {
  setDrawing(window, true);
  return pixelsOf(await loadImage(urlOf(await element.capture())));
}

/** The fraction of pixels that are white, as the board is. */
function whites(picture: Uint8ClampedArray): number {
  let count = 0;
  for (let i = 0; i < picture.length; i += 4) if (picture[i + 1] > 250 && picture[i + 3] > 250) count++;
  return (4 * count) / picture.length;
}

test('the element has its size before loading, and does not shift the page afterwards', async () => {
  element = showElement({ controls: '' }, { model: boardFile(), motion: walk(2), audio: songFile(2) });
  element.style.cssText = 'width: 320px';
  const below = document.createElement('p');
  element.after(below);
  const boxes = (): DOMRect[] => [element, canvas(), below].map((one) => one.getBoundingClientRect());
  const before = boxes();
  expect(before[0].height).toBe(180); // 16 : 9
  await nextEvent(element, 'canplaythrough');
  await element.play();
  await frames(3);
  expect(boxes()).toEqual(before);
  below.remove();
});

test('the board has the size that the camera gives it', async () => {
  // 60 away, 30° high: 2 · 60 · tan 15° = 32.15 units high, 57.2 wide; the board takes 20 × 20 of them: 21.8
  // %
  await shown({}, { model: boardFile(), camera: cameraFile(-60) });
  expect(whites(await pixels())).toBeCloseTo(0.218, 1.5);
});

test('a new size draws at once, at the pixel ratio of the screen, at most 2', async () => {
  vi.stubGlobal('devicePixelRatio', 1.5);
  await shown({}, { model: boardFile(), camera: cameraFile() });
  expect([canvas().width, canvas().height]).toEqual([240, 135]);
  vi.stubGlobal('devicePixelRatio', 3);
  element.style.cssText = 'width: 100px; height: 100px';
  await expect.poll(() => [canvas().width, canvas().height]).toEqual([200, 200]); // at most twice
  // 32.15 units are 100 px high and wide: (20 / 32.15)² = 38.7 %
  expect(whites(await pixels())).toBeCloseTo(0.387, 1.5);
  const image = await loadImage(urlOf(await element.capture()));
  expect([image.width, image.height]).toEqual([200, 200]);
});

test('quality decides on pixels and smoothed borders, and says when it changes', async () => {
  vi.stubGlobal('devicePixelRatio', 3);
  await shown({ quality: 'low' }, { model: boardFile(), camera: cameraFile() });
  const gl = canvas().getContext('webgl2')!;
  expect([canvas().width, element.activeQuality, gl.getContextAttributes()!.antialias]).toEqual([
    160,
    'low',
    false,
  ]);
  const events = collectEvents(element, ['qualitychange']);
  element.quality = 'medium';
  expect([canvas().width, element.activeQuality]).toEqual([240, 'medium']);
  element.removeAttribute('quality');
  expect([canvas().width, element.quality, element.activeQuality]).toEqual([320, 'high', 'high']);
  expect(events).toEqual(['qualitychange', 'qualitychange']);
});

test('low has no edges; a model of the page gets its edges back', async () => {
  const model = await loadModel(boardFile());
  const edges = model.surface.outline.material as Material[];
  await shown({ quality: 'low' }, { model, camera: cameraFile() });
  expect(edges.map(({ visible }) => visible)).toEqual(edges.map(() => false));
  element.model = null;
  await expect.poll(() => edges.map(({ visible }) => visible)).toEqual(edges.map(() => true));
  expect(edges.length).toBeGreaterThan(0);
  model.dispose();
});

test('drawing looks at no bone, but at what hangs on one; the page sees all bones', async () => {
  const model = await loadModel(boardFile());
  await shown({}, { model, camera: cameraFile() });
  const { bones } = model.mesh.skeleton;
  const looks = bones.map(({ layers }) => vi.spyOn(layers, 'test'));
  const countLooks = (): number => looks.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  await element.capture();
  expect(countLooks()).toBe(0);
  const hat = new Group();
  const seen = vi.spyOn(hat.layers, 'test');
  bones[0].add(hat);
  await element.capture();
  expect(seen).toHaveBeenCalled();
  expect(bones[0].parent!.visible).toBe(true);
  hat.removeFromParent();
  element.model = null;
  model.dispose();
});

test('a capture has the background that is seen, none, or a color', async () => {
  setDrawing(window, true);
  await shown({ stage: 'none' }, { model: boardFile(), motion: walk(2) });
  const around = element.parentElement!;
  const corner = async (background?: string): Promise<number[]> => {
    const picture = pixelsOf(await loadImage(urlOf(await element.capture({ background }))));
    return [...picture.subarray(0, 4), ...picture.subarray(picture.length - 4)];
  };
  element.style.background = 'rgb(10 20 30)';
  expect(await corner()).toEqual([10, 20, 30, 255, 10, 20, 30, 255]);
  expect(await corner('transparent')).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  expect(await corner('lime')).toEqual([0, 255, 0, 255, 0, 255, 0, 255]);
  await expect(element.capture({ background: 'mauve-ish' })).rejects.toThrow(
    "background must be 'element', 'transparent' or a CSS color, not mauve-ish",
  );
  element.style.background = 'rgb(0 0 0 / 0.5)'; // on the page
  around.style.background = 'rgb(100 200 50)';
  expect((await corner()).slice(0, 4)).toEqual([50, 100, 25, 255]);
  element.style.background = 'linear-gradient(to right, red 50%, blue 50%)';
  expect(await corner()).toEqual([255, 0, 0, 255, 0, 0, 255, 255]);
  element.style.background = `url(${urlOf(await element.capture({ background: 'yellow' }))})`;
  expect((await corner()).slice(0, 4)).toEqual([255, 255, 0, 255]);
  expect(await corner('transparent')).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  around.style.background = '';
});

test('capture() and record() reject while nothing is loaded', async () => {
  element = showElement();
  for (const asked of [element.capture(), element.record()]) {
    await expect(asked).rejects.toMatchObject({ name: 'InvalidStateError' });
  }
});

test('playback pauses while the element is scrolled away and resumes afterwards, unless the page has paused it', async () => {
  await shown({}, { model: boardFile(), motion: walk(60), audio: songFile(60) });
  await element.play();
  const events = collectEvents(element, ['play', 'pause']);
  const hide = async (isHidden: boolean): Promise<void> => {
    element.style.marginTop = isHidden ? '5000px' : '0';
    await expect.poll(() => element.paused).toBe(isHidden);
  };
  await hide(true);
  await hide(false);
  await expect.poll(() => events).toEqual(['pause', 'play']);
  await hide(true);
  element.pause();
  element.style.marginTop = '0';
  await frames(6);
  expect(element.paused).toBe(true);
});

test('with offscreen="play" it goes on while it is scrolled away, with a song and without', async () => {
  for (const audio of [undefined, songFile(60)]) {
    await shown({ offscreen: 'play' }, { model: boardFile(), motion: walk(60), ...(audio && { audio }) });
    await element.play();
    element.style.marginTop = '5000px';
    await frames(6);
    const time = element.currentTime;
    await expect.poll(() => element.currentTime).toBeGreaterThan(time + 0.1);
    element.offscreen = 'pause';
    expect(element.paused).toBe(true);
    element.offscreen = 'play';
    expect(element.paused).toBe(false);
    element.remove();
  }
});

test('a song of two players pauses when both are out of sight, and not before', async () => {
  const audio = document.createElement('audio');
  audio.src = urlOf(songFile(60));
  audio.muted = true;
  await shown({}, { model: boardFile(), motion: walk(60), audio });
  const other = showElement({}, { model: boardFile(), motion: walk(60), audio });
  await nextEvent(other, 'canplaythrough');
  await element.play();
  await expect.poll(() => other.paused).toBe(false);
  const events = collectEvents(audio, ['play', 'pause']);
  element.style.marginBottom = '5000px';
  await frames(6);
  expect([audio.paused, events]).toEqual([false, []]);
  element.style.marginTop = '5000px';
  await expect.poll(() => audio.paused).toBe(true);
  element.style.marginTop = '0';
  await expect.poll(() => audio.paused).toBe(false);
  other.pause(); // by the page, for both
  element.style.marginBottom = '0';
  await frames(6);
  expect([element.paused, audio.paused, events]).toEqual([true, true, ['pause', 'play', 'pause']]);
});

test('a song of two players goes on when one of them is removed or gets another song', async () => {
  const audio = document.createElement('audio');
  audio.src = urlOf(songFile(60));
  audio.muted = true;
  await shown({}, { model: boardFile(), motion: walk(20), audio });
  const others = [1, 2].map(() => showElement({}, { model: boardFile(), motion: walk(20), audio }));
  await Promise.all(others.map((other) => nextEvent(other, 'canplaythrough')));
  await element.play();
  const events = collectEvents(audio, ['play', 'pause']);
  others[0].remove();
  const ready = nextEvent(others[1], 'canplaythrough');
  others[1].audio = null;
  await ready;
  await frames(3);
  expect([audio.paused, element.paused, others[0].paused, events]).toEqual([false, false, true, []]);
  element.remove(); // the last one
  await expect.poll(() => audio.paused).toBe(true);
  others[1].remove();
});

test('playback pauses in a background tab and resumes afterwards', async () => {
  await shown({}, { model: boardFile(), motion: walk(60) });
  await element.play();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(element.paused).toBe(true);
  const time = element.currentTime;
  await frames(5);
  expect(element.currentTime).toBe(time);
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(element.paused).toBe(false);
});

test('autoplay waits until the element is visible', async () => {
  element = showElement({ autoplay: '' }, { model: boardFile(), motion: walk(60), audio: songFile(60) });
  element.style.marginTop = '5000px';
  await nextEvent(element, 'canplaythrough');
  await frames(3);
  expect(element.paused).toBe(true);
  element.style.marginTop = '0';
  await expect.poll(() => element.paused).toBe(false);
});

test('nothing is drawn while nothing moves; a pose of several frames moves', async () => {
  await shown({}, { model: boardFile(), motion: walk(2) });
  const draws = vi.spyOn(WebGL2RenderingContext.prototype, 'drawElements');
  const drawn = async (): Promise<number> => {
    await frames(3);
    draws.mockClear();
    await frames(5);
    return draws.mock.calls.length;
  };
  expect(await drawn()).toBe(0);
  const ready = nextEvent(element, 'canplaythrough');
  Object.assign(element, { motion: null, pose: walk(0) });
  await ready;
  expect(await drawn()).toBe(0);
  element.pose = walk(1); // this one moves
  await nextEvent(element, 'canplaythrough');
  expect(await drawn()).toBeGreaterThan(0);
  draws.mockRestore();
});

test('the free camera stays when a motion is loaded, and starts again with another model', async () => {
  await shown({}, { model: boardFile(), camera: cameraFile() });
  element.cameraMode = 'orbit';
  const front = await pixels();
  for (const key of ['-', '-', 'ArrowRight', 'ArrowRight']) {
    part(element, '.picture').dispatchEvent(new KeyboardEvent('keydown', { key }));
  }
  const own = await pixels();
  expect(difference(own, front)).toBeGreaterThan(0.05);
  const loads = async (properties: Partial<OdoriPlayerElement>): Promise<Uint8ClampedArray> => {
    const ready = nextEvent(element, 'canplaythrough');
    Object.assign(element, properties);
    await ready;
    return pixels();
  };
  expect(difference(await loads({ audio: songFile(1), motion: walk(2, 0) }), own)).toBe(0);
  expect(difference(await loads({ model: boardFile() }), front)).toBe(0);
});

test('a lost WebGL context gives a message, and the picture is restored', async () => {
  await shown({ stage: 'floor' }, { model: boardFile(), camera: cameraFile() });
  const before = await pixels();
  const context = canvas().getContext('webgl2')!;
  const loss = context.getExtension('WEBGL_lose_context')!;
  loss.loseContext();
  await nextEvent(canvas(), 'webglcontextlost');
  expect(problemTexts(element)).toEqual([expect.stringContaining('The browser has reset WebGL')]);
  const back = nextEvent(canvas(), 'webglcontextrestored');
  await frames(1);
  loss.restoreContext();
  await back;
  await frames(2);
  expect(problemTexts(element)).toEqual([]);
  expect(difference(await pixels(), before)).toBeLessThan(0.001);
});

test('capture() and record() reject while the WebGL context is lost', async () => {
  await shown({}, { model: boardFile(), camera: cameraFile() });
  const loss = canvas().getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
  const lost = nextEvent(canvas(), 'webglcontextlost');
  loss.loseContext();
  for (const isTold of [false, true]) {
    if (isTold) await lost;
    await expect(element.capture()).rejects.toMatchObject({
      name: 'InvalidStateError',
      message: 'WebGL was reset; try again when the picture is back',
    });
  }
  await expect(element.record()).rejects.toMatchObject({ name: 'InvalidStateError' });
  const back = nextEvent(canvas(), 'webglcontextrestored');
  await frames(1); // browsers restore nothing while they report a loss
  loss.restoreContext();
  await back;
  expect(whites(await pixels())).toBeGreaterThan(0.1);
});

test('the WebGL context comes in a later task than the element', async () => {
  const tasks: string[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => tasks.push('next task'));
  port1.start();
  const spy = watchCalls(HTMLCanvasElement.prototype, 'getContext', () => tasks.push('context'));
  element = showElement();
  port2.postMessage(0);
  expect(element.activeRenderer).toBe('webgl');
  await expect.poll(() => tasks).toContain('context');
  expect(tasks[0]).toBe('next task');
  spy.mockRestore();
  port1.close();
  element.remove();
});

test('an element that is removed as soon as it has a size takes no WebGL context', async () => {
  const get = vi.spyOn(HTMLCanvasElement.prototype, 'getContext');
  element = new OdoriPlayerElement();
  document.body.append(element);
  await new Promise(requestAnimationFrame); // now it has a size
  element.remove();
  await frames(3);
  expect(get).not.toHaveBeenCalled();
  get.mockRestore();
});

test('without WebGL 2 there is a message and an error', async () => {
  const complain = vi.spyOn(console, 'error').mockReturnValue(); // three.js logs it too
  const get = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  element = new OdoriPlayerElement();
  const events = collectEvents(element, ['error']);
  document.body.append(element);
  await expect.poll(() => element.error).not.toBeNull();
  get.mockRestore();
  expect(problemTexts(element)).toEqual([expect.stringContaining('WebGL 2')]);
  expect([events, element.error?.code]).toEqual([['error'], 4]);
  await expect(element.play()).rejects.toMatchObject({ name: 'NotSupportedError' });
  element.remove();
  complain.mockRestore();
});

test.each([
  ['short', 0, 'frame poses picture end frame poses picture end frame poses picture end'],
  ['long', 20, 'frame poses end picture frame poses end picture frame poses end picture'],
])(
  'the picture of %s poses comes in its turn, and its seconds are those of the poses',
  async (_, milliseconds, order) => {
    const steps: string[] = [];
    const seconds = { posed: 0, drawn: 0 };
    let isFrame = false;
    const request = requestAnimationFrame.bind(window);
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) =>
      request((time) => {
        isFrame = true;
        callback(time);
        isFrame = false;
      }),
    );
    const update: Stage['update'] = ({ deltaSeconds }) => {
      steps.push('picture');
      seconds.drawn += deltaSeconds;
    };
    await shown({}, { model: boardFile(), motion: walk(60), stage: { root: new Group(), update } });
    const { player } = element;
    const pose = player.update.bind(player);
    await element.play();
    await expect.poll(() => steps).toContain('picture');
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    await frames(2); // pictures that have begun with the real time are drawn
    player.update = (deltaSeconds) => {
      if (isFrame) steps.push('frame');
      steps.push('poses');
      queueMicrotask(() => steps.push('end')); // of the task
      pose(deltaSeconds);
      now += milliseconds;
      seconds.posed += deltaSeconds;
    };
    seconds.drawn = 0;
    steps.length = 0;
    await frames(5);
    element.pause();
    await expect.poll(() => steps.at(-1)).not.toBe('poses');
    await expect.poll(() => seconds.drawn).toBeCloseTo(seconds.posed, 9);
    expect(steps.join(' ').slice(0, order.length)).toBe(order);
  },
);

/** Calls `onCall` before each call of a method, until the spy is restored. */
function watchCalls(owner: object, method: string, onCall: (...args: unknown[]) => void): MockInstance {
  const original = Reflect.get(owner, method) as (...args: unknown[]) => unknown;
  return vi
    .spyOn(owner as Record<string, (...args: unknown[]) => unknown>, method)
    .mockImplementation(function (this: unknown, ...args) {
      onCall(...args);
      return original.apply(this, args);
    });
}
