// Twenty dancers that share one motion in one MotionPlayer, without and with physics, compared with one
// dancer.
import { readFileSync } from 'node:fs';
import { parsePmx, parseVmd } from '../../packages/format/dist/index.js';
import { createModel } from '../../packages/model/dist/index.js';
import { Motion, MotionPlayer } from '../../packages/runtime/dist/index.js';

const FILES = new URL('../../packages/sample/files/', import.meta.url);
const DANCERS = 20;
const FRAMES = 600;
const ROUNDS = 7;

const motion = Motion.from(parseVmd(readFileSync(new URL('dance.vmd', FILES))));
const first = createModel(parsePmx(readFileSync(new URL('dancer.pmx', FILES))));
const crowd = [first, ...Array.from({ length: DANCERS - 1 }, () => first.clone())];
const physical = await crowdWithPhysics();
const one = playerOf([first]);
const all = playerOf(crowd);

const allWithPhysics = playerOf(physical);

for (const player of [all, allWithPhysics]) milliseconds(player); // warm-up
const rounds = Array.from({ length: ROUNDS }, () => [one, all, allWithPhysics].map(milliseconds));
const [alone, together, withPhysics] = [0, 1, 2].map(
  (i) => rounds.map((round) => round[i]).toSorted((a, b) => a - b)[ROUNDS >> 1],
);
console.log(
  `crowd: one dancer ${alone.toFixed(4)} ms per frame, ${DANCERS} dancers ${together.toFixed(3)} ms:`,
  `${(together / alone).toFixed(1)} times as much;`,
  `with physics ${withPhysics.toFixed(3)} ms, ${(withPhysics / DANCERS).toFixed(3)} ms each`,
);

async function crowdWithPhysics() {
  const model = createModel(parsePmx(readFileSync(new URL('dancer.pmx', FILES))), { physics: true });
  await model.ready;
  return [model, ...Array.from({ length: DANCERS - 1 }, () => model.clone())];
}

function playerOf(models) {
  const player = new MotionPlayer({ loop: true });
  models.forEach((model, i) => player.add(model, motion, { offset: -0.25 * i, loop: true }));
  void player.play();
  return player;
}

function milliseconds(player) {
  const start = performance.now();
  for (let frame = 0; frame < FRAMES; frame++) player.update(1 / 60);
  return (performance.now() - start) / FRAMES;
}
