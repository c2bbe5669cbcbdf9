import {
  bvmdToVmd,
  detectForeignFormat,
  detectFormat,
  type ForeignFormat,
  type MmdFormat,
  MmdFormatError,
  parseBvmd,
  parsePmm,
  parseVmd,
  parseVpd,
} from '@odori/format';
import { parseVac, parseX, type Vac, type X } from '@odori/format/x';
import { type ModelSummary, summarizeModel } from './summarize-model.js';
import { type ProjectSummary, summarizeProject } from './summarize-project.js';
import { summarizeVmd, type VmdSummary } from './summarize-vmd.js';
import { summarizeVpd, type VpdSummary } from './summarize-vpd.js';

/** Enough to recognise every format. */
const HEAD_BYTES = 4096;

/** Reads and inspects a file. Reads only the first bytes of a file in another format. Never rejects. */
export async function inspectFile(file: Blob, fileName: string): Promise<Inspection> {
  try {
    const head = await bytesOf(file.slice(0, HEAD_BYTES)); // not the whole file, which may be a large video
    return inspectBytes(detectFormat(head) ? await bytesOf(file) : head, fileName);
  } catch (error) {
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** The result of an inspection. */
export type Inspection =
  | { kind: 'vmd'; format: 'VMD' | 'BVMD'; version: string; summary: VmdSummary }
  | { kind: 'vpd'; summary: VpdSummary }
  | { kind: 'model'; summary: ModelSummary }
  | { kind: 'project'; summary: ProjectSummary }
  | { kind: 'accessory'; summary: X | Vac }
  /** A file that is none of MMD's; undefined: its format is unknown. */
  | { kind: 'foreign'; format: ForeignFormat | undefined }
  /** A parser threw an error. */
  | { kind: 'refused'; error: MmdFormatError }
  /** The browser could not read the file. */
  | { kind: 'unreadable'; reason: string };

/**
 * Inspects the bytes of a file. The name is used only for an unknown format, to choose the parser that
 * explains the error.
 */
export function inspectBytes(bytes: Uint8Array, fileName: string): Inspection {
  const known = detectFormat(bytes);
  const foreign = known ? undefined : detectForeignFormat(bytes, fileName);
  const format = known ?? formatByName(fileName);
  if (foreign || !format) return { kind: 'foreign', format: foreign };
  try {
    return inspectFormat(bytes, format);
  } catch (error) {
    if (error instanceof MmdFormatError) return { kind: 'refused', error };
    throw error;
  }
}

function inspectFormat(bytes: Uint8Array, format: MmdFormat): Inspection {
  switch (format) {
    case 'vmd': {
      const vmd = parseVmd(bytes);
      return { kind: 'vmd', format: 'VMD', version: String(vmd.version), summary: summarizeVmd(vmd) };
    }
    case 'bvmd': {
      const bvmd = parseBvmd(bytes);
      const { version, warnings, trailing } = bvmd;
      const summary = summarizeVmd({ ...bvmdToVmd(bvmd), warnings, trailing });
      return { kind: 'vmd', format: 'BVMD', version: version.join('.'), summary };
    }
    case 'vpd':
      return { kind: 'vpd', summary: summarizeVpd(parseVpd(bytes)) };
    case 'pmm':
      return { kind: 'project', summary: summarizeProject(parsePmm(bytes)) };
    case 'x':
      return { kind: 'accessory', summary: parseX(bytes) };
    case 'vac':
      return { kind: 'accessory', summary: parseVac(bytes) };
    default:
      return { kind: 'model', summary: summarizeModel(bytes, format) };
  }
}

function formatByName(fileName: string): MmdFormat | undefined {
  const [, ending] = /\.(vmd|bvmd|vpd|pmx|pmd|pmm|x|vac)$/i.exec(fileName) ?? [];
  return ending?.toLowerCase() as MmdFormat | undefined;
}
