/**
 * From 0 to 1 in `length` seconds, slowly at both ends: a straight line would jolt the body there, with two
 * to three times the acceleration.
 */
export function ease(seconds: number, length: number): number {
  if (seconds >= length) return 1;
  const x = Math.max(seconds / length, 0);
  return x * x * (3 - 2 * x);
}
