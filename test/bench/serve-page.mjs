import { createServer } from 'node:http';
import { chromium } from 'playwright';

/**
 * Opens a page with a script, cross-origin isolated, in the Chromium that CHROMIUM_PATH names. `files`: those
 * of its server, by path; the script is `/page.js`. Calls `use` with the page, and closes all.
 */
export async function servePage(files, use, args = []) {
  const server = createServer(({ url }, response) => {
    const content = url === '/' ? PAGE : files.get(decodeURI(url));
    response.statusCode = content === undefined ? 404 : 200;
    response.setHeader('content-type', typeOf(url));
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    response.end(content);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', ...args],
  });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    page.on('console', (message) => console.error(message.text()));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => 'measure' in globalThis);
    await use(page);
  } finally {
    await browser.close();
    server.close();
  }
}

const PAGE = '<!doctype html><link rel="icon" href="data:," /><script type="module" src="page.js"></script>';

function typeOf(url) {
  if (url === '/') return 'text/html';
  return url.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
}
