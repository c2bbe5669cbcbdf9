import { serializeX } from '@odori/format/x';
import { writeFileSync } from 'node:fs';
import { createStage } from './create-stage.js';

/** Writes stage.x. */
export function writeStage(folder: string): void {
  writeFileSync(`${folder}/stage.x`, serializeX(createStage()));
}
