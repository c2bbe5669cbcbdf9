// Avatars that follow MMD's standard skeleton: time per frame of the skeleton with one avatar, and of each
// further one; and the time to make a motion for another model.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePmd, parseVmd, pmdToPmx } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { HumanoidPose, readHumanoid, retargetMotion, standardSource } from '@odori/vrm/humanoid';

const CORPUS = process.env.ODORI_CORPUS ?? join(fileURLToPath(import.meta.url), '../../../../shared/corpus');
const FRAMES_PER_ROUND = 300;
const ROUNDS = 60;

const read = (path) => readFileSync(join(CORPUS, path));
const motion = Motion.from(parseVmd(read('vmd/wavefile_v2.vmd')));

console.log('\navatar with wavefile                          with skeleton ms/frame   each further µs');
for (const name of readdirSync(join(CORPUS, 'vrm')).filter((file) => file.endsWith('.vrm'))) {
  const rig = new Rig(standardSource());
  const dance = bindMotion(motion, rig);
  const pose = new HumanoidPose(rig, readHumanoid(read(`vrm/${name}`)));
  const both = median((frame) => {
    dance.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
    pose.solve();
  });
  const further = median(() => pose.solve());
  console.log(
    `${name.padEnd(45)} ${both.toFixed(4).padStart(22)} ${(1000 * further).toFixed(1).padStart(17)}`,
  );
}

const [from, to] = ['pmd/miku_v2/miku_v2.pmd', 'pmd/KAITO.pmd'].map((path) =>
  createRigDefinition(pmdToPmx(parsePmd(read(path)))),
);
const start = performance.now();
retargetMotion(motion, from, to);
console.log(
  `retargetMotion, wavefile from Miku to KAITO: ${((performance.now() - start) / 1000).toFixed(2)} s`,
);

/** Milliseconds a frame, playing at 60 frames per second. */
function median(show) {
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const begin = performance.now();
    for (let i = 0; i < FRAMES_PER_ROUND; i++) show(30 * round + i / 2);
    return (performance.now() - begin) / FRAMES_PER_ROUND;
  });
  return times.toSorted((a, b) => a - b)[ROUNDS / 2];
}
