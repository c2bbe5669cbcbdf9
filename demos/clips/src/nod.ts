import { createVmd, type Quaternion } from '@odori/format';
import { Motion } from '@odori/runtime';

const DEGREES = 16;
const half = (DEGREES / 2) * (Math.PI / 180);
const down: Quaternion = [-Math.sin(half), 0, 0, Math.cos(half)];

/** 頭 (head) goes down and up again, in a second. */
export const nod: Motion = Motion.from(
  createVmd({
    bones: [
      { name: '頭', frame: 0 },
      { name: '頭', frame: 12, rotation: down, curves: [64, 0, 64, 127] },
      { name: '頭', frame: 30, curves: [64, 0, 64, 127] },
    ],
  }),
);
