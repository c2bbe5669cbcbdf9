// Many dancers in one world beside as many worlds: the time of frames, in turns. node -C built, after a build
import { readFileSync } from 'node:fs';
import { parsePmx, parseVmd } from '@odori/format';
import { createPhysics, createPhysicsWorld } from '@odori/physics';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';

const COUNT = Number(process.argv[2] ?? 20);
const ROUNDS = 25;
const FRAMES = 12;
const files = new URL('../../packages/sample/files/', import.meta.url);
const pmx = parsePmx(readFileSync(new URL('dancer.pmx', files)));
const motion = Motion.from(parseVmd(readFileSync(new URL('dance.vmd', files))));
const definition = createRigDefinition(pmx);

const world = await createPhysicsWorld();
const teams = { shared: await createTeam({ world }), alone: await createTeam({}) };
const times = { shared: [], alone: [] };
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, dancers] of Object.entries(teams)) {
    const { user } = process.cpuUsage();
    for (let frame = 0; frame < FRAMES; frame++) for (const dance of dancers) dance();
    times[name].push(process.cpuUsage().user - user);
  }
}
const [shared, alone] = [median(times.shared), median(times.alone)].map((time) => time / FRAMES / 1000);
console.log(
  `physics: ${COUNT} dancers of ${pmx.rigidBodies.length} bodies, far apart: one world ${shared.toFixed(2)} ms a frame,`,
  `${COUNT} worlds ${alone.toFixed(2)} ms: ${(shared / alone).toFixed(2)} times as long;`,
  `${world.statistics.pairs} pairs`,
);

/** Functions that each make a frame of one dancer. */
async function createTeam(options) {
  const dances = [];
  for (let i = 0; i < COUNT; i++) {
    const rig = new Rig(definition);
    const binding = bindMotion(motion, rig);
    const physics = await createPhysics(pmx, rig, { ...options, settleSeconds: 0 });
    physics.worldPosition = Float64Array.of(20 * (i % 5), 0, 20 * Math.floor(i / 5));
    let frame = 60 + 20 * i;
    binding.sample(frame);
    physics.reset();
    dances.push(() => {
      const from = frame;
      frame += 0.5;
      physics.advance(1 / 60, (seconds) => {
        binding.sample(from + 30 * seconds);
        rig.solve();
      });
      rig.solveAfterPhysics();
    });
  }
  for (let frame = 0; frame < 60; frame++) for (const dance of dances) dance();
  return dances;
}

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}
