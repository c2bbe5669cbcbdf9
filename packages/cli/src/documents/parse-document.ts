import {
  type Bvmd,
  detectForeignFormat,
  detectFormat,
  type ForeignFormat,
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
import type { ParsePmmOptions } from '@odori/format/internal';
import { GlbError, HumanoidError } from '@odori/vrm/humanoid';
import { motionOfGlb } from '@odori/vrm/internal';
import { motionOfVrmAnimation, parseVrma } from '@odori/vrm/vrma';
import { FileError } from '../errors.js';
import { parseVmdJson } from './vmd-json.js';
import { type Message, say } from '../language/message.js';

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
  if (bytes.length === 0) throw new FileError(say('empty-file'));
  if (startsAsJson(bytes)) return { document: parseVmdJson(bytes), isJson: true };
  throw new FileError(describeForeign(detectForeignFormat(bytes)));
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

/** What a file is in place of one of ours, and what to do. */
function describeForeign(foreign: ForeignFormat | undefined): Message {
  const ours = say('ours');
  if (!foreign) return say('unknown-file', { ours });
  const { kind, description } = foreign;
  const name = FORMAT_NAME.exec(description)?.[0] ?? description;
  return say(ADVICE.find(([pattern]) => pattern.test(`${kind}: ${description}`))?.[1] ?? 'foreign-file', {
    found: { kind: 'other', text: name, english: description },
    ours,
  });
}

const FORMAT_NAME =
  /\b(?:[A-Z\d]{3,4}|7z|zip|gzip|Git LFS|WebP|Ogg|WebM|glTF|VRM|Metasequoia|Blender|MikuMikuEffect)\b/;

const ADVICE = [
  [/^archive/, 'foreign-archive'],
  [/LFS/, 'foreign-pointer'],
  [/HTML|^answer/, 'foreign-answer'],
] as const;

const JSON_START = /^\s*\{/;

function startsAsJson(bytes: Uint8Array): boolean {
  return JSON_START.test(new TextDecoder().decode(bytes.subarray(0, 1024)));
}
