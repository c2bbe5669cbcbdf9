import { createX, serializeX } from '@odori/format/x';

/** MMD draws a unit of an `.x` file as ten of its own. */
const UNIT = 0.1;

/** Boxes of a stage: color, and the corners with the smallest and the largest coordinates, in MMD units. */
const BOXES = [
  ['#b98a5e', [-14, -0.3, -6], [14, 0, 8]], // the boards
  ['#7d5636', [-14, -3, -6], [14, -0.3, 8]],
  ['#96693f', [-6, -1.8, 8], [6, -1.2, 10]], // steps
  ['#96693f', [-6, -3, 10], [6, -2.4, 12]],
  ...Array.from({ length: 9 }, (_, i) => [
    i % 2 ? '#c23a3a' : '#a82a30', // the folds of a curtain
    [-13 + (26 / 9) * i, 0, -5.5],
    [-13 + (26 / 9) * (i + 1), 19, i % 2 ? -5 : -5.3],
  ]),
  ['#3c2a22', [-14, 0, -5.5], [-13, 21, -4.5]], // posts
  ['#3c2a22', [13, 0, -5.5], [14, 21, -4.5]],
  ['#3c2a22', [-15, 19, -5.5], [15, 20.4, -4.2]],
  ['#ffe2a0', [-11.5, 13.5, -4], [-9.5, 16.5, -2]], // lanterns
  ['#ffe2a0', [9.5, 13.5, -4], [11.5, 16.5, -2]],
];

/** A small stage of boxes as an accessory (`.x`), as the recipe for stages shows it. */
export function exampleStage() {
  return serializeX(
    createX({
      materials: BOXES.map(([color]) => ({
        diffuse: [...colorOf(color), 1],
        emissive: colorOf(color, 0.35),
      })),
      meshes: BOXES.map(([, low, high], material) => box(low, high, material)),
    }),
  );
}

function colorOf(hex, factor = 1) {
  return [1, 3, 5].map((start) => (factor * Number.parseInt(hex.slice(start, start + 2), 16)) / 255);
}

/** Each face has corners of its own, so that its normal is flat. */
function box(low, high, material) {
  const positions = [];
  const normals = [];
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const around = [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 0],
      ];
      // clockwise, seen from the front
      for (const [a, b] of side > 0 ? around : around.toReversed()) {
        const point = [];
        point[axis] = side > 0 ? high[axis] : low[axis];
        point[u] = a ? high[u] : low[u];
        point[v] = b ? high[v] : low[v];
        positions.push(UNIT * point[0], UNIT * point[1], -UNIT * point[2]); // z to the back
      }
      normals.push(0, 0, 0);
      normals[normals.length - 3 + axis] = axis === 2 ? -side : side;
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
