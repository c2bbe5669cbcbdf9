import { AssetLoader } from './asset-loader.js';
import { element, part } from './dom.js';
import { type PageOptions, pageOptions } from './page-options.js';
import { problemText } from './problem-text.js';
import { DemoStage } from './viewport.js';

/** What a demo begins with. */
export interface DemoStart {
  readonly stage: DemoStage;
  readonly assets: AssetLoader;
  /** What the address of the page asks for. */
  readonly options: PageOptions;
}

/** Gives a demo its stage; says in `#status` how loading goes, and what went wrong if it fails. Never rejects. */
export async function runDemo(begin: (start: DemoStart) => Promise<void>): Promise<void> {
  const status = part('status', HTMLElement);
  const canvas = part('view', HTMLCanvasElement);
  const options = pageOptions(location.search);
  // A still has plain pixels and stays to be read.
  const context = canvas.getContext('webgl2', {
    antialias: !options.size,
    preserveDrawingBuffer: options.size !== undefined,
  });
  if (!context) {
    status.textContent = 'This page draws with WebGL 2, which this browser does not offer.';
    return;
  }
  const bar = element('progress', { 'aria-label': 'Loaded' });
  status.replaceChildren('Loading the dancer…', bar);
  try {
    const assets = new AssetLoader((share) => (bar.value = share));
    await begin({ stage: new DemoStage(canvas, context, options), assets, options });
    status.replaceChildren();
  } catch (error) {
    status.textContent = problemText(error);
  }
}
