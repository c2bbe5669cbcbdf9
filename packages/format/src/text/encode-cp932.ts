import { decodeCp932 } from './decode-cp932.js';

/** The result of {@link encodeCp932}. */
export interface Cp932Encoding {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * The characters that CP932 lacks, each once. They are written as `?`, or as the similar character of
   * Windows (〜 → ～).
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
  const point = character.codePointAt(0)!;
  if (point < 0x80) return [point];
  if (point >= USER_DEFINED_FIRST && point <= USER_DEFINED_LAST) return userDefinedCode(point);
  return (codes ??= codesByCharacter()).get(character) ?? composedCode(character);
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
 * The characters beyond ASCII and their codes, from the platform's own decoder, so that pages need no table.
 * Takes some milliseconds.
 */
function codesByCharacter(): Map<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  for (let byte = 0xa1; byte <= 0xdf; byte++) found.set(decodeCp932(Uint8Array.of(byte)), [byte]);
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    // IBM's extensions, also under FA to FC, which Windows prefers
    if (lead === 0xed || lead === 0xee) continue;
    for (let index = 0; index < TRAILS_PER_LEAD; index++) addCode([lead, trailByte(index)], found);
  }
  for (const [similar, character] of LOOK_ALIKES) found.set(similar, found.get(character)!);
  return found;
}

/** Of several codes of a character, the first counts. */
function addCode(code: readonly number[], found: Map<string, readonly number[]>): void {
  const character = decodeCp932(Uint8Array.from(code));
  if (character.length === 1 && character !== '\ufffd' && !found.has(character)) found.set(character, code);
}

/** Characters of other Japanese encodings, and what Windows has in their places. */
const LOOK_ALIKES = ['¢￠', '£￡', '¬￢', '‖∥', '−－', '〜～'];
