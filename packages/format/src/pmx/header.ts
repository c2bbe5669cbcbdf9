import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';
import type { Pmx, PmxSource } from './pmx.js';

/**
 * Encoding, additional UVs, then the bytes per index of each kind. Files may have more globals; none are
 * known.
 */
export const MIN_GLOBALS = 8;
/** The first size among the globals. */
export const SIZES_AT = 2;

/** PMX 2.1, the only version besides 2. */
export const NEWER = 2.1;

/** `PMX `, little-endian. */
const SIGNATURE = 0x20584d50;

type Header = Pick<Pmx, 'version' | 'encoding' | 'name' | 'nameEn' | 'comment' | 'commentEn'> &
  Pick<PmxSource, 'globals'> & {
    /** How often each vertex is textured besides its own UV. */
    readonly additionalUvCount: number;
    readonly versionBytes: Uint8Array;
  };

/** Reads everything before the vertices, and sets how the reader reads texts and indices. */
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
  const version = pmxVersion(value);
  const isPmx = reader.view.getUint32(at, true) === SIGNATURE;
  if (!isPmx || !version) {
    const found = isPmx ? `version ${value}` : JSON.stringify(String.fromCharCode(...reader.bytesAt(at, 4)));
    reader.fail(
      'bad-signature',
      'signature',
      `is ${found}, only "PMX " with version 2 or 2.1 can be read`,
      at,
    );
  }
  return { version, versionBytes: reader.bytesAt(at + 4, 4).slice() };
}

/** The version that a float stands for; 2.1 is no float. */
export function pmxVersion(value: number): 2 | 2.1 | undefined {
  if (Math.abs(value - 2) < 1e-3) return 2;
  return Math.abs(value - NEWER) < 1e-3 ? NEWER : undefined;
}

function readGlobals(reader: PmxReader): Uint8Array {
  const countAt = reader.offset;
  const count = reader.u8('globals');
  if (count < MIN_GLOBALS) reader.fail('unknown-type', 'globals', `are ${count}, not 8 or more`, countAt);
  const at = reader.take(count, 'globals');
  const globals = reader.bytesAt(at, count).slice();
  for (let i = 0; i < MIN_GLOBALS; i++) {
    const known = i === 0 ? [0, 1] : i === 1 ? [0, 1, 2, 3, 4] : [1, 2, 4];
    if (known.includes(globals[i])) continue;
    reader.fail('unknown-type', `globals[${i}]`, `is ${globals[i]}, not one of ${known.join(' ')}`, at + i);
  }
  reader.isUtf8 = globals[0] === 1;
  reader.sizes = globals.subarray(SIZES_AT, MIN_GLOBALS);
  return globals;
}

export function writeHeader(writer: PmxWriter, pmx: Pmx, globals: Uint8Array): void {
  const { source } = writer.spelling;
  writer.count('signature', SIGNATURE);
  if (source?.version.length === 4 && versionIn(source.version) === pmx.version) writer.raw(source.version);
  else writer.f32('version', pmx.version);
  writer.u8('globals', globals.length);
  writer.raw(globals);
  for (const key of ['name', 'nameEn', 'comment', 'commentEn'] as const) writer.text(key, pmx[key]);
}

function versionIn(bytes: Uint8Array): 2 | 2.1 | undefined {
  return pmxVersion(new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true));
}

/**
 * The globals of a document: as its file had them, as far as they still fit. Index sizes may have to be
 * raised.
 */
export function globalsOf({ encoding, vertices, source, ...pmx }: Pmx): Uint8Array {
  const known = isWhole(source?.globals) ? source.globals : undefined;
  const globals = known?.slice() ?? new Uint8Array(MIN_GLOBALS);
  globals[0] = encoding === 'utf-8' ? 1 : 0;
  globals[1] = vertices.additionalUvCount;
  if (known) return globals;
  const { textures, materials, bones, morphs, rigidBodies } = pmx;
  const counts = [textures, materials, bones, morphs, rigidBodies].map(({ length }) => length);
  const sizes = [
    vertices.count <= 0xff ? 1 : vertices.count <= 0xffff ? 2 : 4,
    ...counts.map((count) => (count <= 0x7f ? 1 : count <= 0x7fff ? 2 : 4)),
  ];
  globals.set(sizes, SIZES_AT);
  return globals;
}

function isWhole(globals: Uint8Array | undefined): globals is Uint8Array {
  return (
    globals !== undefined &&
    globals.length >= MIN_GLOBALS &&
    globals.length <= 0xff &&
    globals.subarray(SIZES_AT, MIN_GLOBALS).every((size) => [1, 2, 4].includes(size))
  );
}
