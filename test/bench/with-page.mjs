import { chromium } from 'playwright';
import { bundlePage } from './bundle-page.mjs';

/**
 * Opens a page with a script, given as text, in the Chromium that CHROMIUM_PATH names. Calls `use` with the
 * page, and closes the browser.
 */
export async function withPage(text, use) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.addScriptTag({ type: 'module', content: await bundlePage({ text }) });
    await use(page);
  } finally {
    await browser.close();
  }
}
