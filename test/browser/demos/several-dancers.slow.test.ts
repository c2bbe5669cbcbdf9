import type { OdoriDancerElement, OdoriPlayerElement } from '@odori/element';
import { createPmx, createPmxBone, parsePmm, pmmToVmd, serializePmx } from '@odori/format';
import { unpackZip } from '@odori/format/internal';
import { afterEach, expect, test } from 'vitest';
import { drop } from '#test/support/give-files.js';
import { type OpenPage, openPage, withoutDrawing } from '#test/support/open-page.js';
import { vmdFile } from '#test/support/opened-files.js';
import { smallVrm } from '#test/vrm/small-vrm.js';

let page: OpenPage | undefined;

afterEach(() => page?.close());

const dancer = (name: string, ...bones: string[]): File =>
  new File(
    [
      serializePmx(
        createPmx({
          name,
          comment: `Terms of ${name}`,
          bones: bones.map((bone, i) => createPmxBone({ name: bone, parent: i === 0 ? -1 : 0 })),
        }),
      ).slice(),
    ],
    `${name}.pmx`,
  );
const BODY = ['センター', '頭', '左足ＩＫ'];
const dance = (name: string): File =>
  vmdFile(name, {
    bones: [0, 90].map((frame) => ({ name: 'センター', frame, position: [frame / 45, frame / 90, 0] })),
  });

const dancers = (): OdoriDancerElement[] => [
  ...page!.document.querySelectorAll<OdoriDancerElement>('odori-dancer'),
];
const player = (): OdoriPlayerElement => page!.document.querySelector('odori-player')!;
const text = (selector: string): string => page!.document.querySelector(selector)?.textContent ?? '';
const button = (selector: string): HTMLButtonElement => page!.document.querySelector(selector)!;
const key = (name: string): void => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
  page!.document.activeElement!.dispatchEvent(event);
};

