/** From a first to a last frame, both included. */
export interface FrameRange {
  first: number;
  last: number;
}

/** The range of frames that a column of keys covers, in whatever order they are; undefined if there are none. */
export function frameRange(frames: Uint32Array): FrameRange | undefined {
  if (frames.length === 0) return undefined;
  const range = { first: frames[0], last: frames[0] };
  for (const frame of frames) {
    if (frame < range.first) range.first = frame;
    if (frame > range.last) range.last = frame;
  }
  return range;
}
