import { zipSync } from 'fflate';

/** A zip of files by path, as small as it gets. The same files give the same bytes. */
export function smallZip(files: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  // The earliest date that a zip can have; fflate takes local time.
  const mtime = new Date(1980, 0, 1);
  return zipSync(Object.fromEntries(files), { level: 9, mem: 12, mtime });
}
