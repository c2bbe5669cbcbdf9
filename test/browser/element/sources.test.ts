import { OdoriPlayerElement } from '@odori/element';
import { loadModel } from '@odori/model';
import { Motion } from '@odori/runtime';
import { createPmxBone, createVmd, PMX_BONE, type PmxBone } from '@odori/format';
import { afterEach, expect, test, vi } from 'vitest';
import poseUrl from '@odori/sample/files/pose-wave.vpd?url';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { frames } from '#test/support/frames.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { drawNothing, setDrawing } from '#test/support/open-page.js';
import {
  urlOf,
  boardFile,
  cameraFile,
  clearPage,
  nextEvent,
  revokeUrls,
  collectEvents,
  motionFile,
  part,
  centerPosition,
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
});

async function shown(...parts: Parameters<typeof showElement>): Promise<OdoriPlayerElement> {
  element = showElement(...parts);
  await nextEvent(element, 'canplaythrough');
  return element;
}

/** Resolves when a change is loaded. */
async function changed(change: () => void): Promise<void> {
  const ready = nextEvent(element, 'canplaythrough');
  change();
  await ready;
}

/** A motion that raises the head. */
const rise = (): File => motionFile({ bones: [{ name: '頭', frame: 0, position: [0, 3, 0] }] }, 'rise.vmd');
const headHeight = (): number => element.loadedModel!.rig.pose.translations[4];

test('every URL can be given by an attribute', async () => {
  const names = { model: boardFile(), camera: cameraFile(-45), audio: songFile(3) };
  const attributes = Object.entries(names).map(([name, file]) => [name, urlOf(file)] as const);
  const [one, two, three] = [walk(2), rise(), walk(5, -1)].map(urlOf);
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
  expect(centerPosition(element)[0]).toBeCloseTo(0.75, 5); // the motion starts half a second later
  element.motionIndex = 1;
  expect([element.motionIndex, element.loadedMotion!.duration]).toEqual([1, 5]);
  expect(problemTexts(element)).toEqual([]);
});

test('every URL can be changed and removed at any time', async () => {
  await shown({ model: urlOf(boardFile()), motion: urlOf(walk(2)) });
  const first = element.loadedModel!;
  await changed(() => element.setAttribute('motion', urlOf(walk(4))));
  expect([element.duration, element.loadedModel]).toEqual([4, first]);
  await changed(() => element.setAttribute('camera', urlOf(cameraFile(-33))));
  expect([element.player.camera!.distance, element.cameraMode]).toEqual([-33, 'motion']);
  await changed(() => element.setAttribute('audio', urlOf(songFile(6))));
  expect(element.duration).toBe(6);
  await changed(() => element.setAttribute('model', urlOf(boardFile())));
  expect(element.loadedModel).not.toBe(first);
  await changed(() => element.removeAttribute('audio'));
  expect(element.duration).toBe(4);
  await changed(() => element.removeAttribute('camera'));
  expect(element.cameraMode).toBe('orbit');
  await changed(() => element.setAttribute('pose', poseUrl));
  await changed(() => element.removeAttribute('motion'));
  expect([element.loadedMotion, element.player.idle === undefined, element.duration]).toEqual([
    undefined,
    false,
    0,
  ]);
  const events = collectEvents(element);
  element.removeAttribute('model');
  await nextEvent(element, 'emptied');
  expect([element.readyState, element.duration, element.loadedModel]).toEqual([0, Number.NaN, undefined]);
  expect(events).toEqual(['loadstart', 'emptied']);
});

test('offset, muted and stage can be changed at any time', async () => {
  await shown({}, { model: boardFile(), motion: walk(2) });
  element.offset = 1;
  expect([element.getAttribute('offset'), element.duration]).toEqual(['1', 3]);
  element.setAttribute('offset', 'soon');
  expect(element.offset).toBe(0);
  element.setAttribute('muted', '');
  expect(element.muted).toBe(true);
  element.defaultMuted = false;
  expect(element.muted).toBe(false);
  expect(element.stage).toBe('floor');
  for (const [given, kind] of [
    ['grid', 'grid'],
    ['none', 'none'],
    ['sand', 'floor'],
  ] as const) {
    element.setAttribute('stage', given);
    expect(element.stage).toBe(kind);
  }
});

