import { byId } from '../../shared/dom.js';
import { onOpenedFiles } from '../../shared/files.js';
import { createContext, NO_WEBGL, pageOptions } from '../../shared/page.js';
import { DancePage } from './player/dance-page.js';
import type { Bars } from './player/view.js';

const options = pageOptions();
const canvas = byId('view', HTMLCanvasElement);
const stats = byId('stats', HTMLElement);
const bar = document.querySelector<HTMLElement>('.bar')!;

const context = createContext(canvas, options);
if (context) open(context);
else byId('status', HTMLElement).textContent = NO_WEBGL;

function open(webgl: WebGL2RenderingContext): void {
  const page = new DancePage({ canvas, webgl, stats, bars }, options);
  const update = (milliseconds: number): void => {
    page.update(milliseconds);
    requestAnimationFrame(update);
  };
  requestAnimationFrame(update);
  onOpenedFiles(['files', 'folder'], (getFiles) => page.openFiles(getFiles));
  document.addEventListener('visibilitychange', () => page.pauseWhileHidden(document.hidden));
}

/** The heights of the parts of the page that cover the picture. */
function bars(): Bars {
  return {
    top: stats.getBoundingClientRect().bottom / 2,
    bottom: innerHeight - bar.getBoundingClientRect().top,
  };
}
