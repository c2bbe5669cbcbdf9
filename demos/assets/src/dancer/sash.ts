import { loft, ovalRing, type Station, stations, steps } from '../mesh/loft.js';
import { makePart, mirroredPart, type Part, type Pull } from '../mesh/part.js';
import { facingOutwards } from '../mesh/poly.js';
import { curve } from '../mesh/spline.js';
import { radians, type V3 } from '../mesh/vector.js';
import { bonePosition } from './bone-table.js';
import { type Swatch, swatched } from './palette.js';
import { beltPull, chainPull } from './weights.js';

const SIDES = 28;

/** A belt of cloth with a cord round it, and a large bow behind. */
export function createSash(): Part[] {
  return [
    belt([[11.56, 0.13], [11.52, 0.2], [11.54, 0.25], [11.64, 0.25], [12.06, 0.16], [12.36, 0.14], [12.4, 0.06]], 'gold'),
    belt([[11.97, 0.14], [11.99, 0.2], [12.06, 0.225], [12.13, 0.2], [12.15, 0.14]], 'vermilion'),
    ...[loopOfBow(), tailOfBow()].flatMap((part) => [part, mirroredPart(part)]),
    knot(),
  ]; // prettier-ignore
}

/** Bands round the waist: how high, and how far off it. */
function belt(bands: readonly (readonly [y: number, off: number])[], swatch: Swatch): Part {
  const rings = bands.map(([y, off]) =>
    Array.from({ length: SIDES }, (_, i): V3 => {
      const angle = radians((360 * i) / SIDES);
      return [Math.sin(angle) * (0.98 + off), y, 0.12 - Math.cos(angle) * (0.74 + off)];
    }),
  );
  return swatched(makePart(facingOutwards(loft(rings)), { material: 'sash', pull: beltPull }), swatch);
}

const BEHIND: V3 = [0, 12.06, 1.12];

/**
 * A flat tube along a curve that comes back to where it began: hidden behind her waist when seen from the
 * front.
 */
function loopOfBow(): Part {
  // prettier-ignore
  const at = curve([[0.05, 12.06, 1.1], [0.45, 12.36, 1.32], [0.88, 12.7, 1.44], [1.15, 12.42, 1.42], [0.88, 12.0, 1.44], [0.45, 11.95, 1.34], [0.05, 12.04, 1.14]]);
  const frames = stations(at, steps(20), () => [0, 0.15, 1]);
  const rings = frames.map((frame) => {
    const wide = 0.16 + 0.24 * Math.sin(Math.PI * frame.share);
    return bandRing(frame, wide);
  });
  const poly = facingOutwards(loft(rings));
  return swatched(makePart(poly, { material: 'sash', pull: beltPull }), 'gold');
}

/** Thin along its side, wide across. */
function bandRing(frame: Station, wide: number): V3[] {
  return ovalRing(frame, 0.04, wide, 6);
}

function tailOfBow(): Part {
  const names = ['左帯1', '左帯2'];
  const [first, second] = names.map(bonePosition);
  const at = curve([
    [0.08, 12.0, 1.16],
    first,
    [0.4, 11.5, 1.5],
    second,
    [0.66, 10.3, 2.0],
    [0.76, 9.7, 2.16],
  ]);
  const frames = stations(at, steps(12), () => [0, 0.4, 1]);
  const rings = frames.map((frame) => ovalRing(frame, 0.1 + 0.2 * frame.share, 0.03, 8));
  const poly = facingOutwards(loft(rings, { capStart: true, capEnd: true }));
  const pull = ([, y]: V3): Pull => chainPull(names, ((first[1] - y) / (first[1] - 9.7)) * 2, '下半身');
  return swatched(makePart(poly, { material: 'sash', pull }), 'gold');
}

function knot(): Part {
  const rings = steps(6).map((share) => {
    const angle = Math.PI * (share - 0.5);
    const radius = Math.max(Math.cos(angle), 0.02);
    return Array.from({ length: 12 }, (_, i): V3 => {
      const turn = radians(30 * i);
      return [
        BEHIND[0] + Math.cos(turn) * radius * 0.2,
        BEHIND[1] + Math.sin(angle) * 0.27,
        BEHIND[2] + 0.1 + Math.sin(turn) * radius * 0.22,
      ];
    });
  });
  return swatched(makePart(facingOutwards(loft(rings)), { material: 'sash', pull: beltPull }), 'vermilion');
}
