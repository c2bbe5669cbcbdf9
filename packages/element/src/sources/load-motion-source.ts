import { detectFormat, parseVmd, parseVpd } from '@odori/format';
import { Motion } from '@odori/runtime';
import { fetchBytes } from './fetch-bytes.js';
import type { LoadEvents } from './load-events.js';
import { LoadError } from './problem.js';
import { type FileInput, type MotionInput, labelOf } from './inputs.js';

/**
 * A motion or pose of one source; of several files, all of them together.
 *
 * @throws LoadError or MmdFormatError (as rejection): it cannot be had, is broken, or is none.
 */
export async function loadMotionSource(
  source: MotionInput,
  signal: AbortSignal,
  events: LoadEvents,
): Promise<Motion> {
  if (source instanceof Motion) return source;
  if (typeof source === 'string' || source instanceof URL || source instanceof Blob) {
    return parseMotion(await bytesOf(source, signal, events), labelOf(source), events);
  }
  const files = [...source].filter(([path]) => /\.(?:vmd|vpd)$/i.test(path));
  if (files.length === 0) throw new LoadError('there is no motion (.vmd, .vpd) among them.');
  const motions = files.map(async ([path, file]) =>
    parseMotion(await bytesOf(file, signal, events), path, events),
  );
  return Motion.from(...(await Promise.all(motions)));
}

async function bytesOf(
  source: FileInput,
  signal: AbortSignal,
  { onProgress }: LoadEvents,
): Promise<Uint8Array> {
  if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  return fetchBytes(String(source), signal, onProgress);
}

function parseMotion(bytes: Uint8Array, name: string, { onFlaw }: LoadEvents): Motion {
  const document = detectFormat(bytes) === 'vpd' ? parseVpd(bytes) : parseVmd(bytes);
  const motion = Motion.from(document);
  if (document.warnings.some(({ code }) => code === 'truncated')) {
    if (isEmpty(motion)) throw new LoadError('it ends before its first key.');
    onFlaw(`${name} ends too early; what is there is played.`);
  }
  return motion;
}

/** Of a file that ends too early, what is there is played; there may be nothing. */
function isEmpty({ bones, morphs, camera, light, selfShadow, property }: Motion): boolean {
  return bones.size + morphs.size === 0 && !(camera ?? light ?? selfShadow ?? property);
}
