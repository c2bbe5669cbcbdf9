import { detectFormat, MmdFormatError, type MmdFormat, parseVmd, parseVpd } from '@odori/format';
import { summarizeVmd, type VmdSummary } from './summarize-vmd.js';
import { summarizeVpd, type VpdSummary } from './summarize-vpd.js';

/** What can be told of a file. */
export type Inspection =
  | { kind: 'vmd'; summary: VmdSummary }
  | { kind: 'vpd'; summary: VpdSummary }
  /** A format of MMD that Odori does not read. */
  | { kind: 'unsupported'; format: UnsupportedFormat }
  /** A parser said no. */
  | { kind: 'refused'; error: MmdFormatError }
  /** The browser could not read the file. */
  | { kind: 'unreadable'; reason: string };

export type UnsupportedFormat = Exclude<MmdFormat, 'vmd' | 'vpd'>;

/** Looks into the bytes of a file; its name only decides which parser explains what is wrong with an unknown one. */
export function inspectBytes(bytes: Uint8Array, fileName: string): Inspection {
  const format = detectFormat(bytes) ?? formatByName(fileName);
  if (format !== 'vmd' && format !== 'vpd') return { kind: 'unsupported', format };
  try {
    if (format === 'vmd') return { kind: 'vmd', summary: summarizeVmd(parseVmd(bytes)) };
    return { kind: 'vpd', summary: summarizeVpd(parseVpd(bytes)) };
  } catch (error) {
    if (error instanceof MmdFormatError) return { kind: 'refused', error };
    throw error;
  }
}

function formatByName(fileName: string): 'vmd' | 'vpd' {
  return /\.vpd$/i.test(fileName) ? 'vpd' : 'vmd';
}
