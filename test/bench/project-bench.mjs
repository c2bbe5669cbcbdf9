// Parsing and writing MMD projects and BVMD motions: medians of 100.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { parseBvmd, parsePmm, serializeBvmd, serializePmm } from '../../packages/format/dist/index.js';
import { Motion } from '../../packages/runtime/dist/motion/index.js';

const CORPUS = process.env.ODORI_CORPUS ?? fileURLToPath(new URL('../../../shared/corpus', import.meta.url));
const createMotions = (pmm) => pmm.models.map((model) => Motion.from(model));

if (existsSync(join(CORPUS, 'pmm'))) {
  console.log('file                              kB   parse ms   write ms   Motion.from ms');
  printRow('pmm/kishimen_v1.pmm', parsePmm, serializePmm, createMotions);
  printRow('pmm/one_model_v2.pmm', parsePmm, serializePmm, createMotions);
  printRow('bvmd/wmv_v2.bvmd', parseBvmd, serializeBvmd, (bvmd) => Motion.from(bvmd));
}

function printRow(name, parse, serialize, play) {
  const bytes = readFileSync(join(CORPUS, name));
  const document = parse(bytes);
  const runs = [() => parse(bytes), () => serialize(document), () => play(document)];
  const [read, written, played] = runs.map((run) => median(run).toFixed(2).padStart(10));
  console.log(name.padEnd(27), (bytes.length / 1000).toFixed(1).padStart(8), read, written, played);
}

function median(run) {
  const times = Array.from({ length: 130 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.slice(30).toSorted((a, b) => a - b)[50];
}
