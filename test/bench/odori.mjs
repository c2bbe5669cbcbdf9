// Odori as an engine for a comparison of MMD engines: `parse` reads a file until every key is decoded.
// Needs a build: pnpm build.
import { readFileSync } from 'node:fs';
import { parseVmd } from '../../packages/format/dist/index.js';

const { version } = JSON.parse(
  readFileSync(new URL('../../packages/format/package.json', import.meta.url), 'utf8'),
);

export const info = { name: 'odori', version: `@odori/format ${version}`, parseOnly: true };

/** Motions only, so far; the columns are filled when it returns. */
export function parse(bytes) {
  return parseVmd(bytes);
}
