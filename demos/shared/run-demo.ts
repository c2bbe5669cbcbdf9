import { say } from './language/texts.js';
import { WebGLRenderer } from 'three';
import { AssetLoader } from './asset-loader.js';
import { byId, element } from './dom.js';
import { createContext, NO_WEBGL, type PageOptions, pageOptions } from './page.js';
import { problemText } from './problem-text.js';
import { Viewport, type ViewRenderer } from './viewport.js';

/** The parts that a demo needs to start. */
export interface DemoStart {
  readonly viewport: Viewport;
  readonly assets: AssetLoader;
  /** From the address of the page. */
  readonly options: PageOptions;
}

/**
 * Starts a demo in the canvas `#view`. Shows the progress of loading, or an error, in `#status`. Never
 * rejects.
 *
 * `open` opens another renderer than `WebGLRenderer`.
 */
export async function runDemo(
  begin: (start: DemoStart) => Promise<void>,
  open: (canvas: HTMLCanvasElement, options: PageOptions) => Promise<ViewRenderer | undefined> = openWebGL,
): Promise<void> {
  const status = byId('status', HTMLElement);
  const options = pageOptions();
  const renderer = await open(byId('view', HTMLCanvasElement), options);
  if (!renderer) {
    status.textContent = say(NO_WEBGL);
    return;
  }
  const bar = element('progress', { 'aria-label': say('Loading progress') });
  status.replaceChildren(say('Loading the dancer…'), bar);
  try {
    const assets = new AssetLoader((progress) => (bar.value = progress));
    await begin({ viewport: new Viewport(renderer, options), assets, options });
    status.replaceChildren();
  } catch (error) {
    status.textContent = problemText(error);
  }
}

/** Undefined if the browser has no WebGL 2. */
export async function openWebGL(
  canvas: HTMLCanvasElement,
  options: PageOptions,
): Promise<ViewRenderer | undefined> {
  const context = createContext(canvas, options);
  if (!context) return undefined;
  const renderer = new WebGLRenderer({ canvas, context });
  return {
    renderer,
    draw: (scene, camera) => renderer.render(scene, camera),
    calls: () => renderer.info.render.calls,
  };
}
