import { asBytes } from '../binary/bytes.js';
import { MmdFormatError, type ParseOptions, WarningList } from '../errors.js';
import { MMD_SELF_SHADOW } from '../mmd-defaults.js';
import { GRAVITY_LAYOUT, SELF_SHADOW_LAYOUT } from './key-layouts.js';
import { noKeys } from './keys.js';
import { type Part, partsOf, pmmVersion, SIGNATURE_BYTES, SIGNATURE_PREFIX } from './parts.js';
import { PmmReader } from './pmm-reader.js';
import type { Pmm } from './pmm.js';
import { newProject, readWholeParts, type Truncation } from './truncation.js';
import { readBlocks } from './version-1-blocks.js';
import type { NamedModels } from './version-1-models.js';

/** Options of {@link parsePmm}. @inline */
export interface ParsePmmOptions extends ParseOptions {
  /**
   * The models of a project of version 1, which contains no bone and morph names. They are found by their
   * names.
   */
  models?: NamedModels; // none
}

/**
 * Reads an MMD project of version 1 or 2.
 *
 * The document contains the values of the file, in MMD's space. Odd values stay as they are, and
 * `serializePmm` gives the same bytes back. The keys are sorted into tracks by the links of the file. Links
 * to no key (`bad-index`), and links in circles or into another track (`key-cycle`), are listed in `warnings`
 * and not followed. Keys that no link leads to (`unreached-key`) come after the tracks. The document holds no
 * view of `bytes`. O(bytes).
 *
 * Of a file that ends too early (`truncated`), all models, accessories and other sections that are whole are
 * kept. The rest is that of a new project.
 *
 * A file of version 1 does not contain the numbers of bones, morphs and IKs. The parser finds them from the
 * other bytes, or else takes them from `models`. Names always come from `models`.
 *
 * @throws {@link MmdFormatError} `bad-signature` if the file is not a PMM project, `truncated` if it ends
 * before the end of its first model (or, without models, in the keys of the camera), `bad-syntax` if no
 * numbers of bones, morphs and IKs fit the first model of version 1, `too-large` if hardly anything but names
 * is in the file; with `strict`, the first warning. It throws nothing else.
 * @see The test corpus: 2 files of version 2, and 2 of version 1 from a Japanese and an English MMD, all read
 * to the last byte.
 * @example
 * const pmm = parsePmm(await readFile('duet.pmm'));
 * pmm.models[1].name.text; // → '友達' (friend)
 * const { starts, frames } = pmm.models[1].bones;
 * frames.subarray(starts[0], starts[1]); // → the frames of the keys of センター (center), the first bone
 */
export function parsePmm(bytes: Uint8Array | ArrayBuffer, options: ParsePmmOptions = {}): Pmm {
  const reader = new PmmReader(asBytes(bytes), new WarningList(options));
  const signature = reader.u8s('signature', SIGNATURE_BYTES);
  const version = readVersion(signature);
  const pmm = emptyPmm(reader, version);
  const truncated = readSections(reader, pmm, partsOf(version, options.models));
  pmm.source = { ...reader.source(signature), ...(truncated && { truncated }) };
  pmm.trailing = truncated ? reader.rest(reader.end) : reader.trailing();
  return pmm;
}

/** The blocks at the end of version 1 count as sections. */
function readSections(reader: PmmReader, pmm: Pmm, parts: readonly Part[]): Truncation | undefined {
  const truncated = readWholeParts(reader, pmm, parts);
  if (truncated || pmm.version === 2 || readBlocks(reader, pmm)) return truncated;
  return { section: parts.length + pmm.version1!.blockCount, declaredCount: 0, keptCount: 0 };
}

function readVersion(signature: Uint8Array): 1 | 2 {
  const version = pmmVersion(signature);
  if (version !== undefined) return version;
  const found = String.fromCharCode(...signature).replace(/\0[^]*/, '');
  const what = found.startsWith(SIGNATURE_PREFIX)
    ? 'a PMM project of an unknown version'
    : 'not a PMM project';
  const message = `${what}: it begins with ${JSON.stringify(found)}`;
  throw new MmdFormatError(message, { code: 'bad-signature', section: 'header', offset: 0 });
}

/** The document before reading. In version 1, it has the values of a file without blocks. */
function emptyPmm(reader: PmmReader, version: 1 | 2): Pmm {
  const pmm = newProject({ version, warnings: reader.warnings.list });
  if (version === 2) return pmm;
  pmm.physics = { mode: 0, ground: 0 };
  pmm.gravity.keys = noKeys(reader, GRAVITY_LAYOUT);
  pmm.selfShadow = {
    on: 0,
    distance: MMD_SELF_SHADOW.distance,
    keys: noKeys(reader, SELF_SHADOW_LAYOUT),
  };
  return pmm;
}
