import { decodeCp932 } from './decode-cp932.js';
import type { NameEncoding } from './name-encoding.js';

/** The result of {@link encodeCp932}. */
export interface Cp932Encoding {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * The characters that CP932 lacks, each once. They are written as a similar one (é → e, 〜 → ～), or as
   * `?`.
   */
  readonly lost: readonly string[];
}

/**
 * The CP932 bytes of a text. If a character has several codes, the one that Windows prefers is used.
 *
 * Combining marks are composed first (ハ + U+3099 → バ). The first call takes some milliseconds longer: it
 * decodes every code once.
 *
 * @see spec of Windows-31J: 髙 is FBFC there, not EEE0, and MMD compares bytes.
 * @example
 * encodeCp932('髙').bytes; // → [0xfb, 0xfc]
 * encodeCp932('a가').lost; // → ['가'], with bytes [0x61, 0x3f]
 */
export function encodeCp932(text: string): Cp932Encoding {
  const bytes: number[] = [];
  const lost = new Set<string>();
  for (const character of composed(text)) {
    const code = codeOf(character);
    bytes.push(...(code ?? QUESTION_MARK));
    if (code === undefined || !decodesTo(code, character)) lost.add(character);
  }
  return { bytes: Uint8Array.from(bytes), lost: [...lost] };
}

/** The result of {@link encodeAsWindows}. */
interface WindowsEncoding {
  /** `?` stands for each UTF-16 unit that CP932 lacks. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the first of these `?` is in `bytes`; −1 if there is none. */
  readonly firstLost: number;
}

/**
 * A text as Windows converts it to CP932, which is how MMD gets the names that it compares: letters lose
 * their accents, marks are not composed, and 〜 is not ～. O(length).
 *
 * @see Microsoft's table bestfit932, and MMD 9.31.
 * @example
 * encodeAsWindows('é'); // → { bytes: [0x65], firstLost: -1 }
 * encodeAsWindows('左头'); // → { bytes: [0x8d, 0xb6, 0x3f], firstLost: 2 }
 */
export function encodeAsWindows(text: string): WindowsEncoding {
  const bytes: number[] = [];
  let firstLost = -1;
  for (const unit of text.split('')) {
    const code = OUR_ALIKES.has(unit) ? undefined : directCode(unit);
    if (code === undefined && firstLost < 0) firstLost = bytes.length;
    bytes.push(...(code ?? QUESTION_MARK));
  }
  return { bytes: Uint8Array.from(bytes), firstLost };
}

/** Does a code decode to a character, as it is or composed? */
function decodesTo(code: readonly number[], character: string): boolean {
  const decoded = decodeCp932(Uint8Array.from(code));
  return decoded === character || decoded === character.normalize('NFC');
}

const QUESTION_MARK = [0x3f];
const USER_DEFINED_FIRST = 0xe000; // U+E000 is F040
const USER_DEFINED_LAST = 0xe757; // 10 lead bytes × 188 trail bytes
const TRAILS_PER_LEAD = 188; // 40–7E and 80–FC

/**
 * Characters composed with their marks. NFC of the whole text would turn Å (U+212B), which CP932 has, into
 * U+00C5.
 */
function* composed(text: string): Generator<string> {
  for (const [cluster, isMarked] of text.matchAll(/\P{M}(\p{M}+)|[^]/gu))
    yield* isMarked ? cluster.normalize('NFC') : cluster;
}

function codeOf(character: string): readonly number[] | undefined {
  return directCode(character) ?? composedCode(character);
}

function directCode(character: string): readonly number[] | undefined {
  const point = character.codePointAt(0)!;
  if (point < 0x80) return [point];
  if (point >= USER_DEFINED_FIRST && point <= USER_DEFINED_LAST) return userDefinedCode(point);
  return (codes ??= codesByCharacter()).get(character);
}

/** Ω (U+2126, ohm) and similar characters compose to another character, which CP932 may have. */
function composedCode(character: string): readonly number[] | undefined {
  const composedCharacter = character.normalize('NFC');
  return composedCharacter === character ? undefined : codeOf(composedCharacter);
}

