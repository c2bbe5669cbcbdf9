/* Untrusted JSON: each function gives undefined, or something empty, for a value of another type. */

/** An object, not a list. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : EMPTY;
}

const EMPTY: Readonly<Record<string, unknown>> = {};

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An index into a list of a length. */
export function indexOf(value: unknown, length: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length
    ? value
    : undefined;
}

/** A number, 0 for anything else. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
