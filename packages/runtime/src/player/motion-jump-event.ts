/** Why time or motion jumped: what moves on by itself (physics) must begin anew. */
export type MotionJumpReason =
  /** The reader or the program went somewhere else. */
  | 'seek'
  /** From the end back to the beginning. */
  | 'loop'
  /** Another motion, at once. */
  | 'motion'
  /** The media were suddenly elsewhere. */
  | 'stall';

/**
 * The event `jump` of a `MotionPlayer`, after the pose has jumped and every playable it concerns was reset.
 *
 * @example
 * player.addEventListener('jump', (event) => {
 *   if (event instanceof MotionJumpEvent) event.reason; // → 'loop'
 * });
 */
export class MotionJumpEvent extends Event {
  readonly reason: MotionJumpReason;

  constructor(reason: MotionJumpReason) {
    super('jump');
    this.reason = reason;
  }
}
