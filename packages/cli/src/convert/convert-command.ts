import { type FormatWarning, parsePmd, type Pmd, pmdToPmx, serializePmx } from '@odori/format';
import { statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { parseChoice, parseWhole } from '../arguments/numbers.js';
import { type Arguments, parseArguments } from '../arguments/parse-arguments.js';
import type { Command } from '../command.js';
import type { Console } from '../console.js';
import { parseDocument, type MmdDocument } from '../documents/parse-document.js';
import { exists } from '../files/exists.js';
import { expandInputs } from '../files/expand-inputs.js';
import { readInput, STANDARD } from '../files/read-input.js';
import { safeName } from '../files/safe-name.js';
import { alreadyThere, writeOutput } from '../files/write-output.js';
import { FileProblem, inFile, UsageError } from '../problem.js';
import type { ExitCode } from '../run-odori.js';
import { encodeMotion, type MotionEncoding } from './encode-motion.js';
import { editMotion, type MotionEdits } from './motion-edits.js';
import { extraFiles, pmmExtras } from './pmm-extras.js';
import { runBatch } from './run-batch.js';
import { takeMotions } from './take-motions.js';

const HELP = `odori convert IN… OUT: motions, poses, projects and models into other formats

What IN is, its bytes say; what it becomes, the extension of OUT says:
  VMD, JSON, BVMD, VPD → .vmd .json .bvmd      PMD → .pmx
  PMM → a motion for each model and one for camera, light and shadow, into the folder OUT; what a VMD cannot hold
        (external parents, the bones that the camera follows, accessories, gravity) as CSV beside them,
        unless --model takes only one
Several inputs go into a folder: OUT, or -o. Quoted globs (* ? **) are resolved.

  -o, --output OUT     a file, a folder, or - for stdout
  -f, --format FORMAT  vmd, json, bvmd or pmx; needed for a folder if IN is a VMD, and for stdout
      --force          overwrite files
      --strict         exit with 1 if there is any warning
      --quiet          no warnings, no summary

  Motions:
      --from F, --to F       only these frames (30 a second); what is left begins at 0
      --mirror               left becomes right
      --offset F             later by so many frames; earlier if below 0
      --model NAME           the model that the motion is for; of a PMM, the only one to take, by name, by
                             number, or camera
      --pmd FILE             of a PMM of version 1: its models, for it has no names of bones; may be repeated
      --vmd-version 1|2      of the VMD; that of IN if it is one

  JSON:
      --coordinates mmd|three  the file's numbers (left-handed) or three's (right-handed); the file says which
      --group none|name        keys in the file's order, or by bone
      --start-frame F          added to every frame; taken off again on the way back
      --target-id N            for programs that keep several models
      --json                   what a VMD cannot hold of a PMM as JSON, not CSV

  odori convert dance.vmd dance.json --coordinates three
  odori convert scene.pmm dances/
  odori convert 'poses/*.vpd' -o motions
  odori convert dance.vmd -f bvmd - > dance.bvmd
  odori convert dance.vmd refrain.vmd --from 900 --to 1500 --mirror
`;

const OPTIONS = {
  output: { type: 'string', short: 'o' },
  format: { type: 'string', short: 'f' },
  force: { type: 'boolean' },
  strict: { type: 'boolean' },
  quiet: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  mirror: { type: 'boolean' },
  offset: { type: 'string' },
  model: { type: 'string' },
  pmd: { type: 'string', multiple: true },
  'vmd-version': { type: 'string' },
  coordinates: { type: 'string' },
  group: { type: 'string' },
  'start-frame': { type: 'string' },
  'target-id': { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Values = Arguments<typeof OPTIONS>['values'];

const FORMATS = ['vmd', 'json', 'bvmd', 'pmx'] as const;
type Format = (typeof FORMATS)[number];

/** Everything that the arguments say. */
interface ConvertOptions {
  readonly output: string;
  readonly isFolder: boolean;
  readonly format: Format | undefined;
  readonly model: string | undefined;
  readonly models: readonly Pmd[];
  readonly edits: MotionEdits;
  readonly encoding: MotionEncoding;
  readonly extrasAsJson: boolean;
  readonly force: boolean;
}

export const CONVERT: Command = {
  help: HELP,
  async run(args, console): Promise<ExitCode> {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const output = values.output ?? positionals.pop();
    if (output === undefined || positionals.length === 0) throw new UsageError('from what to what?');
    const inputs = await expandInputs(positionals, console.cwd);
    const models = await readPmds(values.pmd ?? [], console);
    const options = { ...readOptions(values, output, console.cwd), models };
    if (!options.isFolder && inputs.length > 1) {
      throw new UsageError(`${inputs.length} inputs do not fit into ${output}: name a folder`);
    }
    const written = new Map<string, string>();
    return runBatch(
      inputs,
      { console, quiet: values.quiet === true, strict: values.strict === true },
      (input, warn) => convertFile(input, options, console, written, warn),
    );
  },
};

function readOptions(values: Values, output: string, cwd: string): Omit<ConvertOptions, 'models'> {
  const whole = (name: 'from' | 'to' | 'offset' | 'start-frame' | 'target-id'): number | undefined => {
    const text = values[name];
    return text === undefined ? undefined : parseWhole(name, text);
  };
  const [from, to, offset] = [whole('from'), whole('to'), whole('offset')];
  if (from !== undefined && to !== undefined && to < from)
    throw new UsageError(`--to ${to} is before --from ${from}`);
  const [startFrame, targetId] = [whole('start-frame'), whole('target-id')];
  const version = values['vmd-version'] && parseChoice('vmd-version', values['vmd-version'], ['1', '2']);
  const format = values.format === undefined ? undefined : parseChoice('format', values.format, FORMATS);
  const { isFolder, extension } = readOutput(output, format, cwd);
  return {
    output,
    isFolder,
    format: format ?? extension,
    model: values.model,
    edits: {
      mirror: values.mirror === true,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(offset !== undefined && { offset }),
    },
    encoding: {
      coordinates: parseChoice('coordinates', values.coordinates ?? 'mmd', ['mmd', 'three']),
      group: parseChoice('group', values.group ?? 'none', ['none', 'name']),
      ...(version && { version: version === '1' ? 1 : 2 }),
      ...(startFrame !== undefined && { startFrame }),
      ...(targetId !== undefined && { targetId }),
    },
    extrasAsJson: values.json === true,
    force: values.force === true,
  };
}

async function readPmds(paths: readonly string[], console: Console): Promise<Pmd[]> {
  const read = (path: string): Promise<Pmd> =>
    inFile(path, async () => parsePmd(await readInput(path, console)));
  return Promise.all(paths.map(read));
}

/** Is the output a folder, and if not, what does its extension say? */
function readOutput(
  output: string,
  format: Format | undefined,
  cwd: string,
): { isFolder: boolean; extension: Format | undefined } {
  if (output === STANDARD) {
    if (format === undefined) throw new UsageError('stdout needs a --format');
    return { isFolder: false, extension: undefined };
  }
  const isFolder = statSync(resolve(cwd, output), { throwIfNoEntry: false })?.isDirectory() === true;
  const text = extname(output).slice(1).toLowerCase();
  if (isFolder || text === '' || /[\\/]$/.test(output)) return { isFolder: true, extension: undefined };
  const extension = FORMATS.find((known) => known === text);
  if (extension !== undefined || format !== undefined) return { isFolder: false, extension };
  const known = FORMATS.map((each) => `.${each}`).join(' ');
  throw new UsageError(`.${text} is none of ${known}, and there is no folder ${output}`);
}

/** What goes into a folder becomes this, unless told otherwise. */
const DEFAULT_FORMATS: ReadonlyMap<string, Format> = new Map([
  ['JSON', 'vmd'],
  ['BVMD', 'vmd'],
  ['VPD', 'vmd'],
  ['PMM', 'vmd'],
  ['PMD', 'pmx'],
]);

/** A file to be written. */
interface Product {
  /** Behind the name of the input. */
  readonly suffix: string;
  readonly content: string | Uint8Array;
}

async function convertFile(
  input: string,
  options: ConvertOptions,
  console: Console,
  written: Map<string, string>,
  warn: (warning: FormatWarning) => void,
): Promise<void> {
  const { document, isJson } = parseDocument(await readInput(input, console), options);
  for (const warning of document.warnings) warn(warning);
  const products = convertDocument(document, isJson, options, warn);
  const stem = input === STANDARD ? 'stdin' : basename(input, extname(input));
  const places = products.map(({ suffix, content }) => ({
    path: options.isFolder ? join(options.output, stem + suffix) : options.output,
    content,
  }));
  for (const { path } of places) await checkFree(path, options, console, written);
  for (const { path, content } of places) {
    await writeOutput(path, content, { force: options.force, console });
    written.set(path, input);
  }
}

/** Before anything is written: all files of an input, or none. */
async function checkFree(
  path: string,
  { force }: ConvertOptions,
  console: Console,
  written: ReadonlyMap<string, string>,
): Promise<void> {
  const other = written.get(path);
  if (other !== undefined) throw new FileProblem(`would overwrite ${path}, which ${other} became`);
  if (!force && path !== STANDARD && (await exists(resolve(console.cwd, path)))) throw alreadyThere(path);
}

function convertDocument(
  document: MmdDocument,
  isJson: boolean,
  options: ConvertOptions,
  warn: (warning: FormatWarning) => void,
): Product[] {
  const kind = isJson ? 'JSON' : document.format.toUpperCase();
  const format = options.format ?? DEFAULT_FORMATS.get(kind);
  if (format === undefined)
    throw new FileProblem(`a ${kind} may become several things: say which by --format`);
  if (document.format === 'pmd' || document.format === 'pmx') {
    if (format !== 'pmx')
      throw new FileProblem(`is a ${kind}, a model, which cannot become a ${format.toUpperCase()}`);
    const pmx = document.format === 'pmd' ? pmdToPmx(document) : document;
    return [{ suffix: '.pmx', content: serializePmx(pmx, { onWarning: warn }) }];
  }
  if (format === 'pmx') throw new FileProblem(`is a ${kind}, which holds no model for a PMX`);
  if (document.format === 'pmm' && !options.isFolder) {
    throw new FileProblem('is a project, which becomes several motions: name a folder');
  }
  const motions = takeMotions(document, options.model, warn).map(({ vmd, part }) => ({
    suffix: `${part === undefined ? '' : `-${safeName(part)}`}.${format}`,
    content: encodeMotion(editMotion(vmd, options.edits), format, options.encoding, warn),
  }));
  const isWhole = document.format === 'pmm' && options.model === undefined;
  const extras = isWhole ? extraFiles(pmmExtras(document), options.extrasAsJson) : [];
  return [...motions, ...extras.map(({ name, text }) => ({ suffix: `-${name}`, content: text }))];
}
