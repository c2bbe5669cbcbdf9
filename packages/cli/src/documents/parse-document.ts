import {
  type Bvmd,
  detectForeignFormat,
  detectFormat,
  parseBvmd,
  parsePmd,
  parsePmm,
  parsePmx,
  parseVmd,
  parseVpd,
  type Pmd,
  type Pmm,
  type Pmx,
  type Vmd,
  type Vpd,
} from '@odori/format';
import { parseVac, parseX, type Vac, type X } from '@odori/format/x';
import { foreignProblem, type ParsePmmOptions } from '@odori/format/internal';
import { GlbError, HumanoidError } from '@odori/vrm/humanoid';
import { motionOfGlb } from '@odori/vrm/internal';
import { motionOfVrmAnimation, parseVrma } from '@odori/vrm/vrma';
import { FileError } from '../errors.js';
import { parseVmdJson } from './vmd-json.js';

/** A document of any format that odori reads. */
export type MmdDocument = Vmd | Vpd | Pmm | Bvmd | Pmx | Pmd | X | Vac;

/** A document, and whether it came as JSON. */
export interface ParsedDocument {
  readonly document: MmdDocument;
  readonly isJson: boolean;
}

/** Options of {@link parseDocument}. */
interface ParseDocumentOptions {
  /** The models of a PMM of version 1, which does not contain bone names. */
  readonly models?: NonNullable<ParsePmmOptions['models']>;
}

const PARSERS = {
  vmd: parseVmd,
  vpd: parseVpd,
  bvmd: parseBvmd,
  pmx: parsePmx,
  pmd: parsePmd,
  x: parseX,
  vac: parseVac,
} as const;

/**
 * Parses a file of any MMD format, or a motion as JSON or VRMA, which become a VMD. The content decides, not
 * the file name.
 *
 * @throws MmdFormatError for a broken file, {@link FileError} for another format.
 */
export function parseDocument(bytes: Uint8Array, { models = [] }: ParseDocumentOptions = {}): ParsedDocument {
  const format = detectFormat(bytes);
  if (format === 'pmm') return { document: parsePmm(bytes, { models }), isJson: false };
  if (format) return { document: PARSERS[format](bytes), isJson: false };
  const animation = parseAnimation(bytes);
  if (animation) return { document: animation, isJson: false };
  if (bytes.length === 0) throw new FileError('the file is empty');
  if (startsAsJson(bytes)) return { document: parseVmdJson(bytes), isJson: true };
  throw new FileError(foreignProblem(detectForeignFormat(bytes), OURS) ?? `unknown format: not ${OURS}`);
}

/** A VRM animation, or that of a humanoid in a GLB, as a motion; undefined for a file that has none. */
function parseAnimation(bytes: Uint8Array): Vmd | undefined {
  try {
    return motionOfVrmAnimation(parseVrma(bytes)).vmd;
  } catch (error) {
    if (!(error instanceof GlbError)) throw error;
    if (error.code === 'bad-extension') return parseDance(bytes); // another GLB
    if (NO_GLB.has(error.code)) return undefined;
    throw error;
  }
}

const NO_GLB: ReadonlySet<string> = new Set(['bad-signature', 'bad-version', 'bad-json']);

function parseDance(bytes: Uint8Array): Vmd | undefined {
  try {
    return motionOfGlb(bytes).vmd;
  } catch (error) {
    if (error instanceof HumanoidError && error.code === 'no-humanoid') return undefined;
    throw error;
  }
}

const OURS = 'a VMD, VPD, PMM, BVMD, PMX, PMD, X or VAC, and not a motion as JSON or VRMA';

const JSON_START = /^\s*\{/;

function startsAsJson(bytes: Uint8Array): boolean {
  return JSON_START.test(new TextDecoder().decode(bytes.subarray(0, 1024)));
}
