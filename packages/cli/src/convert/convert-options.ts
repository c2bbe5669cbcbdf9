import type { Pmd } from '@odori/format';
import { LAST_POSSIBLE_FRAME, parseChoice, parseWhole } from '../arguments/numbers.js';
import type { Arguments } from '../arguments/parse-arguments.js';
import { UsageError } from '../problem.js';
import type { MotionEncoding } from './encode-motion.js';
import type { MotionEdits } from './motion-edits.js';
import { type Format, FORMATS, type Output, readOutput } from './read-output.js';

/** The options of `odori convert`. */
export const OPTIONS = {
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

/** What `odori convert` is told to do with each file. */
export interface ConvertOptions {
  readonly output: Output;
  readonly model: string | undefined;
  readonly models: readonly Pmd[];
  readonly edits: MotionEdits;
  readonly encoding: MotionEncoding;
  readonly extrasAsJson: boolean;
  readonly force: boolean;
}

/**
 * The options, all but the models, which are files.
 *
 * @throws UsageError if one is none, or would do nothing.
 */
export async function readOptions(
  values: Values,
  output: string,
  cwd: string,
): Promise<Omit<ConvertOptions, 'models'>> {
  const format = values.format === undefined ? undefined : parseChoice('format', values.format, FORMATS);
  const options = {
    model: values.model,
    edits: readEdits(values),
    encoding: readEncoding(values),
    extrasAsJson: values.json === true,
    force: values.force === true,
    output: await readOutput(output, format, cwd),
  };
  checkEffect(values, options.output.format);
  return options;
}

function readEdits({ from: fromText, to: toText, offset: offsetText, mirror }: Values): MotionEdits {
  const from = wholeOrNone('from', fromText, 0);
  const to = wholeOrNone('to', toText, 0);
  const offset = wholeOrNone('offset', offsetText);
  if (from !== undefined && to !== undefined && to < from)
    throw new UsageError(`--to ${to} is before --from ${from}`);
  return {
    mirror: mirror === true,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(offset !== undefined && { offset }),
  };
}

function readEncoding(values: Values): MotionEncoding {
  const startFrame = wholeOrNone('start-frame', values['start-frame']);
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

/** A number of frames. */
function wholeOrNone(
  option: string,
  text: string | undefined,
  least = -LAST_POSSIBLE_FRAME,
): number | undefined {
  return text === undefined ? undefined : parseWhole(option, text, least, LAST_POSSIBLE_FRAME);
}

const FOR_JSON = ['coordinates', 'group', 'start-frame', 'target-id'] as const;

/** What is asked for and would not be done is no conversion that went well. */
function checkEffect(values: Values, format: Format | undefined): void {
  const idle = FOR_JSON.find((option) => values[option] !== undefined);
  if (idle !== undefined && format !== 'json') throw new UsageError(`--${idle} is for JSON alone`);
  if (values['vmd-version'] !== undefined && format !== undefined && format !== 'vmd')
    throw new UsageError('--vmd-version is for VMD alone');
  if (values.json && values.model !== undefined)
    throw new UsageError('--json does nothing with --model: nothing is written beside the motion of one');
}
