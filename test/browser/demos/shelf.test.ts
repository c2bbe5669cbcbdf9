import { Shelf } from '@odori/element/shelf';
import type { OdoriPlayerElement } from '#src/element/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose, drop } from '#test/support/give-files.js';
import { openPage, waitUntil, withoutDrawing, type OpenPage } from '#test/support/open-page.js';
import { modelFile, stageFile, vmdFile } from '#test/support/opened-files.js';

/** One page for all tests, because loading the dancer takes longer than they do. */
let page: OpenPage;
let shelf: Shelf;

beforeAll(async () => {
  shelf = await Shelf.open();
  page = await openDance();
});

afterAll(async () => {
  page?.close();
  await shelf.removeAll();
  shelf.close();
  localStorage.removeItem('odori-shelf-continues');
});

/** What the page does when a media key is pressed. */
const mediaKeys = new Map<string, () => void>();

async function openDance(): Promise<OpenPage> {
  const opened = await openPage('/demos/dance/index.html?paused=1', (window) => {
    withoutDrawing(window);
    window.navigator.mediaSession.setActionHandler = (key, action) =>
      void (action ? mediaKeys.set(key, action as () => void) : mediaKeys.delete(key));
  });
  const hasPanels = (): boolean => opened.document.querySelector('.close') !== null;
  await waitUntil(() => hasPanels() && playerOf(opened).readyState > 0);
  return opened;
}

function playerOf({ document }: OpenPage): OdoriPlayerElement {
  return document.querySelector<OdoriPlayerElement>('#view')!;
}

/** A dance of some seconds. */
function dance(name: string, seconds: number): File {
  return vmdFile(name, { bones: [0, 30 * seconds].map((frame) => ({ name: 'センター', frame })) });
}

const part = (selector: string): HTMLElement => page.document.querySelector<HTMLElement>(selector)!;
const buttons = (): HTMLButtonElement[] => [...page.document.querySelectorAll('button')];
const named = (name: string): HTMLButtonElement | undefined =>
  buttons().find((button) => (button.getAttribute('aria-label') ?? button.textContent) === name);
const names = (): (string | undefined)[] =>
  Array.from(page.document.querySelectorAll('#shelf-items .name'), (name) => name.textContent);
const seconds = (): number => Math.round(playerOf(page).loadedMotion?.duration ?? 0);

async function click(name: string): Promise<void> {
  await expect.poll(() => named(name)?.disabled).toBe(false);
  named(name)!.click();
}

/** Drops files and keeps what they show; the shelf then has `count` items. */
async function keep(count: number, ...files: File[]): Promise<void> {
  drop(page, ...files);
  await click('Keep on the shelf');
  await expect.poll(() => named('On the shelf')).toBeDefined();
  expect(names()).toHaveLength(count);
}

test('what a visitor keeps is there after a reload, and goes on where it was', async () => {
  await keep(2, dance('long.vmd', 8), modelFile('board.pmx'));
  expect(names()).toEqual(['long', 'Test']);
  expect(part('#shelf-offer [role=status]').textContent).toBe('Kept: Test and long.');
  playerOf(page).pause();
  playerOf(page).currentTime = 3;
  await expect.poll(async () => (await shelf.place())?.seconds).toBe(3);
  page.close();

  page = await openDance();
  await expect.poll(() => [seconds(), playerOf(page).currentTime]).toEqual([8, 3]);
  expect(playerOf(page).paused).toBe(true);
  expect(playerOf(page).loadedModel!.rig.definition.boneCount).toBeLessThan(20); // it is not our dancer
  expect(named('On the shelf')).toBeDefined();
});

test('nothing of the example is fetched for a visitor who goes on with the shelf', () => {
  const fetched = page.window.performance.getEntriesByType('resource').map(({ name }) => name);
  expect(fetched.some((name) => name.includes('code/'))).toBe(true);
  expect(fetched.filter((name) => /dancer\.zip|dance\.zip|camera\.vmd/.test(name))).toEqual([]);
});

test('plays one dance after the other, and goes over from one into the next', async () => {
  await keep(3, dance('short.vmd', 2));
  part('[data-panel=shelf]').click();
  expect(part('#shelf-playlist').hidden).toBe(false);
  await click('Next');
  await expect.poll(seconds).toBe(8);
  const { player, loadedModel } = playerOf(page);
  expect(player.motionOf(loadedModel!)).toBe(playerOf(page).loadedMotion);
  await expect.poll(() => named('Play long')!.getAttribute('aria-current')).toBe('true');
  await click('Previous');
  await expect.poll(seconds).toBe(2);
  playerOf(page).dispatchEvent(new Event('ended'));
  await expect.poll(seconds).toBe(8);
  mediaKeys.get('nexttrack')!();
  await expect.poll(seconds).toBe(2);
  mediaKeys.get('previoustrack')!();
  await expect.poll(seconds).toBe(8);
  playerOf(page).pause();
});

test('knows what is shown if several items are opened in a hurry, and files dropped', async () => {
  drop(page, dance('other.vmd', 4));
  named('Play long')!.click();
  named('Play short')!.click();
  await expect.poll(seconds).toBe(2);
  await expect.poll(() => named('Play short')!.getAttribute('aria-current')).toBe('true');
  expect(named('Play long')!.getAttribute('aria-current')).toBe('false');
  expect(named('Keep on the shelf')).toBeUndefined();
  await click('Play long');
  await expect.poll(seconds).toBe(8);
});

test('says what was kept until something else is shown', async () => {
  const kept = (): string | null => part('#shelf-offer [role=status]').textContent;
  await click('Play short');
  await expect.poll(seconds).toBe(2);
  expect(kept()).toBe('');
  await click('Play long');
  await expect.poll(seconds).toBe(8);
});

