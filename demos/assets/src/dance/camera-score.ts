/** A shot, from one cut to the next. Beats; degrees and units. */
export interface Shot {
  readonly from: number;
  /** What is in the middle: a height, or a bone that is followed. */
  readonly aim: number | string;
  /** From the first to the last frame of it: how far away, from how far to her left, from how far above, angle of view. */
  readonly distance: readonly [number, number];
  readonly round: readonly [number, number];
  readonly above: readonly [number, number];
  readonly fov?: readonly [number, number]; // 30, 30
  /** Of the horizon. */
  readonly roll?: readonly [number, number]; // 0, 0
}

export const SHOTS: readonly Shot[] = [
  { from: 0, aim: 10.2, distance: [48, 42], round: [24, -6], above: [9, 4] },
  { from: 6, aim: 8.6, distance: [25, 23], round: [28, 14], above: [-17, -19], fov: [52, 54] },
  { from: 8, aim: 10.4, distance: [44, 40], round: [-14, 12], above: [4, 3] },
  { from: 14, aim: '上半身2', distance: [30, 26], round: [16, 2], above: [-4, -7] },
  { from: 16, aim: '頭', distance: [19, 15], round: [-8, -2], above: [0, 1] },
  { from: 20, aim: 10.3, distance: [45, 41], round: [-28, 4], above: [8, 5] },
  { from: 26, aim: '上半身2', distance: [30, 27], round: [10, 24], above: [2, 0] },
  { from: 28, aim: 10.4, distance: [46, 40], round: [18, -14], above: [-2, 3] },
  { from: 34, aim: '頭', distance: [20, 15.5], round: [14, 4], above: [3, 1] },
  { from: 37, aim: 10.2, distance: [42, 46], round: [2, -22], above: [5, 10] },
  { from: 40, aim: 10.2, distance: [45, 41], round: [-20, 8], above: [-3, 0] },
  { from: 44, aim: '上半身2', distance: [28, 25], round: [14, -10], above: [1, 2] },
  { from: 46, aim: 10.2, distance: [44, 40], round: [-6, 12], above: [12, 6] },
  { from: 48, aim: 8.8, distance: [26, 23], round: [-30, -14], above: [-16, -19], fov: [50, 54] },
  { from: 50, aim: 10.2, distance: [41, 37], round: [20, 4], above: [-6, -9], fov: [30, 36] },
  { from: 54, aim: 10.8, distance: [50, 47], round: [0, 6], above: [2, -3] },
  { from: 57.5, aim: '上半身2', distance: [28, 26], round: [-6, 4], above: [2, 0] },
  { from: 59.5, aim: 11, distance: [34, 46], round: [6, -8], above: [-6, 2], fov: [42, 34] },
  { from: 64, aim: 10.3, distance: [44, 41], round: [-22, 4], above: [3, 6] },
  { from: 68, aim: 10.2, distance: [46, 42], round: [4, 22], above: [14, 8] },
  { from: 72, aim: 10.1, distance: [42, 45], round: [14, -8], above: [-3, 2] },
  { from: 75.5, aim: '上半身2', distance: [33, 30], round: [-16, -6], above: [-3, 0] },
  { from: 77.5, aim: '頭', distance: [15.5, 14], round: [12, 7], above: [1, 0] },
  { from: 80, aim: 10.4, distance: [46, 42], round: [22, -12], above: [6, 2], roll: [0, 3] },
  { from: 83, aim: 11, distance: [40, 44], round: [-10, 10], above: [-8, -5], fov: [36, 34] },
  { from: 86, aim: '上半身2', distance: [32, 38], round: [12, -4], above: [0, 2] },
  { from: 88, aim: 9.7, distance: [43, 40], round: [-24, -12], above: [5, 3] },
  { from: 91.5, aim: '上半身2', distance: [25, 23], round: [10, 4], above: [4, 2] },
  { from: 92.75, aim: '頭', distance: [16, 12.5], round: [-10, -3], above: [1, 0], fov: [30, 28] },
  { from: 96, aim: 10.6, distance: [50, 44], round: [-16, 10], above: [-4, 1], fov: [34, 30] },
  { from: 99.5, aim: 11, distance: [36, 46], round: [-4, 12], above: [-6, 3], fov: [42, 34], roll: [-3, 2] },
  { from: 104, aim: 10.4, distance: [46, 42], round: [24, -6], above: [4, 9] },
  { from: 108, aim: 10.3, distance: [44, 47], round: [-8, -30], above: [12, 4] },
  { from: 112, aim: 10.5, distance: [42, 46], round: [8, -10], above: [-4, 1] },
  { from: 115.5, aim: '上半身2', distance: [30, 27], round: [14, 6], above: [0, 1] },
  { from: 117.5, aim: '頭', distance: [16, 14], round: [-14, -6], above: [2, 0] },
  { from: 119.5, aim: 10.1, distance: [42, 46], round: [-10, 10], above: [0, 5] },
  { from: 123, aim: '上半身2', distance: [32, 38], round: [6, 18], above: [4, 7] },
  { from: 125, aim: 10.2, distance: [44, 48], round: [12, 24], above: [6, 9] },
];

/** What the light does; it changes with the song. */
export interface LightMark {
  readonly beat: number;
  readonly color: readonly [red: number, green: number, blue: number];
  readonly direction: readonly [number, number, number];
}

const HOME: Omit<LightMark, 'beat'> = { color: [0.58, 0.55, 0.6], direction: [-0.5, -1, 0.5] };

export const LIGHTS: readonly LightMark[] = [
  { beat: 0, ...HOME },
  { beat: 7, ...HOME },
  { beat: 9, color: [0.62, 0.6, 0.58], direction: [-0.55, -1, 0.55] },
  { beat: 38, color: [0.61, 0.6, 0.6], direction: [-0.2, -1, 0.65] },
  { beat: 41, color: [0.56, 0.59, 0.65], direction: [0.15, -1, 0.65] },
  { beat: 55, color: [0.52, 0.56, 0.7], direction: [0.4, -1, 0.6] },
  { beat: 56, color: [0.72, 0.64, 0.57], direction: [-0.4, -1, 0.6] },
  { beat: 71, color: [0.69, 0.61, 0.6], direction: [0.1, -1, 0.7] },
  { beat: 73, color: [0.7, 0.62, 0.6], direction: [0.3, -1, 0.6] },
  { beat: 86, color: [0.71, 0.64, 0.57], direction: [-0.3, -1, 0.6] },
  { beat: 88.5, color: [0.5, 0.52, 0.67], direction: [-0.6, -0.9, 0.55] },
  { beat: 94.5, color: [0.54, 0.55, 0.68], direction: [-0.35, -0.9, 0.65] },
  { beat: 96, color: [0.73, 0.62, 0.6], direction: [0.35, -1, 0.6] },
  { beat: 108, color: [0.7, 0.66, 0.56], direction: [-0.1, -1, 0.7] },
  { beat: 119, color: [0.72, 0.64, 0.58], direction: [-0.4, -1, 0.6] },
  { beat: 123, color: [0.64, 0.58, 0.6], direction: [-0.45, -1, 0.55] },
  { beat: 128, ...HOME },
];
