import { extname, resolve } from 'node:path';
import {
  type Arguments,
  LAST_POSSIBLE_FRAME,
  parseChoice,
  parseNotNegative,
  parseWhole,
} from '../arguments.js';
import { Refusal } from '../documents/refusal.js';
import type { Coordinates } from '../documents/vmd-json.js';
import { inFile, UsageError } from '../errors.js';
import { STANDARD } from '../files/inputs.js';
import { descriptorOf, statsOf } from '../files/paths.js';
import type { MotionEdits } from './motion-edits.js';
import type { ModelFile } from './named-models.js';
import { say } from '../language/message.js';

/** The options of `odori convert`. */
export const OPTIONS = {
  output: { type: 'string', short: 'o' },
  format: { type: 'string', short: 'f' },
  force: { type: 'boolean' },
  strict: { type: 'boolean' },
  quiet: { type: 'boolean' },
  refuse: { type: 'string' },
  allow: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  mirror: { type: 'boolean' },
  offset: { type: 'string' },
  frame: { type: 'string' },
  model: { type: 'string' },
  pmd: { type: 'string', multiple: true },
  'vmd-version': { type: 'string' },
  coordinates: { type: 'string' },
  group: { type: 'string' },
  'start-frame': { type: 'string' },
  'target-id': { type: 'string' },
  json: { type: 'boolean' },
  physics: { type: 'boolean' },
  mtoon: { type: 'boolean' },
  root: { type: 'string' },
} as const;

/** The options as they are on the command line. */
export type Values = Arguments<typeof OPTIONS>['values'];

/** How `odori convert` converts each file. */
export interface ConvertOptions {
  readonly output: Output;
  /**
   * The folder whose tree the outputs keep: an input in a folder below it goes into the same folder of the
   * output.
   */
  readonly tree: string | undefined;
  readonly model: string | undefined;
  /** The models of `--pmd`. */
  readonly models: readonly ModelFile[];
  /** The frame of a pose. */
  readonly frame: number | undefined;
  readonly edits: MotionEdits;
  readonly encoding: MotionEncoding;
  readonly extrasAsJson: boolean;
  readonly force: boolean;
  readonly refusal: Refusal;
}

const FORMATS = ['vmd', 'json', 'bvmd', 'vpd', 'pmx', 'glb'] as const;

/** The formats of outputs of which each has one input. */
export type Format = Exclude<(typeof FORMATS)[number], 'glb'>;

/** The path and the format of the output. */
interface Output<F = Format> {
  readonly path: string;
  readonly isFolder: boolean;
  /** Undefined: each input is converted to the default format for its kind. */
  readonly format: F | undefined;
}

/** The options as they are read, before it is known what the inputs are. */
export type ReadOptions = Omit<ConvertOptions, 'models' | 'tree' | 'output'> & {
  readonly output: Output<Format | 'glb'>;
};

/** How motions are written. */
export interface MotionEncoding {
  readonly version?: 1 | 2;
  readonly targetId?: number;
  readonly startFrame?: number;
  readonly coordinates: Coordinates;
  readonly group: 'none' | 'name';
}

/**
 * Reads all options except the models, which are files.
 *
 * @throws UsageError if an option is invalid or would have no effect.
 */
export async function readOptions(values: Values, output: string, cwd: string): Promise<ReadOptions> {
  const format = values.format === undefined ? undefined : parseChoice('format', values.format, FORMATS);
  const options = {
    model: values.model,
    edits: readEdits(values),
    frame: values.frame === undefined ? undefined : parseNotNegative('frame', values.frame),
    encoding: readEncoding(values),
    extrasAsJson: values.json === true,
    force: values.force === true,
    refusal: new Refusal({ refuse: values.refuse, allow: values.allow }),
    output: await readOutput(output, format, cwd),
  };
  checkEffect(values, options.output.format);
  return options;
}

function readEdits({ from: fromText, to: toText, offset: offsetText, mirror }: Values): MotionEdits {
  const from = parseFrames('from', fromText, 0);
  const to = parseFrames('to', toText, 0);
  const offset = parseFrames('offset', offsetText);
  if (from !== undefined && to !== undefined && to < from)
    throw new UsageError(say('end-before-start', { from, to }));
  return {
    mirror: mirror === true,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(offset !== undefined && { offset }),
  };
}

