import type { OdoriPlayerElement, StageView } from '@odori/element';
import { createMmdLight, loadModel } from '@odori/model';
import { loadMotion, MotionPlayer } from '@odori/runtime';
import { BasicShadowMap, Group, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { afterEach, expect, test } from 'vitest';
import dancer from '@odori/sample/files/dancer.pmx?url';
import dance from '@odori/sample/files/dance.vmd?url';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { frames } from '#test/support/frames.js';
import { GpuLedger } from '#test/support/gpu-ledger.js';
import { Headset, nextEyes } from '#test/support/headset.js';
import { clearPage, nextEvent, part, showElement } from './show-element.js';

expectCleanConsole();

let headset: Headset | undefined;

afterEach(async () => {
  clearPage();
  await headset?.remove();
  headset = undefined;
});

async function showDancer(attributes: Record<string, string> = {}): Promise<OdoriPlayerElement> {
  const element = showElement(
    { xr: '', controls: '', loop: '', ...attributes },
    { model: dancer, motion: dance },
  );
  await nextEvent(element, 'canplaythrough');
  await expect.poll(() => element.shadowRoot!.querySelector('[part=vr-button]')).not.toBeNull();
  return element;
}

async function press(element: OdoriPlayerElement, isEntered: boolean): Promise<void> {
  const button = part(element, '[part=vr-button]');
  button.click();
  await expect.poll(() => button.ariaPressed).toBe(String(isEntered));
}

/** The part of the pixels that are not of the background, which the first pixel shows. */
function drawnPart(pixels: Uint8Array): number {
  let drawn = 0;
  for (let i = 0; i < pixels.length; i += 4)
    if (Math.abs(pixels[i] - pixels[0]) + Math.abs(pixels[i + 1] - pixels[1]) > 40) drawn++;
  return (4 * drawn) / pixels.length;
}

/**
 * How many channels of two pictures differ by more than 1/255. At another place of the canvas, a few pixels
 * at borders are rounded otherwise.
 */
function differing(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((count, value, i) => count + (Math.abs(value - b[i]) > 1 ? 1 : 0), 0);
}

test('both eyes see the dancer with edges and shadows as a single camera there does', async () => {
  headset = new Headset();
  const element = await showDancer({ effects: 'bloom' }); // which are for the page
  await press(element, true);
  const scene = element.loadedModel!.root.parent as Scene;
  headset.device.position.set(0.4, 1.2, -1); // nearer, and aside: depths, widths and shadows differ more
  for (let i = 0; i < 3; i++) {
    for (const { seen, single } of await nextEyes(scene)) {
      expect(differing(seen, single)).toBeLessThan(1e-4 * seen.length);
      expect(drawnPart(seen)).toBeGreaterThan(0.03);
    }
  }
});

test('a session starts and ends 20 times, and nothing stays', async () => {
  const ledger = new GpuLedger();
  headset = new Headset();
  const element = await showDancer();
  let renderer!: WebGLRenderer;
  let pictures = 0;
  element.stage = {
    root: new Group(),
    isMoving: true,
    update: (view: StageView) => {
      renderer = view.renderer as WebGLRenderer;
      pictures++;
    },
  };
  const scene = element.loadedModel!.root.parent as Scene;
  const left = (): unknown[] => [
    ledger.count,
    ledger.bytes,
    { ...renderer.info.memory },
    renderer.info.programs!.length,
    scene.children.length,
    // three keeps the listeners of its managers in this field
    Object.values(Reflect.get(renderer.xr, '_listeners') as Record<string, unknown[]>).map(
      (each) => each.length,
    ),
  ];
  const round = async (): Promise<unknown[]> => {
    await press(element, true);
    await nextEyes(scene);
    await press(element, false);
    pictures = 0;
    await frames(6);
    expect(pictures).toBeLessThanOrEqual(7); // one loop, not two
    return left();
  };
  const first = await round();
  for (let i = 1; i < 20; i++) expect(await round()).toEqual(first);
  ledger.stop();
});

test('the ten lines of the guide show a scene in meters, with one shadow map for both eyes', async () => {
  headset = new Headset();
  const renderer = new WebGLRenderer({ antialias: true });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = BasicShadowMap;
  document.body.append(renderer.domElement);
  const scene = new Scene();
  const camera = new PerspectiveCamera(50, 1, 0.05, 100);
  const light = createMmdLight({ unit: 0.08 });
  const model = await loadModel(dancer);
  model.root.scale.setScalar(0.08);
  model.root.position.z = -2;
  const player = new MotionPlayer();
  player.add(model, await loadMotion(dance));
  scene.add(light, model.root);
  renderer.xr.enabled = true;
  let last: number | undefined;
  renderer.setAnimationLoop((time: number) => {
    player.update((time - (last ?? time)) / 1000);
    last = time;
    renderer.render(scene, camera);
  });
  await renderer.xr.setSession(
    await navigator.xr!.requestSession('immersive-vr', { requiredFeatures: ['local-floor'] }),
  );
  headset.device.position.set(0.3, 1.4, -0.8);
  await nextEyes(scene);
  for (const { seen, single } of await nextEyes(scene)) {
    expect(differing(seen, single)).toBeLessThan(1e-4 * seen.length);
    expect(drawnPart(seen)).toBeGreaterThan(0.03);
  }
  await headset.session!.end();
  renderer.setAnimationLoop(null);
  model.dispose();
  renderer.domElement.remove();
  renderer.dispose();
});
