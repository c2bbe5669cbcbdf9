import { serializeBvmd, serializeVmd, serializeVpd, type Vmd, vmdToBvmd } from '@odori/format';
import { mkdir, writeFile } from 'node:fs/promises';
import { smallZip } from '../small-zip.js';
import { createPoses } from './poses.js';
import { recordDance } from './record-dance.js';

/**
 * Writes the dance, the camera (with the light) and the three poses. dance.vmd has keyframes of hair and
 * cloth for programs without physics; dance.bvmd has none of them, and dance.zip is the same, compressed.
 */
export async function writeDance(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { dance, body, camera } = recordDance();
  const bvmd = danceOfBody(body);
  await writeFile(`${folder}/dance.vmd`, serializeVmd(dance));
  await writeFile(`${folder}/dance.bvmd`, bvmd);
  await writeFile(`${folder}/dance.zip`, smallZip(new Map([['dance.bvmd', bvmd]])));
  await writeFile(`${folder}/camera.vmd`, serializeVmd(camera));
  for (const [name, pose] of createPoses()) await writeFile(`${folder}/pose-${name}.vpd`, serializeVpd(pose));
}

/** The bytes of dance.bvmd. */
export function danceOfBody(body: Vmd): Uint8Array<ArrayBuffer> {
  return serializeBvmd(vmdToBvmd(body));
}
