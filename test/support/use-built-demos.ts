import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildDemos, SHARED_DEMOS } from './built-demos.js';

/**
 * The folder of the built demos: those that several runs share, or own ones, which are there during the tests
 * of a file.
 */
export function useBuiltDemos(): string {
  if (SHARED_DEMOS !== undefined) return SHARED_DEMOS;
  const folder = mkdtempSync(join(tmpdir(), 'odori-demos-'));
  beforeAll(() => buildDemos(folder));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
