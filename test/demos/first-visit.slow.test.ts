import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import type { PreviewServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveDemos } from '#test/support/built-demos.js';
import { walkBytes } from '#test/support/element-pages.js';
import { hasBrowser, launchBrowser } from '#test/support/launch-browser.js';
import { useBuiltDemos } from '#test/support/use-built-demos.js';
import { WITHOUT_DRAWING } from '#test/support/without-drawing.js';

const ROOT = join(import.meta.dirname, '../..');
const DANCER = join(ROOT, 'packages/sample/files/dancer.pmx');
const ARGUMENTS = ['--no-sandbox', '--mute-audio'];
const site = useBuiltDemos();
let server: PreviewServer;
let browser: Browser | undefined;

beforeAll(async () => {
  if (!hasBrowser) return;
  server = await serveDemos(site);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** The picture of the dancer. */
const PICTURE = 'Odoriko, a dancer in a red festival coat, dances on a stage under paper lanterns';
const WITHOUT_WEBGL = ['--disable-gpu', '--disable-3d-apis'];

/** Opens a page in a browser with these arguments; collects its uncaught errors. */
async function open(path: string, args: readonly string[]): Promise<{ page: Page; errors: string[] }> {
  await browser?.close();
  browser = await launchBrowser([...ARGUMENTS, ...args]);
  const page = await browser.newPage({ viewport: { width: 320, height: 240 } });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(WITHOUT_DRAWING);
  await page.addInitScript('globalThis.player = () => document.querySelector("odori-player")');
  await page.goto(server.resolvedUrls!.local[0] + path);
  return { page, errors };
}

function file(name: string, bytes: Uint8Array): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
}

test.skipIf(!hasBrowser)('no page loads the script of another page', () => {
  const code = join(site, 'code');
  const names = readdirSync(code).filter((name) => name.endsWith('.js'));
  const texts = new Map(names.map((name) => [name, readFileSync(join(code, name), 'utf8')]));
  const scripts = readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('index.html'))
    .map(
      (path) => /<script type="module"[^>]*code\/([^"]+)/.exec(readFileSync(join(site, path), 'utf8'))![1],
    );
  expect(scripts.length).toBeGreaterThan(10);
  for (const script of scripts) {
    const loaded = new Set([script]);
    for (const each of loaded)
      for (const name of names) if (texts.get(each)!.includes(`/${name}`)) loaded.add(name);
    expect(scripts.filter((other) => loaded.has(other))).toEqual([script]);
  }
});

test.skipIf(!hasBrowser)(
  'the index that has loaded seeks, loops, opens other files and simulates physics without the network',
  async () => {
    const { page, errors } = await open('', ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']);
    await page.waitForFunction(() => {
      const { media } = player().player;
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')];
      const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
      const isSongLoaded = media?.buffered.length === 1 && media.buffered.end(0) > media.duration - 1;
      return (
        isSongLoaded && !document.querySelector('#later-code') && links.every(({ href }) => loaded.has(href))
      );
    });
    await page.context().setOffline(true);
    const times = await page.evaluate(async () => {
      const seen: number[] = [];
      for (const time of [40, player().duration - 0.5]) {
        player().currentTime = time;
        seen.push(Math.round(player().currentTime - time));
      }
      return seen;
    });
    expect(times).toEqual([0, 0]);
    await page.waitForFunction(() => player().currentTime < 20 && !player().paused); // it has begun again
    await page.setInputFiles('#files', file('walk.vmd', walkBytes(7)));
    await page.waitForFunction(() => Math.round(player().loadedMotion?.duration ?? 0) === 7);
    const last = await page.evaluateHandle(() => player().loadedModel);
    await page.setInputFiles('#files', file('dancer.pmx', readFileSync(DANCER)));
    await page.waitForFunction(
      (model) => player().loadedModel !== model && player().loadedModel?.physics,
      last,
    );
    expect(errors).toEqual([]);
  },
);

test.skipIf(!hasBrowser)(
  'without WebGL the index, the dance and the embed page say so, and the pictures of the dancer and the demos stay on the index',
  async () => {
    const { page, errors } = await open('', WITHOUT_WEBGL);
    const problem = page.getByText(/WebGL 2/).first();
    await problem.waitFor();
    for (const picture of ['.masthead picture img', '.demos picture img']) {
      const image = page.locator(picture).first();
      expect(await image.evaluate((element) => element.checkVisibility()), picture).toBe(true);
    }
    expect(await problem.isVisible()).toBe(true);
    for (const path of ['dance/', 'embed/']) {
      await page.goto(server.resolvedUrls!.local[0] + path);
      await problem.waitFor();
      expect(await problem.isVisible(), path).toBe(true);
    }
    expect(errors).toEqual([]);
  },
);

test.skipIf(!hasBrowser)(
  'on the index, the pictures of the demos come without the script of the page, too',
  async () => {
    const { page } = await open('dance/', WITHOUT_WEBGL);
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(server.resolvedUrls!.local[0]);
    const state = (): Promise<unknown> =>
      page.evaluate(() => {
        const image = document.querySelector('.demos img')!;
        const [wait] = image.getAnimations();
        const before = image.checkVisibility();
        wait.finish(); // as after fifteen seconds
        return [wait.effect!.getComputedTiming().endTime, before, image.checkVisibility()];
      });
    expect(await state()).toEqual([15_000, false, true]);
  },
);

test.skipIf(!hasBrowser)(
  'on the index, the Tab key reaches the main actions first, and all that it reaches is in sight with a whole ring around it',
  async () => {
    const { page } = await open('', WITHOUT_WEBGL);
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByText(/WebGL 2/)
      .first()
      .waitFor();
    const names: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(focusedPart);
      if (names.includes(focused.name)) break; // around
      expect(focused, focused.name).toEqual({ name: focused.name, hasRing: true, cut: [] });
      names.push(focused.name);
    }
    expect(names.slice(0, 5)).toEqual([
      'Open a folder',
      'Open a zip or files',
      'Use it on your page',
      'Source',
      PICTURE,
    ]);
    expect(names.slice(5, 7)).toEqual(['Dance', 'Source of Dance']);
    expect(names.length).toBeGreaterThan(30);
  },
);

test.skipIf(!hasBrowser)(
  'the panels of the dance page: the picture takes the shape of the video, all of “Practice” fits, and a failed mirror tries again',
  async () => {
    const { page, errors } = await open('dance/', WITHOUT_WEBGL);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.close').first().waitFor({ state: 'attached' }); // the panels are loaded
    const shape = async (): Promise<number> => {
      const { width, height } = (await page.locator('#view').boundingBox())!;
      return width / height;
    };
    await page.keyboard.press('r');
    for (const [name, ratio] of [
      ['9:16', 9 / 16],
      ['1:1', 1],
      ['16:9', 16 / 9],
    ] as const) {
      await page.locator('.shapes label', { hasText: name }).click();
      expect(await shape(), name).toBeCloseTo(ratio, 2);
    }
    await page.keyboard.press('Escape');
    expect(await shape()).toBeCloseTo(390 / 844, 2);
    for (const [width, height] of [
      [390, 844],
      [844, 390],
    ]) {
      await page.setViewportSize({ width, height });
      await page.keyboard.press('t');
      const overflow = await page
        .locator('#side')
        .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
      expect(overflow, `${width} × ${height}`).toBe(0);
      await page.keyboard.press('Escape');
    }
    // takes the copy that the page has preloaded
    await page.evaluate(() => fetch('../assets/files/dance.zip'));
    await page.route('**/dance.zip', (route) => route.abort());
    await page.keyboard.press('t');
    await page.locator('#mirror').click();
    await page.getByText('The mirror image could not be loaded').first().waitFor();
    expect([await page.locator('#practice').isVisible(), await page.locator('#mirror').isChecked()]).toEqual([
      true,
      false,
    ]);
    await page.unroute('**/dance.zip');
    await page.locator('#mirror').click();
    await page.waitForFunction(() => document.querySelector('#status')!.textContent === '');
    expect(await page.locator('#mirror').isChecked()).toBe(true);
    expect(errors).toEqual([]);
  },
);

test.skipIf(!hasBrowser)(
  'on the dance page, the key F makes the whole page fullscreen, so that panels show, and the button of the player follows',
  async () => {
    const { page } = await open('dance/', WITHOUT_WEBGL);
    await page.locator('.close').first().waitFor({ state: 'attached' });
    const hasPage = (): Promise<boolean> =>
      page.evaluate(() => document.fullscreenElement === document.documentElement);
    await page.keyboard.press('f');
    await expect.poll(hasPage).toBe(true);
    await page.keyboard.press('t');
    expect(await page.locator('#practice').isVisible()).toBe(true);
    const button = page.locator('media-fullscreen-button'); // knows that the page has what it asks for
    await expect.poll(() => button.getAttribute('aria-label')).toBe('exit fullscreen mode');
    await page.keyboard.press('f');
    await expect.poll(hasPage).toBe(false);
    await expect.poll(() => button.getAttribute('aria-label')).toBe('enter fullscreen mode');
  },
);

test.skipIf(!hasBrowser)(
  'under reduced motion, and in a link to a pause, the dance page does not start by itself; nothing else on it moves',
  async () => {
    const { page } = await open('dance/', WITHOUT_WEBGL);
    const startsItself = (): Promise<boolean> => page.evaluate(() => player().autoplay);
    expect(await startsItself()).toBe(true);
    await page.goto(`${server.resolvedUrls!.local[0]}dance/?paused=1`);
    expect(await startsItself()).toBe(false);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${server.resolvedUrls!.local[0]}dance/`);
    await page.locator('.close').first().waitFor({ state: 'attached' });
    expect(await startsItself()).toBe(false);
    await page.keyboard.press('r');
    const moving = await page.evaluate(() => document.getAnimations().length);
    const late = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((part) => /[1-9]/.test(getComputedStyle(part).transitionDuration))
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    );
    expect([moving, late]).toEqual([0, []]);
  },
);

/** What the focus is on, whether a ring shows it, and what cuts the ring off. Runs in the page. */
function focusedPart(): { name: string; hasRing: boolean; cut: string[] } {
  let part = document.activeElement!;
  while (part.shadowRoot?.activeElement) part = part.shadowRoot.activeElement;
  const name = part.getAttribute('aria-label') ?? (part as HTMLInputElement).labels?.[0]?.textContent;
  const isRinged = (element: Element | null | undefined): element is Element =>
    !!element && getComputedStyle(element).outlineStyle !== 'none';
  const ringed = [part, (part as HTMLInputElement).labels?.[0], part.closest('li')].find(isRinged);
  if (!ringed) return { name: (name ?? part.textContent).trim(), hasRing: false, cut: [] };
  const { outlineWidth, outlineOffset } = getComputedStyle(ringed);
  const space = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  const { left, right, top, bottom } = ringed.getBoundingClientRect();
  const cut: string[] = [];
  for (let around = ringed.parentElement; around; around = around.parentElement) {
    const { overflow, contentVisibility, contain } = getComputedStyle(around);
    const isClipping = overflow !== 'visible' || contentVisibility === 'auto' || contain.includes('paint');
    const box = around.getBoundingClientRect();
    const isWhole =
      box.left <= left - space + 0.5 &&
      box.right >= right + space - 0.5 &&
      box.top <= top - space + 0.5 &&
      box.bottom >= bottom + space - 0.5;
    if (isClipping && !isWhole && around !== document.documentElement) cut.push(around.className);
  }
  if (left - space < 0 || right + space > innerWidth || top < 0 || bottom > innerHeight)
    cut.push(`window: ${left} to ${right}, ${top} to ${bottom}`);
  return { name: (name ?? part.textContent).trim(), hasRing: true, cut };
}

/** The player of the page, for functions that run in it. */
declare const player: () => HTMLVideoElement & {
  player: { media?: HTMLMediaElement };
  loadedMotion?: { duration: number };
  loadedModel?: { physics?: unknown };
};
