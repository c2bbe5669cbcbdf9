/**
 * A number in JSON. What JSON cannot express is a string: `"NaN"`, `"Infinity"`, `"-Infinity"`, or a NaN with
 * its bits, `"NaN:7f800001"`.
 *
 * @inline
 */
export type JsonNumber = number | string;

const PLAIN_NAN = 0x7fc00000;
const scratch = /* @__PURE__ */ new Float32Array(1);
const scratchBits = /* @__PURE__ */ new Uint32Array(scratch.buffer);

/**
 * A 32-bit float as the shortest decimal number that rounds to it.
 *
 * @example
 * toJsonNumber(0.10000000149011612, 0x3dcccccd); // → 0.1
 */
export function toJsonNumber(value: number, bits: number): JsonNumber {
  if (Number.isNaN(value)) return bits === PLAIN_NAN ? 'NaN' : `NaN:${bits.toString(16)}`;
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return value; // as a decimal it would lose its sign
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9)); // nine are always enough
}

/**
 * The inverse of {@link toJsonNumber}: the float's bits, or undefined if the value is no such number. Early
 * versions of this package wrote −0 as the string `"-0"`.
 */
export function bitsOfJsonNumber(value: unknown): number | undefined {
  if (typeof value === 'string') {
    const bits = /^NaN:([\da-f]{8})$/.exec(value)?.[1];
    if (bits !== undefined) return Number.parseInt(bits, 16);
    if (!/^(?:-0|NaN|-?Infinity)$/.test(value)) return undefined;
  } else if (typeof value !== 'number') return undefined;
  scratch[0] = Number(value);
  return scratchBits[0];
}

/** Bytes as lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** The inverse of {@link toHex}; undefined if the value is not hexadecimal. */
export function fromHex(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || !/^(?:[\da-f]{2})*$/i.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
}
