/**
 * Seconds as minutes and seconds.
 *
 * @example
 * clockText(64.2); // → '1:04'
 */
export function clockText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
