import { takeDroppedFiles } from '../../shared/files.js';
import { pageOptions } from '../../shared/page-options.js';
import { DancePage } from './player/dance-page.js';
import type { Bars } from './player/view.js';

const options = pageOptions(location.search);
if (matchMedia('(prefers-reduced-motion: reduce)').matches) options.paused = true;

const canvas = document.querySelector<HTMLCanvasElement>('#view')!;
const stats = document.querySelector<HTMLElement>('#stats')!;
const bar = document.querySelector<HTMLElement>('.bar')!;
const status = document.querySelector<HTMLElement>('#status')!;

// A still has plain pixels, and stays to be read.
const context = canvas.getContext('webgl2', {
  antialias: !options.size,
  preserveDrawingBuffer: options.size !== undefined,
});
if (context) open(context);
else status.textContent = 'This page draws with WebGL 2, which this browser does not offer.';

function open(webgl: WebGL2RenderingContext): void {
  const page = new DancePage({ canvas, webgl, stats, bars }, options);
  const update = (milliseconds: number): void => {
    page.update(milliseconds);
    requestAnimationFrame(update);
  };
  requestAnimationFrame(update);
  takeDroppedFiles((_files, transfer) => page.takeDrop(transfer));
  document.addEventListener('visibilitychange', () => page.rest(document.hidden));
}

/** What of the picture is covered. */
function bars(): Bars {
  return {
    top: stats.getBoundingClientRect().bottom / 2,
    bottom: innerHeight - bar.getBoundingClientRect().top,
  };
}
