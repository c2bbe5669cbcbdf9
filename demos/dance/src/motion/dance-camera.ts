import { type CameraKey, createVmd, type Curve, type Vmd } from '@odori/format';
import { LOOP_FRAMES } from './beat.js';

const EASE: Curve = [50, 0, 77, 127];
const EASE_OUT: Curve = [20, 40, 60, 127];

/** `turn` to the left of the dancer, `rise` above her; radians. */
function shot(
  frame: number,
  distance: number,
  height: number,
  turn: number,
  rise: number,
  curves: Curve = EASE,
): CameraKey {
  return { frame, distance: -distance, target: [0, height, 0], rotation: [-rise, turn, 0], curves };
}

const OPENING = { distance: 46, height: 10.6, turn: 0.28, rise: 0.1 };

function opening(frame: number): CameraKey {
  return shot(frame, OPENING.distance, OPENING.height, OPENING.turn, OPENING.rise);
}

/** Slow moves, and two cuts: to her face, and to the spin. Keys one frame apart are a cut. */
export function danceCamera(): Vmd {
  return createVmd({
    cameras: [
      opening(0),
      shot(75, 41, 10.6, -0.22, 0.06),
      shot(149, 38, 10.8, 0.2, 0.02),
      shot(150, 19, 15.5, -0.16, 0.02),
      shot(178, 16, 16.1, 0.1, 0),
      shot(179, 46, 10.2, 0.34, -0.1),
      shot(225, 42, 10.8, -0.1, -0.05, EASE_OUT),
      shot(300, 47, 10.4, -0.6, 0.16),
      shot(375, 38, 10.8, -0.2, 0.1),
      shot(405, 25, 14.2, 0.12, 0.02),
      opening(LOOP_FRAMES),
    ],
  });
}
