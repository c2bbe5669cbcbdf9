import { sameBytes } from '../binary/bytes.js';
import { writeRecord } from '../binary/record-layout.js';
import type { FormatWarning } from '../errors.js';
import { countOf } from '../text/count-of.js';
import { writeBone } from './bones.js';
import { writeDisplayFrame } from './display-frames.js';
import { writeVertexList } from './element-lists.js';
import { globalsOf, MIN_GLOBALS, NEWER, SIZES_AT, writeHeader } from './header.js';
import { writeMaterial } from './materials.js';
import { writeMorph } from './morphs.js';
import { JOINT, RIGID_BODY, writeSoftBody } from './physics.js';
import { PmxWriter } from './pmx-writer.js';
import type { Pmx, PmxSectionName, PmxSource } from './pmx.js';
import { LATE_SECTIONS, writeSection } from './sections.js';
import { writeVertices } from './vertices.js';

/** Options of {@link serializePmx}. @inline */
export interface SerializePmxOptions {
  /** Called for each kind of value that the file cannot hold. */
  onWarning?: (warning: FormatWarning) => void; // none
}

/**
 * Writes a PMX model, of the version and in the encoding that the document says.
 *
 * A parsed document gives the bytes that it came from. A new document gets the smallest indices that fit; an
 * edited one gets larger indices than its file had where it needs them. Odd values are written as they are.
 * Version 2 lacks parts of 2.1: QDEF becomes BDEF4, a flip or impulse morph becomes an empty group, soft
 * bodies are dropped, and `onWarning` is called for each. O(document).
 *
 * @throws RangeError naming the part, if a column is too short, a number has no place in the file (an index
 * that is not whole, a flag above a byte), or the flags of a bone do not say what it has; or if the document
 * was parsed without geometry.
 * @example
 * serializePmx(parsePmx(bytes)); // → the same bytes
 */
export function serializePmx(pmx: Pmx, options: SerializePmxOptions = {}): Uint8Array<ArrayBuffer> {
  const { version, encoding, source } = pmx;
  if (version !== 2 && version !== NEWER)
    throw new RangeError(`version must be 2 or 2.1, not ${String(version)}`);
  if (encoding !== 'utf-16le' && encoding !== 'utf-8')
    throw new RangeError(`encoding must be 'utf-8' or 'utf-16le', not ${String(encoding)}`);
  if (!('vertices' in pmx))
    throw new RangeError('the model has no vertices: parse it without `geometry: false`');
  const globals = globalsOf(pmx);
  const sizes = globals.subarray(SIZES_AT, MIN_GLOBALS);
  for (;;) {
    const writer = new PmxWriter({ isUtf8: encoding === 'utf-8', sizes, source }, CAPACITY);
    writeFile(writer, pmx, globals);
    if (writer.isTooSmall) continue; // the sizes have been raised
    if (options.onWarning) writer.losses.list.forEach(options.onWarning);
    return writer.finish();
  }
}

/** For most models without geometry; the file grows. */
const CAPACITY = 1 << 16;

function writeFile(writer: PmxWriter, pmx: Pmx, globals: Uint8Array): void {
  const canBeNewer = pmx.version === NEWER || pmx.source?.isMixed === true;
  writeHeader(writer, pmx, globals);
  writeVertices(writer, pmx.vertices, canBeNewer);
  writer.enter('indices');
  writeVertexList(writer, pmx.indices, '');
  writeSection(writer, 'textures', pmx.textures, (path) => writer.text('', path));
  writeSection(writer, 'materials', pmx.materials, (material) => writeMaterial(writer, material));
  writeSection(writer, 'bones', pmx.bones, (bone) => writeBone(writer, bone));
  writeLateSections(writer, pmx, canBeNewer, truncationOf(pmx, globals));
}

/** The sections that a file may break off in. One that did, and is as it was, breaks off at the same byte. */
function writeLateSections(
  writer: PmxWriter,
  pmx: Pmx,
  canBeNewer: boolean,
  truncated: PmxSource['truncated'],
): void {
  const writers: { readonly [S in PmxSectionName]: (record: Pmx[S][number]) => void } = {
    morphs: (morph) => writeMorph(writer, morph, canBeNewer),
    displayFrames: (frame) => writeDisplayFrame(writer, frame),
    rigidBodies: (body) => writeRecord(writer, RIGID_BODY, body),
    joints: (joint) => writeRecord(writer, JOINT, joint),
    softBodies: (body) => writeSoftBody(writer, body),
  };
  for (const section of lateSections(pmx)) {
    const isLast = truncated?.section === section;
    const writeOne = writers[section] as (record: object) => void;
    writeSection(writer, section, pmx[section], writeOne, isLast ? truncated : undefined);
    if (isLast) break;
  }
  writer.enter('end of file');
  const { length } = pmx.trailing;
  if (truncated || !pmx.source?.truncated) writer.raw(pmx.trailing);
  else if (length > 0)
    writer.lose(`lacks ${countOf(length, 'byte')} of a truncated record, because the model was edited`);
  writer.enter('softBodies');
  const lost = pmx.version === NEWER ? 0 : pmx.softBodies.length;
  if (lost > 0) writer.lose(`are dropped (${lost}): version 2 has no soft bodies`);
}

function lateSections({ version }: Pmx): readonly PmxSectionName[] {
  return version === NEWER ? LATE_SECTIONS : LATE_SECTIONS.slice(0, -1);
}

/** How the file broke off, while the document still ends there and is spelled alike. */
function truncationOf(pmx: Pmx, globals: Uint8Array): PmxSource['truncated'] {
  const { truncated, globals: fileGlobals } = pmx.source ?? {};
  if (!truncated || !fileGlobals || !sameBytes(globals, fileGlobals)) return undefined;
  const sections = lateSections(pmx);
  const at = sections.indexOf(truncated.section);
  const isUntouched =
    at >= 0 &&
    pmx[truncated.section].length === truncated.keptCount &&
    sections.slice(at + 1).every((section) => pmx[section].length === 0);
  return isUntouched ? truncated : undefined;
}
