/** `N` of `/dev/fd/N`; more digits no system gives. */
const NUMBERED = /^(?:\/dev|\/proc\/self)\/fd\/(\d{1,9})$/;

export const STDOUT = 1;
export const STDERR = 2;

/**
 * The number of what this process has open and an absolute path names; undefined if it names none.
 *
 * Opened once more, a file behind `>>` would begin anew, and a socket could not be opened at all.
 *
 * @example
 * descriptorOf('/dev/stdout'); // → 1
 */
export function descriptorOf(path: string): number | undefined {
  if (path === '/dev/stdout') return STDOUT;
  if (path === '/dev/stderr') return STDERR;
  const digits = NUMBERED.exec(path)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
