import { detectFormat, parseVmd, parseVpd, type Vmd, type Vpd } from '@odori/format';

/**
 * Parses a motion or a pose. The content decides which; the name of the file decides only if the content is unknown, so
 * that the right parser explains what is wrong.
 *
 * @throws {@link MmdFormatError}
 */
export async function parseMotion(file: Blob, name: string): Promise<Vmd | Vpd> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = detectFormat(bytes) ?? name.slice(-3).toLowerCase();
  return format === 'vpd' ? parseVpd(bytes) : parseVmd(bytes);
}
