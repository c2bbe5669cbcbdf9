import problems from '@odori/runtime/internal/file-problems/zh-TW';
import type { Catalog } from '../words.js';
import { FILES } from './files.js';
import { REPORTS } from './reports.js';
import { USAGE } from './usage.js';

export { problems };

/** In the Chinese of Taiwan. */
export const texts: Catalog = { ...USAGE, ...FILES, ...REPORTS };
