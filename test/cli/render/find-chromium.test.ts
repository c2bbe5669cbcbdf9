import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { MissingBrowserError } from '#src/cli/errors.js';
import { type BrowserPlaces, findChromium, systemBrowsers } from '#src/cli/render/find-chromium.js';
import { emptyFolder, odori } from '../odori.js';

/** A computer without browsers: its only folders are in `home`. */
function computer(home: string, env: BrowserPlaces['env'] = {}): BrowserPlaces {
  return {
    platform: 'linux',
    home,
    env: { PATH: join(home, 'bin') + delimiter + join(home, 'sbin'), ...env },
  };
}

function program(...parts: string[]): string {
  const path = join(...parts);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  return path;
}

test('the named browser comes first, then the variable, the system, and Playwright', async () => {
  const home = emptyFolder();
  const cache = join(home, '.cache/ms-playwright');
  program(cache, 'chromium_headless_shell-1200/chrome-linux/headless_shell');
  const shell = program(cache, 'chromium_headless_shell-1210/chrome-linux/headless_shell');
  expect(await findChromium(undefined, computer(home))).toBe(shell);
  const full = program(cache, 'chromium-1210/chrome-linux/chrome');
  expect(await findChromium(undefined, computer(home))).toBe(full);
  const chrome = program(home, 'sbin/google-chrome');
  expect(await findChromium(undefined, computer(home))).toBe(chrome);
  const chromium = program(home, 'sbin/chromium');
  expect(await findChromium(undefined, computer(home))).toBe(chromium);
  const own = program(home, 'own');
  expect(await findChromium(undefined, computer(home, { CHROMIUM_PATH: own }))).toBe(own);
  expect(await findChromium(chrome, computer(home, { CHROMIUM_PATH: own }))).toBe(chrome);
});

test('without a browser, the error says how to get one', async () => {
  const home = emptyFolder();
  const error = await findChromium(undefined, computer(home)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MissingBrowserError);
  expect(String(error)).toContain('apt-get install chromium');
  await expect(findChromium(undefined, computer(home, { CHROMIUM_PATH: '/none' }))).rejects.toThrow(
    '$CHROMIUM_PATH /none: there is no such program',
  );
});

test('macOS and Windows have their own places', () => {
  const mac = systemBrowsers({ platform: 'darwin', home: '/Users/miku', env: {} });
  expect(mac).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
  const windows = systemBrowsers({ platform: 'win32', home: 'C:/', env: { PROGRAMFILES: 'C:/Programs' } });
  expect(windows).toContain(join('C:/Programs', 'Google', 'Chrome', 'Application', 'chrome.exe'));
});

test('render without a browser ends with exit code 3', async () => {
  const { code, messages } = await odori(
    ['render', 'dancer.pmx', '-o', 'still.png', '--browser', 'none'],
    emptyFolder(),
  );
  expect([code, messages]).toEqual([3, ['odori: --browser none: there is no such program']]);
});
