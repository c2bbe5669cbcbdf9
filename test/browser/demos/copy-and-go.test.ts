import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openPage, type OpenPage } from '#test/support/open-page.js';
import shell from '#demos/inspect/snippets/shell.sh?raw';

let page: OpenPage;
const write = vi.fn<(text: string) => Promise<void>>();

beforeAll(async () => {
  localStorage.removeItem('odori-code-tab');
  page = await openPage('/demos/inspect/index.html');
  const { clipboard } = page.window.navigator;
  vi.spyOn(clipboard, 'writeText').mockImplementation((text) => write(text));
});
beforeEach(() => {
  write.mockReset().mockResolvedValue();
});
afterAll(() => {
  page?.close();
  localStorage.removeItem('odori-code-tab');
});

const all = (selectors: string): HTMLElement[] => [...page.document.querySelectorAll<HTMLElement>(selectors)];
const tabs = (): HTMLElement[] => all('[role=tab]');
const chosen = (): string[] =>
  tabs()
    .filter((tab) => tab.ariaSelected === 'true')
    .map((tab) => tab.textContent);
const shown = (): HTMLElement[] => all('[role=tabpanel]').filter((panel) => panel.checkVisibility());
const press = (key: string): boolean =>
  page.document.activeElement!.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );

test('the code of a demo is in tabs that have names, and one panel is shown', () => {
  expect(tabs().map((tab) => tab.textContent)).toEqual(['TypeScript', 'Command line']);
  expect(chosen()).toEqual(['TypeScript']);
  expect(shown()).toHaveLength(1);
  const [tab] = tabs();
  expect([shown()[0].id, shown()[0].getAttribute('aria-labelledby')]).toEqual([
    tab.getAttribute('aria-controls'),
    tab.id,
  ]);
  expect(page.document.querySelector('[role=tablist]')!.getAttribute('aria-labelledby')).toBe(
    page.document.querySelector('.copy-and-go h2')!.id,
  );
});

test('arrow keys, Home and End choose a tab, and only the chosen one is a tab stop', () => {
  tabs()[0].focus();
  for (const [key, title] of [
    ['ArrowRight', 'Command line'],
    ['ArrowRight', 'TypeScript'],
    ['ArrowLeft', 'Command line'],
    ['Home', 'TypeScript'],
    ['End', 'Command line'],
  ]) {
    expect(press(key), 'the page would scroll').toBe(false);
    expect([chosen(), page.document.activeElement!.textContent], key).toEqual([[title], title]);
    expect(
      tabs().map(({ tabIndex }) => tabIndex),
      key,
    ).toEqual(title === 'TypeScript' ? [0, -1] : [-1, 0]);
  }
  expect(press('x')).toBe(true);
});

test('the button copies the code as it is in the file, and says so', async () => {
  tabs()[1].click();
  shown()[0].querySelector<HTMLElement>('.copy')!.click();
  await expect.poll(() => shown()[0].querySelector('[role=status]')!.textContent).toBe('Copied');
  expect(write.mock.calls).toEqual([[shell]]);
});

test('where the browser does not allow to copy, the code is selected', async () => {
  write.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  tabs()[1].click();
  shown()[0].querySelector<HTMLElement>('.copy')!.click();
  await expect.poll(() => shown()[0].querySelector('[role=status]')!.textContent).toMatch(/^Selected/);
  expect(page.window.getSelection()!.toString().trim()).toBe(shell.trim());
});

test('the choice of a tab holds for the other pages', async () => {
  tabs()[1].click();
  const other = await openPage('/demos/inspect/index.html');
  const tab = other.document.querySelector('[role=tab][aria-selected=true]')!;
  expect(tab.textContent).toBe('Command line');
  other.close();
});

test('at 320 pixels long lines of code wrap, so neither their box nor the page scrolls sideways', () => {
  tabs()[0].click();
  const frame = page.window.frameElement as HTMLElement;
  frame.style.width = '320px';
  const box = shown()[0].querySelector('pre')!;
  expect(box.scrollWidth).toBe(box.clientWidth);
  expect(page.document.documentElement.scrollWidth).toBe(320);
  frame.style.width = '640px';
});
