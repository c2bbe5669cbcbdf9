import { BufferGeometry, Float32BufferAttribute, Uint16BufferAttribute, Vector3 } from 'three';
import { MonotoneSpline } from '../monotone-spline.js';

/** Up to four bones and how much each has to say. */
export type Weights = readonly (readonly [bone: number, weight: number])[];

/** A closed line round the tube. */
export interface Ring {
  center: Vector3;
  /** Half the width along the tube's side axis. */
  side: number;
  /** Half the width along its front axis. */
  front: number;
}

export interface TubeOptions {
  rings: readonly Ring[];
  /** `side × front` must point along the tube. */
  sideAxis: Vector3;
  frontAxis: Vector3;
  segments: number;
  weigh: (point: Vector3) => Weights;
  /** Multiplies the width at an angle of ring `i`. */
  ruffle?: (angle: number, share: number) => number;
}

/** A smooth hose through rings, bound to bones: what every limb and cloth of the figure is made of. */
export function tube({ rings, sideAxis, frontAxis, segments, weigh, ruffle }: TubeOptions): BufferGeometry {
  const positions: number[] = [];
  const bones: number[] = [];
  const weights: number[] = [];
  const point = new Vector3();
  rings.forEach((ring, i) => {
    for (let j = 0; j < segments; j++) {
      const angle = (j / segments) * 2 * Math.PI;
      const scale = ruffle?.(angle, i / (rings.length - 1)) ?? 1;
      point
        .copy(ring.center)
        .addScaledVector(sideAxis, Math.cos(angle) * ring.side * scale)
        .addScaledVector(frontAxis, Math.sin(angle) * ring.front * scale);
      positions.push(point.x, point.y, point.z);
      pushWeights(bones, weights, weigh(point));
    }
  });
  return skinnedGeometry(positions, bones, weights, gridIndices(rings.length, segments));
}

/** Makes a geometry of columns and finds its normals. */
export function skinnedGeometry(
  positions: readonly number[],
  bones: readonly number[],
  weights: readonly number[],
  indices: readonly number[],
): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(bones, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  geometry.setIndex([...indices]);
  geometry.computeVertexNormals();
  return geometry;
}

export function pushWeights(bones: number[], weights: number[], pairs: Weights): void {
  const total = pairs.reduce((sum, [, weight]) => sum + weight, 0);
  for (let k = 0; k < 4; k++) {
    const [bone, weight] = pairs[k] ?? [0, 0];
    bones.push(bone);
    weights.push(weight / total);
  }
}

function gridIndices(rows: number, segments: number): number[] {
  const indices: number[] = [];
  for (let i = 0; i + 1 < rows; i++) {
    for (let j = 0; j < segments; j++) {
      const next = (j + 1) % segments;
      const a = i * segments + j;
      const b = i * segments + next;
      indices.push(a, b, a + segments, b, b + segments, a + segments);
    }
  }
  return indices;
}

/** A few measures of a tube: how far along, half width at the side, at the front, and how far it is moved to the front. */
export type Measure = readonly [along: number, side: number, front: number, shift?: number];

/** Rings through measures, `count` of them, along a line. */
export function ringsThrough(
  measures: readonly Measure[],
  count: number,
  origin: Vector3,
  direction: Vector3,
  frontAxis: Vector3,
): Ring[] {
  const alongs = measures.map(([along]) => along);
  const [sides, fronts, shifts] = [1, 2, 3].map(
    (column) =>
      new MonotoneSpline(
        alongs,
        measures.map((measure) => measure[column] ?? 0),
      ),
  );
  const first = alongs[0];
  const length = alongs[alongs.length - 1] - first;
  return Array.from({ length: count }, (_, i) => {
    const along = first + (length * i) / (count - 1);
    const center = origin
      .clone()
      .addScaledVector(direction, along)
      .addScaledVector(frontAxis, shifts.at(along));
    return { center, side: sides.at(along), front: fronts.at(along) };
  });
}
