/** A shot, from one cut to the next. Beats; degrees and units. */
export interface Shot {
  readonly from: number;
  /**
   * What the camera looks at: a height in the middle of her, or one at the first and one at the last frame; a
   * bone that it follows; or the middle between her hands.
   */
  readonly aim: number | readonly [number, number] | string;
  /** Values at the first and the last frame: distance, angle to her left, angle above her, angle of view. */
  readonly distance: readonly [number, number];
  readonly round: readonly [number, number];
  readonly above: readonly [number, number];
  readonly fov?: readonly [number, number]; // 30, 30
  /** The tilt of the horizon. */
  readonly roll?: readonly [number, number]; // 0, 0
  /**
   * The shares of the shot between which the camera goes almost all of its way. Without it, it takes the
   * whole shot.
   */
  readonly swing?: readonly [number, number];
  /** How far to the right of the middle of the picture she is, in units. */
  readonly aside?: readonly [number, number]; // 0, 0
  /** How much of her way over the stage the camera goes with her, from 0 to 1. */
  readonly follow?: number; // 1
  /** From among the people: they are in the picture before her. */
  readonly isFromCrowd?: true;
  /** A detail: hands alone; of boots, the shot begins without her head and ends with all of her. */
  readonly detail?: 'hands' | 'boots';
  /** She looks ahead and not at the camera, as for a profile. */
  readonly looksAhead?: true;
}

/** The aim between her wrists. */
export const HANDS = 'hands';

/**
 * Each shot has one idea, and shows something that the shot before it did not: all of her, her face, her
 * profile, her back, her hands, her boots; the leaps from below, a spin from above. Three cranes come down or
 * go up; two shots are from the shoulders of the people. She is not always in the middle. The camera goes
 * below her knees only where the hem is out of the picture.
 */
export const SHOTS: readonly Shot[] = [
  // A crane over the lanterns down to her; her boots find the beat, and the camera goes up from them to her.
  { from: 0, aim: [8, 10.4], distance: [72, 40], round: [30, 6], above: [38, 2], fov: [32, 30] },
  {
    from: 4,
    aim: [1.6, 10.4],
    distance: [11, 45],
    round: [44, 22],
    above: [19, 3],
    swing: [0.06, 0.5],
    detail: 'boots',
  },
  { from: 8, aim: '上半身2', distance: [28, 26], round: [-28, -12], above: [-4, -2], aside: [-3, -2] },
  {
    from: 12,
    aim: 10.4,
    distance: [45, 42],
    round: [20, 34],
    above: [-3, -4],
    aside: [-4, -3],
    fov: [32, 32],
  },
  // The finger to you, then a hand on the heart, in profile.
  { from: 16, aim: '上半身2', distance: [27, 24], round: [-8, -2], above: [0, 1] },
  { from: 18.5, aim: '頭', distance: [15.5, 14.5], round: [62, 55], above: [2, 0], looksAhead: true },
  // She goes round herself, and the camera round her; then she walks, and it goes with her.
  { from: 20.5, aim: 10.4, distance: [47, 43], round: [70, -26], above: [12, 3] },
  { from: 25, aim: 10.2, distance: [44, 40], round: [-34, -14], above: [3, -2], aside: [4, 3] },
  { from: 28, aim: '上半身2', distance: [27, 25], round: [-36, -22], above: [3, 1], aside: [-2, -3] },
  // Across the stage, seen from the people whom she greets.
  {
    from: 30,
    aim: 9.6,
    distance: [54, 50],
    round: [8, -10],
    above: [-3.6, -3.4],
    fov: [38, 38],
    follow: 0.55,
    isFromCrowd: true,
  },
  // Both hands on the heart.
  { from: 35, aim: HANDS, distance: [10, 9], round: [-18, -8], above: [4, 2], detail: 'hands' },
  { from: 37, aim: 9.6, distance: [48, 62], round: [34, 4], above: [30, 44], looksAhead: true },
  // Claps before her face.
  { from: 41, aim: '頭', distance: [20, 17.5], round: [30, 18], above: [3, 1] },
  { from: 43, aim: 10.4, distance: [44, 46], round: [-30, -44], above: [2, 8], aside: [3, 4] },
  { from: 47, aim: 10.7, distance: [42, 38.5], round: [148, 172], above: [12, 7] },
  { from: 50, aim: '上半身2', distance: [26, 24.5], round: [-34, -22], above: [2, 1] },
  { from: 52, aim: 10.7, distance: [47, 46], round: [-86, -70], above: [3, 1], looksAhead: true },
  { from: 54, aim: 10.7, distance: [38, 41], round: [18, 6], above: [-7, -6], fov: [36, 34] },
  { from: 57, aim: '上半身2', distance: [25, 23.5], round: [-16, -30], above: [4, 6], aside: [2, 2] },
  {
    from: 59.5,
    aim: 11,
    distance: [36, 46],
    round: [38, 12],
    above: [-6, 2],
    fov: [42, 34],
    roll: [5, -2],
    aside: [-3, -4],
  },
  { from: 64, aim: '上半身2', distance: [28.5, 27], round: [-20, -8], above: [2, 3] },
  // The skirt opens like a flower.
  { from: 67, aim: 10.2, distance: [46, 42], round: [2, 22], above: [40, 28], looksAhead: true },
  { from: 71, aim: 10.4, distance: [40, 46], round: [30, 12], above: [-3, 4], aside: [4, 5], fov: [34, 32] },
  { from: 75.5, aim: '上半身2', distance: [28, 27], round: [-16, -6], above: [-2, 0] },
  { from: 77.5, aim: '頭', distance: [16.5, 15], round: [12, 7], above: [1, 0] },
  { from: 80, aim: 10.6, distance: [48, 43], round: [40, 62], above: [12, 5], roll: [0, 5], aside: [-4, -2] },
  // The leap, from the shoulders of the people.
  {
    from: 83,
    aim: [10.4, 11],
    distance: [52, 48],
    round: [-22, -6],
    above: [-5, -5],
    fov: [38, 36],
    isFromCrowd: true,
  },
  // Night: her profile and her lantern.
  { from: 88, aim: '頭', distance: [15.5, 14.5], round: [-68, -62], above: [2, 1], looksAhead: true },
  { from: 90, aim: '上半身2', distance: [27.5, 25], round: [30, 20], above: [1, 3], aside: [3, 2] },
  { from: 92, aim: '頭', distance: [18.5, 14.5], round: [-12, -3], above: [1, 0] },
  // A crane goes up, until all the people are in the picture.
  { from: 96, aim: [11, 7], distance: [38, 78], round: [-24, 12], above: [-4, 40], fov: [34, 34] },
  { from: 99.5, aim: 11, distance: [38, 47], round: [-4, 12], above: [-6, 3], fov: [42, 34], roll: [-3, 2] },
  { from: 104, aim: 11, distance: [42, 38], round: [158, 192], above: [8, 12], aside: [-4, 0] },
  { from: 107, aim: 10.3, distance: [46, 44], round: [-32, 2], above: [26, 8], aside: [3, 2] },
  { from: 112, aim: '上半身2', distance: [29, 27], round: [26, 12], above: [-4, 0], aside: [-2, -1] },
  { from: 117.5, aim: '頭', distance: [16.5, 15], round: [-14, -6], above: [2, 0] },
  // A crane up and away, to where the dance begins.
  { from: 119.5, aim: [10.3, 8.5], distance: [42, 68], round: [-10, 24], above: [0, 32] },
];

