// How gently one motion goes over into another, over ten pairs of moments: weights that grow in a straight
// line, weights that grow slowly at both ends (as the player's), and an inertial transition, which samples
// the new motion alone and lets the difference of poses and velocities decay (a polynomial of the fifth
// degree). node -C built test/bench/transitions.mjs [model.pmx]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePmx, parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { createRigDefinition, multiplyRotations, Rig } from '@odori/runtime/rig';
import { bindPose } from '../../packages/runtime/dist/rig/bind-motion.js';
import { allSlots, blendPose, createPoseBeside } from '../../packages/runtime/dist/rig/blend-pose.js';
import { invert, slerpWeight } from '../../packages/runtime/dist/rotation.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ASSETS = join(ROOT, 'packages/sample/files');
const CORPUS = process.env.ODORI_CORPUS ?? join(ROOT, '../shared/corpus');
const [model = join(ASSETS, 'dancer.pmx')] = process.argv.slice(2);
const motionOf = (path) => Motion.from(parseVmd(new Uint8Array(readFileSync(path))));
const wave = motionOf(join(CORPUS, 'vmd/wavefile_v2.vmd'));
const bilcb = motionOf(join(CORPUS, 'vmd/bilcb_bone.vmd'));
const own = motionOf(join(ASSETS, 'dance.vmd'));
const rest = Motion.from();
/** From a motion at a second to another one at a second. */
const PAIRS = [
  [wave, 20, bilcb, 30],
  [wave, 40.3, own, 5],
  [bilcb, 30, wave, 60],
  [own, 10, wave, 33.3],
  [own, 4, bilcb, 50],
  [wave, 12, wave, 70],
  [bilcb, 62, own, 12],
  [rest, 0, wave, 25],
  [wave, 50.7, rest, 0],
  [own, 15.2, own, 6.1],
];
const FRAME = 1 / 60;
/** Units: a foot below it stands. */
const STANDING = 1.6;

const definition = createRigDefinition(parsePmx(new Uint8Array(readFileSync(model))));
const rig = new Rig(definition);
const all = allSlots(rig.pose);
const NAMES = ['左手首', '右手首', '頭', '下半身', '左足首', '右足首'];

/** A motion on a pose beside that of the rig. */
function bound(motion) {
  const pose = createPoseBeside(rig.pose, definition);
  const binding = bindPose(motion, definition, pose);
  return { pose, sample: (seconds) => binding.sample(30 * seconds) };
}

/** Moves the pose of the rig towards another one. */
function moveTo(pose, weight) {
  slerpWeight[0] = weight;
  blendPose(rig.pose, pose, all);
}

const weighted = (weightOf) => ({
  begin() {},
  write(from, to, age, seconds) {
    moveTo(from.pose, 1);
    moveTo(to.pose, weightOf(Math.min(age / seconds, 1)));
  },
});

const inertial = {
  begin(from, to, at, seconds) {
    const differences = (before) => {
      from.sample(at.from - before);
      to.sample(at.to - before);
      return definition.boneNames.map((_, bone) => differenceOf(from.pose, to.pose, bone));
    };
    const earlier = differences(FRAME);
    this.decays = differences(0).map((difference, bone) =>
      difference.map((vector, kind) => decayOf(vector, earlier[bone][kind], seconds)),
    );
  },
  write(_, to, age) {
    moveTo(to.pose, 1);
    const { translations, rotations } = rig.pose;
    this.decays.forEach(([move, turn], bone) => {
      move(age).forEach((value, axis) => (translations[3 * bone + axis] += value));
      multiplyRotations(quaternionOf(turn(age)), 0, rotations, 4 * bone, rotations, 4 * bone);
    });
  },
};

/** From the pose `to` to the pose `from`: a translation, and an axis times an angle. */
function differenceOf(from, to, bone) {
  const move = [0, 1, 2].map((k) => from.translations[3 * bone + k] - to.translations[3 * bone + k]);
  const turn = new Float64Array(4);
  invert(to.rotations, 4 * bone, turn, 0);
  multiplyRotations(from.rotations, 4 * bone, turn, 0, turn, 0);
  const side = turn[3] < 0 ? -1 : 1;
  const sine = Math.hypot(turn[0], turn[1], turn[2]);
  const scale = sine > 0 ? (2 * side * Math.atan2(sine, side * turn[3])) / sine : 0;
  return [move, [turn[0] * scale, turn[1] * scale, turn[2] * scale]];
}

