import { type Mark, type Mirror, opposite, PhraseTrack, same } from './phrase-track.js';

const TURN = 2 * Math.PI;

/**
 * The first half of the dance: beat, value, beat, value. To the left is positive; bending and nodding go forwards;
 * angles are radians.
 */
const BODY = {
  /** Where the weight is. */
  shift: [
    0, 0, 1, 1.55, 2, 1.75, 3, -0.75, 4, -1.0, 5, 0.95, 6, 0.9, 7, -0.45, 8, 0.15, 8.5, 0.75, 9.5, -0.75,
    10.25, 0.6, 10.75, -0.6, 11.25, 0.75, 12, 0, 13, 0, 14, 0.55, 15, 0.6,
  ],
  forward: [0, 0, 4, 0, 5, 0.35, 5.8, 0.6, 7, 0, 12, 0, 14, 0.15, 15.5, 0],
  /** On top of the bounce. */
  rise: [0, 0, 8, 0, 11, -0.12, 11.8, -0.35, 12.4, 0.2, 13.4, 0.25, 14, -0.42, 14.6, -0.25, 15.5, 0],
  facing: [
    0, 0, 1, 0.22, 2, 0.3, 3, -0.22, 4, -0.3, 5, 0.4, 6, 0.5, 7, -0.15, 8, 0, 11.2, 0, 11.9, -0.35, 13.9, 6.4,
    14.5, 6.2832, 15.5, 6.2832,
  ],
  /** The side of the pelvis that goes up. */
  hip: [
    0, 0, 0.5, -0.08, 1, 0.14, 1.5, 0.02, 2, 0.17, 2.5, -0.06, 3, -0.14, 4, -0.17, 5, 0.15, 6, 0.1, 7, -0.12,
    8, 0, 8.5, 0.24, 9.5, -0.24, 10.25, 0.22, 10.75, -0.22, 11.25, 0.26, 12, 0, 13.5, 0, 14, 0.2, 15, 0.18,
  ],
  hipTurn: [
    0, 0, 1, 0.12, 2, -0.1, 3, -0.12, 4, 0.1, 5, 0.15, 6, -0.1, 8, 0, 8.5, 0.18, 9.5, -0.18, 10.25, 0.16,
    10.75, -0.16, 11.25, 0.18, 12, 0, 14, -0.15, 15, -0.12,
  ],
  lean: [
    0, 0, 1.1, -0.16, 2.1, -0.22, 3.1, 0.16, 4.1, 0.2, 5.1, -0.14, 6.1, -0.2, 7.1, 0.14, 8, 0, 8.6, -0.26,
    9.6, 0.26, 10.35, -0.22, 10.85, 0.22, 11.3, -0.26, 12.1, 0, 13.4, 0, 14.1, 0.2, 15, 0.16,
  ],
  twist: [
    0, 0, 1, 0.18, 2, 0.3, 3, -0.18, 4, -0.3, 5, 0.3, 6, -0.28, 7, -0.25, 8, 0, 8.6, -0.2, 9.6, 0.2, 10.5, 0,
    11.7, -0.4, 12.6, 0.35, 13.6, 0.2, 14, -0.2, 15, -0.16,
  ],
  bend: [
    0, 0.02, 0.6, 0.1, 1.2, -0.04, 2, 0.02, 2.6, 0.1, 3.2, -0.04, 4.5, 0.08, 5.3, -0.1, 6.2, -0.12, 7, 0.05,
    8, 0.12, 9, -0.04, 10, 0.1, 11, -0.02, 11.7, 0.16, 12.5, -0.08, 13.4, -0.04, 14.1, -0.12, 15, -0.08,
  ],
  tilt: [
    0, 0, 1.2, 0.14, 2.2, 0.2, 3.2, -0.14, 4.2, -0.2, 5.2, 0.12, 6.2, 0.16, 7.2, -0.1, 8, 0, 8.7, 0.22, 9.7,
    -0.22, 10.4, 0.16, 10.9, -0.16, 11.4, 0.24, 12.2, 0, 13.6, 0, 14.2, -0.24, 15.1, -0.2,
  ],
  look: [
    0, 0, 1, -0.1, 2, -0.4, 3, 0.1, 4, 0.4, 5, -0.3, 6, 0.05, 7, 0.2, 8, 0, 8.6, 0.1, 9.6, -0.1, 11.5, 0.2,
    12, 0.35, 12.6, -0.75, 13.0, 0.2, 13.5, 0.75, 14, 0.15, 15, 0.12,
  ],
  nod: [
    0, 0, 0.5, 0.1, 1, -0.06, 2, 0.04, 2.5, 0.1, 3, -0.06, 4, 0.06, 5, -0.14, 6, -0.12, 7, 0.08, 8, 0.06, 8.5,
    0.12, 9, 0, 9.5, 0.12, 10, 0, 11.25, 0.14, 12, 0, 13.4, 0.06, 14.05, -0.16, 15, -0.1,
  ],
} as const satisfies Record<string, readonly number[]>;

export type BodyChannel = keyof typeof BODY;

const MIRRORS: Readonly<Partial<Record<BodyChannel, Mirror>>> = {
  forward: same,
  rise: same,
  bend: same,
  nod: same,
  facing: (angle) => TURN - angle, // the second half unwinds the turn of the first
};

/** How the body moves, channel by channel. */
export function bodyTracks(): Readonly<Record<BodyChannel, PhraseTrack>> {
  const tracks = Object.entries(BODY).map(([channel, marks]) => {
    const mirror = MIRRORS[channel as BodyChannel] ?? opposite;
    const pairs = inPairs(marks);
    return [channel, new PhraseTrack(pairs, pairs, mirror)] as const;
  });
  return Object.fromEntries(tracks) as Record<BodyChannel, PhraseTrack>;
}

function inPairs(numbers: readonly number[]): Mark[] {
  return numbers.flatMap((beat, i) => (i % 2 === 0 ? [[beat, numbers[i + 1]] as const] : []));
}
