import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * The state of a file or folder; undefined if nothing exists at the path. As bigints: file numbers on Windows
 * do not fit into a double.
 */
export async function statsOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** As {@link statsOf}, but undefined also on an error: reading or writing the file later reports it. */
export function statsIfReadable(path: string): Promise<BigIntStats | undefined> {
  return statsOf(path).catch(() => undefined);
}

/** `N` of `/dev/fd/N`. No system uses more than nine digits. */
const NUMBERED = /^(?:\/dev|\/proc\/self)\/fd\/(\d{1,9})$/;

export const STDOUT = 1;
export const STDERR = 2;

/**
 * The descriptor that an absolute path such as `/dev/fd/3` names; undefined for other paths.
 *
 * Opening such a path again would restart a file behind `>>` at its beginning, and would fail for a socket.
 *
 * @example
 * descriptorOf('/dev/stdout'); // → 1
 */
export function descriptorOf(path: string): number | undefined {
  if (path === '/dev/stdout') return STDOUT;
  if (path === '/dev/stderr') return STDERR;
  const digits = NUMBERED.exec(path)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Device names, which Windows reserves with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const LONGEST = 80; // characters; a file name has 255 bytes, and UTF-8 takes up to 3 a character here

/**
 * A name from a file as a part of a file name: valid on every system, and never a path.
 *
 * @example
 * safeName('../初音ミク: 2?'); // → '_初音ミク_ 2_'
 */
export function safeName(text: string): string {
  const allowed = text.normalize('NFC').replace(/[\p{C}<>:"/\\|?*]/gu, '_');
  const plain = Array.from(allowed)
    .slice(0, LONGEST)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (plain === '') return '_';
  return RESERVED.test(plain) ? `_${plain}` : plain;
}
