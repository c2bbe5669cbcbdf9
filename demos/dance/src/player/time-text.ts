/** Minutes, seconds and tenths: `0:07.5`. */
export function timeText(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const minutes = Math.floor(tenths / 600);
  const rest = (tenths % 600) / 10;
  return `${minutes}:${rest.toFixed(1).padStart(4, '0')}`;
}

/** The same for somebody who listens: `7.5 seconds`, `1 minute 4 seconds`. */
export function spokenTime(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} seconds`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} minute${minutes === 1 ? '' : 's'} ${Math.floor(seconds % 60)} seconds`;
}
