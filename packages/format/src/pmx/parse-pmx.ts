import { asBytes } from '../binary/bytes.js';
import { BODY_INDEX, MORPH_INDEX, readRecord, TEXTURE_INDEX } from '../binary/record-layout.js';
import { MmdFormatError, type ParseOptions, WarningList } from '../errors.js';
import { readBones } from './bones.js';
import { readDisplayFrame } from './display-frames.js';
import { findGeometry, readGeometry } from './geometry.js';
import { NEWER, readHeader } from './header.js';
import { readMaterials } from './materials.js';
import { isNewerMorph, readMorph } from './morphs.js';
import { JOINT, readSoftBody, RIGID_BODY } from './physics.js';
import { type OpenItem, PmxReader, type UnknownLengths } from './pmx-reader.js';
import type { Pmx } from './pmx.js';
import { readLateSection, readSection } from './sections.js';

/** Options of {@link parsePmx}. @inline */
export interface ParsePmxOptions extends ParseOptions {
  /**
   * Reads `vertices` and `indices`. False: the document has neither, for rigs and physics. It cannot be
   * written.
   */
  geometry?: boolean; // true
}

/**
 * Reads a PMX model of version 2 or 2.1.
 *
 * The document says what the file says, in MMD's space and in file order; odd values stay as they are, and
 * `serializePmx` gives the same bytes back. Problems that did not stop parsing are listed in `warnings`: if
 * the file ends in the morphs or later, whole records are kept. Morphs and elements of display frames whose
 * type no version defines are skipped, if only one length of them lets the rest of the file be read to its
 * last byte. An index of −1 points at nothing and is never odd. The document holds no view of `bytes`. With
 * `geometry: false` it has no `vertices`, no `indices`, and no warnings about them. O(bytes).
 *
 * @throws {@link MmdFormatError} `bad-signature` if it is no PMX of these versions; `truncated` or
 * `unknown-type` if its header, geometry, textures, materials or bones cannot be read; `too-large` if the
 * document would take more memory than 3 × the file + 1 MB; with `strict`, the first warning. It throws
 * nothing else.
 * @see The test corpus: 17 files, the largest of 14,590 vertices, all but a malformed one read to the last
 * byte.
 * @example
 * const pmx = parsePmx(await readFile('dancer.pmx'));
 * pmx.name; // → '踊り子' (dancer)
 * pmx.bones[0].name; // → '全ての親' (mother, the root)
 * pmx.vertices.positions.subarray(0, 3); // → where the first vertex is, in MMD units
 * createRigDefinition(parsePmx(bytes, { geometry: false })); // → the same rig, in less time
 */
export function parsePmx(
  bytes: Uint8Array | ArrayBuffer,
  options: ParsePmxOptions & { geometry: false },
): Omit<Pmx, 'vertices' | 'indices'>;
export function parsePmx(
  bytes: Uint8Array | ArrayBuffer,
  options?: ParsePmxOptions & { geometry?: true },
): Pmx;
export function parsePmx(
  bytes: Uint8Array | ArrayBuffer,
  options: ParsePmxOptions = {},
): Omit<Pmx, 'vertices' | 'indices'> {
  const { pmx, openItem } = readPmx(asBytes(bytes), options);
  const lengths = openItem && findLengths(asBytes(bytes), openItem);
  return lengths ? readPmx(asBytes(bytes), options, lengths).pmx : pmx;
}

/** So often is a file read at most, to find out what items of unknown kinds are long. */
const MAX_ATTEMPTS = 50;

/**
 * The only lengths of unknown items with which the file can be read to its last byte; undefined if others let
 * it, too.
 */
function findLengths(bytes: Uint8Array, first: OpenItem): UnknownLengths | undefined {
  const found: UnknownLengths[] = [];
  let attempts = 0;
  const search = (known: UnknownLengths, { kind, lengths }: OpenItem): void => {
    for (const length of lengths) {
      if (++attempts > MAX_ATTEMPTS || found.length > 1) return;
      const guess = new Map(known).set(kind, length);
      const read = tryPmx(bytes, guess);
      if (read?.openItem) search(guess, read.openItem);
      else if (read && !read.pmx.source!.truncated && read.pmx.trailing.length === 0) found.push(guess);
    }
  };
  search(new Map(), first);
  return found.length === 1 && attempts <= MAX_ATTEMPTS ? found[0] : undefined;
}

/** Undefined for an error: read in the wrong place, a file may seem too large. */
function tryPmx(bytes: Uint8Array, lengths: UnknownLengths): ReturnType<typeof readPmx> | undefined {
  try {
    return readPmx(bytes, { geometry: false }, lengths);
  } catch (error) {
    if (error instanceof MmdFormatError) return undefined;
    throw error;
  }
}

/** What a file says if unknown items are so long, and the first one whose length is open. */
function readPmx(
  bytes: Uint8Array,
  { geometry = true, ...options }: ParsePmxOptions,
  lengths?: UnknownLengths,
): { pmx: Omit<Pmx, 'vertices' | 'indices'>; openItem: OpenItem | undefined } {
  const reader = new PmxReader(bytes, new WarningList(options), lengths);
  reader.limitMemory();
  const { versionBytes, globals, additionalUvCount, ...header } = readHeader(reader);
  const ranges = findGeometry(reader, additionalUvCount);
  const columns = geometry && readGeometry(reader, ranges);
  const textures = readSection(reader, 'textures', (at) => at.text(''), TEXTURE_INDEX, 4);
  const materials = readMaterials(reader, ranges.indices.count);
  const bones = readBones(reader);
  const morphs = readLateSection(reader, 'morphs', readMorph, MORPH_INDEX);
  const displayFrames = readLateSection(reader, 'displayFrames', readDisplayFrame);
  const rigidBodies = readLateSection(reader, 'rigidBodies', (at) => readRecord(at, RIGID_BODY), BODY_INDEX);
  const joints = readLateSection(reader, 'joints', (at) => readRecord(at, JOINT));
  const softBodies = header.version === NEWER ? readLateSection(reader, 'softBodies', readSoftBody) : [];
  const trailing = reader.truncated ? reader.rest(reader.end) : reader.trailing();
  reader.makeLateChecks();
  const isMixed = header.version < NEWER && (ranges.vertices.hasQdef || morphs.some(isNewerMorph));
  const pmx: Omit<Pmx, 'vertices' | 'indices'> = {
    format: 'pmx',
    ...header,
    ...columns,
    textures,
    materials,
    bones,
    morphs,
    displayFrames,
    rigidBodies,
    joints,
    softBodies,
    trailing,
    source: {
      globals,
      version: versionBytes,
      oddTexts: reader.oddTexts,
      nans: reader.nans,
      ...(reader.unknown.length > 0 && { unknown: reader.unknown }),
      ...(reader.truncated && { truncated: reader.truncated }),
      ...(isMixed && { isMixed }),
    },
    warnings: reader.warnings.list,
  };
  return { pmx, openItem: reader.openItem };
}