/** The light of each section of the song. */
export interface LightMark {
  readonly beat: number;
  readonly color: readonly [red: number, green: number, blue: number];
  readonly direction: readonly [number, number, number];
}

const DUSK: Omit<LightMark, 'beat'> = { color: [0.66, 0.56, 0.52], direction: [-0.65, -0.8, 0.7] };

/**
 * Dusk while she tries her steps, the first lanterns in the lift, all of them in the chorus, night in the
 * break, gold at the end. Where she crouches with her face down it comes from low in front.
 */
export const LIGHTS: readonly LightMark[] = [
  { beat: 0, ...DUSK },
  { beat: 20.5, color: [0.69, 0.57, 0.49], direction: [-0.75, -0.7, 0.65] },
  { beat: 26, color: [0.69, 0.57, 0.5], direction: [-0.2, -0.85, 0.75] },
  { beat: 38, color: [0.67, 0.57, 0.53], direction: [-0.2, -0.9, 0.75] },
  { beat: 41, color: [0.58, 0.55, 0.65], direction: [0.25, -0.8, 0.75] },
  { beat: 53, color: [0.55, 0.54, 0.69], direction: [0.3, -0.5, 0.85] },
  { beat: 54, color: [0.55, 0.54, 0.7], direction: [0.25, -0.36, 0.95] },
  { beat: 55.2, color: [0.6, 0.58, 0.68], direction: [0.2, -0.36, 0.95] },
  { beat: 56, color: [0.74, 0.69, 0.64], direction: [-0.35, -0.8, 0.75] },
  { beat: 71, color: [0.73, 0.66, 0.63], direction: [0.1, -0.85, 0.8] },
  { beat: 73, color: [0.73, 0.68, 0.65], direction: [0.35, -0.8, 0.75] },
  { beat: 82.5, color: [0.74, 0.68, 0.62], direction: [0.15, -0.7, 0.8] },
  { beat: 83.3, color: [0.73, 0.67, 0.62], direction: [0.1, -0.36, 0.95] },
  { beat: 84.4, color: [0.73, 0.67, 0.62], direction: [0.05, -0.4, 0.95] },
  { beat: 86, color: [0.74, 0.69, 0.61], direction: [-0.3, -0.8, 0.75] },
  { beat: 88.5, color: [0.48, 0.51, 0.69], direction: [-0.6, -0.75, 0.65] },
  { beat: 94.5, color: [0.53, 0.54, 0.69], direction: [-0.35, -0.75, 0.75] },
  { beat: 96, color: [0.75, 0.66, 0.56], direction: [0.35, -0.8, 0.75] },
  { beat: 108, color: [0.75, 0.68, 0.54], direction: [-0.1, -0.85, 0.75] },
  { beat: 119, color: [0.75, 0.64, 0.54], direction: [-0.4, -0.75, 0.78] },
  { beat: 123, color: [0.7, 0.58, 0.53], direction: [-0.45, -0.68, 0.8] },
  { beat: 128, ...DUSK },
];
