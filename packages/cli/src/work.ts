import { serializeVmd, type Vmd } from '@odori/format';
import { parsePositive } from './arguments.js';
import { type Model, readModel } from './documents/read-model.js';
import { type ReadMotion, readMotion } from './documents/read-motion.js';
import { Refusal, type RefusalValues } from './documents/refusal.js';
import { warningText } from './errors.js';
import { checkBeforeWork, writeOutput, type WriteOptions } from './files/write-output.js';
import type { Shell } from './shell.js';

/** The options of commands that read motions and write a file. */
export const WORK_OPTIONS = {
  output: { type: 'string', short: 'o' },
  force: { type: 'boolean' },
  quiet: { type: 'boolean' },
  refuse: { type: 'string' },
  allow: { type: 'string' },
} as const;

/** Their values. */
interface WorkValues extends RefusalValues {
  readonly force?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** Reads motions and writes a file, as these options say. */
export class Work {
  /** Says nothing with `--quiet`. */
  readonly console: Shell;
  readonly refusal: Refusal;
  readonly writing: WriteOptions;

  /** @throws {@link UsageError} for unknown codes. */
  constructor(values: WorkValues, console: Shell) {
    this.console = console.quieted(values.quiet);
    this.refusal = new Refusal(values);
    this.writing = { force: values.force === true, console: this.console };
  }

  /** See {@link checkBeforeWork}. */
  check(output: string, extension: '.vmd' | '.vrma'): Promise<void> {
    return checkBeforeWork(output, extension, this.writing);
  }

  /** See {@link readModel}. */
  readModel(path: string): Promise<Model> {
    return readModel(path, this.console, this.refusal);
  }

  /** See {@link readMotion}. */
  readMotion(inputs: readonly string[]): Promise<ReadMotion> {
    return readMotion(inputs, this.console, this.refusal);
  }

  /** Writes a motion, and returns its bytes. */
  async writeVmd(output: string, vmd: Vmd): Promise<Uint8Array> {
    const bytes = serializeVmd(vmd, {
      onWarning: (warning) => this.console.warn(output, warningText(warning)),
    });
    await writeOutput(output, bytes, this.writing);
    return bytes;
  }
}

/** What `--tolerance` and `--angle` say; what they do not say is left to the default. */
export function readTolerance({
  tolerance,
  angle,
}: {
  readonly tolerance?: string | undefined;
  readonly angle?: string | undefined;
}): { readonly position?: number; readonly angle?: number } {
  return {
    ...(tolerance !== undefined && { position: parsePositive('tolerance', tolerance) }),
    ...(angle !== undefined && { angle: parsePositive('angle', angle) }),
  };
}
