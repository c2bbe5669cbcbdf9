import { expect } from 'vitest';
import type { OpenPage } from './open-page.js';

const CATALOGS = import.meta.glob('../../demos/texts/ja/*.json');

/** The pages of the demos that speak other languages; `home` is the list of all pages. */
export const PAGES = Object.keys(CATALOGS)
  .map((path) => path.split('/').at(-1)!.replace('.json', ''))
  .filter((name) => name !== 'shared');

export function pathOf(page: string): string {
  return `/demos/${page === 'home' ? '' : `${page}/`}index.html`;
}

/** Chooses a language in the list of a page. */
export async function speak({ document }: OpenPage, language: string): Promise<void> {
  const list = document.querySelector<HTMLSelectElement>('select.language')!;
  list.value = language;
  list.dispatchEvent(new Event('change'));
  await expect.poll(() => document.documentElement.lang).toBe(language);
}
