import {
  type Bvmd,
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
import { FileProblem } from '../problem.js';
import { parseVmdJson } from './vmd-json.js';

/** Whatever a file of MMD's can be. */
export type MmdDocument = Vmd | Vpd | Pmm | Bvmd | Pmx | Pmd;

/** A document, and whether it came as JSON. */
export interface ParsedDocument {
  readonly document: MmdDocument;
  readonly isJson: boolean;
}

/** Options of {@link parseDocument}. */
export interface ParseDocumentOptions {
  /** The models of a PMM of version 1, which has no names of bones. */
  readonly models?: readonly Pmd[];
}

const PARSERS = {
  vmd: parseVmd,
  vpd: parseVpd,
  bvmd: parseBvmd,
  pmx: parsePmx,
  pmd: parsePmd,
} as const;

/**
 * Reads a file by what it is, whatever its name: any of MMD's formats, or a motion as JSON.
 *
 * @throws MmdFormatError, or {@link FileProblem} if it is none of them.
 */
export function parseDocument(bytes: Uint8Array, { models = [] }: ParseDocumentOptions = {}): ParsedDocument {
  const format = detectFormat(bytes);
  if (format === 'pmm') return { document: parsePmm(bytes, { models }), isJson: false };
  if (format) return { document: PARSERS[format](bytes), isJson: false };
  if (bytes.length === 0) throw new FileProblem('is empty');
  if (beginsAsJson(bytes)) return { document: parseVmdJson(bytes), isJson: true };
  throw new FileProblem('is no VMD, VPD, PMM, BVMD, PMX or PMD, and no JSON of a motion');
}

const JSON_START = /^\s*\{/;

function beginsAsJson(bytes: Uint8Array): boolean {
  return JSON_START.test(new TextDecoder().decode(bytes.subarray(0, 1024)));
}
