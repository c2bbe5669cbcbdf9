import Encoding from 'encoding-japanese';
import { decodeCp932 } from './decode-cp932.js';

/** The result of {@link encodeCp932}. */
export interface Cp932Encoding {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The characters that CP932 lacks, each once. They are written as `?`, or as the similar character of Windows (〜 → ～). */
  readonly lost: readonly string[];
}

/**
 * The CP932 bytes of a text. If a character has several codes, the one that Windows prefers is used.
 *
 * Combining marks are composed first (ハ + U+3099 → バ). Needs the tables of `encoding-japanese`, so only writers use it.
 *
 * @see spec of Windows-31J: 髙 is FBFC there; encoding-japanese says EEE0, and MMD compares bytes.
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

/** Characters composed with their marks. NFC of the whole text would turn Å (U+212B), which CP932 has, into U+00C5. */
function* composed(text: string): Generator<string> {
  for (const [cluster, isMarked] of text.matchAll(/\P{M}(\p{M}+)|[^]/gu))
    yield* isMarked ? cluster.normalize('NFC') : cluster;
}

/** A cache: looking up a character in the tables of encoding-japanese is slow. */
const codes = /* @__PURE__ */ new Map<string, number[] | undefined>();

function codeOf(character: string): number[] | undefined {
  if (!codes.has(character)) {
    if (codes.size >= MAX_CODES) codes.clear();
    codes.set(character, findCode(character));
  }
  return codes.get(character);
}

const MAX_CODES = 20_000; // CP932 has half as many; the limit keeps characters that it lacks from filling the memory

function findCode(character: string): number[] | undefined {
  const point = character.codePointAt(0)!;
  if (point < 0x80) return [point];
  if (point >= USER_DEFINED_FIRST && point <= USER_DEFINED_LAST) return userDefinedCode(point);
  if (point > 0xffff) return undefined;
  const code = tableCode(point);
  if (code === undefined) return composedCode(character);
  // CP932 has the IBM extensions twice: under ED and EE, and under FA to FC, which Windows prefers.
  return code[0] === 0xed || code[0] === 0xee ? (windowsIbmCodes().get(character) ?? code) : code;
}

/** Ω (U+2126, ohm) and similar characters compose to another character, which CP932 may have. */
function composedCode(character: string): number[] | undefined {
  const composedCharacter = character.normalize('NFC');
  return composedCharacter === character ? undefined : codeOf(composedCharacter);
}

function tableCode(point: number): number[] | undefined {
  try {
    return Encoding.convert([point], { from: 'UNICODE', to: 'SJIS', type: 'array', fallback: 'error' });
  } catch {
    return undefined; // encoding-japanese throws if it lacks a character
  }
}

/** F040–F9FC, which encoding-japanese lacks, is the private use area in order. */
function userDefinedCode(point: number): number[] {
  const index = point - USER_DEFINED_FIRST;
  return [0xf0 + Math.floor(index / TRAILS_PER_LEAD), trailByte(index % TRAILS_PER_LEAD)];
}

/** 7F is no trail byte. */
function trailByte(index: number): number {
  return 0x40 + index + (index >= 0x3f ? 1 : 0);
}

let ibmCodes: Map<string, number[]> | undefined;

/** 髙 → [FB, FC] and the like, from the platform's own decoder. */
function windowsIbmCodes(): Map<string, number[]> {
  if (ibmCodes) return ibmCodes;
  ibmCodes = new Map();
  for (let lead = 0xfa; lead <= 0xfc; lead++) {
    for (let index = 0; index < TRAILS_PER_LEAD; index++) {
      const code = [lead, trailByte(index)];
      const character = decodeCp932(Uint8Array.from(code));
      if (character !== '\ufffd' && !ibmCodes.has(character)) ibmCodes.set(character, code);
    }
  }
  return ibmCodes;
}
