import { AssetLoader } from './asset-loader.js';
import { byId, element } from './dom.js';
import { createContext, NO_WEBGL, type PageOptions, pageOptions } from './page.js';
import { problemText } from './problem-text.js';
import { Viewport } from './viewport.js';

/** The parts that a demo needs to start. */
export interface DemoStart {
  readonly viewport: Viewport;
  readonly assets: AssetLoader;
  /** From the address of the page. */
  readonly options: PageOptions;
}

/** Starts a demo in the canvas `#view`. Shows the progress of loading, or an error, in `#status`. Never rejects. */
export async function runDemo(begin: (start: DemoStart) => Promise<void>): Promise<void> {
  const status = byId('status', HTMLElement);
  const canvas = byId('view', HTMLCanvasElement);
  const options = pageOptions();
  const context = createContext(canvas, options);
  if (!context) {
    status.textContent = NO_WEBGL;
    return;
  }
  const bar = element('progress', { 'aria-label': 'Loading progress' });
  status.replaceChildren('Loading the dancer…', bar);
  try {
    const assets = new AssetLoader((progress) => (bar.value = progress));
    await begin({ viewport: new Viewport(canvas, context, options), assets, options });
    status.replaceChildren();
  } catch (error) {
    status.textContent = problemText(error);
  }
}
