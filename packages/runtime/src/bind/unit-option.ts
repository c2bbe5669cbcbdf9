/** How long things are on either side. */
export interface UnitOptions {
  /** One MMD unit in the target's own units: 0.08 where the target is in metres. */
  readonly unit?: number; // 1
}

/** @throws RangeError if the unit is not above 0. */
export function checkedUnit({ unit = 1 }: UnitOptions): number {
  if (!(unit > 0 && unit < Infinity)) throw new RangeError(`unit must be above 0, not ${unit}`);
  return unit;
}
