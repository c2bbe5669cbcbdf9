import { Vector3 } from 'three';
import { around, LOOP_FRAMES } from './beat.js';
import type { BodyChannel } from './phrase.js';
import type { Score } from './programme.js';
import { type Puppet, turnOf } from './puppet.js';
import { followCurve, type Spring } from './spring.js';

/** The hips move first and slowly, the chest follows, and the head comes last and nods on. */
const SPRINGS: Readonly<Record<BodyChannel, Spring>> = {
  shift: { frequency: 2.6, damping: 0.85, response: 1.5, lead: 2 },
  forward: { frequency: 2.2, damping: 0.9, response: 1.2, lead: 2 },
  rise: { frequency: 5, damping: 0.8, response: 1.4, lead: 1 },
  bounce: { frequency: 2, damping: 1, response: 1, lead: 0 },
  facing: { frequency: 2.6, damping: 0.75, response: 1.1, lead: 2 },
  hip: { frequency: 3.2, damping: 0.55, response: 1.4, lead: 2 },
  hipTurn: { frequency: 3.2, damping: 0.55, response: 1.4, lead: 2 },
  lean: { frequency: 2.7, damping: 0.55, response: 1.1, lead: 1.5 },
  twist: { frequency: 2.7, damping: 0.5, response: 1.1, lead: 1.5 },
  bend: { frequency: 3, damping: 0.6, response: 1.2, lead: 1.5 },
  tilt: { frequency: 2.6, damping: 0.5, response: 0.8, lead: 1 },
  look: { frequency: 3, damping: 0.6, response: 1, lead: 2 },
  nod: { frequency: 3.4, damping: 0.55, response: 1.3, lead: 1.5 },
};

/** The height of the hips with slightly bent knees. */
const STANCE = -0.22;
const CHEST_LAG = 2;
const HEAD_LAG = 3;

/** Small sways with different periods, so that nothing stands still. In cycles per loop and degrees. */
const SWAYS = {
  breath: [17, 1.1],
  breathLate: [17, 0.9],
  sway: [11, 0.9],
  drift: [7, 1.1],
  roll: [13, 0.8],
} as const;

export type BodyValues = Readonly<Record<BodyChannel, Float64Array>>;

export function followBody(score: Score): BodyValues {
  const entries = Object.entries(score.body).map(([channel, curve]) => [
    channel,
    followCurve(curve, SPRINGS[channel as BodyChannel]),
  ]);
  return Object.fromEntries(entries) as BodyValues;
}

/** A value at a frame of the loop, fractions too. */
export function valueAt(values: Float64Array, frame: number): number {
  const at = around(frame, LOOP_FRAMES);
  const low = Math.floor(at);
  const share = at - low;
  return values[low % LOOP_FRAMES] * (1 - share) + values[(low + 1) % LOOP_FRAMES] * share;
}

function sway(name: keyof typeof SWAYS, frame: number, lag = 0): number {
  const [cycles, size] = SWAYS[name];
  const phase = (2 * Math.PI * cycles * (frame - lag)) / LOOP_FRAMES;
  return size * (Math.sin(phase) + 0.35 * Math.sin(3 * phase + 1 + cycles));
}

/** How far down a bounce is: 1 on the beat. It goes up more slowly than down. */
function sinking(frame: number): number {
  const phase = 2 * Math.PI * around(frame / 15, 1);
  return 0.5 + 0.5 * Math.cos(phase + 0.35 * Math.sin(phase));
}

/** Poses hips and chest. `drop` lowers the hips so that the feet reach the floor. */
export function poseTrunk(puppet: Puppet, values: BodyValues, frame: number, drop: number): void {
  const at = (channel: BodyChannel, lag = 0): number => valueAt(values[channel], frame - lag);
  const bounce = at('bounce') * sinking(frame);
  const late = at('bounce') * sinking(frame - CHEST_LAG);
  puppet.move('センター', new Vector3(at('shift'), 0, at('forward')));
  puppet.turn('センター', turnOf(0, at('facing'), 0));
  puppet.move('グルーブ', new Vector3(0, STANCE - bounce + at('rise') - drop, 0));
  puppet.turn(
    '腰',
    turnOf(0.22 * at('bend'), 0.2 * at('hipTurn'), 0.12 * at('lean') + 0.4 * sway('sway', frame)),
  );
  puppet.turn(
    '下半身',
    turnOf(4 * bounce - 0.18 * at('bend'), 0.8 * at('hipTurn'), -at('hip') - sway('sway', frame, 4)),
  );
  puppet.turn(
    '上半身',
    turnOf(
      0.42 * at('bend') + 3 * bounce + 0.5 * sway('breath', frame),
      0.45 * at('twist') + sway('drift', frame),
      0.48 * at('lean') + 0.3 * at('hip'),
    ),
  );
  puppet.turn(
    '上半身2',
    turnOf(
      0.5 * at('bend', CHEST_LAG) - 9 * late - 1.5 + sway('breath', frame, 5),
      0.55 * at('twist', CHEST_LAG),
      0.5 * at('lean', CHEST_LAG) + 0.12 * at('hip', 4) + 0.5 * sway('roll', frame),
    ),
  );
}

/** Poses neck and head. The face also turns by `toCamera` degrees. */
export function poseHead(puppet: Puppet, values: BodyValues, frame: number, toCamera: number): void {
  const at = (channel: BodyChannel, lag = 0): number => valueAt(values[channel], frame - lag);
  const bounce = 5 * at('bounce') * sinking(frame - HEAD_LAG);
  const steady = -0.35 * at('bend', HEAD_LAG);
  const turn = 0.75 * at('look') + toCamera;
  puppet.turn(
    '首',
    turnOf(
      0.35 * at('nod') + steady + 0.4 * bounce,
      0.4 * turn,
      0.35 * at('tilt') - 0.25 * at('lean', HEAD_LAG),
    ),
  );
  puppet.turn(
    '頭',
    turnOf(
      0.7 * at('nod', HEAD_LAG) + 0.6 * steady + bounce + 1 + 0.6 * sway('breathLate', frame, 9),
      0.6 * turn + 0.8 * sway('drift', frame, 8),
      0.65 * at('tilt', HEAD_LAG) - 0.2 * at('lean', HEAD_LAG + 1) + sway('roll', frame, 6),
    ),
  );
}
