import { LEAST_GLOBALS, NEWER, SIZES_AT } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { Pmx, PmxSource } from './pmx.js';

/** `PMX `, little-endian. */
const SIGNATURE = 0x20584d50;

type Header = Pick<Pmx, 'version' | 'encoding' | 'name' | 'nameEn' | 'comment' | 'commentEn'> &
  Pick<PmxSource, 'globals'> & {
    /** How often each vertex is textured besides its own UV. */
    readonly additionalUvCount: number;
    readonly versionBytes: Uint8Array;
  };

/** Reads what stands before the vertices, and tells the reader how texts and indices are written. */
export function readHeader(reader: PmxReader): Header {
  const { version, versionBytes } = readVersion(reader);
  const globals = readGlobals(reader);
  return {
    version,
    versionBytes,
    globals,
    encoding: reader.isUtf8 ? 'utf-8' : 'utf-16le',
    additionalUvCount: globals[1],
    name: reader.text('name'),
    nameEn: reader.text('nameEn'),
    comment: reader.text('comment'),
    commentEn: reader.text('commentEn'),
  };
}

function readVersion(reader: PmxReader): { version: 2 | 2.1; versionBytes: Uint8Array } {
  const at = reader.take(8, 'signature');
  const value = reader.view.getFloat32(at + 4, true);
  const version = versionOf(value);
  if (reader.view.getUint32(at, true) !== SIGNATURE || !version) {
    const found = JSON.stringify(String.fromCharCode(...reader.bytes.subarray(at, at + 4)));
    const problem = `is ${found} with version ${value}, only "PMX " with 2 or 2.1 can be read`;
    reader.fail('bad-signature', 'signature', problem, at);
  }
  return { version, versionBytes: reader.bytes.slice(at + 4, at + 8) };
}

/** The version that a float stands for; 2.1 is no float. */
export function versionOf(value: number): 2 | 2.1 | undefined {
  if (Math.abs(value - 2) < 1e-3) return 2;
  return Math.abs(value - NEWER) < 1e-3 ? NEWER : undefined;
}

function readGlobals(reader: PmxReader): Uint8Array {
  const countAt = reader.offset;
  const count = reader.u8('globals');
  if (count < LEAST_GLOBALS) reader.fail('unknown-type', 'globals', `are ${count}, not 8 or more`, countAt);
  const at = reader.take(count, 'globals');
  const globals = reader.bytes.slice(at, at + count);
  for (let i = 0; i < LEAST_GLOBALS; i++) {
    const known = i === 0 ? [0, 1] : i === 1 ? [0, 1, 2, 3, 4] : [1, 2, 4];
    if (known.includes(globals[i])) continue;
    reader.fail('unknown-type', `globals[${i}]`, `is ${globals[i]}, not one of ${known.join(' ')}`, at + i);
  }
  reader.isUtf8 = globals[0] === 1;
  reader.sizes = globals.subarray(SIZES_AT, LEAST_GLOBALS);
  return globals;
}
