import { byId } from '../../shared/dom.js';
import { onOpenedFiles } from '../../shared/files.js';
import { say } from '../../shared/language/texts.js';
import { createContext, NO_WEBGL, pageOptions } from '../../shared/page.js';
import { BonesPage } from './page/bones-page.js';

const options = pageOptions();
const canvas = byId('view', HTMLCanvasElement);

// opaque pixels for pictures
const context = createContext(canvas, options, { alpha: options.size === undefined });
if (context) open(context);
else byId('status', HTMLElement).textContent = say(NO_WEBGL);

function open(webgl: WebGL2RenderingContext): void {
  const page = new BonesPage(canvas, webgl, options);
  const update = (milliseconds: number): void => {
    page.update(milliseconds);
    requestAnimationFrame(update);
  };
  requestAnimationFrame(update);
  onOpenedFiles(['files', 'folder'], (getFiles) => void page.openFiles(getFiles));
}
