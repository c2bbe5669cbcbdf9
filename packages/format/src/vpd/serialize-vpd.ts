import { encodeCp932 } from '../text/encode-cp932.js';
import type { OnWarning } from '../text/name.js';
import { type Vpd, VPD_SIGNATURE, type VpdEncoding } from './vpd.js';

/** Options of {@link serializeVpd}. */
export interface SerializeVpdOptions {
  /** MMD reads CP932 only. */
  encoding?: VpdEncoding; // the document's
  /** Writes as many decimals as a number needs, instead of MMD's six. */
  exact?: boolean; // false
  /** Called for each name that the encoding lacks or that a pose cannot hold. */
  onWarning?: OnWarning;
}

/**
 * Writes a VPD pose file as MMD does: with its tabs, comments and line ends, six decimals, in CP932.
 *
 * Morphs follow the bones, as MikuMikuMoving writes them. O(bones).
 *
 * @example
 * serializeVpd(createVpd({ modelFile: 'miku.osm', bones: [{ name: '頭' }] }));
 * // → Vocaloid Pose Data file … Bone0{頭 … 0.000000,0.000000,0.000000,1.000000;
 */
export function serializeVpd(vpd: Vpd, options: SerializeVpdOptions = {}): Uint8Array<ArrayBuffer> {
  const { encoding = vpd.encoding, exact = false, onWarning } = options;
  const list = (values: readonly number[]): string => values.map((value) => spell(value, exact)).join(',');
  const lines = [
    VPD_SIGNATURE,
    '',
    `${oneLine(vpd.modelFile)};\t\t// 親ファイル名`, // model file
    `${vpd.bones.length};\t\t\t\t// 総ポーズボーン数`, // number of bones
    '',
  ];
  vpd.bones.forEach(({ name, position, rotation }, i) => {
    lines.push(`Bone${i}{${oneLine(name)}`);
    lines.push(`  ${list(position)};\t\t\t\t// trans x,y,z`);
    lines.push(`  ${list(rotation)};\t\t// Quaternion x,y,z,w`);
    lines.push('}', '');
  });
  vpd.morphs.forEach(({ name, weight }, i) => {
    lines.push(`Morph${i}{${oneLine(name)}`, `  ${list([weight])};`, '}', '');
  });
  if (onWarning) reportLosses(vpd, encoding, onWarning);
  return encode(`${lines.join('\r\n')}\r\n`, encoding);
}

/** A number as C's `%.6f` writes it, with Microsoft's names for NaN and infinity. */
function spell(value: number, exact: boolean): string {
  if (Number.isNaN(value)) return '1.#QNAN0';
  if (!Number.isFinite(value)) return value < 0 ? '-1.#INF00' : '1.#INF00';
  if (Object.is(value, -0)) return '-0.000000'; // toFixed drops the sign
  const fixed = value.toFixed(6);
  return exact && Number(fixed) !== value ? String(value) : fixed;
}

function oneLine(name: string): string {
  return name.replace(/[\r\n]+/g, ' ');
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
  const names = [
    { name: vpd.modelFile, section: 'header', where: 'model file' },
    ...vpd.bones.map(({ name }, i) => ({ name, section: 'bones', where: `bones[${i}]` })),
    ...vpd.morphs.map(({ name }, i) => ({ name, section: 'morphs', where: `morphs[${i}]` })),
  ];
  for (const { name, section, where } of names) {
    const warn = (code: 'name-not-cp932' | 'not-expressible', problem: string): void => {
      const message = `${where} ${JSON.stringify(name)} ${problem}`;
      onWarning({ code, section, count: 1, offset: 0, message });
    };
    const lost = encoding === 'cp932' ? encodeCp932(name).lost : [];
    if (lost.length > 0) warn('name-not-cp932', `has characters that CP932 lacks: ${lost.join(' ')}`);
    if (UNREADABLE.test(name) || (section === 'header' && UNREADABLE_FILE.test(name)))
      warn(
        'not-expressible',
        'cannot be read back: it contains a comment or a line end, or begins or ends with a space',
      );
  }
}

/** What a reader would take for the end of a name, or drop. */
const UNREADABLE = /[\r\n]|\/\/|^[ \t]|[ \t]$|\p{Cs}/u;
/** A reader ends the model file at a semicolon and skips blanks before it. */
const UNREADABLE_FILE = /;|^\s/;
