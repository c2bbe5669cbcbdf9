import { expect, onTestFinished, test } from 'vitest';
import { frames } from '#test/support/frames.js';
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

/** The texts once a page has loaded what it shows. */
async function textsAtRest(page: OpenPage): Promise<string[]> {
  for (;;) {
    const before = textsOf(page);
    await frames(90);
    const now = textsOf(page);
    if (now.length > 20 && now.join('\n') === before.join('\n')) return now;
  }
}

async function open(page: string, language: string): Promise<OpenPage> {
  localStorage.removeItem('odori-language');
  const opened = await openPage(`${pathOf(page)}?lang=${language}&paused=1`, withoutDrawing);
  await expect.poll(() => opened.document.documentElement.lang).toBe(language);
  return opened;
}

test.each(PAGES)('%s says the same in a language, opened or switched', async (name) => {
  onTestFinished(() => localStorage.removeItem('odori-language'));
  const opened = await open(name, 'ja');
  const japanese = await textsAtRest(opened);
  opened.close();
  const page = await open(name, 'en');
  onTestFinished(() => page.close());
  const english = await textsAtRest(page);
  await speak(page, 'ja');
  await expect.poll(() => textsOf(page)).toEqual(japanese);
  await speak(page, 'en');
  await expect.poll(() => textsOf(page)).toEqual(english);
});
