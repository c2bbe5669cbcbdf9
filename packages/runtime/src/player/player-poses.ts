import type { PlayedMotion, PlayerTimes } from './crossfade.js';
import type { TimeStep } from './frame-poser.js';
import type { RigPlayable } from './playable.js';

/** Poses the playables of a player in other threads: a `PosePool` of @odori/model/pose-pool. */
export interface PlayerPoses {
  /**
   * A poser for a playable. Undefined for one that only this thread can pose now: the next frame asks again,
   * so that it allocates nothing then.
   */
  open(playable: RigPlayable): RemotePoser | undefined;
}

/** Poses one playable elsewhere, and shows the poses that come back. */
export interface RemotePoser {
  /** Whether it could pose the playable in this frame. */
  canPose(): boolean;
  /** Whether it poses the playable: since {@link begin}, until {@link end}. */
  readonly isPosing: boolean;
  /** Plays a motion alone, at once or after `fadeSeconds` of blending. */
  play(played: PlayedMotion, fadeSeconds: number): void;
  /** Goes on from the pose that the playable shows at these times. `isJump`: its bodies start there. */
  begin(times: PlayerTimes, step: TimeStep): void;
  /** Asks for the pose of the next frame, and shows the newest one that has come. Allocates nothing. */
  show(times: PlayerTimes, step: TimeStep): void;
  /** From now on, this thread poses the playable, from what it shows. */
  end(): void;
  /** Forgets the playable. */
  close(): void;
}
