import { cdp } from 'vitest/browser';
import { afterAll, expect, test } from 'vitest';
import { frames } from '#test/support/frames.js';
import { openDemo } from '#test/support/open-demo.js';
import { openPage } from '#test/support/open-page.js';

const PAGES = [
  '',
  ...Object.keys(import.meta.glob(['../../../demos/*/index.html', '!../../../demos/dist/index.html'])).map(
    (path) => path.split('/').at(-2)!,
  ),
];
/** What people reach with the Tab key. */
const REACHABLE = 'a[href], button, input, select, textarea, summary, odori-player, [tabindex="0"]';
const NARROW = 320;

/** The accessible name of an element, by the ways that the pages use. */
function nameOf(element: HTMLElement): string {
  const { ownerDocument } = element;
  const labelledBy = (element.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .map((id) => ownerDocument.querySelector(`#${id || 'none'}`)?.textContent);
  const labels =
    'labels' in element ? [...(element as HTMLInputElement).labels!].map((label) => label.textContent) : [];
  const attributes = ['aria-label', 'alt', 'title'].map((name) => element.getAttribute(name));
  return [...labelledBy, ...attributes, ...labels, element.textContent].join('').trim();
}

/** Where headings skip a level, such as from h2 to h4. */
function skippedLevels(document: Document): string[] {
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((heading) =>
    heading.checkVisibility(),
  );
  const levels = headings.map(({ tagName }) => Number(tagName[1]));
  return headings.flatMap(({ tagName, textContent }, i) =>
    levels[i] > (levels[i - 1] ?? 0) + 1 ? `${tagName} ${textContent}` : [],
  );
}

/** What is wrong with a page for people with keyboards, screen readers and narrow screens. */
function problemsOf(document: Document): unknown {
  const reachable = [...document.querySelectorAll<HTMLElement>(REACHABLE)];
  const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id);
  return {
    withoutName: reachable
      .filter((element) => nameOf(element) === '')
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    idsTwice: ids.filter((id, i) => ids.indexOf(id) !== i),
    skippedLevels: skippedLevels(document),
    mainTitles: document.querySelectorAll('h1').length,
    width: document.documentElement.scrollWidth,
  };
}

const NONE = { withoutName: [], idsTwice: [], skippedLevels: [], mainTitles: 1, width: NARROW };

/** A page without its scripts, which load fast that way, with its styles and narrow. */
async function openStill(name: string): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.style.cssText = `width: ${NARROW}px; height: 640px; border: 0`;
  frame.src = `/demos/${name === '' ? '' : `${name}/`}index.html`;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  return frame;
}

test.each(PAGES)(
  'on demos/%s all that keys reach has a name, no id is there twice, titles are in order, and 320 pixels are enough',
  async (name) => {
    const frame = await openStill(name);
    expect(frame.contentDocument!.querySelectorAll(REACHABLE).length).toBeGreaterThan(3);
    expect(problemsOf(frame.contentDocument!)).toEqual(NONE);
    frame.remove();
  },
);

test('the same holds for what a script makes: the parts of a file, and the code in tabs', async () => {
  const page = await openPage('/demos/inspect/index.html');
  (page.window.frameElement as HTMLElement).style.width = `${NARROW}px`;
  page.document.querySelector<HTMLElement>('#example')!.click();
  await expect.poll(() => page.document.querySelector('#panels')!.childElementCount).toBeGreaterThan(0);
  expect(problemsOf(page.document)).toEqual(NONE);
  page.close();
});

test('the check finds a button without a name, an id that is there twice, a skipped title and a wide picture', () => {
  const frame = document.createElement('iframe');
  frame.style.cssText = `width: ${NARROW}px; border: 0`;
  document.body.append(frame);
  frame.contentDocument!.body.innerHTML =
    '<h1 id="a">A</h1><h3 id="a">B</h3><button></button><input id="b"><label for="b">C</label><div style="width: 500px">D</div>';
  expect(problemsOf(frame.contentDocument!)).toEqual({
    withoutName: ['<button></button>'],
    idsTwice: ['a'],
    skippedLevels: ['H3 B'],
    mainTitles: 1,
    width: 508, // with the margin of the body
  });
  frame.remove();
});

const reduceMotion = (value: string): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });

afterAll(() => reduceMotion(''));

test('under prefers-reduced-motion a demo waits for the play button', async () => {
  await reduceMotion('reduce');
  const demo = await openDemo('bones', 'seek=2');
  const before = demo.pixels();
  await frames(20);
  expect([demo.part('play').ariaLabel, demo.pixels()]).toEqual(['Play', before]);
  demo.part('play').click();
  await expect.poll(() => demo.pixels()).not.toEqual(before);
  demo.close();
});
