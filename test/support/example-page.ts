import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { BROWSER_ARGUMENTS } from './browser-arguments.js';
import { difference } from './compare-pictures.js';
import { type ExampleServer, installExample, type InstalledExample } from './installed-example.js';
import { launchBrowser } from './launch-browser.js';

/** A page of an example in Chromium. */
export interface ExamplePage {
  page: Page;
  /** What the console says, uncaught errors, and requests that failed. */
  problems: string[];
  close: () => Promise<void>;
}

const PHONE = { width: 360, height: 640 };

/** An example that is built and served, and a browser to look at it. */
export interface ServedExample {
  example: InstalledExample;
  server: ExampleServer;
  browser: Browser;
}

/**
 * Before the tests of a file, installs and builds an example, which checks its types, and runs the script
 * that serves it.
 */
export function serveExample(name: string, script: string): ServedExample {
  const served: Partial<ServedExample> = {};
  beforeAll(async () => {
    served.example = await installExample(name);
    await served.example.runWell('npm', 'run', 'build');
    served.server = await served.example.serve(script);
    served.browser = await launchBrowser(BROWSER_ARGUMENTS);
  });
  afterAll(async () => {
    await served.browser?.close();
    served.server?.close();
    served.example?.remove();
  });
  return served as ServedExample; // tests run after all of this
}

/** Opens a page at the size of a phone. With `missing`, the server has no file of this name. */
export async function openExample(browser: Browser, url: string, missing?: string): Promise<ExamplePage> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  if (missing !== undefined) await page.route(`**/${missing}`, (route) => route.fulfill({ status: 404 }));
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}

/** How to look at a page and how to play. */
export interface DanceSteps {
  /** Where the picture is: a canvas or an `<odori-player>`. */
  selector: string;
  /** Waits until everything is loaded, and chooses a camera that stands still. */
  prepare: (page: Page) => Promise<unknown>;
  play: (page: Page) => Promise<unknown>;
}

/**
 * Checks that a page draws the dancer, that she stands still before `play` and moves afterwards, that a
 * missing model is an error that the page shows, and that the console is silent. Differences are fractions of
 * the pixels.
 */
export async function checkDance(
  browser: Browser,
  url: string,
  { selector, prepare, play }: DanceSteps,
): Promise<void> {
  const empty = await emptyPicture(browser, url, selector);
  const { page, problems, close } = await openExample(browser, url);
  await prepare(page);
  const changeSince = async (before: Uint8ClampedArray): Promise<number> =>
    difference(await drawnPixels(page, selector), before);
  // hair has come to rest
  await expect.poll(async () => changeSince(await drawnPixels(page, selector))).toBeLessThan(0.002);
  expect(difference(await screenPixels(page, selector), empty)).toBeGreaterThan(0.02);
  const before = await drawnPixels(page, selector);
  expect(colorsIn(before)).toBeGreaterThan(MIN_COLORS);
  await play(page);
  await expect.poll(() => changeSince(before)).toBeGreaterThan(0.02);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(problems).toEqual([]);
  await close();
}

/**
 * Checks that a page draws a companion who waves and dances when she is asked and idles again, that a missing
 * model is an error that the page shows, and that the console is silent.
 */
export async function checkCompanion(browser: Browser, url: string): Promise<void> {
  const empty = await emptyPicture(browser, url, 'canvas');
  const { page, problems, close } = await openExample(browser, url);
  const says = (text: string): Promise<void> => page.getByText(text).waitFor();
  await says('She looks at your pointer.');
  await expect.poll(async () => difference(await screenPixels(page, 'canvas'), empty)).toBeGreaterThan(0.04);
  const before = await drawnPixels(page, 'canvas');
  expect(colorsIn(before)).toBeGreaterThan(MIN_COLORS);
  const changes = async (): Promise<number> => difference(await drawnPixels(page, 'canvas'), before);
  for (const name of ['Wave', 'Smile', 'Dance']) await page.getByRole('button', { name }).click();
  await says('She dances.');
  await expect.poll(changes).toBeGreaterThan(0.02);
  await page.getByRole('button', { name: 'Rest' }).click();
  await says('She idles again.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(problems).toEqual([]);
  await close();
}

/** The dancer gives some 100. A stage without her, with an error over it, has 31. */
const MIN_COLORS = 60;

/** How many different colors a picture has, with 8 levels of red, green and blue. */
function colorsIn(pixels: Uint8ClampedArray): number {
  const colors = new Set<number>();
  for (let i = 0; i < pixels.length; i += 4)
    colors.add(((pixels[i] >> 5) << 6) | ((pixels[i + 1] >> 5) << 3) | (pixels[i + 2] >> 5));
  return colors.size;
}

/** The picture of a page whose model is missing, once it says so. */
async function emptyPicture(browser: Browser, url: string, selector: string): Promise<Uint8ClampedArray> {
  const { page, close } = await openExample(browser, url, 'dancer.pmx');
  await page.getByText('dancer.pmx: the server answered 404').first().waitFor();
  const pixels = await screenPixels(page, selector);
  await close();
  return pixels;
}

/** What the screen shows in the place of an element. Slow while the page draws all the time. */
async function screenPixels(page: Page, selector: string): Promise<Uint8ClampedArray> {
  // an error may take the place of a canvas
  const place = page.locator(selector).or(page.getByRole('alert')).first();
  const png = (await place.screenshot()).toString('base64');
  return smallPixels(page, `data:image/png;base64,${png}`);
}

/** What the page draws in its next frame. */
export async function drawnPixels(page: Page, selector: string): Promise<Uint8ClampedArray> {
  const url = await page.locator(selector).evaluate((element) => {
    if (element instanceof HTMLCanvasElement)
      // After the callbacks of the page, and before the browser clears what they drew.
      return new Promise<string>((resolve) =>
        requestAnimationFrame(() => resolve(element.toDataURL('image/png'))),
      );
    const player = element as HTMLElement & { capture(options: object): Promise<Blob> };
    return player.capture({ background: 'transparent' }).then(
      (picture) =>
        new Promise<string>((resolve) => {
          const reader = new FileReader();
          reader.addEventListener('load', () => resolve(reader.result as string));
          reader.readAsDataURL(picture);
        }),
    );
  });
  return smallPixels(page, url);
}

/** The pixels of a picture, drawn at a small size: r g b a. */
async function smallPixels(page: Page, url: string): Promise<Uint8ClampedArray> {
  const values = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(160, 90);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return [...context.getImageData(0, 0, canvas.width, canvas.height).data];
  }, url);
  return Uint8ClampedArray.from(values);
}
