import { type CameraPose, createCameraPose, Motion, sampleCamera } from '@odori/runtime/motion';
import type { Vmd } from '@odori/format';
import { Euler, Vector3 } from 'three';
import { around, DEGREE, ease, LOOP_FRAMES, wrapAngle } from './beat.js';
import { type Puppet, turnOf } from './puppet.js';

const angles = /* @__PURE__ */ new Euler(0, 0, 0, 'YXZ');

/** The position of the camera at a frame, in three.js space. */
export function eyeOf(pose: CameraPose): Vector3 {
  const [x, y, z] = pose.angles;
  return new Vector3(0, 0, -pose.distance)
    .applyEuler(angles.set(x, y, z))
    .add(new Vector3().fromArray(pose.target));
}

/** The position of the camera in every frame. */
export function cameraPlaces(camera: Vmd): Vector3[] {
  const track = Motion.from(camera).camera!;
  const pose = createCameraPose();
  return Array.from({ length: LOOP_FRAMES }, (_, frame) => eyeOf(sampleCamera(track, frame, pose)));
}

const MAX_TURN = 42;
/** In a spin she looks over her shoulder. */
const SPOT_TURN = 66;
const EYES_OUT = 10;
const EYES_UP = 6;

/** The angle from the chest to the camera, in degrees; 0 while she looks away from it. `spin` is 0 to 1. */
export function turnToCamera(puppet: Puppet, camera: Vector3, spin: number): number {
  const ahead = new Vector3(0, 0, 1).applyQuaternion(puppet.heading('上半身2'));
  const way = camera.clone().sub(puppet.place('頭'));
  const apart = wrapAngle(Math.atan2(way.x, way.z) - Math.atan2(ahead.x, ahead.z)) / DEGREE;
  const most = MAX_TURN + (SPOT_TURN - MAX_TURN) * spin;
  return most * Math.tanh((0.75 * apart) / most) * ease(170 - 25 * spin, 95 + 25 * spin, Math.abs(apart));
}

/** Turns the eyes to the camera, within their limits. The head must be solved. */
export function lookAt(puppet: Puppet, camera: Vector3): void {
  const way = camera.clone().sub(puppet.place('両目')).applyQuaternion(puppet.heading('頭').invert());
  const out = Math.atan2(way.x, way.z) / DEGREE;
  const down = -Math.atan2(way.y, Math.hypot(way.x, way.z)) / DEGREE;
  const sees = ease(120, 60, Math.abs(out));
  puppet.turn(
    '両目',
    turnOf(sees * EYES_UP * Math.tanh(down / EYES_UP), sees * EYES_OUT * Math.tanh(out / EYES_OUT), 0),
  );
}

const WIDTH = 5;
const SPOT_WIDTH = 1;

/**
 * Smooths the head, which also turns slowly across a cut and starts before it. In a spin (`turnAt`, degrees
 * per frame) it stays on the viewer and then turns fast.
 */
export function softened(values: Float64Array, turnAt: (frame: number) => number): Float64Array {
  let smooth = values;
  for (let pass = 0; pass < 2; pass++) {
    const last = smooth;
    smooth = last.map((_, i) => {
      const width = Math.round(WIDTH + (SPOT_WIDTH - WIDTH) * ease(6, 16, Math.abs(turnAt(i))));
      let sum = 0;
      for (let j = -width; j <= width; j++) sum += last[around(i + j, LOOP_FRAMES)];
      return sum / (2 * width + 1);
    });
  }
  return smooth;
}
