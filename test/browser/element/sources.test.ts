import type { OdoriPlayerElement } from '@odori/element';
import { loadModel } from '@odori/model';
import { Motion } from '@odori/runtime';
import { createVmd } from '@odori/format';
import { afterEach, expect, test, vi } from 'vitest';
import poseAddress from '#demos/assets/files/pose-wave.vpd?url';
import {
  addressOf,
  boardFile,
  cameraFile,
  clearPage,
  expectSilence,
  frames,
  heard,
  letGo,
  listen,
  motionFile,
  part,
  place,
  problems,
  showElement,
  songFile,
  walk,
} from './show-element.js';

let element: OdoriPlayerElement;

afterEach(() => {
  clearPage();
  letGo();
  expectSilence();
});

async function shown(...parts: Parameters<typeof showElement>): Promise<OdoriPlayerElement> {
  element = showElement(...parts);
  await heard(element, 'canplaythrough');
  return element;
}

/** Brings what changed at run time on the stage. */
async function changed(change: () => void): Promise<void> {
  const ready = heard(element, 'canplaythrough');
  change();
  await ready;
}

/** A walk to the side and a rise, in files of their own. */
const rise = (): File => motionFile({ bones: [{ name: '頭', frame: 0, position: [0, 3, 0] }] }, 'rise.vmd');
const headHeight = (): number => element.loadedModel!.rig.pose.translations[4];

test('every address can be given in the tag', async () => {
  const names = { model: boardFile(), camera: cameraFile(-45), audio: songFile(3) };
  const attributes = Object.entries(names).map(([name, file]) => [name, addressOf(file)] as const);
  const [one, two, three] = [walk(2), rise(), walk(5, -1)].map(addressOf);
  await shown({
    ...Object.fromEntries(attributes),
    motion: ` ${one}|${two}\n ${three} `,
    offset: '0.5',
    muted: '',
  });
  expect([element.duration, element.offset, element.muted, element.defaultMuted]).toEqual([
    3,
    0.5,
    true,
    true,
  ]);
  expect(element.currentSrc).toBe(element.getAttribute('audio'));
  expect([element.motionIndex, element.loadedMotion!.duration, headHeight()]).toEqual([0, 2, 3]);
  expect([element.cameraMode, element.player.camera!.distance]).toEqual(['motion', -45]);
  element.currentTime = 1.25;
  expect(place(element)[0]).toBeCloseTo(0.75, 5); // the dance begins half a second later
  element.motionIndex = 1;
  expect([element.motionIndex, element.loadedMotion!.duration]).toEqual([1, 5]);
  expect(problems(element)).toEqual([]);
});

test('every address can be changed at run time, and taken away', async () => {
  await shown({ model: addressOf(boardFile()), motion: addressOf(walk(2)) });
  const first = element.loadedModel!;
  await changed(() => element.setAttribute('motion', addressOf(walk(4))));
  expect([element.duration, element.loadedModel]).toEqual([4, first]);
  await changed(() => element.setAttribute('camera', addressOf(cameraFile(-33))));
  expect([element.player.camera!.distance, element.cameraMode]).toEqual([-33, 'motion']);
  await changed(() => element.setAttribute('audio', addressOf(songFile(6))));
  expect(element.duration).toBe(6);
  await changed(() => element.setAttribute('model', addressOf(boardFile())));
  expect(element.loadedModel).not.toBe(first);
  await changed(() => element.removeAttribute('audio'));
  expect(element.duration).toBe(4);
  await changed(() => element.removeAttribute('camera'));
  expect(element.cameraMode).toBe('orbit');
  await changed(() => element.setAttribute('pose', poseAddress));
  await changed(() => element.removeAttribute('motion'));
  expect([element.loadedMotion, element.player.idle === undefined, element.duration]).toEqual([
    undefined,
    false,
    0,
  ]);
  const said = listen(element);
  element.removeAttribute('model');
  await heard(element, 'emptied');
  expect([element.readyState, element.duration, element.loadedModel]).toEqual([0, Number.NaN, undefined]);
  expect(said).toEqual(['loadstart', 'emptied']);
});

test('offset, muted, loop, stage, poster and alt change at run time', async () => {
  await shown({}, { model: boardFile(), motion: walk(2) });
  element.offset = 1;
  expect([element.getAttribute('offset'), element.duration]).toEqual(['1', 3]);
  element.setAttribute('offset', 'soon');
  expect(element.offset).toBe(0);
  element.setAttribute('muted', '');
  expect(element.muted).toBe(true);
  element.defaultMuted = false;
  expect(element.muted).toBe(false);
  expect(element.stage).toBe('none');
  for (const [given, kind] of [
    ['grid', 'grid'],
    ['floor', 'floor'],
    ['sand', 'none'],
  ] as const) {
    element.setAttribute('stage', given);
    expect(element.stage).toBe(kind);
  }
});

