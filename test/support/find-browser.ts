import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmEnvironment } from './npm-environment.js';

const ROOT = join(import.meta.dirname, '../..');
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const PACKAGED = '@sparticuz/chromium';
const PACKAGED_VERSION = '147.0.0'; // the last that runs on Node 20
const CACHE = join(ROOT, 'node_modules/.cache/chromium');

/**
 * A Chromium for the tests: `$CHROMIUM_PATH`, a system browser, or one from npm (Linux x64). Undefined if
 * there is none, which is printed.
 */
export async function findBrowser(): Promise<string | undefined> {
  if (!wantsBrowser()) return undefined;
  const candidates = [process.env['CHROMIUM_PATH'], ...SYSTEM_BROWSERS];
  const found =
    candidates.find((path) => path !== undefined && existsSync(path)) ?? (await packagedBrowser());
  // Vitest loads its configuration twice
  if (found !== undefined && runs(found)) return (process.env['CHROMIUM_PATH'] = found);
  console.warn(
    '\n*** NO BROWSER: the tests in test/browser are SKIPPED. Set CHROMIUM_PATH to a Chromium or Chrome. ***\n',
  );
  return undefined;
}

/** `--project node` needs no browser and must not wait for a download. */
function wantsBrowser(): boolean {
  return !/--project[= ]node\b/.test(process.argv.join(' '));
}

async function packagedBrowser(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    if (!existsSync(join(CACHE, 'node_modules', PACKAGED))) install();
    const entry = createRequire(join(CACHE, 'package.json')).resolve(PACKAGED);
    const module: { default: { executablePath(): Promise<string> } } = await import(
      pathToFileURL(entry).href
    );
    return await module.default.executablePath();
  } catch (error) {
    console.warn(`Chromium could not be fetched from npm: ${String(error)}`);
    return undefined;
  }
}

function install(): void {
  console.warn(`Fetching Chromium for the browser tests, once (68 MB): ${PACKAGED}@${PACKAGED_VERSION}`);
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', CACHE];
  execFileSync('npm', [...args, `${PACKAGED}@${PACKAGED_VERSION}`], {
    env: npmEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function runs(executable: string): boolean {
  try {
    execFileSync(executable, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch (error) {
    console.warn(`${executable} does not start: ${String(error)}`);
    return false;
  }
}
