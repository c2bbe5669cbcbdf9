import { readZip } from '@odori/model';
import { fetchBytes, loadMotion, type Motion } from '@odori/runtime';

/** The mirror image of a motion at a URL, which may be in a zip. */
export async function loadMirrorImage(url: string): Promise<Motion> {
  const bytes = await fetchBytes(url);
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b; // PK
  const motion = await loadMotion(isZip ? await readZip(bytes) : bytes);
  return motion.mirror();
}
