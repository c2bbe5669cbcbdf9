import type { OdoriPlayerElement } from '@odori/element';
import { loadModel, type MmdModel } from '@odori/model';
import { bindMotion, Rig } from '@odori/runtime';
import { Quaternion, Vector3 } from 'three';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import dance from '@odori/sample/files/dance.vmd?url';
import dancer from '@odori/sample/files/dancer.pmx?url';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { drawNothing } from '#test/support/open-page.js';
import { frames } from '#test/support/frames.js';
import { boardFile, clearPage, nextEvent, showElement } from './show-element.js';

expectCleanConsole();
drawNothing(); // these tests look at bones alone

async function showDancer(
  attributes: Readonly<Record<string, string>> = {},
  properties: Partial<OdoriPlayerElement> = { model: dancer },
): Promise<OdoriPlayerElement> {
  const element = showElement({ motion: dance, ...attributes }, properties);
  await nextEvent(element, 'canplaythrough');
  settleAtOnce(element);
  return element;
}

/** Its hair settles in one frame, however busy this machine is. */
function settleAtOnce({ loadedModel }: OdoriPlayerElement): void {
  if (loadedModel?.physics) loadedModel.physics.budget = undefined;
}

async function settled(model: Pick<MmdModel, 'isSettling'>): Promise<void> {
  while (model.isSettling) await frames(1);
}

/** The bones that bodies move and that hang on the head. */
function hairOf({ rig, physics }: Pick<MmdModel, 'rig' | 'physics'>): number[] {
  const { parents } = rig.definition;
  const head = rig.boneIndex('頭');
  const hangsOnHead = (bone: number): boolean => bone >= 0 && (bone === head || hangsOnHead(parents[bone]));
  const bodies = physics!.model.rigidBodies.filter(({ mode, bone }) => mode !== 0 && hangsOnHead(bone));
  return bodies.map(({ bone }) => bone);
}

/** Where the hair is, seen from the head: three numbers a bone. */
function hairPlaces({ rig }: Pick<MmdModel, 'rig'>, hair: readonly number[]): number[] {
  const head = rig.boneIndex('頭');
  const { worldPositions, worldRotations } = rig;
  const origin = new Vector3().fromArray(worldPositions, 3 * head);
  const turn = new Quaternion().fromArray(worldRotations, 4 * head).invert();
  return hair.flatMap((bone) =>
    new Vector3()
      .fromArray(worldPositions, 3 * bone)
      .sub(origin)
      .applyQuaternion(turn)
      .toArray(),
  );
}

/** The largest change of a number. */
function change(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i])));
}

/** Seeks and waits until the hair hangs. */
async function seekAndSettle(element: OdoriPlayerElement, seconds: number): Promise<void> {
  element.currentTime = seconds;
  await settled(element.loadedModel!);
}

