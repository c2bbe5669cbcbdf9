import { byId } from '../../shared/dom.js';
import { refuseFiles } from '../../shared/refuse-files.js';
import { runDemo } from '../../shared/run-demo.js';

refuseFiles(byId('status', HTMLElement));

void runDemo(async (start) => {
  // The bundler puts code that other pages import into the same file, which would start this page there if it
  // were at once.
  const { startPage } = await import('./start-page.js');
  await startPage(start);
});
