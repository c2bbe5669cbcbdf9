import { loft, type Station, stations, steps } from '../mesh/loft.js';
import { makePart, type Part, type Pull } from '../mesh/part.js';
import { addPoints, facingOutwards } from '../mesh/poly.js';
import { curve } from '../mesh/spline.js';
import {
  add,
  along,
  clamp,
  dot,
  length,
  lerp,
  mix,
  scale,
  smoothstep,
  sub,
  unit,
  type V3,
} from '../mesh/vector.js';

/** A lock of hair: along a path, flat, with a sharp tip. */
export interface Lock {
  path: readonly V3[];
  /** Half its breadth and half its thickness where it is widest. */
  width: number;
  thickness: number;
  /** What is above it. */
  above: (place: V3, share: number) => V3;
  /** Bones by how far along it is. */
  pull: (share: number, place: V3) => Pull;
  /** Breadth along it, 0 to 1. */
  profile?: (share: number) => number;
  rings?: number; // 8
  /** 0: near the head, 0.5: a tail, for the texture; and where on it the lock is. */
  tone: number;
  /** From where to where it uses the texture. */
  v?: readonly [from: number, to: number]; // by height
  /** How much its shade is that of what it lies on. */
  softness?: number; // 0.45
}

/** Where the texture of the hair is used at a height, so that its ring of light goes round the head. */
export function hairHeight(y: number): number {
  return Math.max((19.3 - y) / 4.5, 0.03);
}

/** From the side, over the top, to the other side, and back beneath. */
const SECTION: readonly (readonly [side: number, above: number])[] = [
  [-1, 0], [-0.62, 0.62], [0, 0.95], [0.62, 0.62], [1, 0], [0.5, -0.35], [-0.5, -0.35],
]; // prettier-ignore

/**
 * Where locks lie on the head, side by side, their lines begin thin: thick ones would break off in between.
 */
const ROOT_EDGE = 0.25;

export const tapered = (share: number): number =>
  smoothstep(-0.12, 0.3, share) * (1 - clamp((share - 0.35) / 0.65) ** 1.7);

/** How much a bend counts for the distance of rings: one radian as much as this share of the length. */
const BEND_WEIGHT = 0.4;

/** Shares of a path from 0 to nearly 1, closer to each other where it bends, so that no corner shows. */
function sharesByBend(at: (share: number) => V3, count: number): number[] {
  const fine = steps(100);
  const places = fine.map(at);
  const ways = places.slice(1).map((place, i) => sub(place, places[i]));
  const whole = ways.reduce((sum, way) => sum + length(way), 0);
  const sums = [0];
  ways.forEach((way, i) => {
    const bend = i === 0 ? 0 : Math.acos(clamp(dot(unit(way), unit(ways[i - 1])), -1, 1));
    sums.push(sums[i] + length(way) / whole + BEND_WEIGHT * bend);
  });
  return steps(count)
    .slice(0, -1)
    .map((share) => {
      const wanted = share * sums[sums.length - 1];
      const i = Math.max(sums.findIndex((sum) => sum > wanted) - 1, 0);
      return (i + (wanted - sums[i]) / (sums[i + 1] - sums[i])) / 100;
    });
}

export function createLock(lock: Lock): Part {
  const {
    path,
    width,
    thickness,
    above,
    pull,
    profile = tapered,
    rings = 8,
    tone,
    v,
    softness = 0.45,
  } = lock;
  const at = curve(path);
  const shares = sharesByBend(at, rings);
  const frames = stations(at, shares, above);
  const section = (frame: Station): V3[] => {
    const w = Math.max(profile(frame.share), 0.02);
    return SECTION.map(([s, a]) =>
      add(
        along(frame.place, frame.side, s * width * w),
        scale(frame.above, a * thickness * Math.sqrt(w) * Math.min(w * 2.2, 1)),
      ),
    );
  };
  const poly = loft(frames.map(section), { tag: () => 'lock' });
  const [tip] = addPoints(poly, [at(1)]);
  const last = (frames.length - 1) * SECTION.length;
  SECTION.forEach((_, i) => {
    poly.faces.push([last + i, last + ((i + 1) % SECTION.length), tip]);
    poly.tags.push('lock');
  });
  const shareOf = (i: number): number => (i === tip ? 1 : shares[Math.floor(i / SECTION.length)]);
  const outOf = (i: number): V3 =>
    (i === tip ? frames[frames.length - 1] : frames[Math.floor(i / SECTION.length)]).above;
  return makePart(facingOutwards(poly), {
    material: 'hair',
    pull: (place, i) => pull(shareOf(i), place),
    uv: (place, i) => [
      tone + 0.03 + 0.44 * (i === tip ? 0.5 : (SECTION[i % SECTION.length][0] + 1) / 2),
      v ? lerp(v[0], v[1], shareOf(i)) : hairHeight(place[1]),
    ],
    edge: (_place, i) =>
      (1 - 0.75 * shareOf(i) ** 3) * (v ? 1 : lerp(ROOT_EDGE, 1, smoothstep(0.1, 0.5, shareOf(i)))),
    normal: (normal, _place, i) => {
      const isBelow = i !== tip && i % SECTION.length > 4;
      return isBelow ? normal : unit(mix(normal, outOf(i), softness));
    },
  });
}
