import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Shell } from '../shell.js';
import { describeWarning, type Warn } from '../documents/descriptions.js';
import { parseDocument } from '../documents/parse-document.js';
import { FileError, inFile } from '../errors.js';
import { readInput, STANDARD } from '../files/inputs.js';
import type { PathMap } from '../files/path-map.js';
import { checkOutput, writeOutput } from '../files/write-output.js';
import { convertDocument, type ConvertedFile } from './convert-document.js';
import type { ConvertOptions } from './convert-options.js';
import { checkModelFiles } from './named-models.js';
import { say } from '../language/message.js';

/** The files of one run that must not be overwritten. */
interface Batch {
  /** The name of the input at a path. */
  readonly inputs: PathMap<string>;
  /** The name of the input whose output is at a path. */
  readonly written: PathMap<string>;
}

/** Reads a file and writes its outputs: all of them, or none if one cannot be written. */
export async function convertFile(
  input: string,
  options: ConvertOptions,
  console: Shell,
  batch: Batch,
  warn: Warn,
): Promise<void> {
  const models = options.models.map(({ model }) => model);
  const parsed = parseDocument(await readInput(input, console), { models });
  options.refusal.check(parsed.document.warnings);
  checkModelFiles(parsed.document, options.models, warn);
  for (const warning of parsed.document.warnings) warn(describeWarning(warning));
  const results = convertDocument(parsed, options, warn);
  const { output, force } = options;
  if (!output.isFolder && results.length > 1 && (output.path === STANDARD || !results.some(isMain)))
    throw new FileError(say('several-files', { count: results.length }));
  const isAlone = results.length === 1;
  const outputs = results.map((result) => ({
    ...result,
    path: pathOf(result, input, options, { cwd: console.cwd, isAlone }),
  }));
  for (const { path } of outputs) await checkPath(path, input, { force, console }, batch);
  for (const { path, content } of outputs) {
    await writeOutput(path, content, { force, console });
    await batch.written.set(resolve(console.cwd, path), input);
  }
}

/** Whether a file has the plain name: of several others, each is a part. */
function isMain({ suffix }: ConvertedFile): boolean {
  return suffix.startsWith('.');
}

/** If the output is a file, a part lies beside it, such as `dance-camera.vmd` beside `dance.vmd`. */
function pathOf(
  result: ConvertedFile,
  input: string,
  { output, tree }: ConvertOptions,
  { cwd, isAlone }: { readonly cwd: string; readonly isAlone: boolean },
): string {
  const { suffix } = result;
  if (!output.isFolder) {
    if (isAlone || isMain(result)) return output.path;
    return output.path.slice(0, output.path.length - extname(output.path).length) + suffix;
  }
  if (input === STANDARD) return join(output.path, `stdin${suffix}`);
  return join(output.path, folderIn(tree, resolve(cwd, input)), basename(input, extname(input)) + suffix);
}

/** The folder of a file, relative to a tree; empty for a file that is not in the tree. */
function folderIn(tree: string | undefined, path: string): string {
  const folder = tree === undefined ? '' : relative(tree, dirname(path));
  return isAbsolute(folder) || folder.split(sep)[0] === '..' ? '' : folder;
}

async function checkPath(
  path: string,
  input: string,
  options: { readonly force: boolean; readonly console: Shell },
  { inputs, written }: Batch,
): Promise<void> {
  if (path === STANDARD) return;
  const absolute = resolve(options.console.cwd, path);
  const source = await written.get(absolute);
  if (source !== undefined) throw new FileError(say('overwrites-output', { path, source }));
  const other = (await inputs.get(absolute)) ?? input;
  if (other !== input) throw new FileError(say('overwrites-input', { path }));
  await inFile(path, () => checkOutput(path, options));
}
