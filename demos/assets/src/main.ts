import { fileURLToPath } from 'node:url';
import { writeDance } from './dance/write-dance.js';
import { writeGestures } from './gesture/write-gestures.js';
import { writeSong } from './song/encode-song.js';
import { writeDancer } from './write-dancer.js';

const folder = fileURLToPath(new URL('../../../packages/sample/files', import.meta.url));
writeDancer(folder);
await writeDance(folder);
writeGestures(folder);
await writeSong(folder);
