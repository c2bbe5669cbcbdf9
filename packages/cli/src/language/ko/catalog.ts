import problems from '@odori/runtime/internal/file-problems/ko';
import type { Catalog } from '../words.js';
import { FILES } from './files.js';
import { REPORTS } from './reports.js';
import { USAGE } from './usage.js';

export { problems };

/** In Korean. */
export const texts: Catalog = { ...USAGE, ...FILES, ...REPORTS };
