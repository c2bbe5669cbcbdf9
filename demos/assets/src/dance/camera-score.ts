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
  /** A detail: of boots, the shot begins without her head and ends with all of her. */
  readonly detail?: 'hands' | 'boots';
  /** She looks ahead and not at the camera, as for a profile. */
  readonly looksAhead?: true;
}

/** The aim between her wrists. */
export const HANDS = 'hands';

/**
 * Each shot has one idea, and shows something that the shot before it did not: all of her, her face, her
 * profile, her back, her hands, her boots; the leaps from the height of her knees, the first spin from above.
 * The camera goes below her knees only where the hem is out of the picture.
 */
export const SHOTS: readonly Shot[] = [
  // Over the lanterns down to her; her boots find the beat, and the camera goes up from them to her.
  { from: 0, aim: 10.6, distance: [66, 46], round: [26, 8], above: [25, 7] },
  {
    from: 4,
    aim: [1.6, 10.4],
    distance: [11, 45],
    round: [44, 22],
    above: [19, 3],
    swing: [0.06, 0.5],
    detail: 'boots',
  },
  { from: 8, aim: 10.5, distance: [48, 42], round: [-16, 8], above: [4, 2] },
  // The finger to you, then a hand on the heart, in profile.
  { from: 16, aim: '上半身2', distance: [27, 24], round: [-8, -2], above: [0, 1] },
  { from: 18.5, aim: '頭', distance: [15.5, 14.5], round: [62, 55], above: [2, 0], looksAhead: true },
  // She goes round herself, and the camera round her.
  { from: 20.5, aim: 10.4, distance: [47, 45], round: [66, -34], above: [9, 4] },
  { from: 28, aim: 10.9, distance: [41, 38], round: [196, 168], above: [9, 5] },
  { from: 31, aim: 10.4, distance: [46, 43], round: [-26, -8], above: [1, 3] },
  { from: 34, aim: '頭', distance: [20, 15.5], round: [14, 4], above: [3, 1] },
  { from: 36, aim: 10.4, distance: [44, 48], round: [4, -20], above: [4, 12] },
  // Claps before her face.
  { from: 41, aim: '頭', distance: [20, 17.5], round: [30, 18], above: [3, 1] },
  { from: 43, aim: 10.4, distance: [47, 42], round: [-26, 6], above: [9, -2] },
  { from: 50, aim: '上半身2', distance: [26, 24.5], round: [-34, -22], above: [2, 1] },
  { from: 52, aim: 10.7, distance: [47, 46], round: [-86, -70], above: [3, 1], looksAhead: true },
  { from: 54, aim: 10.7, distance: [38, 41], round: [18, 6], above: [-7, -6], fov: [36, 34] },
  { from: 57, aim: HANDS, distance: [21, 19.5], round: [-14, -26], above: [4, 6], detail: 'hands' },
  { from: 59.5, aim: 11, distance: [36, 47], round: [6, -8], above: [-6, 2], fov: [42, 34] },
  { from: 64, aim: '上半身2', distance: [28.5, 27], round: [-20, -8], above: [2, 3] },
  // The skirt opens like a flower.
  { from: 67, aim: 10.2, distance: [46, 42], round: [2, 22], above: [40, 28], looksAhead: true },
  { from: 71, aim: 10.4, distance: [45, 47], round: [16, -10], above: [1, 3] },
  { from: 75.5, aim: '上半身2', distance: [28, 27], round: [-16, -6], above: [-2, 0] },
  { from: 77.5, aim: '頭', distance: [16.5, 15], round: [12, 7], above: [1, 0] },
  { from: 80, aim: 10.4, distance: [48, 45], round: [24, -10], above: [6, 2], roll: [0, 3] },
  { from: 83, aim: 11, distance: [41, 46], round: [-48, -20], above: [-6, -3], fov: [36, 33] },
  // Night: her profile and her lantern.
  { from: 88, aim: '頭', distance: [15.5, 14.5], round: [-68, -62], above: [2, 1], looksAhead: true },
  { from: 90, aim: '上半身2', distance: [27.5, 25], round: [30, 20], above: [1, 3] },
  { from: 92, aim: '頭', distance: [18.5, 14.5], round: [-12, -3], above: [1, 0] },
  { from: 96, aim: 10.6, distance: [62, 45], round: [-22, 10], above: [20, 1], fov: [32, 30] },
  { from: 99.5, aim: 11, distance: [38, 47], round: [-4, 12], above: [-6, 3], fov: [42, 34], roll: [-3, 2] },
  { from: 104, aim: 11, distance: [42, 39], round: [162, 196], above: [6, 9] },
  { from: 107, aim: 10.3, distance: [46, 44], round: [-12, 12], above: [26, 12] },
  { from: 112, aim: 10.5, distance: [46, 43], round: [8, -14], above: [-4, 4] },
  { from: 117.5, aim: '頭', distance: [16.5, 15], round: [-14, -6], above: [2, 0] },
  { from: 119.5, aim: 10.3, distance: [44, 54], round: [-8, 20], above: [1, 4] },
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
