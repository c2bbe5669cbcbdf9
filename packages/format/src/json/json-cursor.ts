import { MmdFormatError } from '../errors.js';
import { bitsOfJsonNumber, fromHex } from './json-number.js';

/** A value somewhere in untrusted JSON. Every method checks the value before it returns anything. */
export class JsonCursor {
  readonly #value: unknown;
  /** As errors name it: `bones[3].frame`. */
  readonly #path: string;

  constructor(value: unknown, path = '') {
    this.#value = value;
    this.#path = path;
  }

  /** A property of an object; if it is absent, its value is undefined. */
  at(name: string): JsonCursor {
    if (typeof this.#value !== 'object' || this.#value === null || Array.isArray(this.#value))
      this.refuse('an object');
    const value: unknown = Object.hasOwn(this.#value, name)
      ? (this.#value as Record<string, unknown>)[name]
      : undefined;
    return new JsonCursor(value, this.#path === '' ? name : `${this.#path}.${name}`);
  }

  get isAbsent(): boolean {
    return this.#value === undefined;
  }

  list(): JsonCursor[] {
    if (!Array.isArray(this.#value)) this.refuse('an array');
    return this.#value.map((value: unknown, i) => new JsonCursor(value, `${this.#path}[${i}]`));
  }

  text(): string {
    if (typeof this.#value !== 'string') this.refuse('a string');
    return this.#value;
  }

  flag(): boolean {
    if (typeof this.#value !== 'boolean') this.refuse('true or false');
    return this.#value;
  }

  whole(least: number, most: number): number {
    const value = this.#value;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
      this.refuse(`a whole number from ${least} to ${most}`);
    }
    return value;
  }

  oneOf<T extends string | number>(...values: readonly T[]): T {
    const found = values.find((value) => value === this.#value);
    if (found === undefined) this.refuse(values.map((value) => JSON.stringify(value)).join(' or '));
    return found;
  }

  /** Bytes in hexadecimal; with `length`, so many. */
  hex(length?: number): Uint8Array {
    const bytes = fromHex(this.#value);
    if (bytes && (length ?? bytes.length) === bytes.length) return bytes;
    return this.refuse(length === undefined ? 'bytes in hexadecimal' : `${length} bytes in hexadecimal`);
  }

  /** The bits of a 32-bit float. */
  floatBits(): number {
    return bitsOfJsonNumber(this.#value) ?? this.refuse('a number, "NaN", "Infinity" or "-Infinity"');
  }

  refuse(expected: string): never {
    const found = describe(this.#value);
    const where = this.#path === '' ? 'the JSON' : this.#path;
    throw new MmdFormatError(`${where} must be ${expected}, found ${found}`, {
      code: 'bad-json',
      section: where,
    });
  }
}

/** Short, and one level deep: untrusted JSON may be nested deeply. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value).slice(0, 40);
}
