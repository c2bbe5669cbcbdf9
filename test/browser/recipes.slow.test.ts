import type { OdoriDancerElement } from '@odori/element';
import { OdoriPlayerElement } from '@odori/element/define';
import { serializeX } from '@odori/format/x';
import { afterEach, expect, test, vi } from 'vitest';
import dancer from '@odori/sample/files/dancer.zip?url';
import page from '../../docs/guide/recipes.md?raw';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { XBuilder } from '#test/support/x-builder.js';

expectCleanConsole();

const FILES = dancer.slice(0, dancer.lastIndexOf('/') + 1);
const RECIPES = [...page.matchAll(/^## (.*)\n[\s\S]*?```html\n([\s\S]*?)```/gm)].map(
  ([, heading, html]) => [heading, html] as const,
);
const stage = new File([serializeX(new XBuilder().quad([0, 0, 1], 2).build())], 'stage.x');

afterEach(() => {
  document.body.replaceChildren();
});

/** Puts a recipe into the page, with the sample files of the repository, and runs its scripts. */
async function show(html: string): Promise<OdoriPlayerElement[]> {
  const place = document.createElement('div');
  place.innerHTML = withFiles(html).replaceAll('<odori-player', '<odori-player style="width: 160px"');
  document.body.append(place);
  for (const tag of place.querySelectorAll('odori-stage')) tag.src = stage;
  for (const { src, textContent } of place.querySelectorAll('script')) {
    if (src !== '') continue; // the player, which is here
    await import(
      /* @vite-ignore */ URL.createObjectURL(new Blob([textContent ?? ''], { type: 'text/javascript' }))
    );
  }
  return [...place.querySelectorAll('odori-player')].filter((tag) => tag instanceof OdoriPlayerElement);
}

const withFiles = (text: string): string =>
  text.replaceAll('src="files/stage.x"', '').replaceAll('files/', FILES);

test('there are recipes', () => {
  expect(RECIPES.map(([heading]) => heading)).toContain('A practice video');
  expect(RECIPES.length).toBeGreaterThanOrEqual(7);
});

test.each(RECIPES)('%s: the code loads all that it names', async (_, html) => {
  const players = await show(html);
  expect(players.length).toBeGreaterThan(0);
  const [player] = players; // all others are as the first
  player.preload = 'auto';
  player.muted = true;
  await vi.waitFor(() => expect(player.readyState).toBe(4), { timeout: 60_000 });
  const dancers = [...player.querySelectorAll<OdoriDancerElement>('odori-dancer')];
  const areLoaded = (): boolean => dancers.every(({ loadedModel }) => loadedModel);
  await vi.waitFor(() => expect(areLoaded()).toBe(true), { timeout: 60_000 });
  const errors = [player, ...player.querySelectorAll<OdoriDancerElement>('odori-dancer, odori-stage')];
  expect(errors.map(({ error }) => error).filter((error) => error !== null)).toEqual([]);
});
