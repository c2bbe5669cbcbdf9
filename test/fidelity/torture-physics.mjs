// Seeks, loops, rates and stalls with physics, on the sample dancer and real models. Exit code 1 if a limit
// is exceeded.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePmd, parsePmx, parseVmd, pmdToPmx } from '@odori/format';
import { createPhysics } from '@odori/physics';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { Quaternion, Vector3 } from 'three';

const FILES = join(import.meta.dirname, '../../packages/sample/files');
const STEP = 1 / 60;
/** The bodies of a joint may be so far apart, in units, besides what its limits allow. */
const TORN = 0.6;

/** In a longer frame the picture stands still. */
const STALL = 0.1;

/**
 * The median and the 95th percentile of what a second after a seek differs from a run from 3 s before, and
 * torn joints.
 */
export async function tortureAll(corpus, { seeks = 300, loops = 100 } = {}) {
  const dances = [
    ['dancer.pmx', join(FILES, 'dancer.pmx'), join(FILES, 'dance.vmd')],
    ['miku.pmx', join(corpus, 'pmx/mmd_tools_miku/miku.pmx'), join(corpus, 'vmd/wavefile_v2.vmd')],
    ['miku_v2.pmd', join(corpus, 'pmd/miku_v2/miku_v2.pmd'), join(corpus, 'vmd/wavefile_v2.vmd')],
  ];
  const rows = [];
  for (const [name, modelFile, motionFile] of dances) {
    const bytes = readFileSync(modelFile);
    const pmx = modelFile.endsWith('.pmd') ? pmdToPmx(parsePmd(bytes)) : parsePmx(bytes);
    const motion = Motion.from(parseVmd(readFileSync(motionFile)));
    rows.push({ name, ...(await torture(pmx, motion, seeks, loops)) });
  }
  return rows;
}

async function torture(pmx, motion, seeks, loops) {
  const random = createRandom();
  const dancer = await Dancer.create(pmx, motion);
  const reference = await Dancer.create(pmx, motion);
  const { duration } = motion;
  const distances = [];
  const torn = {};
  torn.seeks = dancer.longestTear(() => {
    for (let i = 0; i < seeks; i++) {
      const time = 3 + random() * (duration - 4.5);
      dancer.jumpTo(time);
      dancer.run(60);
      reference.jumpTo(time - 3);
      reference.run(240);
      distances.push(...dancer.distancesTo(reference));
    }
  });
  torn.loops = dancer.longestTear(() => {
    for (let i = 0; i < loops; i++) {
      dancer.jumpTo(5);
      dancer.run(30 + Math.floor(30 * random()));
    }
  });
  for (const rate of [0.1, 1, 4]) {
    torn[`${rate}×`] = dancer.longestTear(() => {
      dancer.jumpTo(2);
      dancer.run(600, rate * STEP);
    });
  }
  torn.stalls = dancer.longestTear(() => {
    dancer.jumpTo(4);
    for (let i = 0; i < 600; i++) {
      dancer.update(random() < 0.1 ? 2 * random() : STEP);
      if (dancer.time > duration - 3) dancer.jumpTo(1);
    }
  });
  distances.sort((a, b) => a - b);
  return {
    median: distances[distances.length >> 1],
    p95: distances[Math.floor(0.95 * distances.length)],
    torn,
    faults: dancer.physics.faults,
  };
}

/** A dancer who follows a player's calls, and the joints that are torn meanwhile. */
class Dancer {
  time = 0;
  #joints;
  #tears;
  #longest = 0;

  static async create(pmx, motion) {
    const rig = new Rig(createRigDefinition(pmx));
    return new Dancer(pmx, motion, rig, await createPhysics(pmx, rig));
  }

