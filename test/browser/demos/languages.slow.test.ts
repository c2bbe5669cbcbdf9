import { expect, onTestFinished, test } from 'vitest';
import { frames } from '#test/support/frames.js';
import { openDemo } from '#test/support/open-demo.js';
import { type OpenPage, withoutDrawing } from '#test/support/open-page.js';
import { speak } from '#test/support/page-languages.js';

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

/** Those with texts of different kinds; the others take as long. */
const PAGES = ['bones', 'clips', 'dance', 'embed', 'project', 'vrm'];

test.each(PAGES)('%s says the same in a language, opened or switched', async (name) => {
  onTestFinished(() => localStorage.removeItem('odori-language'));
  const opened = await openDemo(name, 'lang=ja&paused=1', withoutDrawing);
  const japanese = await textsAtRest(opened);
  opened.close();
  const page = await openDemo(name, 'lang=en&paused=1', withoutDrawing);
  onTestFinished(() => page.close());
  const english = await textsAtRest(page);
  await speak(page, 'ja');
  await expect.poll(() => textsOf(page)).toEqual(japanese);
  await speak(page, 'en');
  await expect.poll(() => textsOf(page)).toEqual(english);
});
