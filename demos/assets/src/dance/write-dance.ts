import { serializeVmd, serializeVpd } from '@odori/format';
import { mkdir, writeFile } from 'node:fs/promises';
import { createPoses } from './poses.js';
import { recordDance } from './record-dance.js';

/** Writes dance.vmd, camera.vmd (with the light) and the three poses. */
export async function writeDance(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { dance, camera } = recordDance();
  await writeFile(`${folder}/dance.vmd`, serializeVmd(dance));
  await writeFile(`${folder}/camera.vmd`, serializeVmd(camera));
  for (const [name, pose] of createPoses()) await writeFile(`${folder}/pose-${name}.vpd`, serializeVpd(pose));
}
