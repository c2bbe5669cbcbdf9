import type { OdoriPlayerElement, VrmModel } from '#src/element/index.js';
import type { MmdModel } from '#src/model/index.js';
import { afterAll, expect, test } from 'vitest';
import { frames } from '#test/support/frames.js';
import { drop, choose } from '#test/support/give-files.js';
import { openPage, withoutDrawing, type OpenPage } from '#test/support/open-page.js';
import { modelFile, vmdFile, vpdFile } from '#test/support/opened-files.js';
import { bmp } from '#test/support/test-images.js';
import { smallVrm } from '#test/vrm/small-vrm.js';

/**
 * One page for the tests that need the dancer, because loading her takes longer than they do. It draws
 * nothing: no test looks at its picture.
 */
let page: OpenPage | undefined;

afterAll(() => page?.close());

function playerOf({ document }: OpenPage): OdoriPlayerElement {
  return document.querySelector<OdoriPlayerElement>('#show')!;
}

async function open(): Promise<OpenPage> {
  page ??= await openPage('/demos/index.html', withoutDrawing);
  const player = playerOf(page);
  await expect.poll(() => player.readyState).toBeGreaterThan(0);
  return page;
}

function textOf(selector: string): string {
  return page!.document.querySelector(selector)!.textContent.trim();
}

/** What a screen reader says of a link, a button or a file input. */
function nameOf(part: Element): string {
  if (part instanceof part.ownerDocument.defaultView!.HTMLInputElement)
    return part.labels?.[0].textContent.trim() ?? '';
  return part.getAttribute('aria-label') ?? part.getAttribute('alt') ?? part.textContent.trim();
}

test('she dances in the masthead at once, on the festival stage and without sound', async () => {
  const player = playerOf(await open());
  await expect.poll(() => player.paused).toBe(false);
  await expect.poll(() => player.currentTime).toBeGreaterThan(0);
  expect(player.muted).toBe(true);
  expect(player.loadedModel!.rig.boneIndex('頭')).toBeGreaterThan(0);
  const { root } = player.stage as Exclude<typeof player.stage, string>;
  expect([root.name, root.parent !== null]).toEqual(['festival', true]);
});

test('first come the main actions, then the player, then each demo and its source; all have names', async () => {
  const { document } = await open();
  const stops = [...document.querySelectorAll('odori-player, a, button, input')];
  const names = stops.map(nameOf);
  expect(names.slice(0, 7)).toEqual([
    'Open a folder',
    'Open a zip or files',
    'Use it on your page',
    'Source',
    'Odoriko, a dancer in a red festival coat, dances on a stage under paper lanterns',
    'Dance',
    'Source of Dance',
  ]);
  expect(names.filter((name) => name === '')).toEqual([]);
  const order = stops.filter((stop) => (stop as HTMLElement).tabIndex > 0);
  expect(order).toEqual([]); // nothing jumps the queue
  const headings = [...document.querySelectorAll('h1, h2')].map((heading) => heading.textContent);
  expect(headings).toEqual([
    'Odori 踊り',
    'Watch',
    'Build',
    'Look inside',
    'Copy and go',
    'Docs and source',
    'Packages on npm',
  ]);
});

test('nothing scrolls sideways, down to a width of 320 pixels', async () => {
  const { document, window } = await open();
  const frame = window.frameElement as HTMLElement;
  for (const width of [1280, 640, 390, 320]) {
    frame.style.width = `${width}px`;
    expect(document.documentElement.scrollWidth, `${width} pixels`).toBe(width);
  }
  frame.style.width = '640px';
});