  constructor(pmx, motion, rig, physics) {
    this.rig = rig;
    this.physics = physics;
    this.binding = bindMotion(motion, rig);
    this.moved = [
      ...new Set(pmx.rigidBodies.filter(({ mode, bone }) => mode !== 0 && bone >= 0).map(({ bone }) => bone)),
    ];
    this.#joints = anchorsOf(pmx);
    this.#tears = this.#joints.map(() => undefined);
  }

  pose(time) {
    this.binding.sample(30 * time);
    this.rig.solve();
  }

  jumpTo(time) {
    this.time = time;
    this.rig.pose.held.isKnown.fill(0);
    this.pose(time);
    this.physics.reset();
    this.physics.settle();
    this.rig.solveAfterPhysics();
    this.#tears.fill(undefined);
  }

  run(frames, seconds = STEP) {
    for (let i = 0; i < frames; i++) this.update(seconds);
  }

  update(seconds) {
    const from = this.time;
    this.time += seconds;
    this.physics.advance(seconds, (t) => this.pose(from + t));
    this.rig.solveAfterPhysics();
    this.#checkJoints(seconds);
    if (!this.rig.worldPositions.every(Number.isFinite)) throw new Error('a bone is not finite');
  }

  /** The longest time in seconds for which a joint stays torn, while a function runs. */
  longestTear(run) {
    this.#longest = 0;
    run();
    return this.#longest;
  }

  *distancesTo({ rig }) {
    for (const bone of this.moved) {
      const [a, b] = [this.rig, rig].map(({ worldPositions }) =>
        worldPositions.subarray(3 * bone, 3 * bone + 3),
      );
      yield Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    }
  }

  #checkJoints(seconds) {
    this.#joints.forEach((joint, i) => {
      if (this.#gap(joint) <= TORN) this.#tears[i] = undefined;
      else this.#tears[i] = this.#tears[i] === undefined || seconds > STALL ? 0 : this.#tears[i] + seconds;
      this.#longest = Math.max(this.#longest, this.#tears[i] ?? 0);
    });
  }

  #gap({ bodies, anchors, play }) {
    const [a, b] = bodies.map((body, i) => {
      const place = [0, 0, 0];
      const turn = [0, 0, 0, 1];
      this.physics.readBody(body, place, turn);
      return anchors[i]
        .clone()
        .applyQuaternion(new Quaternion(...turn))
        .add(new Vector3(...place));
    });
    return a.distanceTo(b) - play;
  }
}

/** The joints that hold bodies together, and where they are in each body's own axes, in three's space. */
function anchorsOf({ rigidBodies, joints }) {
  return joints.flatMap(({ bodyA, bodyB, position, linearLower, linearUpper }) => {
    const bodies = [rigidBodies[bodyA], rigidBodies[bodyB]];
    const isFree = linearLower.some((lower, axis) => lower > linearUpper[axis]);
    if (isFree || bodies.some((body) => !body) || bodies.every(({ mode }) => mode === 0)) return [];
    const anchors = bodies.map((body) => {
      const toBody = restRotation(body.rotation).invert();
      return toThree(position).sub(toThree(body.position)).applyQuaternion(toBody);
    });
    const play = Math.hypot(
      ...linearLower.map((lower, i) => Math.max(Math.abs(lower), Math.abs(linearUpper[i]))),
    );
    return [{ bodies: [bodyA, bodyB], anchors, play }];
  });
}

function toThree([x, y, z]) {
  return new Vector3(x, y, -z);
}

/** Ry · Rx · Rz in MMD's space, in three's. */
function restRotation([x, y, z]) {
  const about = (axis, angle) => new Quaternion().setFromAxisAngle(new Vector3(...axis), angle);
  const {
    x: qx,
    y: qy,
    z: qz,
    w,
  } = about([0, 1, 0], y)
    .multiply(about([1, 0, 0], x))
    .multiply(about([0, 0, 1], z));
  return new Quaternion(-qx, -qy, qz, w);
}

/** The same numbers in each run, 0 to 1. */
function createRandom() {
  let seed = 12_345;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
}