function readEncoding(values: Values): MotionEncoding {
  const startFrame = parseFrames('start-frame', values['start-frame']);
  const { 'target-id': target, 'vmd-version': version } = values;
  return {
    coordinates: parseChoice('coordinates', values.coordinates ?? 'mmd', ['mmd', 'three']),
    group: parseChoice('group', values.group ?? 'none', ['none', 'name']),
    ...(version !== undefined && {
      version: parseChoice('vmd-version', version, ['1', '2']) === '1' ? 1 : 2,
    }),
    ...(startFrame !== undefined && { startFrame }),
    ...(target !== undefined && { targetId: parseWhole('target-id', target) }),
  };
}

/** A number of frames; undefined without the option. */
function parseFrames(
  option: string,
  text: string | undefined,
  least = -LAST_POSSIBLE_FRAME,
): number | undefined {
  return text === undefined ? undefined : parseWhole(option, text, least, LAST_POSSIBLE_FRAME);
}

/**
 * Is the output a folder? If not, its extension is the format.
 *
 * @throws UsageError if the format of a file is unknown.
 */
async function readOutput(
  path: string,
  format: Format | 'glb' | undefined,
  cwd: string,
): Promise<ReadOptions['output']> {
  if (path === '') throw new UsageError(say('empty-output'));
  if (path === STANDARD) {
    if (format === undefined) throw new UsageError(say('missing-format-stdout'));
    return { path, isFolder: false, format };
  }
  const absolute = resolve(cwd, path);
  const existing = await inFile(path, () => statsOf(absolute));
  const extension = extname(path).slice(1).toLowerCase();
  const namesFolder =
    /[\\/]$/.test(path) || (extension === '' && !existing && descriptorOf(absolute) === undefined);
  if (namesFolder || existing?.isDirectory()) return { path, isFolder: true, format };
  return { path, isFolder: false, format: format ?? formatOf(extension, path) };
}

function formatOf(extension: string, path: string): Format | 'glb' {
  const format = FORMATS.find((known) => known === extension);
  if (format !== undefined) return format;
  if (extension === '') throw new UsageError(say('missing-format', { path }));
  const known = FORMATS.map((each) => `.${each}`).join(' ');
  throw new UsageError(say('cannot-write', { extension, formats: known }));
}

/** The options that a GLB and no other format has, and those that it shares with all. */
const GLB_OPTIONS = ['physics', 'mtoon', 'root'] as const;
const SHARED_OPTIONS: readonly string[] = ['output', 'format', 'force', 'strict', 'quiet', 'refuse', 'allow'];

function checkEffectOnGlb(values: Values): void {
  const known: readonly string[] = [...GLB_OPTIONS, ...SHARED_OPTIONS];
  const unused = Object.keys(values).find((option) => !known.includes(option));
  if (unused !== undefined) throw new UsageError(say('not-for-glb', { option: unused }));
}

const JSON_OPTIONS = ['coordinates', 'group', 'start-frame', 'target-id'] as const;

/** An option without effect is an error, because the user expects that it changes the result. */
function checkEffect(values: Values, format: Format | 'glb' | undefined): void {
  if (format === 'glb') return checkEffectOnGlb(values);
  const glbOnly = GLB_OPTIONS.find((option) => values[option]);
  if (glbOnly !== undefined) throw new UsageError(say('only-for', { option: glbOnly, format: 'GLB' }));
  const unused = JSON_OPTIONS.find((option) => values[option] !== undefined);
  if (unused !== undefined && format !== 'json')
    throw new UsageError(say('only-for', { option: unused, format: 'JSON' }));
  if (values['vmd-version'] !== undefined && format !== undefined && format !== 'vmd')
    throw new UsageError(say('only-for', { option: 'vmd-version', format: 'VMD' }));
  if (values.frame !== undefined && format !== 'vpd') throw new UsageError(say('frame-only-for-pose'));
  if (values.json && format === 'vpd') throw new UsageError(say('pose-has-no-tables'));
  if (values.json && values.model !== undefined) throw new UsageError(say('model-has-no-tables'));
}
