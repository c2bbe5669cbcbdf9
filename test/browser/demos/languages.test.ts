import type { OdoriPlayerElement } from '@odori/element';
import { expect, onTestFinished, test } from 'vitest';
import { element } from '#demos/shared/dom.js';
import { fileText, nameOption, nameText } from '#demos/shared/file-text.js';
import { markAgain } from '#demos/shared/language/japanese.js';
import { listOf, makerOf, said, say } from '#demos/shared/language/texts.js';
import { translateTree } from '#demos/shared/language/translate-tree.js';
import { drop } from '#test/support/give-files.js';
import { openPage, withoutDrawing } from '#test/support/open-page.js';
import { modelFile, vmdFile } from '#test/support/opened-files.js';
import { PAGES, pathOf, speak } from '#test/support/page-languages.js';

type Texts = Readonly<Record<string, string>>;

const CATALOGS = import.meta.glob<Texts>('../../../demos/texts/*/*.json', { import: 'default', eager: true });
const LANGUAGES = ['ja', 'zh-CN', 'zh-TW', 'ko'];

/** Names and code, which are the same in all languages. */
const NAME =
  /^(?:\{\d\} ?)*(?:(?:Odori|three\.js|React|TypeScript|VRM|IK|WebGL|WebGPU|WebGLRenderer|ACES|AgX|CC0|30 fps|@odori\/[\w-]+)(?: \{\d\})*)?$/;

const catalogOf = (language: string, page: string): Texts =>
  ['shared', page].reduce<Texts>(
    (texts, name) => ({ ...texts, ...CATALOGS[`../../../demos/texts/${language}/${name}.json`] }),
    {},
  );

/** The HTML of a page as it is before its scripts run. */
async function htmlOf(page: string): Promise<Document> {
  const response = await fetch(pathOf(page));
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** The texts of a page that people read or hear. */
function textsOf({ title, head, body }: Document): string[] {
  const texts = [
    title.replace(/ – Odori$/, ''),
    head.querySelector('meta[name=description]')!.getAttribute('content')!,
  ];
  translateTree(body, (text) => {
    texts.push(text);
    return () => text;
  });
  return texts.filter((text) => text !== '' && !NAME.test(text));
}

test.each(PAGES)('all texts in the HTML of the page %s are in its catalogs', async (page) => {
  const texts = textsOf(await htmlOf(page));
  expect(texts.length).toBeGreaterThan(5);
  for (const language of LANGUAGES) {
    const catalog = catalogOf(language, page);
    expect([language, texts.filter((text) => !(text in catalog))]).toEqual([language, []]);
  }
});

test('each page without JavaScript says so in all languages', async () => {
  const html = await htmlOf('bones');
  const lines = html.querySelectorAll<HTMLElement>('noscript p');
  expect(Array.from(lines, ({ lang }) => lang)).toEqual(['', 'ja', 'ko', 'zh-CN', 'zh-TW']);
});

test('a page speaks the language of its address: texts, title, description, names for screen readers', async () => {
  const page = await openPage('/demos/inspect/index.html?lang=ja');
  const { document } = page;
  await expect.poll(() => document.documentElement.lang).toBe('ja');
  expect(document.title).toBe('ファイルの中身 – Odori');
  expect(document.querySelector('meta[name=description]')!.getAttribute('content')).toMatch(
    /^MikuMikuDanceの/,
  );
  expect(document.querySelector('h1 a')!.getAttribute('aria-label')).toBe('Odori、デモ一覧');
  expect(document.querySelector('#example')!.textContent).toBe('サンプルを試す');
  document.querySelector<HTMLButtonElement>('#example')!.click();
  const panel = document.querySelector<HTMLElement>('#panels')!;
  await expect.poll(() => panel.textContent).toContain('VMDモーション（バージョン2）');
  for (const part of ['キーフレーム', '警告', '最終フレーム120（30 fpsで4 s）', '左足ＩＫ'])
    expect(panel.textContent).toContain(part);
  expect(englishIn(panel)).toEqual([]);
  page.close();
});

/** Texts with two Latin words beside each other, outside of code and of what is marked as English. */
function englishIn(root: HTMLElement): string[] {
  const { document } = root.ownerDocument.defaultView!;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement!.closest('code, pre, noscript, script, [lang=en]:not(html)')) continue;
    if (/[A-Za-z]{3,} [A-Za-z]{2,}/.test(textContent!)) found.push(textContent!);
  }
  return found;
}

test('an English page loads no catalog', async () => {
  const page = await openPage('/demos/inspect/index.html?lang=en');
  const { window, document } = page;
  expect(document.documentElement.lang).toBe('en');
  const names = window.performance.getEntriesByType('resource').map(({ name }) => name);
  const { length } = names.filter((name) => name.endsWith('.js'));
  page.close();
  const other = await openPage('/demos/inspect/index.html?lang=ko');
  await expect.poll(() => other.document.documentElement.lang).toBe('ko');
  const others = other.window.performance.getEntriesByType('resource').map(({ name }) => name);
  expect(others.filter((name) => name.endsWith('.js')).length).toBe(length + 2);
  other.close();
});

