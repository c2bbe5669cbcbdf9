import { loft, ovalRing, stations, steps } from '../mesh/loft.js';
import { makePart, mirroredPart, type Part } from '../mesh/part.js';
import { facingOutwards } from '../mesh/poly.js';
import { curve } from '../mesh/spline.js';
import { radians, sub, type V2, type V3 } from '../mesh/vector.js';
import { TAIL_PATH } from './bone-table.js';
import { type Swatch, swatched } from './palette.js';

/** Where the left lantern hangs: beneath the tie of the tail. */
const LANTERN: V3 = [1.66, 17.72, 0.12];
const SIDES = 12;
const HALO = 0.7;

const pull = (): { 頭: number } => ({ 頭: 1 });

/** Ties round the tails, and a small paper lantern beneath each. */
export function createOrnaments(): Part[] {
  return [...tie(), ...lantern(), halo()].flatMap((part) => [part, mirroredPart(part)]);
}

function tie(): Part[] {
  const core = curve(TAIL_PATH);
  const frames = stations(core, [0.055, 0.06, 0.09, 0.12, 0.125], (place) => [
    place[0] * 0.6,
    0.2,
    place[2] - 0.2,
  ]);
  const radii = [0.3, 0.4, 0.43, 0.4, 0.3];
  const rings = frames.map((frame, i) => ovalRing(frame, radii[i], radii[i], SIDES));
  const band = makePart(facingOutwards(loft(rings)), { material: 'gold', pull });
  // From the tie down to the lantern.
  const cord = curve([
    [1.36, 18.42, 0.42],
    [1.6, 18.4, 0.22],
    [1.66, 18.05, 0.12],
  ]);
  const thread = stations(cord, steps(5), () => [0, 0, -1]).map((frame) => ovalRing(frame, 0.035, 0.035, 6));
  return [
    swatched(band, 'vermilion'),
    swatched(makePart(facingOutwards(loft(thread)), { material: 'gold', pull, edge: () => 0.6 }), 'gold'),
  ];
}

/** A shape turned about the vertical, from above. */
function lathe(outline: readonly V2[], sides = SIDES): V3[][] {
  return outline.map(([radius, up]) =>
    Array.from({ length: sides }, (_, i): V3 => {
      const angle = radians((360 * i) / sides);
      return [LANTERN[0] + Math.sin(angle) * radius, LANTERN[1] + up, LANTERN[2] - Math.cos(angle) * radius];
    }),
  );
}

/**
 * The glow of a lantern: a sphere that fades out to its rim, and that is invisible while the lantern is off.
 */
function halo(): Part {
  const outline = steps(4, 0.07, 0.93).map((share): V2 => [
    HALO * Math.sin(Math.PI * share),
    HALO * Math.cos(Math.PI * share),
  ]);
  const ball = facingOutwards(loft(lathe(outline, 8), { capStart: true, capEnd: true }));
  return makePart(ball, {
    material: 'halo',
    pull,
    uv: () => [0.25, 0.5],
    normal: (_normal, point) => sub(point, LANTERN),
    edge: () => 0,
  });
}

function lantern(): Part[] {
  const paper = steps(8).map((share): V2 => {
    const angle = Math.PI * (0.16 + 0.68 * share);
    return [0.27 * Math.sin(angle) ** 0.8, 0.27 * Math.cos(angle) * 1.12];
  });
  const body = makePart(facingOutwards(loft(lathe(paper))), {
    material: 'lantern',
    pull,
    uv: ([x, y, z]) => [
      0.02 + 0.46 * Math.abs(Math.atan2(x - LANTERN[0], LANTERN[2] - z) / Math.PI),
      0.5 - (y - LANTERN[1]) / 0.54,
    ],
  });
  const gold = (outline: readonly V2[], swatch: Swatch): Part =>
    swatched(
      makePart(facingOutwards(loft(lathe(outline), { capStart: true, capEnd: true })), {
        material: 'gold',
        pull,
        edge: () => 0.7,
      }),
      swatch,
    );
  return [
    body,
    gold([[0.1, 0.36], [0.13, 0.34], [0.15, 0.27], [0.13, 0.25]], 'gold'),
    gold([[0.13, -0.25], [0.15, -0.27], [0.13, -0.33], [0.06, -0.35]], 'gold'),
    gold([[0.03, -0.33], [0.055, -0.4], [0.05, -0.47], [0.085, -0.78]], 'vermilion'),
  ]; // prettier-ignore
}
