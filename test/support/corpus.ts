import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A folder of real motions and models. They belong to their authors, so only developers have it. */
export const CORPUS: string =
  process.env['ODORI_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus');
const ORACLE = join(CORPUS, '../oracle');

/** For `describe.skipIf(!hasCorpus)`. */
export const hasCorpus: boolean = existsSync(CORPUS);

if (!hasCorpus)
  console.warn('*** NO CORPUS: tests on real files are SKIPPED. Set ODORI_CORPUS to its folder. ***');

/** The names of the corpus files of a format, such as `wavefile_v2.vmd`; none without a corpus. */
export function corpusFiles(format: string): string[] {
  if (!hasCorpus) return [];
  return readdirSync(join(CORPUS, format)).filter((name) => name.endsWith(`.${format}`));
}

/** The bytes of a corpus file by its path, such as `vmd/wavefile_v2.vmd`. */
export function readCorpus(path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(CORPUS, path)));
}

/** The facts that an independent parser reported about a corpus file. */
export function corpusFacts(path: string): unknown {
  return (readOracle('corpus-facts.json') as Record<string, unknown>)[path];
}

/** Expected numbers for the corpus, from independent sources; `.json` or `.json.gz`. */
export function readOracle(path: string): unknown {
  const bytes = readFileSync(join(ORACLE, path));
  return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
}
