import { encodeCp932 } from '../text/encode-cp932.js';
import type { OnWarning } from '../text/name.js';
import { decodeText } from './decode-text.js';
import { editSource } from './edit-source.js';
import { poseText } from './pose-text.js';
import { INLINE_NUMBERS } from './vpd-scanner.js';
import type { Vpd, VpdEncoding } from './vpd.js';

/** Options of {@link serializeVpd}. @inline */
export interface SerializeVpdOptions {
  /** MMD reads CP932 only. */
  encoding?: VpdEncoding; // the document's
  /** Writes as many decimals as a number needs, instead of MMD's six. */
  exact?: boolean; // false
  /** Called for each name that the encoding lacks or that a pose cannot hold. */
  onWarning?: OnWarning;
}

/**
 * Writes a VPD pose file.
 *
 * A parsed document gives the bytes that it came from; a model file, bone or morph that was edited is written
 * anew, the rest of the text stays. A document from `createVpd`, or one without `source`, is written as MMD
 * does: with its tabs, comments and line ends, six decimals, in CP932. Morphs follow the bones, as
 * MikuMikuMoving writes them. O(bones).
 *
 * @example
 * serializeVpd(parseVpd(bytes)); // → the same bytes
 * serializeVpd(createVpd({ modelFile: 'miku.osm', bones: [{ name: '頭' }] }));
 * // → Vocaloid Pose Data file … Bone0{頭 … 0.000000,0.000000,0.000000,1.000000;
 */
export function serializeVpd(vpd: Vpd, options: SerializeVpdOptions = {}): Uint8Array<ArrayBuffer> {
  const { encoding = vpd.encoding, exact = false, onWarning } = options;
  const source = vpd.source && editSource(vpd, vpd.source.bytes, exact);
  if (source && !source.isChanged && source.encoding === encoding) return vpd.source!.bytes.slice();
  if (onWarning) reportLosses(vpd, encoding, onWarning);
  if (source) {
    const mark = source.start > 0 && encoding === 'utf-8' ? '\ufeff' : '';
    const isSpliced = encoding === 'cp932' && source.isChanged && source.encoding === encoding;
    const bytes = isSpliced ? source.bytes.slice() : encode(mark + source.text, encoding);
    if (isReadAs(encoding, bytes)) return bytes;
  }
  return encode(poseText(vpd, exact), encoding);
}

/** Without MMD's comments, the name 髮親 alone would make CP932 read as UTF-8. */
function isReadAs(encoding: VpdEncoding, bytes: Uint8Array): boolean {
  return decodeText(bytes).encoding === encoding || bytes.every((byte) => byte < 0x80);
}

function encode(text: string, encoding: VpdEncoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'cp932') return encodeCp932(text).bytes;
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const high = encoding === 'utf-16le' ? 1 : 0;
  const marked = `\ufeff${text}`;
  const bytes = new Uint8Array(2 * marked.length);
  for (let i = 0; i < marked.length; i++) {
    bytes[2 * i + high] = marked.charCodeAt(i) >> 8;
    bytes[2 * i + 1 - high] = marked.charCodeAt(i);
  }
  return bytes;
}

/** Reports each name once. The offset is 0, because the place in the written file is not known yet. */
function reportLosses(vpd: Vpd, encoding: VpdEncoding, onWarning: OnWarning): void {
  const names: { name: string; section: keyof typeof MISREAD; where: string }[] = [
    { name: vpd.modelFile, section: 'header', where: 'model file' },
    ...vpd.bones.map(({ name }, i) => ({ name, section: 'bones' as const, where: `bones[${i}]` })),
    ...vpd.morphs.map(({ name }, i) => ({ name, section: 'morphs' as const, where: `morphs[${i}]` })),
  ];
  for (const { name, section, where } of names) {
    const warn = (code: 'name-not-cp932' | 'not-expressible', problem: string): void => {
      const message = `${where} ${JSON.stringify(name)} ${problem}`;
      onWarning({ code, section, count: 1, offset: 0, message });
    };
    const lost = encoding === 'cp932' ? encodeCp932(name).lost : [];
    if (lost.length > 0) warn('name-not-cp932', `has characters that CP932 lacks: ${lost.join(' ')}`);
    if (MISREAD[section].test(name))
      warn('not-expressible', 'cannot be read back: a part of it reads as a comment, a block or its numbers');
    else if (UNREADABLE.test(name))
      warn(
        'not-expressible',
        'cannot be read back: it contains a comment or a line end, or begins or ends with a space',
      );
  }
}

/** What a reader would take for the end of a name, or drop. */
const UNREADABLE = /[\r\n]|(?:^|[ \t])\/\/|^[ \t]|[ \t]$|\p{Cs}/u;
/** What a reader would take for something else: a reader skips all blanks before the model file. */
const MISREAD = {
  header: /^[\s\0]|;\/\/|(?:Bone|Morph)[ \t]*(?:\d+[ \t]*)?\{/,
  bones: INLINE_NUMBERS,
  morphs: INLINE_NUMBERS,
} as const;