test('a look can be chosen at any time; a model that leaves the element gets back its own', async () => {
  const first = await loadModel(boardFile(), { look: 'plain' });
  await shown({}, { model: first });
  expect([element.look, first.surface.look]).toEqual(['auto', 'plain']);
  for (const [given, look, ofModel] of [
    ['shaded', 'shaded', 'shaded'],
    ['plain', 'plain', 'plain'],
    ['scene', 'scene', 'scene'],
    ['toon', 'auto', 'plain'],
  ] as const) {
    element.setAttribute('look', given);
    expect([element.look, first.surface.look]).toEqual([look, ofModel]);
  }
  element.look = 'shaded';
  await changed(() => (element.model = boardFile()));
  expect([first.surface.look, element.loadedModel!.surface.look]).toEqual(['plain', 'shaded']);
  first.dispose();
});

test('the ground is drawn and removed', async () => {
  setDrawing(window, true);
  await shown({ stage: 'none' }, { model: boardFile() });
  const size = async (): Promise<number> => (await element.capture()).size;
  const bare = await size();
  element.stage = 'grid';
  const grid = await size();
  element.stage = 'floor';
  expect([grid > bare, (await size()) !== grid]).toEqual([true, true]);
  element.stage = 'none';
  expect(await size()).toBe(bare);
});

test('a poster covers the picture until it plays or seeks', async () => {
  const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' });
  await shown({ poster: urlOf(svg) }, { model: boardFile(), motion: walk(2) });
  await frames(2);
  const poster = part(element, '.poster') as HTMLImageElement;
  expect([poster.checkVisibility(), poster.src]).toEqual([true, element.poster]);
  element.currentTime = 1;
  await nextEvent(element, 'seeked');
  expect(poster.checkVisibility()).toBe(false);
  element.removeAttribute('poster');
  expect([poster.hasAttribute('src'), element.poster]).toEqual([false, '']);
});

test('properties take URLs, files, blobs and folders', async () => {
  const [model, motion] = [boardFile(), walk(3)];
  const url = new URL(urlOf(model));
  await shown({}, { model: url, motion: new URL(urlOf(motion)) });
  expect([element.duration, element.model]).toEqual([3, url]);
  await changed(() =>
    Object.assign(element, { model, motion: new Blob([walk(4)]), audio: new URL(urlOf(songFile(5))) }),
  );
  expect([element.model, element.duration]).toEqual([model, 5]);
  const files = new Map([
    ['she/board.pmx', model],
    ['she/dance/walk.VMD', walk(7)],
    ['she/dance/rise.vmd', rise()],
  ]);
  await changed(() => Object.assign(element, { model: files, motion: files, audio: null }));
  expect([element.duration, headHeight(), element.motion]).toEqual([7, 3, files]);
  expect(problemTexts(element)).toEqual([]);
});

test('properties take files, maps and media of another window', async () => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const other = frame.contentWindow as unknown as typeof globalThis;
  const fileOf = (file: File): File => new other.File([file], file.name);
  const files = new other.Map([['a/board.pmx', fileOf(boardFile())]]);
  const motion = new other.URL(urlOf(walk(2)));
  await shown({}, { model: files, motion, audio: fileOf(songFile(3)) });
  expect([element.duration, element.loadedMotion!.duration]).toEqual([3, 2]);
  const audio = new other.Audio(urlOf(songFile(4)));
  await changed(() => Object.assign(element, { model: fileOf(boardFile()), motion: fileOf(walk(1)), audio }));
  expect([element.player.media, element.duration, element.loadedMotion!.duration]).toEqual([audio, 4, 1]);
  expect(problemTexts(element)).toEqual([]);
  element.audio = null;
  await frames(2);
  frame.remove();
});

test('the properties motion, camera and pose take Motion objects, also several motions', async () => {
  const motion = Motion.from(createVmd({ bones: [{ name: 'センター', frame: 45 }] }));
  await shown({}, { model: boardFile(), motion: [walk(3), motion], camera: cameraFile(), pose: motion });
  element.motionIndex = 1;
  expect(element.loadedMotion).toBe(motion);
  await changed(() => (element.motion = motion));
  expect([element.loadedMotion, element.duration, element.motionIndex]).toEqual([motion, 1.5, 0]);
});