test('a dropped motion takes the stage, with a card about it; then a pose does, and the dancer comes back', async () => {
  const player = playerOf(await open());
  const dance = player.loadedMotion;
  page!.document.documentElement.scrollTop = 1000;
  const nod = vmdFile('nod.vmd');
  expect(drop(page!, nod)).toBe(true);
  expect(textOf('.reading')).toBe(`nod.vmd${nod.size} bytes`); // in the task of the drop, before it is read
  await expect.poll(() => textOf('#status')).toBe('Now playing nod.vmd.');
  await expect.poll(() => page!.document.querySelector('.reading')).toBe(null);
  expect(player.loadedMotion).not.toBe(dance);
  expect(textOf('#card')).toContain('nod.vmd');
  expect(page!.document.documentElement.scrollTop).toBe(0);
  expect(page!.document.querySelector<HTMLElement>('#names')!.hidden).toBe(true);
  choose(page!, 'files', vpdFile('turn.vpd'));
  await expect.poll(() => textOf('#status')).toBe('Now playing turn.vpd.');
  expect(textOf('#card')).toContain('turn.vpd');
  const buttons = [...page!.document.querySelectorAll<HTMLElement>('#card button')];
  buttons.find(({ textContent }) => textContent.startsWith('Back'))!.click();
  await expect.poll(() => textOf('#card')).toBe('');
  expect(page!.document.querySelector<HTMLElement>('#names')!.hidden).toBe(false);
  expect(player.duration).toBeGreaterThan(60);
  expect(page!.errors).toEqual([]);
});

test('a model without its textures asks for its folder, of which only the model is taken', async () => {
  const player = playerOf(await open());
  const model = modelFile('board.pmx', 'wood.bmp');
  expect(drop(page!, model, vmdFile('nod.vmd'))).toBe(true);
  await expect.poll(() => textOf('#status')).toContain('Now showing Test.');
  const advice = (): Element | null => page!.document.querySelector('.masthead > dialog[open]');
  expect(advice()!.textContent).toContain('Test has come without its textures');
  const motion = player.loadedMotion;
  const wood = new File([bmp({ width: 1, rows: [[[9, 9, 9]]] })], 'wood.bmp');
  choose(page!, 'advised-folder', modelFile('chair.pmx'), wood, model, vmdFile('other.vmd'));
  expect(textOf('.reading')).toContain('chair.pmx and 3 more');
  await expect.poll(advice).toBe(null);
  const { report } = player.loadedModel as MmdModel;
  expect(report.notes).toEqual([]);
  expect(player.loadedMotion).toBe(motion);
  const buttons = [...page!.document.querySelectorAll<HTMLElement>('#card button')];
  buttons.find(({ textContent }) => textContent.startsWith('Back'))!.click();
  await expect.poll(() => textOf('#card')).toBe('');
  expect(page!.errors).toEqual([]);
});

test('a dropped VRM avatar dances in her place, and she comes back', async () => {
  const player = playerOf(await open());
  expect(drop(page!, new File([smallVrm().slice()], 'alice.vrm'))).toBe(true);
  await expect.poll(() => player.loadedModel?.name).toBe('Small avatar');
  await expect.poll(() => textOf('#card')).toContain('Author: Ann Author');
  const { vrm } = player.loadedModel as VrmModel;
  const knee = vrm.humanoid.getNormalizedBoneNode('leftLowerLeg')!.quaternion;
  const bends = new Set<number>();
  const bendsSoFar = (): number => bends.add(knee.x).size;
  await expect.poll(bendsSoFar, { interval: 20 }).toBeGreaterThan(3);
  expect(player.paused).toBe(false);
  const buttons = [...page!.document.querySelectorAll<HTMLElement>('#card button')];
  buttons.find(({ textContent }) => textContent.startsWith('Back'))!.click();
  await expect.poll(() => player.loadedModel?.name).not.toBe('Small avatar');
  expect(page!.errors).toEqual([]);
});

test('under reduced motion she waits for the viewer', async () => {
  page?.close();
  page = await openPage('/demos/index.html', (window) => {
    withoutDrawing(window);
    const media = window.matchMedia.bind(window);
    window.matchMedia = (query) => media(query.includes('prefers-reduced-motion') ? 'all' : query);
  });
  const player = playerOf(await open());
  await frames(20);
  expect([player.paused, player.currentTime]).toEqual([true, 0]);
  expect(page.document.querySelector<HTMLImageElement>('#poster')!.naturalWidth).toBe(1280);
  expect(page.errors).toEqual([]);
});
