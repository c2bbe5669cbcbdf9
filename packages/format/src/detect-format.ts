import { asBytes } from './binary/bytes.js';
import { decodeText } from './vpd/decode-text.js';
import { VPD_SIGNATURE } from './vpd/vpd.js';
import { startsAsVac } from './x/vac.js';
import { X_SIGNATURE } from './x/x.js';

/** The file formats of MikuMikuDance, and BVMD, babylon-mmd's own. */
export type MmdFormat = 'vmd' | 'vpd' | 'pmm' | 'bvmd' | 'pmx' | 'pmd' | 'x' | 'vac';

const SIGNATURES: readonly (readonly [string, MmdFormat])[] = [
  ['Vocaloid Motion Data', 'vmd'],
  ['Polygon Movie maker', 'pmm'],
  ['BVMD', 'bvmd'],
  ['PMX ', 'pmx'],
  ['Pmd', 'pmd'],
  [X_SIGNATURE, 'x'],
];

/**
 * The signature of a pose is searched in so many bytes: a byte order mark or some text may stand before it.
 */
const TEXT_SEARCH_BYTES = 1024;

/**
 * The format of a file, from its first bytes alone; undefined if it is none of MMD's. O(1).
 *
 * @example
 * detectFormat(new TextEncoder().encode('PMX ')); // → 'pmx'
 */
export function detectFormat(bytes: Uint8Array | ArrayBuffer): MmdFormat | undefined {
  const head = asBytes(bytes).subarray(0, TEXT_SEARCH_BYTES);
  const ascii = String.fromCharCode(...head.subarray(0, 32));
  const known = SIGNATURES.find(([signature]) => ascii.startsWith(signature));
  if (known) return known[1];
  const { text } = decodeText(head);
  if (text.includes(VPD_SIGNATURE)) return 'vpd';
  return startsAsVac(text) ? 'vac' : undefined;
}

const KINDS: Readonly<Record<MmdFormat, string>> = {
  vmd: 'motion',
  vpd: 'pose',
  pmm: 'project',
  bvmd: 'motion',
  pmx: 'model',
  pmd: 'model',
  x: 'accessory',
  vac: 'accessory',
};

/**
 * What a file of a format is, for messages.
 *
 * @example
 * `this is ${describeFormat('pmx')}, not a motion`; // → 'this is a model (PMX), not a motion'
 */
export function describeFormat(format: MmdFormat): string {
  const kind = KINDS[format];
  return `${kind.startsWith('a') ? 'an' : 'a'} ${kind} (${format.toUpperCase()})`;
}
