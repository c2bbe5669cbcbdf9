import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { MissingBrowserError } from '../errors.js';
import { statsIfReadable } from '../files/paths.js';
import { about, say } from '../language/message.js';

/** Where browsers are looked for. */
export interface BrowserPlaces {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

const THIS_COMPUTER: BrowserPlaces = { platform: process.platform, env: process.env, home: homedir() };

/** Programs on the `PATH` of Linux. */
const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chromium-headless-shell',
  'microsoft-edge',
];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const WINDOWS_PROGRAMS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

/**
 * The Chromium that draws: the one that was named, `$CHROMIUM_PATH`, one of the system, or one that
 * Playwright has fetched.
 *
 * @throws {@link MissingBrowserError} if there is none, or if the named one is missing.
 */
export async function findChromium(
  named: string | undefined,
  places: BrowserPlaces = THIS_COMPUTER,
): Promise<string> {
  const given = named ?? (places.env['CHROMIUM_PATH'] || undefined);
  if (given !== undefined) {
    if (await isFile(given)) return given;
    const origin = named === undefined ? '$CHROMIUM_PATH' : '--browser';
    throw new MissingBrowserError(about(`${origin} ${given}`, say('no-such-program')));
  }
  for (const path of [...systemBrowsers(places), ...playwrightBrowsers(places)])
    if (await isFile(path)) return path;
  throw new MissingBrowserError(say('no-browser'));
}

async function isFile(path: string): Promise<boolean> {
  return (await statsIfReadable(path))?.isFile() === true;
}

/** The paths where the installers of browsers put them, in the order in which they are tried. */
export function systemBrowsers({ platform, env, home }: BrowserPlaces): string[] {
  if (platform === 'darwin') {
    const roots = ['/Applications', join(home, 'Applications')];
    return roots.flatMap((root) => MAC_APPS.map((app) => join(root, `${app}.app/Contents/MacOS`, app)));
  }
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
    return roots.flatMap((root) =>
      root === undefined ? [] : WINDOWS_PROGRAMS.map((parts) => join(root, ...parts)),
    );
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
}

/** What is below the folder of a build, by platform and build. */
const PLAYWRIGHT_PROGRAMS = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-linux/headless_shell',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
];

/** The builds that Playwright has fetched, the newest first. */
function playwrightBrowsers({ platform, env, home }: BrowserPlaces): string[] {
  const cache =
    env['PLAYWRIGHT_BROWSERS_PATH'] ??
    (platform === 'darwin'
      ? join(home, 'Library/Caches/ms-playwright')
      : platform === 'win32'
        ? join(env['LOCALAPPDATA'] ?? home, 'ms-playwright')
        : join(env['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'ms-playwright'));
  const builds = namesIn(cache).filter((name) => /^chromium(?:_headless_shell)?-\d+$/.test(name));
  const number = (name: string): number => Number(name.slice(name.lastIndexOf('-') + 1));
  return builds
    .sort((a, b) => number(b) - number(a) || a.length - b.length)
    .flatMap((build) => PLAYWRIGHT_PROGRAMS.map((program) => join(cache, build, program)));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // there is no such folder
  }
}
