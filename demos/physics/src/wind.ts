/** The share of the strength that blows without gusts on top. */
const STEADY = 0.45;

/** A wind of the page: a direction on the ground, and gusts that come and go. */
export class Wind {
  /** Units per second², the most that a gust has. */
  strength = 0;
  /** Degrees from her front to her left. */
  direction = 0;
  hasGusts = true;

  /**
   * Writes the acceleration at a time into 3 numbers, in three's space. Allocates nothing.
   *
   * @example
   * wind.strength = 100;
   * wind.direction = 90;
   * wind.hasGusts = false;
   * wind.write(0, physics.wind); // → [100, 0, 0]: to her left
   */
  write(seconds: number, out: { [index: number]: number }): void {
    const angle = (this.direction * Math.PI) / 180;
    const size = this.strength * (this.hasGusts ? gust(seconds) : 1);
    out[0] = size * Math.sin(angle);
    out[1] = 0;
    out[2] = size * Math.cos(angle);
  }
}

/** How hard it blows, from {@link STEADY} to 1: three waves whose lengths never meet. */
export function gust(seconds: number): number {
  const waves = Math.sin(seconds * 1.7) + Math.sin(seconds * 2.9 + 1) + Math.sin(seconds * 4.7 + 2);
  return STEADY + (1 - STEADY) * (0.5 + waves / 6);
}
