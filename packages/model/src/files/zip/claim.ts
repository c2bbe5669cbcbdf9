import { MmdFormatError } from '@odori/format';

/**
 * Makes sure that a zip has so many bytes from an offset on, both as the zip itself says.
 *
 * @throws {@link MmdFormatError} `truncated` if not.
 */
export function claim(view: DataView, offset: number, bytes: number, what: string): void {
  const left = Math.max(0, view.byteLength - offset);
  if (bytes <= left) return;
  throw new MmdFormatError('truncated', 'zip', offset, `${what} needs ${bytes} bytes, ${left} left`);
}
