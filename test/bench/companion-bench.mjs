// What a companion costs beside the dance and the solver: breath, sway, gaze, lips, blinks and emotions of 20
// companions on our dancer, and a gesture over each of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePmx, parseVmd } from '@odori/format';
import { MotionPlayer } from '@odori/runtime';
import { createCompanion } from '@odori/runtime/companion';
import { Motion } from '@odori/runtime/motion';
import { createRigDefinition, Rig } from '@odori/runtime/rig';

const ASSETS = fileURLToPath(new URL('../../packages/sample/files', import.meta.url));
const COUNT = 20;
const FRAMES = 600;
const ROUNDS = 9;

const read = (name) => new Uint8Array(readFileSync(join(ASSETS, name)));
const motionOf = (name) => Motion.from(parseVmd(read(name)));
const definition = createRigDefinition(parsePmx(read('dancer.pmx')));
const idle = motionOf('idle-calm.vmd');
const wave = motionOf('gesture-wave.vmd');

function playable() {
  const rig = new Rig(definition);
  return { rig, update: () => (rig.solve(), rig.solveAfterPhysics()), reset: () => {} };
}

/** 20 models with a player each; the microseconds of 600 frames. */
function show(add) {
  const players = Array.from({ length: COUNT }, () => new MotionPlayer());
  players.forEach((player, i) => add(player, playable(), i));
  return () => {
    const start = process.cpuUsage().user;
    for (let frame = 0; frame < FRAMES; frame++) players.forEach((player) => player.update(1 / 60));
    return process.cpuUsage().user - start;
  };
}

const SHOWS = {
  'idle motion': show((player, model) => player.add(model, undefined, { idle })),
  companion: show((player, model, seed) =>
    createCompanion(player, model, { idle: [idle], lookAt: [3, 15, 40], seed }),
  ),
  'companion, waving': show((player, model, seed) => {
    const companion = createCompanion(player, model, { idle: [idle], lookAt: [3, 15, 40], seed });
    void companion.perform(wave, { bones: 'arms', times: Infinity });
  }),
};

const times = Object.fromEntries(Object.keys(SHOWS).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++)
  for (const [name, run] of Object.entries(SHOWS)) times[name].push(run());
console.log(`\n${COUNT} models, 600 frames each                 µs per model and frame`);
for (const [name, runs] of Object.entries(times)) {
  const median = runs.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  console.log(name.padEnd(44), (median / (FRAMES * COUNT)).toFixed(1));
}
