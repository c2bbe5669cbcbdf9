import {
  type Bvmd,
  describeFormat,
  detectFormat,
  type FormatWarning,
  MmdFormatError,
  parseBvmd,
  parseVmd,
  parseVpd,
  type Vmd,
  type Vpd,
} from '@odori/format';
import { Motion } from '../motion/index.js';
import { countItem, fetchBytes, type FetchOptions } from './fetch-bytes.js';
import { fileBytes, fileNameOf, isUrl } from './file-bytes.js';
import { fileNameOfUrl, LoadError } from './load-error.js';

/** Where a motion comes from: a URL, a file, its bytes, or several files by path (a dropped folder, an unpacked zip). */
export type MotionSource = string | URL | Blob | ArrayBuffer | Uint8Array | ReadonlyMap<string, Blob>;

export interface LoadMotionOptions extends FetchOptions {
  /**
   * Called for each problem that did not stop loading, with the name of the file. A file that ends too early has the
   * code `truncated`; its motion has the keyframes before the end.
   */
  readonly onWarning?: ((warning: FormatWarning, name: string) => void) | undefined;
}

/**
 * Loads a motion or a pose. The format (VMD, VPD or BVMD) is detected from the content, not from the name.
 *
 * Of several files, all that are named `.vmd`, `.vpd` or `.bvmd` become one motion, in their order; where two have a
 * keyframe of the same track at the same frame, that of the later file wins (see `Motion.from`).
 *
 * @throws {@link LoadError} (as rejection) if a file cannot be fetched, is broken, ends before its first keyframe, or
 * is not a motion; the `cause` of a broken file is the `MmdFormatError`. Rejects with the reason of `signal` if that
 * aborts.
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
    throw new LoadError('the files', 'no motion (.vmd, .vpd, .bvmd) found');
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

function motionOf(bytes: Uint8Array, name: string, { onWarning }: LoadMotionOptions): Motion {
  const document = parse(bytes, name);
  const motion = Motion.from(document);
  const isTruncated = document.warnings.some(({ code }) => code === 'truncated');
  if (isTruncated && isEmpty(motion)) throw new LoadError(name, 'the file ends before its first keyframe');
  for (const warning of document.warnings) onWarning?.(warning, name);
  return motion;
}

function parse(bytes: Uint8Array, name: string): Vmd | Vpd | Bvmd {
  const format = detectFormat(bytes);
  try {
    if (format === 'vmd') return parseVmd(bytes);
    if (format === 'vpd') return parseVpd(bytes);
    if (format === 'bvmd') return parseBvmd(bytes);
  } catch (error) {
    if (!(error instanceof MmdFormatError)) throw error;
    throw new LoadError(name, `the file is broken: ${error.message}`, { cause: error });
  }
  if (format) throw new LoadError(name, `this is ${describeFormat(format)}, not a motion`);
  throw new LoadError(name, isZip(bytes) ? ZIPPED : NOT_A_MOTION);
}

const NOT_A_MOTION = 'this is not a motion: its content is neither VMD, VPD nor BVMD';
const ZIPPED = 'this is a zip, not a motion: unpack it and use the motion in it';

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b; // PK
}

function isEmpty({ bones, morphs, camera, light, selfShadow, property }: Motion): boolean {
  return bones.size + morphs.size === 0 && !(camera ?? light ?? selfShadow ?? property);
}
