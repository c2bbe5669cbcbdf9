/** A shot, from one cut to the next. Beats; degrees and units. */
export interface Shot {
  readonly from: number;
  /** What the camera looks at: a height, or a bone that it follows. */
  readonly aim: number | string;
  /** Values at the first and the last frame: distance, angle to her left, angle above her, angle of view. */
  readonly distance: readonly [number, number];
  readonly round: readonly [number, number];
  readonly above: readonly [number, number];
  readonly fov?: readonly [number, number]; // 30, 30
  /** The tilt of the horizon. */
  readonly roll?: readonly [number, number]; // 0, 0
}

/**
 * Three sizes: all of her with air about her; from the thighs up, about the chest; the face. Verse two goes half
 * round her, the first leap is seen from the floor.
 */
export const SHOTS: readonly Shot[] = [
  { from: 0, aim: 10.3, distance: [50, 44], round: [24, -6], above: [9, 4] },
  { from: 6, aim: 8.8, distance: [25.5, 23.5], round: [28, 14], above: [-17, -18.5], fov: [53, 55] },
  { from: 8, aim: 10.5, distance: [47, 44], round: [-14, 12], above: [4, 3] },
  { from: 14, aim: '上半身2', distance: [27.5, 26], round: [16, 2], above: [-2, -4] },
  { from: 16, aim: '頭', distance: [19, 15], round: [-8, -2], above: [0, 1] },
  { from: 20, aim: 10.4, distance: [47, 45], round: [64, -36], above: [9, 4] },
  { from: 26, aim: '上半身2', distance: [27.5, 25.5], round: [10, 24], above: [2, 0] },
  { from: 28, aim: 10.4, distance: [48, 44], round: [18, -14], above: [-2, 3] },
  { from: 34, aim: '頭', distance: [20, 15.5], round: [14, 4], above: [3, 1] },
  { from: 37, aim: 10.4, distance: [45, 48], round: [2, -22], above: [5, 10] },
  { from: 40, aim: 10.3, distance: [47, 44], round: [-20, 8], above: [-3, 0] },
  { from: 44, aim: '上半身2', distance: [27.5, 25.5], round: [14, -10], above: [1, 2] },
  { from: 46, aim: 10.4, distance: [47, 43.5], round: [-6, 12], above: [12, 6] },
  { from: 48, aim: 8.9, distance: [26.5, 23.5], round: [-30, -14], above: [-16, -18.5], fov: [51, 55] },
  { from: 50, aim: 10.4, distance: [43.5, 39.5], round: [20, 4], above: [-6, -9], fov: [30, 36] },
  { from: 54, aim: 10.8, distance: [50, 48], round: [0, 4], above: [2, 0] },
  { from: 55, aim: 10.6, distance: [33, 37], round: [16, 8], above: [-15.5, -14], fov: [46, 42] },
  { from: 57.5, aim: '上半身2', distance: [27.5, 26], round: [-6, 4], above: [2, 0] },
  { from: 59.5, aim: 11, distance: [36, 47], round: [6, -8], above: [-6, 2], fov: [42, 34] },
  { from: 64, aim: 10.4, distance: [46.5, 44], round: [-22, 4], above: [3, 6] },
  { from: 68, aim: 10.5, distance: [48, 45], round: [4, 22], above: [14, 8] },
  { from: 72, aim: 10.4, distance: [45, 47], round: [14, -8], above: [-3, 2] },
  { from: 75.5, aim: '上半身2', distance: [28, 27], round: [-16, -6], above: [-2, 0] },
  { from: 77.5, aim: '頭', distance: [16.5, 15], round: [12, 7], above: [1, 0] },
  { from: 80, aim: 10.4, distance: [48, 45], round: [22, -12], above: [6, 2], roll: [0, 3] },
  { from: 83, aim: 11, distance: [40, 44], round: [-10, 10], above: [-8, -5], fov: [36, 34] },
  { from: 86, aim: 10.4, distance: [44, 47], round: [12, -4], above: [0, 2] },
  { from: 88, aim: 9.9, distance: [45, 42.5], round: [-24, -12], above: [5, 3] },
  { from: 91.5, aim: '上半身2', distance: [27.5, 25.5], round: [10, 4], above: [3, 2] },
  { from: 92.75, aim: '頭', distance: [17, 14.5], round: [-10, -3], above: [1, 0] },
  { from: 96, aim: 10.6, distance: [51, 45], round: [-16, 10], above: [-4, 1], fov: [34, 31] },
  { from: 99.5, aim: 11, distance: [38, 47], round: [-4, 12], above: [-6, 3], fov: [42, 34], roll: [-3, 2] },
  { from: 104, aim: 10.4, distance: [48, 44], round: [24, -6], above: [4, 9] },
  { from: 108, aim: 10.5, distance: [46, 48], round: [-8, -30], above: [12, 4] },
  { from: 112, aim: 10.5, distance: [45, 48], round: [8, -10], above: [-4, 1] },
  { from: 115.5, aim: '上半身2', distance: [28, 27], round: [14, 6], above: [0, 1] },
  { from: 117.5, aim: '頭', distance: [16.5, 15], round: [-14, -6], above: [2, 0] },
  { from: 119.5, aim: 10.3, distance: [44.5, 47], round: [-10, 10], above: [0, 5] },
  { from: 123, aim: 10.2, distance: [45, 47], round: [6, 18], above: [4, 7] },
  { from: 125, aim: 10.3, distance: [46, 50], round: [12, 24], above: [6, 9] },
];

/** The light of each section of the song. */
export interface LightMark {
  readonly beat: number;
  readonly color: readonly [red: number, green: number, blue: number];
  readonly direction: readonly [number, number, number];
}

const DUSK: Omit<LightMark, 'beat'> = { color: [0.66, 0.56, 0.52], direction: [-0.65, -0.8, 0.7] };

/**
 * Dusk while she tries her steps, the first lanterns in the lift, all of them in the chorus, night in the break, gold
 * at the end. Where she crouches with her face down it comes from low in front.
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
  { beat: 119, color: [0.75, 0.64, 0.54], direction: [-0.4, -0.8, 0.75] },
  { beat: 123, color: [0.7, 0.58, 0.53], direction: [-0.55, -0.75, 0.75] },
  { beat: 128, ...DUSK },
];
