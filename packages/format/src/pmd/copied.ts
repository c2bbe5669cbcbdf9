/** A record of its own: its vectors are copied, too. */
export function copied<T extends object>(record: T): T {
  const entries = Object.entries(record).map(([key, value]: [string, unknown]) => [
    key,
    Array.isArray(value) ? (value as unknown[]).slice() : value,
  ]);
  return Object.fromEntries(entries) as T;
}
