import { makePart, type Part, type Pull } from '../mesh/part.js';
import { addPoints, bridge, emptyPoly, facingOutwards, type Poly } from '../mesh/poly.js';
import { steps } from '../mesh/loft.js';
import { curve, spline } from '../mesh/spline.js';
import { smoothPulls } from '../mesh/smooth-pulls.js';
import { subdivide } from '../mesh/subdivide.js';
import { add, cross, length, scale, sub, unit, type V2, type V3 } from '../mesh/vector.js';
import { type ArmRing, trunkPoint, trunkWithArms, type TrunkRing } from './body-cage.js';
import { BACK_OF_HAND, mirrored, onArm } from './bone-table.js';
import { swatched } from './palette.js';
import { armPlace, bothHalves, torsoPull } from './weights.js';

/* A short festival coat, open in front, with wide sleeves down to above the elbows. */

// prettier-ignore
const TRUNK: readonly TrunkRing[] = [
  { y: 12.32, x: 1.4, front: 1.1, back: 1.08, square: 2.3, tag: 'coat' },
  { y: 12.55, x: 1.34, front: 1.06, back: 1.02, square: 2.3, tag: 'coat' },
  { y: 13.0, x: 1.26, front: 1.06, back: 0.96, square: 2.4, tag: 'coat' },
  { y: 13.5, x: 1.24, front: 1.16, back: 0.94, square: 2.5, tag: 'coat' },
  { y: 14.0, x: 1.28, front: 1.22, back: 0.97, square: 2.6, tag: 'coat' },
  { y: 14.45, x: 1.32, front: 1.1, back: 1.0, square: 2.6, tag: 'coat' },
  { y: 15.12, x: 1.2, front: 0.78, back: 0.84, square: 2.4, tag: 'coat' },
  { y: 15.4, x: 0.8, front: 0.56, back: 0.62, middle: 0.18, tag: 'coat' },
  { y: 15.58, x: 0.58, front: 0.47, back: 0.5, middle: 0.22, tag: 'coat' },
];
const ARMPIT = 4;

// prettier-ignore
const SLEEVE: readonly ArmRing[] = [
  { along: 0.22, radius: 0.53, below: 0.6, up: -0.1, tag: 'sleeve' },
  { along: 0.6, radius: 0.54, below: 0.7, up: -0.08, tag: 'sleeve' },
  { along: 1.1, radius: 0.58, below: 0.84, up: -0.03, tag: 'sleeve' },
  { along: 1.6, radius: 0.63, below: 0.98, tag: 'sleeve' },
  { along: 2.05, radius: 0.66, below: 1.08, tag: 'sleeve' },
  { along: 2.22, radius: 0.67, below: 1.12, tag: 'sleeve' },
  { along: 2.26, radius: 0.64, below: 1.08, tag: 'inside' },
  { along: 2.0, radius: 0.57, below: 0.98, tag: 'inside' },
  { along: 1.3, radius: 0.33, tag: 'inside' },
];

/** How far open it is, degrees from the front, by height. */
const opening = spline([12.3, 13.2, 14.2, 15.1, 15.6], [19, 19, 17, 24, 40]);

/** Columns from one edge in front round to the other. */
function columns({ y }: TrunkRing): number[] {
  const edge = opening(y);
  return [
    edge,
    Math.max(30, edge + 12),
    60,
    90,
    120,
    150,
    180,
    210,
    240,
    270,
    300,
    Math.min(330, 348 - edge),
    360 - edge,
  ];
}

const pull = bothHalves(torsoPull);

export function createJacket(): Part[] {
  const { poly, trunk } = trunkWithArms(TRUNK, ARMPIT, SLEEVE, columns);
  addReturn(poly, trunk);
  const smooth = facingOutwards(subdivide(poly));
  const pulls = smoothPulls(smooth, smooth.points.map(pull), 3);
  const pullAt = (_point: V3, i: number): Pull => pulls[i];
  const outside = ['coat', 'sleeve'].map((tag) =>
    makePart(smooth, { material: 'jacket', pull: pullAt, uv: tag === 'coat' ? coatUv : sleeveUv }, tag),
  );
  const inside = makePart(smooth, { material: 'lining', pull: pullAt, edge: () => 0 }, 'inside');
  return [...outside, swatched(inside, 'darkRed'), ...createCollar()];
}

