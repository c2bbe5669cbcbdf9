import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findVulkanDriver } from './find-vulkan-driver.js';

const DRIVER = 'vk_swiftshader_icd.json';
let unpacked: string;
let installed: string;

beforeEach(() => {
  [unpacked, installed] = ['unpacked-', 'installed-'].map((name) =>
    realpathSync(mkdtempSync(join(tmpdir(), name))),
  );
  writeFileSync(join(unpacked, 'chromium'), '');
});

afterEach(() => [unpacked, installed].forEach((folder) => rmSync(folder, { recursive: true })));

test('a driver beside the executable comes first', () => {
  for (const folder of [unpacked, installed]) writeFileSync(join(folder, DRIVER), '');
  expect(findVulkanDriver(join(unpacked, 'chromium'), [installed])).toBe(join(unpacked, DRIVER));
});

test('a link to the executable leads to the driver', () => {
  writeFileSync(join(unpacked, DRIVER), '');
  symlinkSync(join(unpacked, 'chromium'), join(installed, 'browser'));
  expect(findVulkanDriver(join(installed, 'browser'), [])).toBe(join(unpacked, DRIVER));
});

test('else the folders of installed browsers are searched; there may be none', () => {
  expect(findVulkanDriver(join(unpacked, 'chromium'), [installed])).toBeUndefined();
  writeFileSync(join(installed, DRIVER), '');
  expect(findVulkanDriver(join(unpacked, 'chromium'), [installed])).toBe(join(installed, DRIVER));
});
