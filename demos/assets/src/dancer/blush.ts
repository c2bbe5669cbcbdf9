import type { Part } from '../mesh/part.js';
import type { V2 } from '../mesh/vector.js';
import type { FacePoint } from './expression.js';
import { facePart, gridFaces } from './face.js';

const COLUMNS = 7;
const ROWS = 5;

/** A patch on each cheek, which is there when she blushes. */
export function createBlush(): Part[] {
  return [1, -1].map((side) => {
    const points: FacePoint[] = [];
    const uvs: V2[] = [];
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) {
        const [u, v] = [column / (COLUMNS - 1), row / (ROWS - 1)];
        points.push({
          kind: 'cheek',
          x: side * (0.6 + (u - 0.5) * 0.46),
          y: 16.93 + (v - 0.5) * 0.24,
          off: 0.012,
        });
        uvs.push([u, 1 - v]);
      }
    }
    const faces = gridFaces(ROWS, COLUMNS);
    const part = facePart('blush', points, side > 0 ? faces : faces.map((face) => face.toReversed()));
    return { ...part, uvs };
  });
}
