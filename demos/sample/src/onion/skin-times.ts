/** Which moments beside the chosen one are to be seen. */
export interface SkinSpacing {
  /** How many on either side. */
  each: number;
  /** Frames from one to the next. */
  spacing: number;
}

/** A moment beside the chosen one. */
export interface SkinTime {
  frame: number;
  /** Later than the chosen one? */
  isLater: boolean;
  /** 0..1; the further in time, the fainter. */
  opacity: number;
}

const MOST_OPACITY = 0.6;

/**
 * The moments before and after a frame at which onion skins show the dancer, in the order of drawing: furthest first.
 *
 * Those outside of the motion are left out.
 *
 * @example
 * skinTimes(10, 12, { each: 1, spacing: 4 }); // → [{ frame: 6, isLater: false, opacity: 0.6 }]
 */
export function skinTimes(frame: number, lastFrame: number, { each, spacing }: SkinSpacing): SkinTime[] {
  const times: SkinTime[] = [];
  for (let step = each; step > 0; step--) {
    const opacity = (MOST_OPACITY * (each + 1 - step)) / each;
    times.push({ frame: frame - step * spacing, isLater: false, opacity });
    times.push({ frame: frame + step * spacing, isLater: true, opacity });
  }
  return times.filter((time) => time.frame >= 0 && time.frame <= lastFrame);
}
