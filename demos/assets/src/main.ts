import { fileURLToPath } from 'node:url';
import { writeDance } from './dance/write-dance.js';
import { writeGestures } from './gesture/write-gestures.js';
import { writeSong } from './song/encode-song.js';
import { writeStage } from './stage/write-stage.js';
import { writeDancer } from './write-dancer.js';

const folder = fileURLToPath(new URL('../../../packages/sample/files', import.meta.url));
writeDancer(folder);
await writeDance(folder);
writeGestures(folder);
writeStage(folder);
await writeSong(folder);
