import { createX, type X } from '@odori/format/x';

type Point = readonly [x: number, y: number, z: number];

/** A box: color, the smallest and the largest coordinates, in MMD units, z to the front. */
type Box = readonly [color: string, low: Point, high: Point];

/** MMD draws a unit of an `.x` file as ten of its own. */
const UNIT = 0.1;
const CORNERS_OF_FACE = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 0],
] as const;

const BOXES: readonly Box[] = [
  ['#b98a5e', [-14, -0.3, -6], [14, 0, 8]], // the boards
  ['#7d5636', [-14, -3, -6], [14, -0.3, 8]],
  ['#96693f', [-6, -1.8, 8], [6, -1.2, 10]], // steps
  ['#96693f', [-6, -3, 10], [6, -2.4, 12]],
  ...Array.from({ length: 9 }, (_, fold) => curtainFold(fold)),
  ['#3c2a22', [-14, 0, -5.5], [-13, 21, -4.5]], // posts
  ['#3c2a22', [13, 0, -5.5], [14, 21, -4.5]],
  ['#3c2a22', [-15, 19, -5.5], [15, 20.4, -4.2]],
  ['#ffe2a0', [-11.5, 13.5, -4], [-9.5, 16.5, -2]], // lanterns
  ['#ffe2a0', [9.5, 13.5, -4], [11.5, 16.5, -2]],
];

function curtainFold(fold: number): Box {
  const isFar = fold % 2 === 0;
  const left = -13 + (26 / 9) * fold;
  return [isFar ? '#a82a30' : '#c23a3a', [left, 0, -5.5], [left + 26 / 9, 19, isFar ? -5.3 : -5]];
}

/** A small stage of boxes with a curtain, as an accessory. */
export function createStage(): X {
  return createX({
    materials: BOXES.map(([color]) => ({
      diffuse: [...colorOf(color), 1] as [number, number, number, number],
      emissive: colorOf(color, 0.35),
    })),
    meshes: BOXES.map(([, low, high], material) => boxMesh(low, high, material)),
  });
}

function colorOf(hex: string, factor = 1): [r: number, g: number, b: number] {
  const channel = (start: number): number =>
    (factor * Number.parseInt(hex.slice(start, start + 2), 16)) / 255;
  return [channel(1), channel(3), channel(5)];
}

/** Each face has corners of its own, so that its normal is flat. */
function boxMesh(low: Point, high: Point, material: number) {
  const positions: number[] = [];
  const normals: number[] = [];
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      positions.push(...facePositions(low, high, axis, side));
      const normal = [0, 0, 0];
      normal[axis] = axis === 2 ? -side : side; // z to the back
      normals.push(...normal);
    }
  }
  const corners = Uint32Array.from({ length: 24 }, (_, i) => i);
  return {
    positions: Float32Array.from(positions),
    faceStarts: Uint32Array.from({ length: 7 }, (_, i) => 4 * i),
    corners,
    normals: { vectors: Float32Array.from(normals), corners: corners.map((i) => i >> 2) },
    materials: [material],
    faceMaterials: Uint32Array.of(0),
  };
}

/** The four corners of a face, clockwise as seen from outside, in the units of the file, z to the back. */
function facePositions(low: Point, high: Point, axis: number, side: number): number[] {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const around = side > 0 ? CORNERS_OF_FACE : CORNERS_OF_FACE.toReversed();
  return around.flatMap(([a, b]) => {
    const point = [0, 0, 0];
    point[axis] = side > 0 ? high[axis] : low[axis];
    point[u] = a ? high[u] : low[u];
    point[v] = b ? high[v] : low[v];
    return [UNIT * point[0], UNIT * point[1], -UNIT * point[2]];
  });
}
