import { decodeCp932 } from './decode-cp932.js';

/** The encodings other than CP932 in which some programs write the names of a VMD. @inline */
export type NameEncoding = 'utf-8' | 'gbk';

/** A name in a document: its text for people, its bytes as identity, by which MMD compares names. */
export interface MmdName {
  readonly text: string;
  /**
   * The bytes in the file, up to the NUL, CP932 in most formats. Names with different bytes are different
   * names, even if their texts are equal. To rename, replace the whole entry: writers ignore bytes that do
   * not decode to `text`. Names of a parsed document may be views of one buffer.
   */
  readonly bytes: Uint8Array;
  /** Set if the bytes are not CP932: see the warning `names-not-cp932`. */
  readonly encoding?: NameEncoding;
}

const ENCODINGS: readonly NameEncoding[] = ['utf-8', 'gbk'];

/** The width of the shortest field of a name in a VMD. What is shorter was not truncated. */
const MIN_FIELD_BYTES = 15;

/**
 * The encoding of names that are not CP932, decided for all names of a file together: all of them are text
 * of that encoding, and names that most models have, such as センター (center), appear only if they are read so.
 * Undefined if the names are CP932, or in doubt. O(names).
 *
 * @example
 * findNameEncoding([{ text: '繧ｻ繝ｳ繧ｿ繝ｼ', bytes }]); // → 'utf-8': in UTF-8, these bytes are センター
 */
export function findNameEncoding(names: readonly MmdName[]): NameEncoding | undefined {
  if (names.some(({ text }) => COMMON_NAMES.has(text))) return undefined;
  const telling = names.filter(({ bytes }) => bytes.some((byte) => byte >= 0x80));
  return ENCODINGS.find((encoding) => areIn(encoding, telling));
}

function areIn(encoding: NameEncoding, names: readonly MmdName[]): boolean {
  let hasCommon = false;
  for (const { bytes } of names) {
    const text = decodeNameIn(bytes, encoding);
    if (text === undefined) return false;
    hasCommon ||= COMMON_NAMES.has(text);
  }
  return hasCommon;
}

/** Names of bones and morphs that nearly every model has. Each has a character beyond ASCII. */
const COMMON_NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    '全ての親 センター グルーブ 上半身 上半身2 上半身２ 下半身 首 頭 両目 左目 右目 左肩 右肩 左腕 右腕 左ひじ 右ひじ ' +
    '左手首 右手首 左足 右足 左ひざ 右ひざ 左足首 右足首 左足ＩＫ 右足ＩＫ 左つま先ＩＫ 右つま先ＩＫ 左親指１ 右親指１ ' +
    '左人指１ 右人指１ 左中指１ 右中指１ 左薬指１ 右薬指１ 左小指１ 右小指１ あ い う え お まばたき 笑い ウィンク ' +
    'ウィンク２ ウィンク右 真面目 困る にこり 怒り 上 下 びっくり じと目 なごみ はぅ 照れ ワ にやり 口角上げ 口角下げ'
  ).split(' '),
);

/** A name that was read as CP932, read in another encoding; as it is if its bytes are no text of that. */
export function readNameIn(name: MmdName, encoding: NameEncoding): MmdName {
  const text = decodeNameIn(name.bytes, encoding);
  return text === undefined ? name : { text, bytes: name.bytes, encoding };
}

interface NameBytes {
  readonly bytes: Uint8Array;
  readonly encoding?: NameEncoding | undefined;
}

/** The text of a name's bytes in its encoding; undefined if they are none. */
export function decodeName({ bytes, encoding }: NameBytes): string | undefined {
  return encoding === undefined ? decodeCp932(bytes) : decodeNameIn(bytes, encoding);
}

/**
 * The name that has this text and these bytes, in CP932 if it can be; undefined if no encoding gives both.
 */
export function nameOfBytes(text: string, bytes: Uint8Array): MmdName | undefined {
  const names = [{ text, bytes }, ...ENCODINGS.map((encoding) => ({ text, bytes, encoding }))];
  return names.find((name) => decodeName(name) === text);
}

const decoders: { [E in NameEncoding]?: TextDecoder } = {};

/** Undefined if the bytes are no text. A character that a full field cuts off at its end is left out. */
function decodeNameIn(bytes: Uint8Array, encoding: NameEncoding): string | undefined {
  const end = bytes.length < MIN_FIELD_BYTES ? bytes.length : wholeBytes(bytes, encoding);
  try {
    decoders[encoding] ??= new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    return decoders[encoding].decode(bytes.slice(0, end));
  } catch {
    return undefined;
  }
}

/** The number of bytes without an incomplete character at the end. */
export function wholeBytes(bytes: Uint8Array, encoding: NameEncoding): number {
  const lengthAt = encoding === 'gbk' ? gbkBytes : utf8Bytes;
  let end = 0;
  for (let next = 0; next <= bytes.length; next = end + lengthAt(bytes, end)) {
    end = next;
    if (end === bytes.length) break;
  }
  return end;
}

/** The bytes of the character that begins at a byte. */
function gbkBytes(bytes: Uint8Array, at: number): number {
  if (bytes[at] <= 0x80) return 1;
  return bytes[at + 1] >= 0x30 && bytes[at + 1] <= 0x39 ? 4 : 2;
}

function utf8Bytes(bytes: Uint8Array, at: number): number {
  const lead = bytes[at];
  return lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}
