/*
 * Numbers that a caller gives, checked at the front door: a NaN that gets in would turn up in every later
 * pose.
 */

/** @throws TypeError if a value is not finite. */
export function checkedFinite(name: string, value: number): number {
  if (Number.isFinite(value)) return value;
  throw new TypeError(`${name} must be a finite number, not ${value}`);
}

/** @throws RangeError if a value is not finite, or not above 0. */
export function checkedPositive(name: string, value: number): number {
  if (value > 0 && value < Infinity) return value;
  throw new RangeError(`${name} must be a finite number above 0, not ${value}`);
}

/** @throws RangeError if a value is not finite, or below 0. */
export function checkedNotNegative(name: string, value: number): number {
  if (value >= 0 && value < Infinity) return value;
  throw new RangeError(`${name} must be a finite number, 0 or more, not ${value}`);
}

/** 0 in place of a number of a file that is not finite. */
export function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