/** The hem is turned in. */
function addReturn(poly: Poly, trunk: readonly (readonly number[])[]): void {
  const shrink = ([x, y, z]: V3, inset: number, up: number): V3 => {
    const [dx, dz] = [x, z - 0.12];
    const size = Math.hypot(dx, dz);
    return [x - (dx / size) * inset, y + up, z - (dz / size) * inset];
  };
  const hem = trunk[0].map((i) => poly.points[i]);
  const rings = [
    [0.05, -0.02],
    [0.1, 0.2],
    [0.16, 0.9],
  ].map(([inset, up]) =>
    addPoints(
      poly,
      hem.map((point) => shrink(point, inset, up)),
    ),
  );
  // Against the rings of the coat, which go up.
  let from = trunk[0];
  for (const ring of rings) {
    bridge(poly, ring, from, 'inside', false);
    from = ring;
  }
}

function coatUv([x, y, z]: V3): V2 {
  // The same on both sides, without a seam behind.
  return [Math.abs(Math.atan2(x, 0.12 - z)) / (2 * Math.PI), (15.65 - y) / 3.35];
}

function sleeveUv(point: V3): V2 {
  const left: V3 = point[0] < 0 ? mirrored(point) : point;
  const along = armPlace(left);
  const off = sub(left, onArm(along));
  const up = off[0] * BACK_OF_HAND[0] + off[1] * BACK_OF_HAND[1];
  return [
    (0.8 * Math.abs(Math.atan2(-off[2], up))) / (2 * Math.PI),
    Math.max(0.03, 0.5 + (along - 2.24) * 0.28 + 0.49),
  ];
}

const COLLAR_STEPS = 44;

/** A flat band along the edges in front and round the neck. */
function createCollar(): Part[] {
  const path: V3[] = [];
  for (const y of [12.26, 12.6, 13.05, 13.5, 14.0, 14.45, 15.0, 15.32]) path.push(edgePoint(y, 1));
  for (const degrees of [52, 90, 130, 180]) path.push(neckPoint(degrees));
  const left = path.slice(0, -1);
  const through = curve([...path, ...left.toReversed().map(mirrored)]);
  const all = steps(COLLAR_STEPS).map(through);
  const poly = emptyPoly();
  const rings = all.map((place, i) => {
    const ahead = unit(sub(all[Math.min(i + 1, all.length - 1)], all[Math.max(i - 1, 0)]));
    const out = unit([place[0] * 0.75, Math.abs(i / COLLAR_STEPS - 0.5) < 0.2 ? 0.3 : 0.1, place[2] - 0.15]);
    const across = unit(cross(ahead, out));
    const up = unit(cross(across, ahead));
    const corner = (side: number, off: number): V3 => add(place, add(scale(across, side), scale(up, off)));
    return addPoints(poly, [
      corner(-0.17, 0.0),
      corner(-0.16, 0.075),
      corner(0.16, 0.075),
      corner(0.17, 0.0),
    ]);
  });
  rings.forEach((ring, i) => {
    if (i > 0) bridge(poly, rings[i - 1], ring, 'band', true);
  });
  const start = poly.points.length;
  for (const ring of [rings[0].toReversed(), rings[rings.length - 1]]) {
    poly.faces.push(ring);
    poly.tags.push('band');
  }
  const whole = facingOutwards(poly);
  let run = 0;
  const runs = all.map((place, i) => (run += i === 0 ? 0 : length(sub(place, all[i - 1]))));
  const part = makePart(whole, {
    material: 'collar',
    pull,
    uv: (_point, i) =>
      i < start ? [[0.02, 0.08, 0.92, 0.98][i % 4], runs[Math.floor(i / 4)] / run] : [0, 0],
  });
  return [part];
}

function ringAt(y: number): TrunkRing {
  const sample = (key: 'x' | 'front' | 'back'): number =>
    spline(
      TRUNK.map((ring) => ring.y),
      TRUNK.map((ring) => ring[key]),
    )(y);
  const middle = spline(
    TRUNK.map((ring) => ring.y),
    TRUNK.map((ring) => ring.middle ?? 0.12),
  )(y);
  return { y, x: sample('x'), front: sample('front'), back: sample('back'), middle, square: 2.4, tag: '' };
}

function edgePoint(y: number, side: number): V3 {
  const [x, , z] = trunkPoint(ringAt(y), opening(y));
  return [side * x, y, z];
}

function neckPoint(degrees: number): V3 {
  const [x, , z] = trunkPoint(ringAt(15.58), degrees);
  return [x, 15.5 + (degrees / 180) * 0.12, z];
}
