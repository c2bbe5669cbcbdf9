import { alongPath } from '../mesh/loft.js';
import { makePart, mirroredPart, type Part, type Pull } from '../mesh/part.js';
import { addPoints, bridge, emptyPoly, facingOutwards, type Poly } from '../mesh/poly.js';
import { subdivide } from '../mesh/subdivide.js';
import { add, dot, length, mix, scale, sub, unit, type V3 } from '../mesh/vector.js';
import { ARM_AXIS, BACK_OF_HAND, BONE_ROWS, bonePosition, onArm, WRIST } from './bone-table.js';
import { swatched } from './palette.js';
import { armPull, fingerPull } from './weights.js';

/*
 * A hand in its own axes: along the arm from the wrist, to the front (where the thumb is), to the back of the
 * hand.
 */

const FINGERS = ['左人指', '左中指', '左薬指', '左小指'].map((name) =>
  ['１', '２', '３'].map((d) => name + d),
);
const THUMB = ['０', '１', '２'].map((digit) => `左親指${digit}`);

const WRIST_PLACE = onArm(WRIST);
const toHand = (place: V3): V3 => {
  const from = sub(place, WRIST_PLACE);
  return [dot(from, ARM_AXIS), -from[2], dot(from, BACK_OF_HAND)];
};
const fromHand = ([along, front, up]: V3): V3 => onArm(WRIST + along, front, up);

/** Its joints and its tip. */
function pathOf(bones: readonly string[]): V3[] {
  const joints = bones.map((bone) => toHand(bonePosition(bone)));
  const { tail } = BONE_ROWS.find(({ name }) => name === bones[2])!;
  return [...joints, toHand(add(bonePosition(bones[2]), tail as V3))];
}

const FINGER_PATHS = FINGERS.map(pathOf);
const THUMB_PATH = pathOf(THUMB);

/**
 * Rows of the palm: how far along, the borders of the fingers to the front, and how high its back and its
 * palm are.
 */
// prettier-ignore
const PALM: readonly (readonly [along: number, borders: readonly number[], back: number, palm: number])[] = [
  [-0.35, [0.2, 0.1, 0, -0.1, -0.2], 0.17, -0.17],
  [0.02, [0.23, 0.12, 0, -0.12, -0.23], 0.17, -0.17],
  [0.38, [0.38, 0.18, 0, -0.18, -0.35], 0.16, -0.2],
  [0.74, [0.385, 0.185, 0, -0.18, -0.355], 0.13, -0.14],
];

const HALF_WIDTHS = [0.104, 0.107, 0.102, 0.09];

export function createHands(): Part[] {
  const smooth = facingOutwards(subdivide(cage()));
  const pull = handPull;
  const glove = swatched(makePart(smooth, { material: 'glove', pull }, 'glove'), 'indigo');
  const skin = swatched(makePart(smooth, { material: 'skin', pull, edge: () => 0.6 }, 'skin'), 'skin');
  return [glove, skin].flatMap((part) => [part, mirroredPart(part)]);
}

function cage(): Poly {
  const poly = emptyPoly();
  const rows = PALM.map(([along, borders, back, palm]) => ({
    top: addPoints(poly, borders.map((front, i) => fromHand([along - (i > 2 && along > 0.5 ? (i - 2) * 0.05 : 0), front, back - (i - 1.6) ** 2 * 0.012]))),
    bottom: addPoints(poly, borders.map((front, i) => fromHand([along - (i > 2 && along > 0.5 ? (i - 2) * 0.05 : 0), front, palm]))),
  })); // prettier-ignore
  const face = (corners: number[]): void => {
    poly.faces.push(corners);
    poly.tags.push('glove');
  };
  for (let r = 0; r + 1 < rows.length; r++) {
    const [near, far] = [rows[r], rows[r + 1]];
    for (let c = 0; c < 4; c++) {
      face([near.top[c], near.top[c + 1], far.top[c + 1], far.top[c]]);
      face([near.bottom[c + 1], near.bottom[c], far.bottom[c], far.bottom[c + 1]]);
    }
    const front = [near.top[0], far.top[0], far.bottom[0], near.bottom[0]];
    if (r === 1) addThumb(poly, front);
    else face(front);
    face([far.top[4], near.top[4], near.bottom[4], far.bottom[4]]);
  }
  const { top, bottom } = rows[3];
  FINGER_PATHS.forEach((path, c) => {
    addFinger(poly, [top[c], top[c + 1], bottom[c + 1], bottom[c]], path, HALF_WIDTHS[c]);
  });
  return poly;
}

/** Where rings are on a finger, counting its joints, and how wide it is there. */
// prettier-ignore
const RINGS = [[0.42, 1], [0.86, 0.96], [1.14, 0.95], [1.8, 0.9], [2.2, 0.88], [2.75, 0.8], [3, 0.5]] as const;

function placeAt(path: readonly V3[], place: number): V3 {
  const i = Math.min(Math.floor(place), path.length - 2);
  return mix(path[i], path[i + 1], place - i);
}

function addTube(poly: Poly, base: readonly number[], rings: readonly (readonly V3[])[]): void {
  let from: readonly number[] = base;
  rings.forEach((ring, i) => {
    const to = addPoints(poly, ring.map(fromHand));
    bridge(poly, from, to, i === 0 ? 'glove' : 'skin', true);
    from = to;
  });
  poly.faces.push([...from]);
  poly.tags.push('skin');
}

function addFinger(poly: Poly, base: readonly number[], path: readonly V3[], half: number): void {
  const aside: V3 = [0, 1, 0];
  const rings = RINGS.map(([place, width]) => {
    const middle = placeAt(path, place);
    const h = half * width;
    const corner = (f: number, u: number): V3 => add(middle, add(scale(aside, f * h), [0, 0, u * h * 0.95]));
    return [corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)];
  });
  addTube(poly, base, rings);
}

function addThumb(poly: Poly, base: readonly number[]): void {
  const rings = ([[0.75, 1.3], [1.1, 1.12], [1.75, 1], [2.15, 0.98], [2.7, 0.88], [3, 0.55]] as const).map(([place, width]) => {
    const middle = placeAt(THUMB_PATH, place);
    const i = Math.min(Math.floor(place), 2);
    const ahead = unit(sub(THUMB_PATH[i + 1], THUMB_PATH[i]));
    const aside = unit([ahead[1], -ahead[0], 0]);
    const h = 0.09 * width;
    const corner = (a: number, u: number): V3 => add(middle, add(scale(aside, a * h), [0, 0, u * h]));
    return [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)];
  }); // prettier-ignore
  addTube(poly, base, rings);
}

/** The finger that is nearest, if the place is beyond its knuckle. */
function handPull(point: V3): Pull {
  const place = toHand(point);
  if (place[0] < 0.1) return armPull(point);
  let best = { off: Infinity, bones: THUMB, at: 0, isThumb: true };
  [THUMB_PATH, ...FINGER_PATHS].forEach((path, i) => {
    const at = alongPath(place, path);
    const off = length(sub(place, placeAt(path, Math.min(Math.max(at, 0), 3)))) + (i === 0 ? 0.06 : 0);
    if (off < best.off) best = { off, bones: i === 0 ? THUMB : FINGERS[i - 1], at, isThumb: i === 0 };
  });
  return fingerPull('左手首', best.bones, best.at, best.isThumb);
}
