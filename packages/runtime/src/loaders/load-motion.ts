import { type FormatWarning, MmdFormatError, type MmdFormatErrorCode } from '@odori/format';
import { Motion } from '../motion/index.js';
import { motionOfData } from '../motion/motion-data.js';
import { countItem, fetchBytes, type FetchOptions } from './fetch-bytes.js';
import { fileBytes, fileNameOf, isUrl } from './file-bytes.js';
import { fileNameOfUrl, LoadError } from './load-error.js';
import { type MotionAnswer, parseMotion } from './parse-motion.js';
import { TaskQueue } from '../task-queue.js';
import { openMotionWorker } from './worker/open-motion-worker.js';
import { runInWorker, type WorkerOptions } from './worker/run-in-worker.js';

/**
 * Where a motion comes from: a URL, a file, its bytes, or several files by path (a dropped folder, an
 * unpacked zip).
 */
export type MotionSource = string | URL | Blob | ArrayBuffer | Uint8Array | ReadonlyMap<string, Blob>;

export interface LoadMotionOptions extends FetchOptions, WorkerOptions {
  /**
   * Called for each problem that did not stop loading, with the name of the file. A file that ends too early
   * has the code `truncated`; its motion has the keyframes before the end. Of a VMD, these are the warnings
   * that `parseVmd(bytes, { lossless: false })` gives; what was repaired is in `motion.report`.
   */
  readonly onWarning?: ((warning: FormatWarning, name: string) => void) | undefined;
  /**
   * Codes of these warnings that are errors instead: `['truncated']` refuses a file that is cut off, which
   * otherwise plays until it ends.
   */
  readonly refuse?: readonly MmdFormatErrorCode[] | undefined; // none
}

/**
 * Loads a motion or a pose. The format (VMD, VPD or BVMD) is detected from the content, not from the name.
 *
 * Of several files, all that are named `.vmd`, `.vpd` or `.bvmd` become one motion, in their order; where two
 * have a keyframe of the same track at the same frame, that of the later file wins (see `Motion.from`).
 *
 * A large file is parsed in a worker, see the option `worker`.
 *
 * @throws {@link LoadError} (as rejection) if a file cannot be fetched, is broken, ends before its first
 * keyframe, has a warning that `refuse` names, or is not a motion; the `cause` of a broken file is the
 * `MmdFormatError`. Rejects with the reason
 * of `signal` if that aborts.
 * @example
 * const motion = await loadMotion('dance.vmd');
 * const dropped = await loadMotion(event.dataTransfer.files[0], {
 *   onWarning: ({ message }, name) => show(`${name}: ${message}`),
 * });
 */
export async function loadMotion(source: MotionSource, options: LoadMotionOptions = {}): Promise<Motion> {
  if (isOneFile(source)) return loadFile(source, nameOf(source), options);
  const files = [...source].filter(([path]) => MOTION_NAME.test(path));
  if (files.length === 0) {
    throw new LoadError('the files', 'no motion (.vmd, .vpd, .bvmd) found', { code: 'none-found' });
  }
  return Motion.from(...(await Promise.all(files.map(([path, file]) => loadFile(file, path, options)))));
}

type OneFile = Exclude<MotionSource, ReadonlyMap<string, Blob>>;

function isOneFile(source: MotionSource): source is OneFile {
  return isUrl(source) || !('get' in source);
}

const MOTION_NAME = /\.(?:vmd|vpd|bvmd)$/i;

async function loadFile(source: OneFile, name: string, options: LoadMotionOptions): Promise<Motion> {
  const item = isUrl(source) ? String(source) : name;
  return countItem(options.manager, item, async () => {
    const bytes = await (isUrl(source) ? fetchBytes(source, options) : fileBytes(source));
    options.signal?.throwIfAborted();
    return motionOf(bytes, name, options);
  });
}

function nameOf(source: OneFile): string {
  return isUrl(source) ? fileNameOfUrl(String(source)) : fileNameOf(source);
}

async function motionOf(bytes: Uint8Array, name: string, options: LoadMotionOptions): Promise<Motion> {
  const { motion, warnings } = await readMotion(bytes, name, options)
    .then((read) => refuse(read, options))
    .catch((error: unknown) => {
      if (!(error instanceof MmdFormatError)) throw error;
      throw new LoadError(name, `the file is broken: ${error.message}`, { code: 'broken', cause: error });
    });
  if (isEmpty(motion) && warnings.some(({ code }) => code === 'truncated'))
    throw new LoadError(name, 'the file ends before its first keyframe', { code: 'no-keyframes' });
  for (const warning of warnings) options.onWarning?.(warning, name);
  return motion;
}

/** @throws MmdFormatError for the first warning that the options refuse. */
function refuse(read: ReadMotion, options: LoadMotionOptions): ReadMotion {
  const refused = read.warnings.find(({ code }) => options.refuse?.includes(code));
  if (!refused) return read;
  const { message, code, section, offset } = refused;
  throw new MmdFormatError(message, { code, section, offset });
}

interface ReadMotion {
  readonly motion: Motion;
  readonly warnings: readonly FormatWarning[];
}

/** A motion and the warnings of its document; made in a worker if the options and the page allow it. */
async function readMotion(bytes: Uint8Array, name: string, options: LoadMotionOptions): Promise<ReadMotion> {
  const tasks = new TaskQueue();
  const { signal } = options;
  const answer = await runInWorker<MotionAnswer>(openMotionWorker, bytes, { ...options, tasks });
  if (answer)
    return tasks.run(() => ({ motion: motionOfData(answer.motion), warnings: answer.warnings }), signal);
  const document = await tasks.run(() => parseMotion(bytes, name), signal);
  return tasks.run(() => ({ motion: Motion.from(document), warnings: document.warnings }), signal);
}

function isEmpty({ bones, morphs, camera, light, selfShadow, property }: Motion): boolean {
  return bones.size + morphs.size === 0 && !(camera ?? light ?? selfShadow ?? property);
}
