import type { Motion } from '#src/runtime/motion/index.js';
import type { MotionPlayer } from '#src/runtime/player/motion-player.js';
import type { RigPlayable } from '#src/runtime/player/playable.js';
import type { Rig } from '#src/runtime/rig/index.js';
import { motionOf } from '#test/runtime/clip/clip-fixtures.js';
import { rigOf } from '#test/runtime/rig/small-rig.js';
import type { BoneKey } from '@odori/format';

/** A playable of one bone that records its calls. */
export class Dancer implements RigPlayable {
  readonly rig: Rig = rigOf([{ name: 'センター' }]);
  readonly deltas: number[] = [];
  resets = 0;

  update(deltaSeconds: number): void {
    this.deltas.push(deltaSeconds);
  }

  reset(): void {
    this.resets++;
  }

  /** With a motion of this file: the second of it that is shown. */
  get x(): number {
    return this.rig.pose.translations[0];
  }
}

/** センター (center) moves along x from one position to another, by default 1 unit per second. */
export function motionAlongX(seconds: number, from = 0, to: number = from + seconds): Motion {
  const bones: BoneKey[] = [
    { name: 'センター', frame: 0, position: [from, 0, 0] },
    { name: 'センター', frame: 30 * seconds, position: [to, 0, 0] },
  ];
  return motionOf({ bones: seconds === 0 ? bones.slice(0, 1) : bones });
}

/** The events of a player, in order; more are added as they come. */
export function recordEvents(player: MotionPlayer): string[] {
  const events: string[] = [];
  const types = ['play', 'playing', 'waiting', 'pause', 'seeking', 'seeked', 'timeupdate', 'ended'];
  for (const type of [...types, 'ratechange', 'durationchange', 'error', 'jump']) {
    player.addEventListener(type, (event) => {
      events.push('reason' in event ? `jump: ${String(event.reason)}` : type);
    });
  }
  return events;
}

/** Waits until deferred work has run. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
