const MAX_CORNERS = 8;

/** Corners of the polygon that was clipped last: x, y each. */
export const clipped: Float64Array = /* @__PURE__ */ new Float64Array(2 * MAX_CORNERS);
/** Numbers of the corners that {@link keepFour} chose. */
export const kept: Uint8Array = /* @__PURE__ */ new Uint8Array(4);

const source = /* @__PURE__ */ new Float64Array(2 * MAX_CORNERS);
const used = /* @__PURE__ */ new Uint8Array(MAX_CORNERS);

/**
 * Clips a quadrilateral (four corners, x y each) by the rectangle |x| < width, |y| < height, into {@link
 * clipped}. Gives the number of corners, at most 8. A corner exactly on a line counts as outside.
 */
export function clipRectangle(corners: Float64Array, width: number, height: number): number {
  clipped.set(corners);
  let count = 4;
  for (let axis = 0; axis < 2; axis++) {
    const limit = axis === 0 ? width : height;
    for (let side = -1; side <= 1; side += 2) {
      count = clipBySide(count, axis, side, limit);
      if (count === MAX_CORNERS) return count;
    }
  }
  return count;
}

/** Keeps what has side · coordinate < limit. */
function clipBySide(count: number, axis: number, side: number, limit: number): number {
  source.set(clipped);
  let written = 0;
  for (let i = 0; i < count; i++) {
    const next = i + 1 < count ? i + 1 : 0;
    const here = source[2 * i + axis];
    const there = source[2 * next + axis];
    const isInside = side * here < limit;
    if (isInside) {
      clipped[2 * written] = source[2 * i];
      clipped[2 * written + 1] = source[2 * i + 1];
      if (++written === MAX_CORNERS) return written;
    }
    if (isInside === side * there < limit) continue;
    const across = source[2 * i + 1 - axis];
    const slope = (source[2 * next + 1 - axis] - across) / (there - here);
    clipped[2 * written + axis] = side * limit;
    clipped[2 * written + 1 - axis] = across + slope * (side * limit - here);
    if (++written === MAX_CORNERS) return written;
  }
  return written;
}

/**
 * Chooses four of the clipped corners, into {@link kept}: the deepest, and those that lie nearest to a
 * quarter, a half and three quarters of a turn from it, about the centroid. Gives how many were chosen. Four
 * and fewer are all taken, in order.
 */
export function keepFour(count: number, depths: Float64Array): number {
  if (count <= 4) {
    for (let i = 0; i < count; i++) kept[i] = i;
    return count;
  }
  let deepest = 0;
  for (let i = 1; i < count; i++) if (depths[i] > depths[deepest]) deepest = i;
  writeAngles(count);
  used.fill(0);
  kept[0] = deepest;
  used[deepest] = 1;
  for (let j = 1; j < 4; j++) {
    let angle = angles[deepest] + (j * Math.PI) / 2;
    if (angle > Math.PI) angle -= 2 * Math.PI;
    let best = deepest;
    let least = Infinity;
    for (let i = 0; i < count; i++) {
      if (used[i] === 1) continue;
      let difference = Math.abs(angles[i] - angle);
      if (difference > Math.PI) difference = 2 * Math.PI - difference;
      if (difference < least) {
        least = difference;
        best = i;
      }
    }
    used[best] = 1;
    kept[j] = best;
  }
  return 4;
}

const angles = /* @__PURE__ */ new Float64Array(MAX_CORNERS);

/** Writes the directions of the corners about the polygon's centroid. */
function writeAngles(count: number): void {
  let area = 0;
  let x = 0;
  let y = 0;
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    const q = clipped[2 * i] * clipped[2 * next + 1] - clipped[2 * next] * clipped[2 * i + 1];
    area += q;
    x += q * (clipped[2 * i] + clipped[2 * next]);
    y += q * (clipped[2 * i + 1] + clipped[2 * next + 1]);
  }
  const scale = area === 0 ? 0 : 1 / (3 * area);
  for (let i = 0; i < count; i++) {
    angles[i] = Math.atan2(clipped[2 * i + 1] - y * scale, clipped[2 * i] - x * scale);
  }
}
