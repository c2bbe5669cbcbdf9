import { afterAll, beforeEach, vi } from 'vitest';

/** A page in an iframe of the test. */
export interface OpenPage {
  readonly document: Document;
  readonly window: Window;
  /** Uncaught errors of the page. */
  readonly errors: string[];
  close(): void;
}

/** The window of a page has the names of the test's own. */
type PageWindow = Window & typeof globalThis;

/** The pages of the demos are opened as they are built: see `built-demos.ts`. */
function builtPage(path: string): string {
  return path.replace(/^\/demos\//, '/built-demos/');
}

/**
 * Opens a page, waits for its scripts and collects its uncaught errors. `prepare` changes the browser for the
 * page, before its scripts run.
 */
export async function openPage(path: string, prepare?: (window: PageWindow) => void): Promise<OpenPage> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 640px; height: 360px; border: 0';
  frame.src = builtPage(path);
  document.body.append(frame);
  const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  if (prepare) prepare(await windowOf(frame));
  await isLoaded;
  const { contentWindow: window, contentDocument } = frame;
  if (!window || !contentDocument) throw new Error(`${path} did not open`);
  // Vitest rewrites dynamic imports of pages that are not built to go through its runner, which exists only
  // in the page of the test.
  Object.assign(window, {
    __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() },
  });
  const errors: string[] = [];
  window.addEventListener('error', (event) => errors.push(event.message));
  window.addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
  return { document: contentDocument, window, errors, close: () => frame.remove() };
}

/** Waits as long as `expect.poll`, which works in tests only, not in hooks. */
export async function waitUntil(isTrue: () => boolean): Promise<void> {
  await vi.waitUntil(isTrue, { timeout: 60_000 });
}

/**
 * The window of the page that a frame opens, as soon as there is one: its scripts still have to be loaded.
 */
async function windowOf(frame: HTMLIFrameElement): Promise<PageWindow> {
  for (;;) {
    const window = frame.contentWindow as PageWindow | null;
    if (window && window.location.href !== 'about:blank') return window;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

type Draw = (...parameters: number[]) => void;

/** WebGL's own methods, of each window whose drawing was switched off. */
const drawsOf = new WeakMap<Window, Readonly<Record<string, Draw>>>();

/**
 * Switches the drawing of triangles on a page off or on. Without a graphics card, a picture of the dancer
 * takes 0.1 s: a test that looks at no picture is much faster without.
 */
export function setDrawing(window: Window, isDrawing: boolean): void {
  const prototype = (window as PageWindow).WebGL2RenderingContext.prototype as unknown as Record<
    string,
    Draw
  >;
  const { drawElements, drawElementsInstanced, drawArrays } = prototype;
  const own = drawsOf.get(window) ?? { drawElements, drawElementsInstanced, drawArrays };
  drawsOf.set(window, own);
  for (const [name, draw] of Object.entries(own)) prototype[name] = isDrawing ? draw : () => undefined;
}

/**
 * Draws no triangles in the tests of a file: see {@link setDrawing}. A test that looks at a picture calls
 * `setDrawing(window, true)`.
 */
export function drawNothing(): void {
  beforeEach(() => setDrawing(window, false));
  afterAll(() => setDrawing(window, true));
}

/** Prepares a page that draws nothing: see {@link setDrawing}. */
export function withoutDrawing(window: Window): void {
  setDrawing(window, false);
}