/** F040–F9FC is the private use area in order. */
function userDefinedCode(point: number): number[] {
  const index = point - USER_DEFINED_FIRST;
  return [0xf0 + Math.floor(index / TRAILS_PER_LEAD), trailByte(index % TRAILS_PER_LEAD)];
}

/** 7F is no trail byte. */
function trailByte(index: number): number {
  return 0x40 + index + (index >= 0x3f ? 1 : 0);
}

let codes: ReadonlyMap<string, readonly number[]> | undefined;

/**
 * The characters beyond ASCII and their codes, from the platform's own decoder, so that pages need no
 * table.
 */
function codesByCharacter(): Map<string, readonly number[]> {
  // ED and EE have IBM's extensions, also under FA to FC, which Windows prefers
  const leads = LEADS.filter((lead) => lead !== 0xed && lead !== 0xee);
  const found = codesOfPairs('shift_jis', leads);
  for (let byte = 0xa1; byte <= 0xdf; byte++) found.set(decodeCp932(Uint8Array.of(byte)), [byte]);
  for (const [similar, character] of [...windowsAlikes(), ...OUR_ALIKES])
    found.set(similar, found.get(character) ?? [character.charCodeAt(0)]);
  return found;
}

const LEADS = /* @__PURE__ */ Array.from({ length: 0xfc - 0x80 }, (_, i) => 0x81 + i);
const FIRST_TRAIL = 0x40;
const LAST_TRAIL = 0xfe;

/**
 * The characters that an encoding (CP932 or GBK) has under two bytes, of which the first is one of `leads`;
 * of several codes of a character, the first counts. Takes some milliseconds.
 */
function codesOfPairs(encoding: string, leads: readonly number[]): Map<string, readonly number[]> {
  const decoder = new TextDecoder(encoding);
  const found = new Map<string, readonly number[]>();
  for (const lead of leads) {
    const lines: number[] = []; // one code each
    for (let trail = FIRST_TRAIL; trail <= LAST_TRAIL; trail++) lines.push(lead, trail, LINE_FEED);
    const texts = decoder.decode(Uint8Array.from(lines)).split('\n');
    texts.forEach((text, i) => {
      if (text.length === 1 && text !== '\ufffd' && !found.has(text))
        found.set(text, [lead, FIRST_TRAIL + i]);
    });
  }
  return found;
}

const LINE_FEED = 0x0a;

/** What Windows writes for U+00A1 to U+00FF. Blank: it writes `?`, or CP932 has the character. */
const LATIN =
  '!￠￡ \\|  ca≪￢-R￣  23 μ ・，1o≫   ?AAAAAAACEEEEIIIIDNOOOOO OUUUUYTsaaaaaaaceeeeiiiidnooooo ouuuuyty';

/** Characters that CP932 lacks, and what Windows writes in their places: é → e. */
function windowsAlikes(): [string, string][] {
  const latin = LATIN.split('').map((alike, i): [string, string] => [String.fromCharCode(0xa1 + i), alike]);
  return [['ゔ', 'ヴ'], ...latin.filter(([, alike]) => alike !== ' ')];
}

/** Characters of other Japanese encodings, and what CP932 has in their places. Windows writes `?`. */
const OUR_ALIKES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['‖', '∥'],
  ['−', '－'],
  ['〜', '～'],
]);

/** The bytes of a text in another encoding; undefined if that lacks a character. O(length). */
export function encodeNameIn(text: string, encoding: NameEncoding): Uint8Array | undefined {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character < '\x80' ? [character.charCodeAt(0)] : gbkCode(character);
    if (!code) return undefined;
    bytes.push(...code);
  }
  return Uint8Array.from(bytes);
}

function gbkCode(character: string): readonly number[] | undefined {
  return (gbkCodes ??= codesOfPairs('gbk', GBK_LEADS)).get(character);
}

let gbkCodes: ReadonlyMap<string, readonly number[]> | undefined;

const GBK_LEADS = /* @__PURE__ */ Array.from({ length: 0xfe - 0x80 }, (_, i) => 0x81 + i);
