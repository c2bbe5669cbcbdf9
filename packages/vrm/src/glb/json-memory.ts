/*
 * What V8 takes on its heap, in bytes, measured with Node 20 on 64 bits; other engines take less. An array
 * has two parts, an object one; each element and property has a slot of 8 bytes.
 */
const SLOT = 8;
const ARRAY = 56;
const OBJECT = 32;
/** An object without properties has room for some. */
const EMPTY_OBJECT = 24;
const TEXT = 16;
/** A number that is no small integer. */
const BOXED = 16;
/** Objects with the same names in the same order share a shape; a property that starts one takes this. */
const NEW_SHAPE = 200;
/** V8 shares at most 1,536 that follow one. */
const MAX_SHAPES = 1000;
/** A property whose name is a number lies in an array that may be mostly holes. */
const NUMBERED = 320;
/** An object with more properties may be a hash table, in which each takes so much more. */
const MAX_PROPERTIES = 64;
const HASHED = 96;
/** A whole number of more digits is no small integer. */
const SMALL_DIGITS = 9;

const [QUOTE, BACKSLASH, COMMA, COLON, ZERO, NINE] = [0x22, 0x5c, 0x2c, 0x3a, 0x30, 0x39];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [MINUS, POINT, UPPER_E, LOWER_E] = [0x2d, 0x2e, 0x45, 0x65];

/**
 * At most how many bytes of heap `JSON.parse` needs for an untrusted text in UTF-8, with the text itself:
 * three bytes, such as `{},`, can take more than sixty. Ends early beyond `limit`. O(bytes).
 *
 * @example
 * jsonMemory(new TextEncoder().encode('[{},{}]'), 1e6); // → 183
 */
export function jsonMemory(text: Uint8Array, limit: number): number {
  const scan = new JsonScan(text);
  scan.run(limit);
  return scan.bytes;
}

class JsonScan {
  bytes: number;
  readonly #text: Uint8Array;
  /** A hash for the names of each object, up to each of its properties. */
  readonly #shapes = new Set<number>();
  /** The shapes and numbers of properties of the objects around the current one. */
  readonly #outer: number[] = [];
  #shape = 0;
  #properties = 0;
  /** The last string, without quotes. It is a name if a colon follows. */
  #start = -1;
  #end = -1;
  #digits = 0;
  #isBoxed = false;

  constructor(text: Uint8Array) {
    this.#text = text;
    this.bytes = decodedBytes(text, 0, text.length);
  }

  run(limit: number): void {
    const text = this.#text;
    for (let at = 0; at < text.length && this.bytes <= limit; at++) {
      const byte = text[at];
      if (byte === QUOTE) at = this.#skipString(at + 1);
      else if (byte >= ZERO && byte <= NINE) this.#isBoxed ||= ++this.#digits > SMALL_DIGITS;
      else if (byte === COLON) this.#addProperty();
      else if (byte === COMMA) this.#endValue(SLOT);
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) this.#open(byte === OPEN_ARRAY ? ARRAY : OBJECT);
      else if (byte === CLOSE_ARRAY) this.#close(0);
      else if (byte === CLOSE_OBJECT) this.#close(EMPTY_OBJECT);
      else if (byte === MINUS || byte === POINT) this.#isBoxed = true;
      else if (byte === LOWER_E || byte === UPPER_E) this.#isBoxed ||= this.#digits > 0; // or of `true`
    }
  }

  /** Returns where the string ends. */
  #skipString(start: number): number {
    let end = start;
    for (; end < this.#text.length && this.#text[end] !== QUOTE; end++)
      if (this.#text[end] === BACKSLASH) end++;
    [this.#start, this.#end] = [start, end];
    return end;
  }

  #stringBytes(): number {
    return TEXT + ((decodedBytes(this.#text, this.#start, this.#end) + 7) & ~7);
  }

  /** The last string is a name. */
  #addProperty(): void {
    this.#shape = hash(this.#shape, this.#text, this.#start, this.#end);
    if (!this.#shapes.has(this.#shape)) {
      this.bytes += NEW_SHAPE + this.#stringBytes();
      if (this.#shapes.size < MAX_SHAPES) this.#shapes.add(this.#shape);
    }
    const first = this.#text[this.#start];
    if ((first >= ZERO && first <= NINE) || first === BACKSLASH) this.bytes += NUMBERED;
    if (++this.#properties > MAX_PROPERTIES) this.bytes += HASHED;
    this.#start = -1;
  }

  #endValue(slot: number): void {
    if (this.#start >= 0) this.bytes += this.#stringBytes();
    this.bytes += this.#isBoxed ? slot + BOXED : slot;
    this.#start = -1;
    this.#digits = 0;
    this.#isBoxed = false;
  }

  #open(bytes: number): void {
    this.bytes += bytes;
    this.#outer.push(this.#shape, this.#properties);
    this.#shape = this.#properties = 0;
  }

  #close(ifEmpty: number): void {
    this.#endValue(0);
    if (this.#properties === 0) this.bytes += ifEmpty;
    this.#properties = this.#outer.pop() ?? 0;
    this.#shape = this.#outer.pop() ?? 0;
  }
}

/** V8 has one byte per letter if none is above U+00FF, and otherwise two. */
function decodedBytes(text: Uint8Array, start: number, end: number): number {
  let letters = 0;
  let isWide = false;
  for (let i = start; i < end; i++) {
    const byte = text[i];
    if ((byte & 0xc0) !== 0x80) letters += byte >= 0xf0 ? 2 : 1;
    isWide ||= byte >= 0xc4 || byte === BACKSLASH;
  }
  return isWide ? 2 * letters : letters;
}

/** Goes on with a hash. */
function hash(seed: number, text: Uint8Array, start: number, end: number): number {
  let value = seed ^ 0x811c9dc5;
  for (let i = start; i < end; i++) value = Math.imul(value ^ text[i], 0x01000193);
  return Math.imul(value ^ 0xff, 0x01000193); // "ab", "c" is not "a", "bc"
}
