// Draws the icons of the installed page from `icon.svg`: `node write-icons.mjs`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const svg = readFileSync(here('icon.svg'), 'utf8');
/** Systems cut a maskable icon to a circle, which must not touch the drawing. */
const ICONS = [
  { name: 'icon-192.png', size: 192 },
  { name: 'icon-512.png', size: 512 },
  { name: 'icon-maskable.png', size: 512, background: '#0b6e72', part: 0.75 },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const { name, size, background = 'transparent', part = 1 } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>
      body { display: grid; place-items: center; height: 100vh; margin: 0; background: ${background} }
      svg { width: ${100 * part}% }
    </style>${svg}`,
  );
  await page.screenshot({ path: here(name), omitBackground: true });
  await page.close();
}
await browser.close();
