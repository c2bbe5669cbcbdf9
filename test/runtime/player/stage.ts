import type { BoneKey } from '@odori/format';
import type { Motion } from '#src/runtime/motion/index.js';
import type { MotionPlayer } from '#src/runtime/player/motion-player.js';
import type { RigPlayable } from '#src/runtime/player/playable.js';
import type { Rig } from '#src/runtime/rig/index.js';
import { motionOf } from '#test/runtime/clip/clip-fixtures.js';
import { rigOf } from '#test/runtime/rig/small-rig.js';

/** Somebody on stage, of one bone, who writes down what happens. */
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

  /** By a motion made here: the second of it that is shown. */
  get x(): number {
    return this.rig.pose.translations[0];
  }
}

/** センター goes straight along x, from one place to another: 1 a second unless said otherwise. */
export function walkOf(seconds: number, from = 0, to: number = from + seconds): Motion {
  const bones: BoneKey[] = [
    { name: 'センター', frame: 0, position: [from, 0, 0] },
    { name: 'センター', frame: 30 * seconds, position: [to, 0, 0] },
  ];
  return motionOf({ bones: seconds === 0 ? bones.slice(0, 1) : bones });
}

/** Everything a player says, in order. */
export function listen(player: MotionPlayer): string[] {
  const said: string[] = [];
  const types = ['play', 'playing', 'waiting', 'pause', 'seeking', 'seeked', 'timeupdate', 'ended'];
  for (const type of [...types, 'ratechange', 'durationchange', 'jump']) {
    player.addEventListener(type, (event) => {
      said.push('reason' in event ? `jump: ${String(event.reason)}` : type);
    });
  }
  return said;
}

/** Lets what was put off happen. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
