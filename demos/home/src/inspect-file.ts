import { detectFormat, type MmdFormat, MmdFormatError, parseVmd, parseVpd } from '@odori/format';
import { type ModelSummary, summarizeModel } from './summarize-model.js';
import { summarizeVmd, type VmdSummary } from './summarize-vmd.js';
import { summarizeVpd, type VpdSummary } from './summarize-vpd.js';

/** Enough to recognise every format. */
const HEAD_BYTES = 4096;

/** Reads and inspects a file. Reads only the first bytes of a file in an unsupported format. Never rejects. */
export async function inspectFile(file: File): Promise<Inspection> {
  try {
    const head = await bytesOf(file.slice(0, HEAD_BYTES)); // not the whole file, which may be a large video
    const format = detectFormat(head);
    const isRead = format !== undefined && format !== 'pmm' && format !== 'bvmd';
    return inspectBytes(isRead ? await bytesOf(file) : head, file.name);
  } catch (error) {
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** The result of an inspection. */
export type Inspection =
  | { kind: 'vmd'; summary: VmdSummary }
  | { kind: 'vpd'; summary: VpdSummary }
  | { kind: 'model'; summary: ModelSummary }
  /** An MMD format that this page cannot show. */
  | { kind: 'unsupported'; format: UnsupportedFormat }
  /** A parser threw an error. */
  | { kind: 'refused'; error: MmdFormatError }
  /** The browser could not read the file. */
  | { kind: 'unreadable'; reason: string };

export type UnsupportedFormat = Exclude<MmdFormat, 'vmd' | 'vpd' | 'pmx' | 'pmd'>;

/**
 * Inspects the bytes of a file. The name is used only for an unknown format, to choose the parser that explains the
 * error.
 */
export function inspectBytes(bytes: Uint8Array, fileName: string): Inspection {
  const format = detectFormat(bytes) ?? formatByName(fileName);
  if (format === 'pmm' || format === 'bvmd') return { kind: 'unsupported', format };
  try {
    if (format === 'pmx' || format === 'pmd')
      return { kind: 'model', summary: summarizeModel(bytes, format) };
    if (format === 'vmd') return { kind: 'vmd', summary: summarizeVmd(parseVmd(bytes)) };
    return { kind: 'vpd', summary: summarizeVpd(parseVpd(bytes)) };
  } catch (error) {
    if (error instanceof MmdFormatError) return { kind: 'refused', error };
    throw error;
  }
}

function formatByName(fileName: string): 'vmd' | 'vpd' | 'pmx' | 'pmd' {
  const [, ending] = /\.(vpd|pmx|pmd)$/i.exec(fileName) ?? [];
  return (ending?.toLowerCase() as 'vpd' | 'pmx' | 'pmd' | undefined) ?? 'vmd';
}