test('several dancers get dances and places, and are saved as one file and opened again', async () => {
  page = await openPage('/demos/dance/?paused', withoutDrawing);
  const { document, errors } = page;
  const files = [dancer('Aya', ...BODY), dancer('Bea', ...BODY), dancer('Hall', 'センター')];
  expect(drop(page, ...files, dance('first.vmd'), dance('second.vmd'))).toBe(true);

  // nothing says who dances what: by their names, and the card says it
  const items = (): string[] =>
    [...document.querySelectorAll('.contents li')].map(({ textContent }) => textContent);
  await expect.poll(items).toEqual(['Aya: first.vmd', 'Bea: second.vmd', 'Hall']);
  expect(text('#status')).toBe('Now playing Aya · Bea.');
  button('[name=swap]').click();
  await expect.poll(items).toEqual(['Aya: second.vmd', 'Bea: first.vmd', 'Hall']);
  button('[name=swap]').click();
  await expect.poll(items).toEqual(['Aya: first.vmd', 'Bea: second.vmd', 'Hall']);
  expect(document.querySelector('dialog')).toBeNull();

  // a dialog asks, over the dancers
  button('[name=who]').click();
  await expect.poll(() => document.querySelector('dialog')?.open).toBe(true);
  const lists = [...document.querySelectorAll<HTMLSelectElement>('dialog select')];
  const chosen = (): string[] => lists.map((list) => list.selectedOptions[0].text);
  expect(lists.map((list) => list.getAttribute('aria-label'))).toEqual(['Dance of Aya', 'Dance of Bea']);
  expect(chosen()).toEqual(['first.vmd', 'second.vmd']);
  expect(
    [...document.querySelectorAll<HTMLImageElement>('dialog img')].map(({ src }) => src.slice(0, 15)),
  ).toEqual(['data:image/png;', 'data:image/png;']);
  lists[0].selectedIndex = 0; // stands still
  button('dialog .button').click();
  await expect
    .poll(() => dancers().map(({ loadedMotion }) => loadedMotion?.lastFrame))
    .toEqual([undefined, 90]);
  expect([...document.querySelectorAll('odori-stage')].map(({ loadedModel }) => loadedModel?.name)).toEqual([
    'Hall',
  ]);

  // the terms of all their authors
  const terms = [...document.querySelectorAll('.terms > *')].map(({ textContent }) => textContent);
  expect(terms).toEqual(['Aya', 'Terms of Aya', 'Bea', 'Terms of Bea', 'Hall', 'Terms of Hall']);

  // places: a line at first, moved by keys, taken back by Escape
  await expect.poll(() => button('[data-panel=places]').hidden).toBe(false);
  button('[data-panel=places]').click();
  await expect.poll(() => document.querySelectorAll('.place-handle').length).toBe(2);
  const handles = [...document.querySelectorAll<HTMLElement>('.place-handle')];
  expect(handles.map((handle) => handle.getAttribute('aria-label'))).toEqual([
    'Place of Aya',
    'Place of Bea',
  ]);
  handles[1].focus();
  key('ArrowRight');
  expect(text('#places-note')).toBe('Bea: 5.5 to the right, at the center line, turned by 0°');
  key('ArrowRight');
  key('Escape');
  key('ArrowUp');
  expect(text('#places-note')).toBe('Bea: 5.5 to the right, 1 back, turned by 0°');
  expect(document.querySelector<HTMLElement>('#places')!.hidden).toBe(false);

  // one file, with the places in it
  const saved = await savedFile(() => button('#save-project').click());
  expect(saved.name).toBe('Aya · Bea.odori.zip');
  const zip = await unpackZip(await saved.arrayBuffer());
  expect([...zip.keys()]).toEqual([
    'dance.pmm',
    'odori.json',
    'Aya.pmx',
    'Bea.pmx',
    'Hall.pmx',
    'first.vmd',
    'second.vmd',
  ]);
  const pmm = parsePmm(zip.get('dance.pmm')!);
  // Aya stands still at -4.5; Bea dances from 5.5 to 7.5 and 1 back, which is +z in MMD's space
  expect([...pmmToVmd(pmm, 0).bones.positions.subarray(0, 3)]).toEqual([-4.5, 0, 0]);
  const { positions, count } = pmmToVmd(pmm, 1).bones;
  expect([...positions.subarray(3 * (count - 1))]).toEqual([7.5, 1, 1]);

  // opened again, all is where it was, and can be moved on
  const before = dancers();
  expect(drop(page, saved)).toBe(true);
  await expect.poll(() => dancers()[0] !== before[0] && dancers()[1]?.loadedMotion?.lastFrame).toBe(90);
  expect(dancers().map(({ alt, position, motion }) => [alt, position, motion === null])).toEqual([
    ['Aya', '-4.5 0 0', true],
    ['Bea', '5.5 0 -1', false],
  ]);
  await expect.poll(() => document.querySelectorAll('.place-handle').length).toBe(2);

  // in a mirror, those on the left are on the right, and dance to the other side
  const standing = (): unknown[] =>
    dancers().map(({ position, loadedMotion }) => [
      position,
      loadedMotion?.bones.get('センター')?.positions[3],
    ]);
  expect(standing()).toEqual([
    ['-4.5 0 0', undefined],
    ['5.5 0 -1', 2],
  ]);
  key('x');
  await expect.poll(standing).toEqual([
    ['4.5 0 0', undefined],
    ['-5.5 0 -1', -2],
  ]);
  key('x');
  await expect.poll(() => standing()[1]).toEqual(['5.5 0 -1', 2]);

  // a song, a motion or a stage comes to the dancers
  expect(drop(page, dance('Aya.vmd'))).toBe(true);
  await expect.poll(() => dancers()[0].loadedMotion?.lastFrame).toBe(90);
  expect(dancers().map(({ alt, position }) => [alt, position])).toEqual([
    ['Aya', '-4.5 0 0'],
    ['Bea', '5.5 0 -1'],
  ]);
  expect(errors).toEqual([]);
});

test('a VRM avatar and a model dance side by side, in turn with the dancer of the page', async () => {
  page = await openPage('/demos/dance/?paused', withoutDrawing);
  const { errors } = page;
  const avatar = new File([smallVrm().slice()], 'Robo.vrm');
  expect(drop(page, avatar, dancer('Aya', ...BODY), dance('both.vmd'))).toBe(true);
  await expect.poll(() => text('#status')).toBe('Now playing Aya · Robo.');
  const [left, right] = dancers();
  expect([left.loadedMotion, right.loadedMotion].map((motion) => motion?.lastFrame)).toEqual([90, 90]);
  expect(['mesh' in left.loadedModel!, 'vrm' in right.loadedModel!]).toEqual([true, true]);
  expect([left.position, right.position]).toEqual(['-4.5 0 0', '4.5 0 0']);
  expect(player().loadedModel).toBeUndefined();
  button('#reset').click();
  await expect.poll(() => [dancers().length, player().loadedModel !== undefined]).toEqual([0, true]);
  expect(errors).toEqual([]);
});

/** The file that the page lets the browser save. */
async function savedFile(save: () => void): Promise<File> {
  const { window } = page!;
  const { HTMLAnchorElement: Anchor } = window as Window & typeof globalThis;
  const link = new Promise<HTMLAnchorElement>((resolve) => {
    Anchor.prototype.click = function (this: HTMLAnchorElement) {
      resolve(this);
    };
  });
  save();
  const { href, download } = await link;
  return new File([await (await fetch(href)).blob()], download);
}
