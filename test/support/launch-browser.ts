import { type Browser, chromium } from 'playwright';
import { findBrowser } from './find-browser.js';
import { browserEnvironment } from './find-vulkan-driver.js';

const executablePath = await findBrowser();

/** Whether {@link launchBrowser} finds a browser. */
export const hasBrowser = executablePath !== undefined;

/** As long as `expect.poll` waits. */
const MILLISECONDS = 60_000;

/**
 * Starts the browser of the tests. A busy machine is slow: its pages wait for a minute before something
 * counts as missing.
 */
export async function launchBrowser(args: readonly string[]): Promise<Browser> {
  if (executablePath === undefined) throw new Error('Set CHROMIUM_PATH to a Chromium or Chrome.');
  const env = browserEnvironment(executablePath);
  const browser = await chromium.launch({ executablePath, args: [...args], env, timeout: MILLISECONDS });
  browser.on('context', (context) => context.setDefaultTimeout(MILLISECONDS));
  return browser;
}