test('the ground is drawn, and goes again', async () => {
  await shown({}, { model: boardFile() });
  const size = async (): Promise<number> => (await element.capture()).size;
  const bare = await size();
  element.stage = 'grid';
  const grid = await size();
  element.stage = 'floor';
  expect([grid > bare, (await size()) !== grid]).toEqual([true, true]);
  element.stage = 'none';
  expect(await size()).toBe(bare);
});

test('a poster covers the picture until it plays or is sought', async () => {
  const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' });
  await shown({ poster: addressOf(svg) }, { model: boardFile(), motion: walk(2) });
  await frames(2);
  const poster = part(element, '.poster') as HTMLImageElement;
  expect([poster.checkVisibility(), poster.src]).toEqual([true, element.poster]);
  element.currentTime = 1;
  await heard(element, 'seeked');
  expect(poster.checkVisibility()).toBe(false);
  element.removeAttribute('poster');
  expect([poster.hasAttribute('src'), element.poster]).toEqual([false, '']);
});

test('properties take URL, File, Blob and folder', async () => {
  const [model, motion] = [boardFile(), walk(3)];
  const address = new URL(addressOf(model));
  await shown({}, { model: address, motion: new URL(addressOf(motion)) });
  expect([element.duration, element.model]).toEqual([3, address]);
  await changed(() =>
    Object.assign(element, { model, motion: new Blob([walk(4)]), audio: new URL(addressOf(songFile(5))) }),
  );
  expect([element.model, element.duration]).toEqual([model, 5]);
  const files = new Map([
    ['she/board.pmx', model],
    ['she/dance/walk.VMD', walk(7)],
    ['she/dance/rise.vmd', rise()],
  ]);
  await changed(() => Object.assign(element, { model: files, motion: files, audio: null }));
  expect([element.duration, headHeight(), element.motion]).toEqual([7, 3, files]);
  expect(problems(element)).toEqual([]);
});

test('motions are taken as they are, one or several', async () => {
  const motion = Motion.from(createVmd({ bones: [{ name: 'センター', frame: 45 }] }));
  await shown({}, { model: boardFile(), motion: [walk(3), motion], camera: cameraFile(), pose: motion });
  element.motionIndex = 1;
  expect(element.loadedMotion).toBe(motion);
  await changed(() => (element.motion = motion));
  expect([element.loadedMotion, element.duration, element.motionIndex]).toEqual([motion, 1.5, 0]);
});

test('a model that is given stays its owner’s', async () => {
  const model = await loadModel(boardFile());
  const dispose = vi.spyOn(model, 'dispose');
  await shown({}, { model });
  expect([element.loadedModel, element.model, model.root.parent === null]).toEqual([model, model, false]);
  await changed(() => (element.model = boardFile()));
  const own = vi.spyOn(element.loadedModel!, 'dispose');
  expect([dispose.mock.calls.length, model.root.parent]).toEqual([0, null]);
  await changed(() => (element.model = model));
  expect(own).toHaveBeenCalledOnce();
  element.remove();
  await frames(1);
  expect([dispose.mock.calls.length, model.root.parent]).toEqual([0, null]);
  model.dispose();
});

test('an audio element is played as it is, and let go as it was', async () => {
  const audio = new Audio(addressOf(songFile(2)));
  Object.assign(audio, { volume: 0.5, preload: 'none' });
  await shown({ muted: '' }, { model: boardFile(), audio });
  expect([element.player.media, element.volume, audio.muted, element.duration]).toEqual([
    audio,
    0.5,
    true,
    2,
  ]);
  await element.play();
  expect(audio.paused).toBe(false);
  await changed(() => (element.audio = null));
  expect([audio.paused, audio.hasAttribute('src'), element.player.media]).toEqual([true, true, undefined]);
});

test('of two loads the later counts, whichever comes first', async () => {
  await shown({}, { model: boardFile(), motion: walk(2) });
  const slow = Object.assign(walk(9), {
    arrayBuffer: async () => {
      await frames(8);
      return walk(9).arrayBuffer();
    },
  });
  element.motion = slow;
  await frames(1);
  const said = listen(element, ['canplay', 'loadstart']);
  await changed(() => (element.motion = walk(4)));
  await frames(12);
  expect([element.duration, said]).toEqual([4, ['loadstart', 'canplay']]);
  expect(part(element, '.messages').childElementCount).toBe(0);
});
