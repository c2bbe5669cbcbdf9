import { takeDroppedFiles } from '../../shared/files.js';
import { BonesPage } from './page/bones-page.js';
import { pageOptions } from './page/page-options.js';

const options = pageOptions(location.search);
if (matchMedia('(prefers-reduced-motion: reduce)').matches) options.paused = true;

const canvas = document.querySelector<HTMLCanvasElement>('#view')!;
const status = document.querySelector<HTMLElement>('#status')!;

// A still has plain pixels, opaque ones, and stays to be read.
const context = canvas.getContext('webgl2', {
  alpha: options.size === undefined,
  antialias: !options.size,
  preserveDrawingBuffer: options.size !== undefined,
});
if (context) open(context);
else status.textContent = 'This page draws with WebGL 2, which this browser does not offer.';

function open(webgl: WebGL2RenderingContext): void {
  const page = new BonesPage(canvas, webgl, options);
  const update = (milliseconds: number): void => {
    page.update(milliseconds);
    requestAnimationFrame(update);
  };
  requestAnimationFrame(update);
  takeDroppedFiles((files) => void page.takeFiles(files));
}
