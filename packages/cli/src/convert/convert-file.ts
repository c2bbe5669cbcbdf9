import type { FormatWarning } from '@odori/format';
import { basename, extname, join, resolve } from 'node:path';
import type { Console } from '../console.js';
import { describeWarning } from '../documents/describe-warning.js';
import { parseDocument } from '../documents/parse-document.js';
import { lookAtPlace } from '../files/look-at-place.js';
import type { PlaceMap } from '../files/place-map.js';
import { readInput, STANDARD } from '../files/read-input.js';
import { writeOutput } from '../files/write-output.js';
import { FileProblem, inFile } from '../problem.js';
import { convertDocument, type Product } from './convert-document.js';
import type { ConvertOptions } from './convert-options.js';

/** What one file of many must not touch: the name of the input that is in a place, or that became what is there. */
export interface Batch {
  readonly inputs: PlaceMap<string>;
  readonly written: PlaceMap<string>;
}

/** Reads a file, and writes what becomes of it: all of it, or nothing if one place is taken. */
export async function convertFile(
  input: string,
  options: ConvertOptions,
  console: Console,
  batch: Batch,
  warn: (warning: FormatWarning) => void,
): Promise<void> {
  const parsed = parseDocument(await readInput(input, console), options);
  for (const warning of parsed.document.warnings) warn({ ...warning, message: describeWarning(warning) });
  const products = convertDocument(parsed, options, warn);
  const { output, force } = options;
  if (!output.isFolder && products.length > 1)
    throw new FileProblem(`becomes ${products.length} files: name a folder, or one model by --model`);
  const places = products.map((product) => ({ ...product, path: pathOf(product, input, options) }));
  for (const { path } of places) await checkPlace(path, input, { force, console }, batch);
  for (const { path, content } of places) {
    await writeOutput(path, content, { force, console });
    await batch.written.set(resolve(console.cwd, path), input);
  }
}

function pathOf({ suffix }: Product, input: string, { output }: ConvertOptions): string {
  if (!output.isFolder) return output.path;
  const stem = input === STANDARD ? 'stdin' : basename(input, extname(input));
  return join(output.path, stem + suffix);
}

async function checkPlace(
  path: string,
  input: string,
  options: { readonly force: boolean; readonly console: Console },
  { inputs, written }: Batch,
): Promise<void> {
  if (path === STANDARD) return;
  const absolute = resolve(options.console.cwd, path);
  const source = await written.get(absolute);
  if (source !== undefined) throw new FileProblem(`would overwrite ${path}, which ${source} became`);
  const other = (await inputs.get(absolute)) ?? input;
  if (other !== input) throw new FileProblem(`would overwrite ${path}, which is to be converted, too`);
  await inFile(path, () => lookAtPlace(path, options));
}
