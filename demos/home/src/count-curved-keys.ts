/** The control values of one channel's curve: x1 y1 x2 y2. */
const CURVE_VALUES = 4;

/**
 * How many keys are reached in a curve in at least one channel. A curve whose control points lie on the diagonal is a
 * straight line wherever on it they lie, which is why the values of MMD's own are not asked for.
 */
export function countCurvedKeys(curves: Uint8Array, keyCount: number): number {
  const stride = keyCount === 0 ? 0 : curves.length / keyCount;
  let curved = 0;
  for (let key = 0; key < keyCount; key++) {
    if (isCurved(curves, key * stride, (key + 1) * stride)) curved++;
  }
  return curved;
}

function isCurved(curves: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += CURVE_VALUES) {
    if (curves[at] !== curves[at + 1] || curves[at + 2] !== curves[at + 3]) return true;
  }
  return false;
}
