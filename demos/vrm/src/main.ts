import { runDemo } from '../../shared/run-demo.js';

void runDemo(async (start) => {
  // The bundler puts code that other pages import into the same file, which would start this page there if it
  // were at once.
  const { startPage } = await import('./start-page.js');
  await startPage(start);
});
