import { loft, rounded } from '../mesh/loft.js';
import { makePart, mirroredPart, type Part, type Pull } from '../mesh/part.js';
import { facingOutwards } from '../mesh/poly.js';
import { clamp, lerp, radians, smoothstep, type V2, type V3 } from '../mesh/vector.js';
import { ANKLE, bonePosition } from './bone-table.js';
import { blend, legPull } from './weights.js';

const SIDES = 22;

/** What is of one colour, in the order of the texture. */
const PLAIN = ['cream', 'gold', 'night', 'sole'] as const;
type Covering = 'vermilion' | (typeof PLAIN)[number];

/**
 * A slice of a boot at a height: half width, how far it goes to the front and to the back of the ankle, and
 * its shape.
 */
// prettier-ignore
const SLICES: readonly { y: number; x: number; front: number; back: number; square: number; tag: Covering }[] = [
  { y: 0.0, x: 0.46, front: 1.62, back: 0.5, square: 2.5, tag: 'sole' },
  { y: 0.04, x: 0.485, front: 1.66, back: 0.53, square: 2.5, tag: 'sole' },
  { y: 0.2, x: 0.485, front: 1.67, back: 0.53, square: 2.5, tag: 'sole' },
  { y: 0.23, x: 0.45, front: 1.62, back: 0.49, square: 2.4, tag: 'vermilion' },
  { y: 0.4, x: 0.465, front: 1.62, back: 0.51, square: 2.3, tag: 'vermilion' },
  { y: 0.58, x: 0.455, front: 1.48, back: 0.51, square: 2.3, tag: 'vermilion' },
  { y: 0.74, x: 0.425, front: 1.2, back: 0.49, square: 2.1, tag: 'vermilion' },
  { y: 0.9, x: 0.39, front: 0.9, back: 0.455, square: 2, tag: 'vermilion' },
  { y: 1.08, x: 0.36, front: 0.64, back: 0.42, square: 2, tag: 'vermilion' },
  { y: 1.3, x: 0.335, front: 0.46, back: 0.385, square: 2, tag: 'gold' },
  { y: 1.33, x: 0.36, front: 0.46, back: 0.4, square: 2, tag: 'gold' },
  { y: 1.5, x: 0.36, front: 0.41, back: 0.4, square: 2, tag: 'gold' },
  { y: 1.53, x: 0.335, front: 0.38, back: 0.37, square: 2, tag: 'vermilion' },
  { y: 1.95, x: 0.335, front: 0.36, back: 0.385, square: 2, tag: 'vermilion' },
  { y: 2.5, x: 0.37, front: 0.39, back: 0.43, square: 2, tag: 'vermilion' },
  { y: 3.1, x: 0.43, front: 0.45, back: 0.5, square: 2, tag: 'vermilion' },
  { y: 3.42, x: 0.465, front: 0.49, back: 0.53, square: 2, tag: 'cream' },
  { y: 3.45, x: 0.505, front: 0.53, back: 0.565, square: 2, tag: 'cream' },
  { y: 3.72, x: 0.535, front: 0.565, back: 0.595, square: 2, tag: 'cream' },
  { y: 3.76, x: 0.5, front: 0.53, back: 0.56, square: 2, tag: 'night' },
  { y: 3.45, x: 0.43, front: 0.46, back: 0.49, square: 2, tag: 'night' },
];

export function createBoots(): Part[] {
  const rings = SLICES.map(({ y, x, front, back, square }) =>
    Array.from({ length: SIDES }, (_, i): V3 => {
      const angle = radians((360 * i) / SIDES);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      // Their tips turn out a bit, as feet do, and the shaft leans as the shin.
      const ahead = rounded(c, square) * (c > 0 ? front : back);
      const narrow = c > 0 && y < 1 ? 1 - 0.16 * c ** 3 : 1 - (c < 0 && y < 1 ? 0.12 * c * c : 0);
      const lean = lerp(ANKLE[2], 0.17, clamp((y - 1) / 2.5));
      return [ANKLE[0] + rounded(s, square) * x * narrow + Math.max(ahead, 0) * 0.03, y, lean - ahead];
    }),
  );
  const poly = facingOutwards(loft(rings, { capStart: true, tag: (gap) => SLICES[gap].tag }));
  return (['vermilion', ...PLAIN] as const)
    .map((tag) => {
      const uv = tag === 'vermilion' ? shaftUv : (): V2 => [0.75, (PLAIN.indexOf(tag) + 0.5) / PLAIN.length];
      return makePart(poly, { material: 'boot', pull: bootPull, uv }, tag);
    })
    .flatMap((part) => [part, mirroredPart(part)]);
}

/** Alike on both sides of the leg: from its front round to its back, and down. */
function shaftUv([x, y, z]: V3): V2 {
  const middle = lerp(ANKLE[2], 0.17, clamp((y - 1) / 2.5));
  return [(0.5 * Math.abs(Math.atan2(x - ANKLE[0], middle - z))) / Math.PI, (3.42 - y) / 3.2];
}

/** The foot bends at the ball. */
function bootPull(point: V3): Pull {
  const ball = bonePosition('左足先EX')[2];
  const toe = 1 - smoothstep(ball - 0.28, ball + 0.28, point[2]);
  return blend(legPull(point), { 左足先EX: 1 }, point[1] < 1.1 ? toe : 0);
}