test('the element does not dispose a model that was given to it', async () => {
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

test('a model that was given comes back with the ground shadow that it had', async () => {
  const [shown1, hidden] = [await loadModel(boardFile()), await loadModel(boardFile())];
  hidden.surface.groundShadow.visible = false;
  await shown({ stage: 'none' }, { model: shown1 });
  expect(shown1.surface.groundShadow.visible).toBe(false);
  await changed(() => Object.assign(element, { model: hidden, stage: 'floor' }));
  expect([shown1.surface.groundShadow.visible, hidden.surface.groundShadow.visible]).toEqual([true, true]);
  element.remove();
  await frames(1);
  expect(hidden.surface.groundShadow.visible).toBe(false);
  shown1.dispose();
  hidden.dispose();
});

test('an audio element keeps its loop switch and its rate, which the element takes over', async () => {
  const audio = new Audio(urlOf(songFile(2)));
  Object.assign(audio, { loop: true, playbackRate: 1.5 });
  await shown({}, { model: boardFile() });
  const events = collectEvents(element, ['ratechange']);
  await changed(() => (element.audio = audio));
  expect([audio.loop, audio.playbackRate]).toEqual([true, 1.5]);
  expect([element.loop, element.playbackRate, element.hasAttribute('loop')]).toEqual([true, 1.5, true]);
  expect(events).toEqual(['ratechange']);
});

test('the attribute `loop` counts for an audio element too; a song of the element takes loop and rate of the element', async () => {
  const audio = new Audio(urlOf(songFile(2)));
  await shown({ loop: '' }, { model: boardFile(), audio });
  expect([element.loop, audio.loop]).toEqual([true, true]);
  element.playbackRate = 0.5;
  await changed(() => (element.audio = songFile(3)));
  const { media } = element.player;
  expect([media!.loop, media!.playbackRate, element.loop, element.playbackRate]).toEqual([
    true,
    0.5,
    true,
    0.5,
  ]);
});

test('motionIndex that is set before loading is the motion that plays first', async () => {
  element = showElement({}, { motionIndex: 1 });
  expect(element.motionIndex).toBe(1);
  Object.assign(element, { model: boardFile(), motion: [walk(3), walk(4)] });
  await nextEvent(element, 'canplaythrough');
  expect([element.motionIndex, element.loadedMotion!.duration, element.duration]).toEqual([1, 4, 4]);
  await changed(() => {
    element.motion = [walk(5), walk(6), walk(7)];
    element.motionIndex = 2; // of the new motions
  });
  expect([element.motionIndex, element.loadedMotion!.duration]).toEqual([2, 7]);
  await changed(() => {
    element.motion = [walk(8), walk(9)];
    element.motionIndex = 5; // there is none
  });
  expect([element.motionIndex, element.loadedMotion!.duration]).toEqual([0, 8]);
});

test('properties that were set before the tag was registered count, and do not hide the accessors', async () => {
  const name = 'odori-registered-later';
  const early = document.createElement(name) as OdoriPlayerElement;
  early.setAttribute('offset', '1');
  early.style.cssText = 'width: 160px; height: 90px';
  const other = new Map();
  Object.assign(early, {
    model: boardFile(),
    motion: walk(3),
    offset: 0.5,
    loop: true,
    currentTime: 2,
    other,
  });
  Object.assign(early, { readyState: 7 }); // a property that cannot be set
  document.body.append(early);
  customElements.define(name, class extends OdoriPlayerElement {});
  await nextEvent(early, 'canplaythrough');
  expect(Object.entries(early)).toEqual([['other', other]]);
  expect([early.readyState, early.duration, early.offset, early.loop]).toEqual([4, 3.5, 0.5, true]);
  expect([early.getAttribute('offset'), early.currentTime]).toEqual(['0.5', 2]);
  early.remove();
});

test('an early property that cannot be used is reported, and the others count', async () => {
  const name = 'odori-with-bad-property';
  const early = document.createElement(name) as OdoriPlayerElement;
  Object.assign(early, { currentTime: 'x', volume: 0.5 });
  document.body.append(early);
  const report = vi.spyOn(window, 'reportError').mockReturnValue();
  customElements.define(name, class extends OdoriPlayerElement {});
  expect(report.mock.calls).toEqual([[new TypeError('currentTime must be a finite number, not NaN')]]);
  expect([early.currentTime, early.volume]).toEqual([0, 0.5]);
  early.remove();
});

test('an audio element plays with its own settings, and keeps its source when it is removed', async () => {
  const audio = new Audio(urlOf(songFile(2)));
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

test('of two loads only the last one counts, in whatever order they end', async () => {
  await shown({}, { model: boardFile(), motion: walk(2) });
  const slow = Object.assign(walk(9), {
    arrayBuffer: async () => {
      await frames(8);
      return walk(9).arrayBuffer();
    },
  });
  element.motion = slow;
  await frames(1);
  const events = collectEvents(element, ['canplay', 'loadstart']);
  await changed(() => (element.motion = walk(4)));
  await frames(12);
  expect([element.duration, events]).toEqual([4, ['loadstart', 'canplay']]);
  expect(part(element, '.messages').childElementCount).toBe(0);
});

test('a removed input and a new one in the same task are loaded together', async () => {
  await shown({}, { model: boardFile(), motion: walk(2), camera: cameraFile() });
  const events = collectEvents(element, ['loadstart', 'canplay']);
  await changed(() => Object.assign(element, { camera: null, audio: songFile(3) }));
  expect([element.duration, element.cameraMode, events]).toEqual([3, 'orbit', ['loadstart', 'canplay']]);
});

test('inputs that were given before the element is in the page load when it is added', async () => {
  element = new OdoriPlayerElement();
  element.setAttribute('model', urlOf(boardFile()));
  element.audio = songFile(3);
  await frames(2);
  element.audio = null;
  await frames(2);
  expect(element.readyState).toBe(0);
  document.body.append(element);
  await nextEvent(element, 'canplaythrough');
  expect([element.readyState, element.duration]).toEqual([4, 0]);
  element.remove();
  await frames(2);
  element.motion = walk(4); // while it is not in the page
  await frames(2);
  document.body.append(element);
  await nextEvent(element, 'canplaythrough');
  expect(element.duration).toBe(4);
  element.remove();
});

test('undefined and null, which frameworks set, take an attribute away and turn a switch off', () => {
  const attributes = {
    poster: 'data:,',
    alt: 'a dance',
    stage: 'grid',
    look: 'plain',
    offset: '2',
    loop: '',
  };
  element = showElement(attributes);
  const nothing = {
    poster: undefined,
    alt: null,
    stage: undefined,
    look: null,
    offset: undefined,
    loop: undefined,
  };
  Object.assign(element, nothing, { controls: undefined, autoplay: null });
  expect(element.getAttributeNames()).toEqual(['style']);
  const { poster, stage, look, offset, loop } = element;
  expect([poster, stage, look, offset, loop]).toEqual(['', 'floor', 'auto', 0, false]);
});

test('motion capture, whose legs IK holds, gives a message; ik="off" lets them move', async () => {
  const builder = new ModelBuilder();
  builder.material();
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  const bone = (name: string, y: number, parent = 0): PmxBone =>
    createPmxBone({ name, parent, position: [0, y, 0] });
  const chain = { effector: 3, loopCount: 40, limitAngle: 1, links: [2, 1].map((link) => ({ bone: link })) };
  builder.bones.push(bone('左足', 9), bone('左ひざ', 5, 1), bone('左足首', 1, 2));
  const goal = bone('左足ＩＫ', 1);
  builder.bones.push({ ...goal, flags: goal.flags | PMX_BONE.ik, ik: chain });
  const model = new File([builder.bytes().slice()], 'leg.pmx');
  const bones = [
    { name: '左足', frame: 0 },
    { name: '左足', frame: 30, rotation: [0.6, 0, 0, 0.8] as const },
  ];
  element = showElement({}, { model, motion: motionFile({ bones }, 'walk.vmd') });
  await nextEvent(element, 'canplaythrough');
  expect(problemTexts(element)).toEqual([
    expect.stringMatching(/^walk\.vmd: IK holds the legs.*左足ＩＫ.*ik="off"/),
  ]);
  const ankle = (): number => element.loadedModel!.rig.worldMatrices[16 * 3 + 13];
  element.currentTime = 1;
  expect(ankle()).toBeCloseTo(1, 0);
  element.ik = 'off';
  expect(problemTexts(element)).toEqual([]);
  expect(ankle()).toBeCloseTo(9 - 8 * 0.28, 3); // cos(2 · acos 0.8) = 0.28
  element.ik = 'motion'; // as MMD does, and without a message
  expect([ankle(), problemTexts(element)]).toEqual([expect.closeTo(1, 0), []]);
});

test('names="mmd" finds bones by name as MMD, at any time', async () => {
  const name = 'スカート上着制服裾'; // longer than its field in a motion
  const builder = new ModelBuilder();
  builder.material();
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  builder.bones.push(createPmxBone({ name, parent: 0, position: [0, 9, 0] }));
  const model = new File([builder.bytes().slice()], 'skirt.pmx');
  const motion = motionFile({ bones: [{ name, frame: 0, position: [0, 0, 3] }] });
  await shown({ names: 'mmd' }, { model, motion });
  const place = (): number => {
    element.currentTime = 0;
    return Math.abs(element.loadedModel!.rig.pose.translations[5]);
  };
  expect(place()).toBe(0);
  element.names = 'help';
  expect(place()).toBe(3);
  element.setAttribute('names', 'mmd');
  expect(place()).toBe(0);
});
