/** How many onion skins there are, and how far apart. */
export interface SkinSpacing {
  /** The number on each side. */
  each: number;
  /** Frames from one skin to the next. */
  spacing: number;
}

/** The time of one onion skin. */
interface SkinTime {
  frame: number;
  /** Later than the current time. */
  isLater: boolean;
  /** 0 to 1, lower for times further away. */
  opacity: number;
}

const MAX_OPACITY = 0.6;

/**
 * The times of the onion skins before and after a frame, in the order of drawing: those furthest away first.
 *
 * Times outside the motion are left out.
 *
 * @example
 * skinTimes(10, 12, { each: 1, spacing: 4 }); // → [{ frame: 6, isLater: false, opacity: 0.6 }]
 */
export function skinTimes(frame: number, lastFrame: number, { each, spacing }: SkinSpacing): SkinTime[] {
  const times: SkinTime[] = [];
  for (let step = each; step > 0; step--) {
    const opacity = (MAX_OPACITY * (each + 1 - step)) / each;
    times.push({ frame: frame - step * spacing, isLater: false, opacity });
    times.push({ frame: frame + step * spacing, isLater: true, opacity });
  }
  return times.filter((time) => time.frame >= 0 && time.frame <= lastFrame);
}
