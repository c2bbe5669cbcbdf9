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
  /** About x, y and z, in degrees. */
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
export const VAC_START: RegExp =
  /^[^\r\n]{0,255}(?:\r\n|\r|\n)[^\r\n]{0,255}\.x[ \t]*(?:\r\n|\r|\n)[ \t]*[-+]?\.?\d/i;