test('says of an item what it is and how large', () => {
  const button = named('Play long')!;
  const description = page.document.getElementById(button.getAttribute('aria-describedby')!);
  expect(description!.textContent).toMatch(/^Dance · .*bytes$/);
});

test('what the visitor types stays when another tab changes the shelf', async () => {
  await click('Rename short');
  const field = page.document.activeElement as HTMLInputElement;
  field.value = 'half a na';
  const { id } = await shelf.keep({
    kind: 'song',
    name: 'other',
    files: new Map([['a.wav', new Blob(['a'])]]),
  });
  await expect.poll(() => named('Play other')).toBeDefined();
  expect([page.document.activeElement, field.value]).toEqual([field, 'half a na']);
  await click('Rename other');
  await shelf.remove(id);
  await expect.poll(() => page.document.querySelectorAll('#shelf-items input').length).toBe(1);
  expect(page.document.activeElement).toBe(named('Play long'));
  await click('Do not rename');
});

test('says what it cannot play: by a key, a media key, or at the end of a dance', async () => {
  const { id } = await shelf.keep({
    kind: 'dance',
    name: 'zero',
    files: new Map([['a.vmd', new Blob(['a'])]]),
  });
  await expect.poll(() => named('Play zero')).toBeDefined();
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('odori-shelf');
  await folder.removeEntry(id); // the page does not hear of it
  const note = (): string | null => part('#shelf-note').textContent;
  const ways = [
    () => page.document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true })),
    () => playerOf(page).dispatchEvent(new Event('ended')),
    () => mediaKeys.get('nexttrack')!(),
  ];
  for (const next of ways) {
    await click('Play long');
    await expect.poll(seconds).toBe(8);
    await click('Play short'); // zero is the one after it
    await expect.poll(() => named('Play short')!.getAttribute('aria-current')).toBe('true');
    expect([seconds(), note()]).toEqual([2, '']);
    next();
    await expect.poll(note).toContain('not on the shelf any more');
  }
  await click('Play long');
  await expect.poll(seconds).toBe(8);
  playerOf(page).pause();
  await shelf.remove(id);
  await expect.poll(names).toEqual(['long', 'short', 'Test']);
  expect(page.errors).toEqual([]);
});

test('gives an item another name', async () => {
  const field = (): HTMLInputElement => page.document.querySelector<HTMLInputElement>('#shelf-items input')!;
  await click('Rename short');
  expect(page.document.activeElement).toBe(field());
  field().value = 'never';
  await click('Do not rename');
  expect(names()).toEqual(['long', 'short', 'Test']);
  await click('Rename short');
  field().value = ' Night ';
  await click('Rename');
  await expect.poll(names).toEqual(['long', 'Night', 'Test']);
  await expect.poll(() => page.document.activeElement?.getAttribute('aria-label')).toBe('Rename Night');
  const renamed = (): string | undefined => shelf.items.find(({ name }) => name === 'Night')?.id;
  await expect.poll(renamed).toBeDefined();
  await shelf.rename(renamed()!, 'short'); // in another tab
  await expect.poll(names).toEqual(['long', 'short', 'Test']);
});

test('removes what the visitor confirms', async () => {
  await click('Remove short');
  expect(page.document.activeElement!.textContent).toBe('Do not remove');
  await click('Do not remove');
  expect(names()).toEqual(['long', 'short', 'Test']);
  await click('Remove short');
  await click('Remove');
  await expect.poll(() => shelf.items.length).toBe(2); // another tab hears it, too
  expect(names()).toEqual(['long', 'Test']);
});

test('exports all, removes all and imports all again', async () => {
  const saved: Blob[] = [];
  const { URL: PageURL } = page.window as Window & typeof globalThis;
  PageURL.createObjectURL = (object) => {
    if ((object as Blob).type === 'application/zip') saved.push(object as Blob);
    return 'data:,'; // nothing is downloaded
  };
  await click('Export as a zip');
  await expect.poll(() => part('#shelf-note').textContent).toContain('Saved.');
  await click('Remove all…');
  await click('Remove');
  await expect.poll(names).toEqual([]);
  expect(part('#shelf-empty').hidden).toBe(false);
  expect(mediaKeys.size).toBe(0);
  choose(page, 'shelf-import', new File([saved[0]], 'odori-shelf.zip'));
  await expect.poll(names).toEqual(['long', 'Test']);
  await click('Remove all…');
  await click('Remove');
  await expect.poll(names).toEqual([]);
  part('#shelf .close').click();
  drop(page, new File([saved[0]], 'my dances.zip'));
  await expect.poll(names).toEqual(['long', 'Test']);
  expect(part('#shelf').hidden).toBe(false);
  await expect.poll(() => part('#shelf-note').textContent).toBe('Kept: Test and long.');
  choose(page, 'shelf-import', new File(['no zip'], 'odori-shelf.zip'));
  await expect.poll(() => part('#shelf-note').textContent).toMatch(/zip/);
  expect(page.errors).toEqual([]);
});

test('goes on with the stage, too', async () => {
  const stages = (): number => page.document.querySelectorAll('odori-stage').length;
  drop(page, stageFile('hall.pmx'));
  await expect.poll(stages).toBe(1);
  await click('Keep on the shelf');
  await expect.poll(async () => (await shelf.place())?.beside?.length).toBe(2);
  page.close();
  page = await openDance();
  expect([stages(), seconds()]).toEqual([1, 8]);
  expect(page.errors).toEqual([]);
});