test('a name of a file that reads like a text of the page stays as it is', () => {
  let dance = 'Dance';
  said(() => dance);
  const made = (text: string): string => makerOf(text)!();
  const title = say('About {what}', { what: dance });
  const names = [nameText('Dance'), nameText('Camera')];
  const line = say('Now playing {names}.', { names: names[0] });
  const list = say('Kept: {names}.', { names: listOf(names) });
  const own = element('p', {}, fileText('Dance'));
  const option = nameOption('Dance');

  dance = 'ダンス';
  expect(made(title)).toBe('About ダンス');
  expect(made(line)).toBe('Now playing Dance.');
  expect(made(list)).toBe('Kept: Dance and Camera.');
  for (const root of [own, option]) translateTree(root, makerOf);
  expect([own.textContent, option.textContent]).toEqual(['Dance', 'Dance']);
});

test('a name in Han characters is Japanese, but Chinese for readers of Chinese, also after a switch', () => {
  const names = ['踊り', '左足', 'dance'].map(fileText);
  document.body.append(...names);
  onTestFinished(() => names.forEach((name) => name.remove()));
  const marks = (): string[] => names.map(({ lang }) => lang);
  expect(marks()).toEqual(['ja', 'ja', '']);
  markAgain(document, 'zh-CN');
  expect(marks()).toEqual(['ja', '', '']);
  markAgain(document, 'ko');
  expect(marks()).toEqual(['ja', 'ja', '']);
});

test('another language keeps what was opened, and the time; switching leaves nothing behind', async () => {
  const page = await openPage('/demos/dance/index.html?lang=en&paused=1', withoutDrawing);
  onTestFinished(() => {
    page.close();
    localStorage.removeItem('odori-language');
  });
  const { document, window } = page;
  const player = document.querySelector<OdoriPlayerElement>('#view')!;
  await expect.poll(() => document.querySelector('.close')).not.toBeNull();
  drop(page, modelFile('dancer.pmx'), vmdFile('nod.vmd'));
  const text = (selector: string): string => document.querySelector(selector)!.textContent;
  await expect.poll(() => text('#status')).toBe('Now showing Test. Now playing nod.vmd.');
  player.pause();
  player.currentTime = 0.2;
  const { loadedModel, loadedMotion } = player;

  await speak(page, 'ja');
  expect(player.loadedModel).toBe(loadedModel);
  expect(player.loadedMotion).toBe(loadedMotion);
  expect(player.currentTime).toBe(0.2);
  expect(document.title).toBe('ダンス – Odori');
  expect(text('#status')).toBe('Testを表示しています。 nod.vmdを再生しています。');
  expect(text('#card-title')).toBe('このダンスについて');
  expect(document.querySelector('#card .close')!.getAttribute('aria-label')).toBe(
    '閉じる: このダンスについて',
  );
  expect(englishIn(document.body)).toEqual([]);
  expect(new URL(window.location.href).searchParams.get('lang')).toBe('ja');

  const nodes = (): number => document.querySelectorAll('*').length;
  const listeners = countListeners(window, player);
  await speak(page, 'en');
  await speak(page, 'ja');
  // Parts of the page that load late come only once: what ten rounds add each time is a leak.
  const addedByRounds = async (): Promise<[number, number, boolean]> => {
    const [nodesBefore, listenersBefore, textBefore] = [nodes(), listeners(), document.body.innerText];
    for (let i = 0; i < 10; i++) {
      await speak(page, 'en');
      await speak(page, 'ja');
    }
    return [nodes() - nodesBefore, listeners() - listenersBefore, document.body.innerText === textBefore];
  };
  await expect.poll(addedByRounds).toEqual([0, 0, true]);
  expect(page.errors).toEqual([]);
});

type Listen = (type: string, listener: unknown, options?: boolean | AddEventListenerOptions) => void;

/**
 * Counts the listeners of what stays in a page: its window, its document and the player. Those of elements go
 * with them.
 */
function countListeners(window: Window, player: EventTarget): () => number {
  const { EventTarget: Target } = window as Window & { EventTarget: typeof EventTarget };
  const add = Reflect.get(Target.prototype, 'addEventListener') as Listen;
  const remove = Reflect.get(Target.prototype, 'removeEventListener') as Listen;
  const stays: readonly EventTarget[] = [window, window.document, player];
  /** What each listener hears. */
  const heard = new Map<unknown, Set<string>>();
  Target.prototype.addEventListener = function (type, listener, options) {
    const { once, signal } = typeof options === 'object' ? options : {};
    const place = stays.indexOf(this);
    if (place >= 0 && !once) {
      const types = heard.get(listener) ?? new Set();
      heard.set(listener, types.add(`${place} ${type}`));
      signal?.addEventListener('abort', () => types.delete(`${place} ${type}`));
    }
    return add.call(this, type, listener, options);
  };
  Target.prototype.removeEventListener = function (type, listener, options) {
    heard.get(listener)?.delete(`${stays.indexOf(this)} ${type}`);
    return remove.call(this, type, listener, options);
  };
  return () => Array.from(heard.values(), ({ size }) => size).reduce((sum, size) => sum + size, 0);
}
