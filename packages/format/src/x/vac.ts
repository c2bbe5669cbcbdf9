import type { FormatWarning } from '../errors.js';

/**
 * A VAC file as data: how an accessory (アクセサリ) of early versions of MMD is attached. It stands beside the
 * `.x` file. In MMD's own space (left-handed).
 */
export interface Vac {
  format: 'vac';
  name: string;
  /** The DirectX file (`.x`), relative to this file. */
  file: string;
  scale: number;
  /** x y z, in MMD units. */
  position: [number, number, number];
  /** About x, y and z, in radians. */
  rotation: [number, number, number];
  /** The bone that the accessory is attached to; empty: none. */
  bone: string;
  /** Whether the accessory casts a shadow; undefined if the file does not say. */
  castsShadow: boolean | undefined;
  /**
   * The whole file, kept so that writing an unchanged document gives the same bytes. Absent in new documents.
   */
  source?: { bytes: Uint8Array };
  /** Problems that did not stop parsing. */
  warnings: FormatWarning[];
}

/** A name, the name of a `.x` file, and a number, on three lines. */
const START = /^[^\r\n]{0,255}\n[^\r\n]{0,255}\.x[ \t]*\n[ \t]*[-+]?\.?\d/i;

/** A comment begins with `//`, at the start of a line or after a blank, as in a pose. */
const COMMENT = /(^|[ \t])\/\/.*$/;

/** A line of a VAC file, with its number from 0 in the file. */
export interface VacLine {
  readonly text: string;
  readonly line: number;
}

/** The lines of a VAC file without comments; a line with nothing but a comment is left out. O(length). */
export function vacLines(text: string): VacLine[] {
  return text.split(/\r\n|\r|\n/).flatMap((whole, line) => {
    const kept = whole.replace(COMMENT, '');
    return kept.trim() === '' && kept.length < whole.length ? [] : [{ text: kept, line }];
  });
}

/** Whether a text is a VAC file; the format has no signature. */
export function startsAsVac(text: string): boolean {
  const lines = vacLines(text.slice(0, MAX_START)).slice(0, 3);
  return START.test(lines.map((each) => each.text).join('\n'));
}

/** Comments, and three lines, stand in so many characters. */
const MAX_START = 4096;
