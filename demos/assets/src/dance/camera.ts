import {
  type CameraKey,
  createVmd,
  type LightKey,
  LINEAR_CURVE,
  type SelfShadowKey,
  type Vmd,
} from '@odori/format';
import { createCameraPose, Motion, sampleCamera } from '@odori/runtime/motion';
import { Vector3 } from 'three';
import { around, DEGREE, ease, frameOfBeat, LOOP_FRAMES } from './beat.js';
import { HANDS, LIGHTS, type Shot, SHOTS } from './camera-score.js';
import { fitCurve, sharesOf } from './fit-keys.js';

/** The position of a bone in each frame of the loop. */
export type Path = readonly Vector3[];

const FRAMES_PER_KEY = 24;
/** Smooths the target, so that the camera does not shake with it. */
const CALM = { body: 26, near: 15 };

/**
 * How far the target lies above a bone: for the face, for a view from the waist up, and for hands without a
 * part of her face.
 */
const ABOVE: Readonly<Record<string, number>> = { 頭: 0.75, 上半身2: 1.15, [HANDS]: -0.7 };

/**
 * The camera in one frame: x, y, z of the target, rotations above and around, roll, distance, angle of view.
 */
type Values = readonly [
  x: number,
  y: number,
  z: number,
  above: number,
  round: number,
  roll: number,
  distance: number,
  fov: number,
];

/** The shot that shows a frame of the loop. */
export function shotAt(frame: number): Shot {
  return SHOTS.findLast(({ from }) => frameOfBeat(from) <= frame)!;
}

/** The camera shots, with cuts on the beat (two keyframes one frame apart), and the light of each section. */
export function danceCamera(pathOf: (bone: string) => Path): Vmd {
  const cameras = SHOTS.flatMap((shot, i) => {
    const from = frameOfBeat(shot.from);
    const to = i + 1 < SHOTS.length ? frameOfBeat(SHOTS[i + 1].from) - 1 : LOOP_FRAMES;
    return keysOf(shot, from, to, pathOf(typeof shot.aim === 'string' ? shot.aim : 'センター'));
  });
  const lights = LIGHTS.map(({ beat, color, direction }): LightKey => ({
    frame: frameOfBeat(beat),
    color,
    direction,
  }));
  return createVmd({ cameras, lights, selfShadows: shadowsOf(cameras) });
}

/** The map of her own shadow gets another width when the distance has changed by this part. */
const SHADOW_STEP = 0.1;

/**
 * The map of her own shadow, as wide as the picture needs: at the eye it reaches half of the camera's
 * distance to each side, and it opens twice as far behind her. So its pixels have about the same size in each
 * picture, and close-ups have no stairs. Its width steps at keyframes, in MMD too.
 */
function shadowsOf(cameras: readonly CameraKey[]): SelfShadowKey[] {
  const { camera } = Motion.from(createVmd({ cameras }));
  const pose = createCameraPose();
  const keys: SelfShadowKey[] = [];
  let last = 0;
  for (let frame = 0; frame <= LOOP_FRAMES; frame++) {
    const distance = Math.abs(sampleCamera(camera!, frame, pose).distance);
    if (Math.abs(distance - last) < SHADOW_STEP * last) continue;
    keys.push({ frame, mode: 1, distance: 1 / distance });
    last = distance;
  }
  return keys;
}

function keysOf(shot: Shot, from: number, to: number, path: Path): CameraKey[] {
  const count = Math.max(Math.round((to - from) / FRAMES_PER_KEY), 1);
  const frames = Array.from({ length: count + 1 }, (_, i) => Math.round(from + ((to - from) * i) / count));
  const middle = calmed(path, Math.round((from + to) / 2), CALM.body);
  const valuesAt = (frame: number): Values => {
    const followed = calmed(path, frame, typeof shot.aim === 'string' ? CALM.near : CALM.body);
    return valuesOf(shot, (frame - from) / (to - from), middle.clone().lerp(followed, shot.follow ?? 1));
  };
  return frames.map((frame, i) => {
    const [x, y, z, above, round, roll, distance, fov] = valuesAt(frame);
    return {
      frame,
      target: [x, y, -z],
      rotation: [-above * DEGREE, round * DEGREE, roll * DEGREE],
      distance: -distance,
      fov: Math.round(fov),
      ...(i > 0 && { curves: curvesOf(valuesAt, frames[i - 1], frame) }),
    };
  });
}

/** One curve per channel, by least squares. */
function curvesOf(
  valuesAt: (frame: number) => Values,
  from: number,
  to: number,
): NonNullable<CameraKey['curves']> {
  const start = valuesAt(from);
  const end = valuesAt(to);
  const curve = (channel: number): ReturnType<typeof fitCurve> => {
    const way = end[channel] - start[channel];
    if (Math.abs(way) < 1e-6) return LINEAR_CURVE;
    return fitCurve(sharesOf(from, to, (frame) => (valuesAt(frame)[channel] - start[channel]) / way));
  };
  return { x: curve(0), y: curve(1), z: curve(2), rotation: curve(4), distance: curve(6), fov: curve(6) };
}

function valuesOf(shot: Shot, share: number, target: Vector3): Values {
  const { aim, distance, round, above, fov = [30, 30], roll = [0, 0], aside = [0, 0] } = shot;
  const [start, end] = shot.swing ?? [0, 1];
  const drift = shot.swing ? 0.15 : 0.45; // it never stands still, and starts softly
  const way = (1 - drift) * ease(start, end, share) + drift * share;
  const mix = ([a, b]: readonly [number, number]): number => a + (b - a) * way;
  const angle = mix(round) * DEGREE;
  const x = target.x - mix(aside) * Math.cos(angle);
  const z = target.z + mix(aside) * Math.sin(angle);
  const level = typeof aim === 'number' ? aim : mix(aim as readonly [number, number]);
  const y = typeof aim === 'string' ? target.y + ABOVE[aim] : level;
  return [x, y, z, mix(above), mix(round), mix(roll), mix(distance), mix(fov)];
}

/** The mean of the frames around one, with larger weights for nearer ones. */
function calmed(path: Path, frame: number, width: number): Vector3 {
  const sum = new Vector3();
  let weights = 0;
  for (let i = -width; i <= width; i++) {
    const weight = 1 + Math.cos((Math.PI * i) / (width + 1));
    sum.addScaledVector(path[around(frame + i, LOOP_FRAMES)], weight);
    weights += weight;
  }
  return sum.divideScalar(weights);
}
