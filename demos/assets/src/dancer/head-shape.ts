import { spline } from '../mesh/spline.js';
import { add, cross, radians, scale, sub, unit, type V3 } from '../mesh/vector.js';

/*
 * Her head as distances from a place in it: by azimuth (0 is the front, 90 her left) and elevation, in
 * degrees.
 */

export const HEAD_CENTER: V3 = [0, 17.6, 0.1];
const CROWN = 1.52;
const BOTTOM = 1.28;

/** Outlines at azimuths: height, and distance from the axis. */
// prettier-ignore
const OUTLINES: readonly (readonly [azimuth: number, outline: readonly (readonly [y: number, r: number])[]])[] = [
  [0, [[19, 0.5], [18.7, 0.86], [18.3, 1.09], [17.98, 1.165], [17.72, 1.16], [17.48, 1.115], [17.3, 1.12], [17.13, 1.185], [17, 1.265], [16.945, 1.285], [16.9, 1.26], [16.84, 1.19], [16.76, 1.15], [16.66, 1.148], [16.56, 1.13], [16.48, 1.128], [16.38, 1.088], [16.28, 1.088], [16.17, 1.02], [16.09, 0.84], [16.14, 0.52], [16.25, 0.2]]],
  [12, [[19, 0.5], [18.7, 0.865], [18.3, 1.09], [17.95, 1.17], [17.65, 1.18], [17.35, 1.15], [17.1, 1.145], [16.95, 1.135], [16.8, 1.115], [16.67, 1.115], [16.56, 1.1], [16.48, 1.09], [16.38, 1.05], [16.28, 1.02], [16.17, 0.92], [16.1, 0.78], [16.15, 0.48], [16.26, 0.18]]],
  [27, [[19, 0.5], [18.7, 0.87], [18.3, 1.1], [17.95, 1.2], [17.65, 1.22], [17.35, 1.195], [17.1, 1.175], [16.9, 1.15], [16.7, 1.1], [16.52, 1.02], [16.38, 0.93], [16.26, 0.81], [16.18, 0.66], [16.2, 0.4], [16.28, 0.15]]],
  [50, [[19, 0.5], [18.7, 0.9], [18.3, 1.14], [17.95, 1.25], [17.65, 1.27], [17.35, 1.255], [17.1, 1.22], [16.9, 1.14], [16.7, 1.02], [16.53, 0.86], [16.4, 0.69], [16.32, 0.5], [16.31, 0.25]]],
  [90, [[19, 0.48], [18.7, 0.87], [18.3, 1.09], [17.95, 1.17], [17.65, 1.18], [17.35, 1.15], [17.05, 1.06], [16.82, 0.93], [16.65, 0.76], [16.52, 0.52], [16.4, 0.25]]],
  [135, [[19, 0.55], [18.7, 0.98], [18.3, 1.25], [17.95, 1.32], [17.5, 1.27], [17.1, 1.1], [16.8, 0.85], [16.6, 0.6], [16.4, 0.25]]],
  [180, [[19, 0.6], [18.7, 1.05], [18.3, 1.33], [17.95, 1.4], [17.5, 1.33], [17.1, 1.12], [16.8, 0.85], [16.6, 0.6], [16.4, 0.25]]],
];

const AZIMUTHS = OUTLINES.map(([azimuth]) => azimuth);
const BY_ELEVATION = OUTLINES.map(([, outline]) => {
  const polar = outline.map(([y, r]) => {
    const height = y - HEAD_CENTER[1];
    return [Math.atan2(height, r), Math.hypot(height, r)] as const;
  });
  const rising = [[-Math.PI / 2, BOTTOM] as const, ...polar.toReversed(), [Math.PI / 2, CROWN] as const];
  return spline(
    rising.map(([elevation]) => elevation),
    rising.map(([, distance]) => distance),
  );
});

/** How far the surface is from the middle. */
function headRadius(azimuth: number, elevation: number): number {
  const around = Math.abs(((((azimuth + 180) % 360) + 360) % 360) - 180);
  const values = BY_ELEVATION.map((at) => at(radians(elevation)));
  // Beyond both ends lies its own mirror image.
  const places = [-AZIMUTHS[1], ...AZIMUTHS, 360 - AZIMUTHS[AZIMUTHS.length - 2]];
  return spline(places, [values[1], ...values, values[values.length - 2]])(around);
}

/** A place `off` units above the surface. */
export function onHead(azimuth: number, elevation: number, off = 0): V3 {
  const [a, e] = [radians(azimuth), radians(elevation)];
  const r = headRadius(azimuth, elevation);
  const place = add(
    HEAD_CENTER,
    scale([Math.cos(e) * Math.sin(a), Math.sin(e), -Math.cos(e) * Math.cos(a)], r),
  );
  return off === 0 ? place : add(place, scale(headNormal(azimuth, elevation), off));
}

export function headNormal(azimuth: number, elevation: number): V3 {
  const step = 1.5;
  const e = Math.max(Math.min(elevation, 85), -85);
  const across = sub(onHead(azimuth + step, e), onHead(azimuth - step, e));
  const up = sub(onHead(azimuth, e + step), onHead(azimuth, e - step));
  return unit(cross(up, across));
}

/**
 * Azimuth and elevation of what lies at x and y on the front of the head, above the edge of the chin
 * (Newton).
 */
export function headAngles(x: number, y: number): [azimuth: number, elevation: number] {
  let [azimuth, elevation] = [x * 48, (y - HEAD_CENTER[1]) * 44];
  const step = 0.5;
  for (let i = 0; i < 12; i++) {
    const here = onHead(azimuth, elevation);
    const [ex, ey] = [x - here[0], y - here[1]];
    if (Math.hypot(ex, ey) < 1e-7) break;
    const aside = sub(onHead(azimuth + step, elevation), here);
    const up = sub(onHead(azimuth, elevation + step), here);
    const determinant = aside[0] * up[1] - up[0] * aside[1];
    azimuth += limited((step * (ex * up[1] - up[0] * ey)) / determinant);
    elevation += limited((step * (aside[0] * ey - ex * aside[1])) / determinant);
  }
  return [azimuth, elevation];
}

const limited = (degrees: number): number => Math.max(Math.min(degrees, 8), -8);

const lifted = new Map<string, V3>();

/**
 * The surface at x and y of its front, and `off` units above it; below it, straight behind it as seen from
 * the front.
 */
export function onFace(x: number, y: number, off = 0): V3 {
  const key = `${x},${y},${off}`;
  let place = lifted.get(key);
  if (!place) {
    place = onHead(...headAngles(x, y), Math.max(off, 0));
    if (off < 0) place[2] -= off;
    lifted.set(key, place);
  }
  return place;
}

/** A place round the head at a height. */
export function atHeight(azimuth: number, y: number, off = 0): V3 {
  let [low, high] = [-89, 89];
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    if (onHead(azimuth, middle)[1] < y) low = middle;
    else high = middle;
  }
  return onHead(azimuth, (low + high) / 2, off);
}

/** A normal for clean shading: the mean of the normal of the surface and of a sphere. */
export function softNormal(normal: V3, place: V3, share = 0.6): V3 {
  const ball = unit(sub(place, [0, 17.35, 0.35]));
  return unit(add(scale(normal, 1 - share), scale(ball, share)));
}
