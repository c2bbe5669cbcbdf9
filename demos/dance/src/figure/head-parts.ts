import { type BufferGeometry, MathUtils, Vector3 } from 'three';
import { HEAD, HEAD_TOP, headPoint } from './head-shape.js';
import { egg, uprightTube } from './limb.js';
import { bothSides } from './mirror-part.js';
import type { Fabric } from './palette.js';
import { pushWeights, skinnedGeometry } from './tube.js';
import { weighAlong, weighWith } from './weigh.js';

const weighHead = weighWith('頭');

/** The bald head, ears, hair with a ponytail, and what ties it. */
export function headParts(): Partial<Record<Fabric, BufferGeometry[]>> {
  return {
    skin: [
      uprightTube(HEAD, HEAD_TOP, { weigh: weighHead, rows: 48, segments: 40 }),
      ...bothSides(egg(new Vector3(1.68, 17.75, -0.1), [0.16, 0.36, 0.26], weighHead)),
    ],
    hair: [hairShell(), ...bothSides(sideLock()), ponytail(), crown()],
    ribbon: ribbon(),
    trim: [egg(new Vector3(0, 19.75, -1.85), [0.36, 0.32, 0.32], weighHead)],
  };
}

const COLUMNS = 120;
const ROWS = 16;

/** A cap that ends in fringes over the forehead, before the ears and at the nape. */
function hairShell(): BufferGeometry {
  const positions: number[] = [];
  const bones: number[] = [];
  const weights: number[] = [];
  const point = new Vector3();
  for (let i = 0; i < ROWS; i++) {
    for (let j = 0; j < COLUMNS; j++) {
      const angle = (j / COLUMNS) * 2 * Math.PI;
      const share = i / (ROWS - 1);
      const y = MathUtils.lerp(HEAD_TOP.y - 0.001, hairEnd(angle), share ** 1.15);
      headPoint(angle, y, 1.1 + 0.06 * share, point);
      point.y += 0.16 * (1 - share);
      positions.push(point.x, point.y, point.z);
      pushWeights(bones, weights, weighHead());
    }
  }
  return skinnedGeometry(positions, bones, weights, shellIndices());
}

function shellIndices(): number[] {
  const indices: number[] = [];
  for (let i = 0; i + 1 < ROWS; i++) {
    for (let j = 0; j < COLUMNS; j++) {
      const next = (j + 1) % COLUMNS;
      const a = i * COLUMNS + j;
      const b = i * COLUMNS + next;
      indices.push(a, a + COLUMNS, b, b, a + COLUMNS, b + COLUMNS);
    }
  }
  return indices;
}

/** How far down the hair reaches, by the angle from the front. */
function hairEnd(angle: number): number {
  const around = Math.abs(MathUtils.euclideanModulo(angle + Math.PI, 2 * Math.PI) - Math.PI);
  const fringe = 18.58 + 0.2 * MathUtils.smoothstep(around, 0, 0.9) - 0.34 * tooth(angle);
  const nape = 16.95 - 0.12 * Math.cos(9 * angle);
  return MathUtils.lerp(fringe, nape, MathUtils.smoothstep(around, 0.95, 1.35));
}

/** 1 at the tip of a strand, 0 between two; the parting lies a little to one side. */
function tooth(angle: number): number {
  const strand = Math.abs(MathUtils.euclideanModulo((angle + 0.16) / 0.42, 1) - 0.5) * 2;
  return 1 - strand ** 1.4;
}

function crown(): BufferGeometry {
  return egg(new Vector3(0, 19.55, -0.6), [1.0, 0.58, 1.0], weighHead);
}

function sideLock(): BufferGeometry {
  return uprightTube(
    [
      [0, 0.1, 0.2],
      [0.3, 0.2, 0.36, 0.02],
      [1.4, 0.24, 0.3, 0.1],
      [2.3, 0.16, 0.2, 0.2],
      [2.75, 0.01, 0.02, 0.3],
    ],
    new Vector3(1.68, 18.55, 0.62),
    { weigh: weighWith('左横髪'), rows: 16, segments: 14 },
  );
}

function ponytail(): BufferGeometry {
  const up = new Vector3(0, -1, 0);
  return uprightTube(
    [
      [0, 0.2, 0.2, 0],
      [0.15, 0.5, 0.45, -0.35],
      [0.7, 0.78, 0.66, -0.95],
      [1.6, 0.92, 0.72, -1.45],
      [3.2, 0.8, 0.62, -1.72],
      [4.8, 0.5, 0.4, -1.6],
      [5.7, 0.22, 0.18, -1.35],
      [6.2, 0.01, 0.02, -1.1],
    ],
    new Vector3(0, 20.1, -1.65),
    {
      weigh: weighAlong(['ポニーテール１', 'ポニーテール２', 'ポニーテール３'], up, 0.6),
      rows: 36,
      segments: 20,
      ruffle: (angle, share) => 1 + 0.06 * Math.sin(5 * angle) * share,
    },
  );
}

function ribbon(): BufferGeometry[] {
  return [1, -1].map((side) => {
    const loop = egg(new Vector3(), [0.78, 0.42, 0.22], weighHead);
    loop.rotateZ(side * 0.5);
    loop.rotateY(side * 0.35);
    return loop.translate(side * 0.82, 20.05, -1.95);
  });
}
