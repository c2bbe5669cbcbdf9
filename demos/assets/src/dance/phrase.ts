/** The channels of trunk and head, in degrees and units. Left, forwards and up are positive. */
export const BODY_CHANNELS = [
  'shift', // where the weight is, to her left
  'forward',
  'rise', // on top of the stance and the bounce
  'bounce', // how deep she sinks on each beat
  'facing',
  'hip', // the side of the pelvis that goes up
  'hipTurn',
  'lean',
  'twist',
  'bend',
  'tilt', // of the head
  'look',
  'nod',
] as const;

export type BodyChannel = (typeof BODY_CHANNELS)[number];

/** The channels that a mirror does not change. */
export const SAME_IN_MIRROR: ReadonlySet<BodyChannel> = new Set(['forward', 'rise', 'bounce', 'bend', 'nod']);

/**
 * A phrase of the dance, in the notation of `parseMarks`; beats count from its beginning.
 *
 * Hands: `beat:out,up,ahead/palm/shape/aim`, from the shoulder, as the chest sees it; the palm looks to
 * f(ront), b(ack), u(p), d(own), i(nwards) or o(utwards), or between two of them; fingers may aim likewise.
 * Feet: `beat:x,z,yaw,heel,height` is when a foot comes down (or `from-to:`), how far to the left and ahead,
 * turned to the left, and the heel that stays up; `,x,z` behind that is the place on the floor that it spins
 * about, with her. `/leap` throws the foot up with her, for a leap off both feet.
 */
export interface Phrase {
  readonly beats: number;
  readonly body: Readonly<Partial<Record<BodyChannel, string>>>;
  readonly left: string;
  readonly right: string;
  readonly leftFoot: string;
  readonly rightFoot: string;
  /** The number of whole turns to the left that `facing` and the feet have made at the end. */
  readonly turns?: number;
  /** How far to her left she has walked, as `beat:units`, in straight lines between them. */
  readonly walk?: string;
  /** The beats between which she stays in place, such as a spin. */
  readonly stays?: readonly [from: number, to: number];
}

/** Replaces some lines of a phrase. */
export function varied(phrase: Phrase, changes: Partial<Phrase>): Phrase {
  return { ...phrase, ...changes, body: { ...phrase.body, ...changes.body } };
}
