import { delaunay, isInside } from '../mesh/delaunay.js';
import type { Part } from '../mesh/part.js';
import { radians, smoothstep, sub, type V2, type V3 } from '../mesh/vector.js';
import {
  BUILT_MOUTH,
  EXPRESSIONS,
  EYE,
  type Expression,
  type FacePoint,
  inMouth,
  lowerLid,
  placed,
  upperLid,
} from './expression.js';
import { atHeight, HEAD_CENTER, headAngles, headNormal, onHead, softNormal } from './head-shape.js';

/**
 * The rim of an eye, made larger by a factor about its middle; from its inner corner over the top and back
 * below.
 */
export function eyeRim(side: number, size: number, count = 24): V2[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    const s = -Math.cos(angle);
    const y = angle <= Math.PI ? upperLid(s) : lowerLid(s);
    const [mx, my] = [EYE.x, EYE.y + 0.02];
    return [side * (mx + s * EYE.halfWidth * size), my + (y - my) * size];
  });
}

function mouthRim(size: number, count = 20): V2[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    const [x, y] = inMouth(BUILT_MOUTH, -Math.cos(angle), angle <= Math.PI ? 1 : 0);
    return [x * size, 16.57 + (y - 16.57) * (1 + (size - 1) * 2)];
  });
}

/** Where the front ends, on which things are moved in x and y. */
const FRONT = { azimuth: 72, lowest: -52, highest: 40 };

/** The skin of her head with holes for eyes and mouth. */
export function createFace(): Part {
  const eyes = [1, -1].map((side) => [1, 1.1, 1.26, 1.5].map((size) => eyeRim(side, size)));
  const lips = [1, 1.3, 1.75].map((size) => mouthRim(size));
  const places: V2[] = [...eyes.flat(2), ...lips.flat()].map(([x, y]) => headAngles(x, y));
  const loops = [...eyes.map((rims) => rims[3]), lips[2]].map((rim) => rim.map(([x, y]) => headAngles(x, y)));
  places.push(...ridge(), ...grid(loops).filter(([azimuth, elevation]) => !isOnRidge(azimuth, elevation)));
  const plane = places.map(([azimuth, elevation]): V2 => [
    radians(azimuth) * 1.2 * Math.cos(radians(Math.max(elevation, -60) * 0.6)),
    radians(elevation),
  ]);
  const first = (rim: readonly V2[], start: number): V2[] => plane.slice(start, start + rim.length);
  const holes = [first(eyes[0][0], 0), first(eyes[1][0], 96), first(lips[0], 192)];
  const faces = delaunay(plane).filter((corners) => {
    // prettier-ignore
    const [x, y] = [0, 1].map((axis) => (plane[corners[0]][axis] + plane[corners[1]][axis] + plane[corners[2]][axis]) / 3);
    return !holes.some((hole) => isInside([x, y], hole));
  });
  const points = places.map(([azimuth, elevation]): FacePoint | V3 => {
    const place = onHead(azimuth, elevation);
    const inFront =
      Math.abs(azimuth) < FRONT.azimuth && elevation > FRONT.lowest && elevation < FRONT.highest;
    return inFront ? { kind: 'skin', x: place[0], y: place[1], off: 0 } : place;
  });
  const part = facePart('face', points, faces);
  part.edges = part.positions.map(edgeAt);
  part.uvs = part.positions.map(faceUv);
  return part;
}

/** Thin lines on the front, and hardly one where lips and nose would hide parts of it and break it. */
function edgeAt([x, y, z]: V3): number {
  if (z < -0.55 && Math.abs(x) < 0.3 && y > 16.44 && y < 16.92) return 0.2;
  return z < -0.55 && y > 16.35 ? 0.35 : 0.7;
}

/** Seen from the front: 2.6 wide, from 19.2 down to 16. */
export function faceUv([x, y]: V3): V2 {
  return [0.5 + x / 2.6, (19.2 - y) / 3.2];
}

/**
 * Heights along the middle of the face where its profile bends: forehead, bridge, tip of the nose, upper lip;
 * chin.
 */
// prettier-ignore
const BENDS = [17.72, 17.48, 17.3, 17.15, 17.05, 16.98, 16.93, 16.88, 16.84, 16.77, 16.7, 16.38, 16.32, 16.26, 16.2];
/** How far the sides of the nose are from its middle, in degrees. */
const NOSE_SIDES = [2.2, 5];

