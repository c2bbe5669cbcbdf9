/** A key of a file: at a whole frame, showing what a track shows at another. */
export interface WholeFrameKey {
  readonly frame: number;
  /** The track's frame whose value it has. */
  readonly at: number;
  /** The track's key to which the segment before it leads… */
  readonly key: number;
  /** …and the part of that segment that is left, 0..1. */
  readonly from: number;
  readonly to: number;
}

/**
 * The keys that a file needs to show what a track shows from frame 0 to `lastFrame`.
 *
 * Keys outside, which `slice` keeps, become keys at the ends with the part of their segment that is inside; frames are
 * rounded, and of two at one frame the later stays. `cutFrames`: keys this near are a cut, which a file can only say
 * one frame apart, so that a stretched one gets a key before its end. O(keys).
 */
export function wholeFrameKeys(frames: Float64Array, lastFrame: number, cutFrames = 0): WholeFrameKey[] {
  const keys = new Map<number, WholeFrameKey>();
  const add = (frame: number, at: number, key: number, from: number, to: number): void => {
    keys.set(frame, { frame, at, key, from, to });
  };
  const share = (key: number, frame: number): number =>
    key === 0 ? 1 : Math.min(Math.max((frame - frames[key - 1]) / (frames[key] - frames[key - 1]), 0), 1);
  for (let key = 0; key < frames.length; key++) {
    const end = frames[key];
    const start = key > 0 ? frames[key - 1] : end;
    const isLast = key + 1 === frames.length;
    if (isLast && end < 0) add(0, end, key, 0, 1);
    else if (start < 0 && end > 0) add(0, 0, key, 0, share(key, 0));
    if (end < 0 || (key > 0 && start >= lastFrame)) continue;
    const at = Math.min(end, lastFrame);
    const frame = Math.round(at);
    const isStretchedCut = key > 0 && end - start <= cutFrames && frame - Math.round(start) > 1;
    if (isStretchedCut) add(frame - 1, start, key, 0, 1);
    add(frame, at, key, start < 0 ? share(key, 0) : 0, share(key, at));
  }
  return [...keys.values()].sort((a, b) => a.frame - b.frame);
}
