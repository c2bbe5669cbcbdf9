import { afterEach, expect, test } from 'vitest';
import { atRest, openDemo, type OpenDemo } from '#test/support/open-demo.js';
import { withoutDrawing } from '#test/support/open-page.js';

let demo: OpenDemo | undefined;

afterEach(() => demo?.close());

/** Of the picture, in pixels. */
const [WIDTH, HEIGHT] = [320, 640];
/** Her mouth in it; hair and skirt hang from physics, which never quite rests. */
const MOUTH = { left: 0.42 * WIDTH, right: 0.56 * WIDTH, top: 0.24 * HEIGHT, bottom: 0.32 * HEIGHT };

/** How many channels of her mouth differ visibly. */
function changes(now: Uint8ClampedArray, before: Uint8ClampedArray): number {
  return now.reduce((count, value, i) => {
    const [x, y] = [(i / 4) % WIDTH, i / 4 / WIDTH];
    const isMouth = x > MOUTH.left && x < MOUTH.right && y > MOUTH.top && y < MOUTH.bottom;
    return count + (isMouth && Math.abs(value - before[i]) > 24 ? 1 : 0);
  }, 0);
}

test('without motion, typed words move her lips, and a gesture is over at once', async () => {
  demo = await openDemo('companion', `paused=1&size=${WIDTH}x${HEIGHT}`);
  const { part, pixels, change, document } = demo;
  const before = await atRest(demo);
  change('text', 'おーーーーーーーーーーー', 'input');
  (part('words') as HTMLFormElement).requestSubmit();
  await expect.poll(() => changes(pixels(), before)).toBeGreaterThan(30);
  await expect.poll(() => part('status').textContent).toBe('');
  await expect.poll(() => changes(pixels(), before)).toBe(0);
  document.querySelector<HTMLElement>('[data-gesture="wave"]')!.click();
  expect(part('status').textContent).toContain('She waves. (Not shown');
  expect(changes(await atRest(demo), before)).toBe(0);
  expect(demo.errors).toEqual([]);
});

test('a gesture ends, a touch on her head makes her nod, and an avatar does the same', async () => {
  demo = await openDemo('companion', '', withoutDrawing);
  const { part, change, document } = demo;
  const status = (): string => part('status').textContent;
  const tryAll = async (): Promise<void> => {
    document.querySelector<HTMLElement>('[data-gesture="wave"]')!.click();
    expect(status()).toBe('She waves.');
    await expect.poll(status).toBe('');
    const { left, top, width, height } = part('view').getBoundingClientRect();
    const click = { bubbles: true, clientX: left + 0.5 * width, clientY: top + 0.23 * height };
    document.querySelector('article')!.dispatchEvent(new MouseEvent('click', click));
    expect(status()).toBe('She nods.');
    await expect.poll(status).toBe('');
  };
  await tryAll();
  change('body', 'vrm', 'change');
  expect(status()).toBe('Loading the avatar…');
  await expect.poll(status).toBe('');
  await tryAll();
  expect(demo.errors).toEqual([]);
});

test('a visitor who refuses the microphone reads a sentence', async () => {
  demo = await openDemo('companion', undefined, (window) => {
    withoutDrawing(window);
    window.navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  });
  const { part } = demo;
  part('microphone').click();
  await expect.poll(() => part('status').textContent).toContain('does not let this page hear');
  expect(part('microphone').getAttribute('aria-pressed')).toBe('false');
  expect(demo.errors).toEqual([]);
});
