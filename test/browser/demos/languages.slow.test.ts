import { expect, onTestFinished, test } from 'vitest';
import { frames } from '#test/support/frames.js';
import { openDemo } from '#test/support/open-demo.js';
import { openPage, type OpenPage, withoutDrawing } from '#test/support/open-page.js';
import { PAGES, pathOf, speak } from '#test/support/page-languages.js';

const ATTRIBUTES = ['alt', 'aria-label', 'aria-valuetext', 'content', 'label', 'placeholder', 'title'];

/** All that a page says, also in the player and in panels that are closed. Numbers depend on the time. */
function textsOf({ document }: OpenPage): string[] {
  const texts: string[] = [document.title];
  const collect = (root: ParentNode): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches('script, style, noscript, noscript *')) continue;
      for (const name of ATTRIBUTES) texts.push(element.getAttribute(name) ?? '');
      for (const { nodeType, nodeValue } of element.childNodes)
        if (nodeType === Node.TEXT_NODE) texts.push(nodeValue!);
      if (element.shadowRoot) collect(element.shadowRoot);
    }
  };
  collect(document);
  const plain = texts.map((text) => text.replace(/\s+/g, ' ').trim());
  return plain.map((text) => text.replace(/\d+(?:[.,:]\d+)*/g, '#')).filter((text) => text !== '');
}

/** The texts once no more of the page comes. */
async function textsAtRest(page: OpenPage): Promise<string[]> {
  for (;;) {
    const before = textsOf(page);
    await frames(60);
    const now = textsOf(page);
    if (now.join('\n') === before.join('\n')) return now;
  }
}

/** A page with all that it shows at first, paused; the page Inspect with its example. */
async function openIn(language: string, name: string): Promise<OpenPage> {
  const query = `lang=${language}&paused=1`;
  if (name !== 'home' && name !== 'inspect') return openDemo(name, query, withoutDrawing);
  const page = await openPage(`${pathOf(name)}?${query}`, withoutDrawing);
  if (name === 'inspect') {
    await textsAtRest(page); // its script waits for the language
    page.document.querySelector<HTMLButtonElement>('#example')!.click();
    await expect.poll(() => page.document.querySelector('#panels table')).not.toBeNull();
  }
  return page;
}

test.each(PAGES)('%s says the same in a language, opened or switched', async (name) => {
  onTestFinished(() => localStorage.removeItem('odori-language'));
  const opened = await openIn('ja', name);
  const japanese = await textsAtRest(opened);
  opened.close();
  const page = await openIn('en', name);
  onTestFinished(() => page.close());
  const english = await textsAtRest(page);
  await speak(page, 'ja');
  await expect.poll(() => textsOf(page)).toEqual(japanese);
  await speak(page, 'en');
  await expect.poll(() => textsOf(page)).toEqual(english);
});