describe('a dancer', () => {
  let element: OdoriPlayerElement;

  beforeAll(async () => {
    element = await showDancer();
  });
  afterAll(clearPage);

  test('the hair of the dancer moves while she dances, and a pause freezes it', async () => {
    const model = element.loadedModel!;
    const hair = hairOf(model);
    expect(hair.length).toBeGreaterThan(10);
    element.currentTime = 5;
    await element.play();
    const first = hairPlaces(model, hair);
    for (let most = 0; most <= 0.2;) {
      await frames(1);
      const places = hairPlaces(model, hair);
      expect(places.every(Number.isFinite)).toBe(true);
      most = Math.max(most, change(places, first));
    }
    element.pause();
    await settled(model);
    const paused = hairPlaces(model, hair);
    await frames(5);
    expect(hairPlaces(model, hair)).toEqual(paused);
    expect(model.physics!.faults).toBe(0);
  });

  test('after a seek the hair settles over some frames, also in a pause, and then nothing moves', async () => {
    const model = element.loadedModel!;
    const hair = hairOf(model);
    await seekAndSettle(element, 12);
    model.physics!.budget = 0; // a substep in each frame, as on a very slow machine
    element.currentTime = 31;
    expect(model.isSettling).toBe(true);
    const atOnce = hairPlaces(model, hair);
    await frames(3);
    expect(model.isSettling).toBe(true);
    model.physics!.budget = 30;
    await settled(model);
    const hanging = hairPlaces(model, hair);
    expect(change(hanging, atOnce)).toBeGreaterThan(0.01);
    await frames(5);
    expect(hairPlaces(model, hair)).toEqual(hanging);
  });

  test('films begin with hair at rest', async () => {
    const model = element.loadedModel!;
    const settling: boolean[] = [];
    const { player } = element;
    const step = player.step.bind(player);
    const steps = vi.spyOn(player, 'step').mockImplementation((seconds) => {
      if (seconds > 0) settling.push(model.isSettling);
      step(seconds);
    });
    await element.record({ width: 32, height: 18, fps: 10, range: { start: 20, end: 20.3 } });
    steps.mockRestore();
    expect(settling).toEqual([false, false]);
  });

  test('after a recording, the hair of a paused dancer hangs at once as it hung before', async () => {
    const model = element.loadedModel!;
    const hair = hairOf(model);
    await seekAndSettle(element, 5);
    const before = hairPlaces(model, hair);
    await element.record({ width: 64, height: 64, fps: 10, range: { start: 8, end: 8.3 } });
    expect([element.currentTime, element.paused, model.isSettling]).toEqual([5, true, false]);
    expect(change(hairPlaces(model, hair), before)).toBeLessThan(0.01);
    await frames(3);
    expect(change(hairPlaces(model, hair), before)).toBeLessThan(0.01);
  });
});

describe('other players', () => {
  afterEach(clearPage);

  test('the attribute physics turns it off and on at run time, in a pause too', async () => {
    const element = await showDancer({ physics: 'off' });
    const model = element.loadedModel!;
    expect([element.physics, model.physics]).toEqual([false, undefined]);
    element.currentTime = 12;
    element.removeAttribute('physics');
    await expect.poll(() => model.physics?.bodyCount, { timeout: 60_000 }).toBeGreaterThan(50);
    settleAtOnce(element);
    const hair = hairOf(model);
    const rig = new Rig(model.rig.definition);
    bindMotion(element.loadedMotion!, rig).sample(30 * 13);
    rig.solve();
    const keyed = hairPlaces({ rig }, hair);
    await seekAndSettle(element, 13);
    expect(change(hairPlaces(model, hair), keyed)).toBeGreaterThan(0.05);
    element.physics = 'off'; // as frameworks do, which set properties to the text of attributes
    expect([element.getAttribute('physics'), element.physics]).toEqual(['off', false]);
    expect(model.physics!.mode).toBe('off');
    await frames(2);
    expect(change(hairPlaces(model, hair), keyed)).toBeLessThan(1e-6);
    element.physics = true;
    expect([element.getAttribute('physics'), model.physics!.mode]).toEqual([null, 'keyframes']);
    await frames(2);
    await settled(model);
    expect(change(hairPlaces(model, hair), keyed)).toBeGreaterThan(0.05);
  });

  test('a model of the page’s own gets physics, and its mode back when it leaves', async () => {
    const model = await loadModel(dancer);
    const element = await showDancer({}, { model });
    expect(model.physics!.bodyCount).toBeGreaterThan(50);
    model.physics!.mode = 'always';
    element.physics = false;
    expect(model.physics!.mode).toBe('off');
    element.model = null;
    await expect.poll(() => element.loadedModel, { timeout: 60_000 }).toBeUndefined();
    expect(model.physics!.mode).toBe('always');
    model.dispose();
  });

  test('a model without bodies has no physics, and nothing to say about it', async () => {
    const element = await showDancer({}, { model: boardFile() });
    expect([element.physics, element.loadedModel!.physics, element.loadedModel!.isSettling]).toEqual([
      true,
      undefined,
      false,
    ]);
  });
});