function quaternionOf(vector) {
  const angle = Math.hypot(...vector);
  const scale = angle > 0 ? Math.sin(angle / 2) / angle : 0;
  return Float64Array.of(...vector.map((value) => value * scale), Math.cos(angle / 2));
}

/** A vector that goes to 0 in some seconds, beginning with the velocity that it has towards 0. */
function decayOf(vector, earlier, longest) {
  const x = Math.hypot(...vector);
  const unit = vector.map((value) => (x > 0 ? value / x : 0));
  const v = Math.min((x - unit.reduce((sum, value, k) => sum + value * earlier[k], 0)) / FRAME, 0);
  const t = v < 0 ? Math.min(longest, (-5 * x) / v) : longest;
  const a = Math.max((-8 * v * t - 20 * x) / t ** 2, 0);
  const fifth = -(a * t ** 2 + 6 * v * t + 12 * x) / (2 * t ** 5);
  const fourth = (3 * a * t ** 2 + 16 * v * t + 30 * x) / (2 * t ** 4);
  const third = -(3 * a * t ** 2 + 12 * v * t + 20 * x) / (2 * t ** 3);
  return (age) => {
    const left = age < t ? ((((fifth * age + fourth) * age + third) * age + a / 2) * age + v) * age + x : 0;
    return unit.map((value) => value * left);
  };
}

/** Where the joints are in each frame, from a third of a second before the transition on. */
function placesOf([from, fromSeconds, to, toSeconds], seconds, transition) {
  const [a, b] = [bound(from), bound(to)];
  transition.begin(a, b, { from: fromSeconds, to: toSeconds }, seconds);
  const frames = Array.from({ length: Math.round(60 * seconds) + 26 }, (_, i) => i - 20);
  return frames.map((frame) => {
    const age = frame * FRAME;
    a.sample(fromSeconds + age);
    b.sample(toSeconds + age);
    if (frame < 0) moveTo(a.pose, 1);
    else transition.write(a, b, age, seconds);
    rig.solve();
    rig.solveAfterPhysics();
    return NAMES.map((name) =>
      rig.worldPositions.slice(3 * rig.boneIndex(name), 3 * rig.boneIndex(name) + 3),
    );
  });
}

/** Units / s²: the largest acceleration of some joints. */
function acceleration(places, ...joints) {
  return Math.max(
    ...joints.flatMap((joint) =>
      places.slice(20, -1).map((now, i) => {
        const [before, after] = [places[i + 19][joint], places[i + 21][joint]];
        return Math.hypot(...now[joint].map((x, k) => after[k] - 2 * x + before[k])) / FRAME ** 2;
      }),
    ),
  );
}

/** Units: how far both feet slide while they stand. */
function slide(places) {
  return [4, 5].reduce(
    (sum, foot) =>
      places.slice(20).reduce((way, { [foot]: now }, i) => {
        const before = places[i + 19][foot];
        return way + (now[1] < STANDING ? Math.hypot(now[0] - before[0], now[2] - before[2]) : 0);
      }, sum),
    0,
  );
}

const KINDS = {
  'straight line': weighted((x) => x),
  'slow at both ends': weighted((x) => x * x * (3 - 2 * x)),
  inertial,
};
const summary = (values) =>
  `${values.toSorted((a, b) => a - b)[5].toFixed(1)} (${Math.max(...values).toFixed(1)})`;
console.log('Median of ten pairs (largest): wrists, head, hips in units/s², slide of the feet in units');
for (const seconds of [0.3, 0.5, 1])
  for (const [kind, transition] of Object.entries(KINDS)) {
    const runs = PAIRS.map((pair) => placesOf(pair, seconds, transition));
    const columns = [
      runs.map((places) => acceleration(places, 0, 1)),
      runs.map((places) => acceleration(places, 2)),
      runs.map((places) => acceleration(places, 3)),
      runs.map(slide),
    ];
    console.log(`${seconds} s  ${kind.padEnd(18)} ${columns.map(summary).join('  ')}`);
  }
