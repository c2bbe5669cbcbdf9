/** What Windows keeps for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const LONGEST = 80; // characters; a file name has 255 bytes, and UTF-8 takes up to 3 a character here

/**
 * A name out of a file as a part of a file name: nothing that any system refuses, and never a path.
 *
 * @example
 * safeName('../初音ミク: 2?'); // → '_初音ミク_ 2_'
 */
export function safeName(text: string): string {
  const allowed = text.normalize('NFC').replace(/[\p{C}<>:"/\\|?*]/gu, '_');
  const plain = Array.from(allowed)
    .slice(0, LONGEST)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (plain === '') return '_';
  return RESERVED.test(plain) ? `_${plain}` : plain;
}