/** Denser places on the nose and on the middle of the chin: seen from the side, they are her profile. */
function ridge(): V2[] {
  return BENDS.flatMap((y): V2[] => {
    // prettier-ignore
    const elevation = (Math.asin((y - HEAD_CENTER[1]) / Math.hypot(...sub(atHeight(0, y), HEAD_CENTER))) * 180) / Math.PI;
    const sides = y < 17.2 && y > 16.8 ? NOSE_SIDES : NOSE_SIDES.slice(1);
    return [0, ...sides.flatMap((side) => [side, -side])].map((azimuth): V2 => [azimuth, elevation]);
  });
}

/** Where the ridge takes the place of the grid. */
function isOnRidge(azimuth: number, elevation: number): boolean {
  return Math.abs(azimuth) < 7 && elevation > -50 && elevation < 8;
}

/** Places all over the head but where the loops are, denser at the chin. */
function grid(loops: readonly V2[][]): V2[] {
  const places: V2[] = [];
  const rows = [
    -85, -76, -69, -63.5, -59, -55, -51, -47, -42, -36.5, -31, -25.5, -20, -14, -7, 0, 8, 17, 27, 38, 52,
  ];
  rows.forEach((elevation, row) => {
    const step = elevation < -65 ? 24 : elevation > 20 ? 12 : 7.5;
    const reach = elevation < 5 ? 180 : 120;
    const azimuths: number[] = [];
    for (let azimuth = row % 2 ? step / 2 : 0; azimuth < reach; azimuth += azimuth < 75 ? step : step * 2) {
      azimuths.push(azimuth);
    }
    // Behind, both ends meet.
    for (const azimuth of [...azimuths, reach]) {
      for (const a of azimuth === 0 ? [0] : [azimuth, -azimuth]) {
        if (!loops.some((loop) => isInside([a, elevation], loop))) places.push([a, elevation]);
      }
    }
  });
  return places;
}

/**
 * A part whose vertices lie on the face, or anywhere; with all vertex morphs that move it.
 * Its faces go round as they are seen from the front with y up and her left at the right.
 */
export function facePart(
  material: string,
  points: readonly (FacePoint | V3)[],
  faces: readonly number[][],
  bone = '頭',
): Part {
  const at = (point: FacePoint | V3, expression: Expression): V3 =>
    Array.isArray(point) ? point : placed(point, expression);
  const positions = points.map((point) => at(point, {}));
  const morphs = new Map<string, (V3 | undefined)[]>();
  for (const { name, expression } of EXPRESSIONS) {
    const offsets = points.map((point, i) => {
      const offset = sub(at(point, expression), positions[i]);
      return Math.hypot(...offset) > 5e-4 ? offset : undefined;
    });
    if (offsets.some(Boolean)) morphs.set(name, offsets);
  }
  return {
    material,
    positions,
    normals: positions.map(faceNormal),
    uvs: positions.map((): V2 => [0, 0]),
    faces: faces.map((face) => face.toReversed()),
    pulls: positions.map(() => ({ [bone]: 1 })),
    edges: positions.map(() => 0),
    morphs,
  };
}

function faceNormal(place: V3): V3 {
  const [x, y, z] = sub(place, [0, 17.6, 0.1]);
  const azimuth = (Math.atan2(x, -z) * 180) / Math.PI;
  const elevation = (Math.atan2(y, Math.hypot(x, z)) * 180) / Math.PI;
  return softNormal(headNormal(azimuth, elevation), place, 0.3 + 0.35 * smoothstep(-68, -40, elevation));
}

/** A face of the front, one row of points above the other, all alike long. */
export function gridFaces(rows: number, columns: number): number[][] {
  const faces: number[][] = [];
  for (let row = 0; row + 1 < rows; row++) {
    for (let i = 0; i + 1 < columns; i++) {
      const a = row * columns + i;
      faces.push([a, a + 1, a + columns + 1, a + columns]);
    }
  }
  return faces;
}

/** The same as seen in a mirror. */
export function mirroredPoints(points: readonly FacePoint[]): FacePoint[] {
  return points.map((point) => (point.kind === 'mouth' ? point : { ...point, x: -point.x }));
}
