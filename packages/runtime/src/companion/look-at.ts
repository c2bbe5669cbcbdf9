import { checkedNotNegative } from '../checked-number.js';
import type { CompanionAdjust } from './chain.js';
import { Gaze } from './gaze.js';
import type { LookTarget, RigSpace } from './look-target.js';

/** Degrees to each side, and up or down. @inline */
export type LookLimit = readonly [side: number, height: number];

/** Options of {@link lookAt}. @inline */
export interface LookAtOptions {
  /** Where the rig is in the world: `model.root`, or `avatar.space`. */
  readonly space?: RigSpace | undefined; // the rig's space is the world
  /** How far the eyes go, from the pose (0) to the target (1). */
  readonly eyes?: number; // 1
  /** The part of a turn that head and neck do, 0 to 1. 0: they stay as they are. */
  readonly head?: number; // 0.5
  /** The part of a turn that the upper body does, 0 to 1. 0: it stays as it is. */
  readonly body?: number; // 0.1
  /**
   * The largest angles of eyes, head and upper body from straight ahead, in degrees; the dance itself may go
   * further. By default 14 and 8, 60 and 30, 25 and 10.
   */
  readonly limits?: { readonly eyes?: LookLimit; readonly head?: LookLimit; readonly body?: LookLimit };
  /** 2 is twice as fast. */
  readonly speed?: number; // 1
  /** Degrees by which the eyes jump away from the target now and then, as those of people do. */
  readonly saccades?: number; // 1.5
  /** Another number gives other jumps of the eyes. */
  readonly seed?: number; // 1
}

/** What {@link lookAt} makes. */
export interface LookAt extends CompanionAdjust {
  /** What she looks at. undefined: the pose returns to that of the dance. */
  target: LookTarget | undefined;
  /** How often her gaze has shifted by more than 15°: people blink then, see `blink`. */
  readonly shifts: number;
}

/**
 * Turns eyes, head and upper body towards a target: the eyes at once, the head within half a second, the
 * upper body a little after it and only as far as it must. What the dance does with them stays where it is
 * not in the way; while the target is behind her or inside her head, the pose returns to that of the dance.
 *
 * Turns 両目 (both eyes), or 左目 and 右目 (left and right eye) where these do not follow it; 頭 (head) with 首
 * (neck); 上半身2 or 上半身 (upper body). Any of them may be missing. Within its limits the gaze is exact, also
 * where a model stands and dances anywhere in the world, if `space` is given.
 *
 * Works on one rig. O(bones above the head); allocates nothing per call.
 *
 * @throws RangeError if a number is below 0 or not finite.
 * @example
 * const gaze = lookAt(camera, { space: model.root });
 * player.add(model, dance, { adjust: gaze });
 * gaze.target = [0, 10, 40]; // units of the world
 */
export function lookAt(target: LookTarget | undefined, options: LookAtOptions = {}): LookAt {
  const {
    space,
    eyes = 1,
    head = 0.5,
    body = 0.1,
    limits = {},
    speed = 1,
    saccades = 1.5,
    seed = 1,
  } = options;
  const shares = [body, head, eyes];
  const degrees = [limits.body ?? [25, 10], limits.head ?? [60, 30], limits.eyes ?? [14, 8]].flat();
  for (const [name, numbers] of Object.entries({ eyes, head, body, speed, saccades, limits: degrees }))
    for (const number of [numbers].flat()) checkedNotNegative(name, number);
  const inRadians = (angle: number): number => (angle * Math.PI) / 180;
  const gaze = new Gaze({
    space,
    shares,
    limits: degrees.map(inRadians),
    speed,
    saccades: inRadians(saccades),
    seed,
  });
  const adjust: CompanionAdjust = (rig, deltaSeconds, clock) => {
    if (gaze.update(rig, look.target, deltaSeconds, clock)) look.shifts++;
  };
  const look = Object.assign(adjust, { target, shifts: 0 });
  return look;
}
