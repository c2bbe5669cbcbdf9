// Measures how near avatars are to the MMD model whose dance they follow, at every frame.
import { HumanoidPose } from '@odori/vrm/humanoid';
import { bindMotion, Rig } from '@odori/runtime/rig';

const SIDES = ['left', 'right'];
const DEGREES = 180 / Math.PI;
/** A foot that MMD plants: units a frame, and units above its place at rest. */
const PLANTED = { step: 0.02, height: 0.3 };
/** The bones whose directions are compared: from joint to joint, with MMD's names without side. */
const LIMBS = [
  ['upperLeg', 'UpperLeg', 'LowerLeg', '足', 'ひざ'],
  ['lowerLeg', 'LowerLeg', 'Foot', 'ひざ', '足首'],
  ['upperArm', 'UpperArm', 'LowerArm', '腕', 'ひじ'],
  ['lowerArm', 'LowerArm', 'Hand', 'ひじ', '手首'],
  ['hand', 'Hand', 'MiddleProximal', '手首', '中指１'],
  ['fingers', 'MiddleProximal', 'MiddleIntermediate', '中指１', '中指２'],
  ['fingers', 'ThumbProximal', 'ThumbDistal', '親指１', '親指２'],
  ['fingers', 'LittleProximal', 'LittleIntermediate', '小指１', '小指２'],
];

/** The median, 95th percentile and maximum of numbers. */
export function summary(values) {
  const sorted = Float64Array.from(values).sort();
  const at = (fraction) => sorted[Math.min(Math.floor(fraction * sorted.length), sorted.length - 1)] ?? 0;
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), count: sorted.length };
}

/**
 * The figures of one avatar on one motion, by name. Lengths in MMD units, angles in degrees.
 *
 * `definition`: the source's rig. `reference`: the model whose directions count, the source by default; its
 * pose comes from the same motion.
 */
export function measureHumanoid({
  motion,
  definition,
  reference,
  humanoid,
  options,
  step = 1,
  from = 0,
  to = motion.lastFrame,
}) {
  const rig = new Rig(definition);
  const shown = reference ? new Rig(reference) : rig;
  const dancers = [...new Set([rig, shown])].map((each) => ({ rig: each, dance: bindMotion(motion, each) }));
  const pose = new HumanoidPose(rig, humanoid, options);
  const figures = { forwards: 0, notFinite: 0 };
  const add = (name, value) => (figures[name] ??= []).push(value);
  const feet = SIDES.map((side) => footOf(side, pose));
  const limbs = LIMBS.flatMap((limb) => SIDES.flatMap((side) => limbOf(limb, side, shown, humanoid)));
  let before;
  for (let frame = from; frame <= to; frame += step) {
    for (const dancer of dancers) {
      dancer.dance.sample(frame);
      dancer.rig.solve();
      dancer.rig.solveAfterPhysics();
    }
    pose.solve();
    if (![pose.rotations, pose.worldPositions, pose.gaze].every((list) => list.every(Number.isFinite)))
      figures.notFinite++;
    for (const limb of limbs) add(limb.name, directionError(limb, pose, shown));
    for (const { side } of feet) if (bendOf(side, pose) < -0.5) figures.forwards++;
    const now = feet.map((foot) => placeOf(foot, pose));
    now.forEach((foot, i) => {
      add('ankle', foot.miss);
      add('height', Math.abs(foot.place[1] - foot.goal[1]) / pose.unit);
      add('foot', rotationError(feet[i], pose));
      if (step === 1 && before) addSlide(add, foot, before[i], pose.unit);
    });
    before = now;
  }
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Array.isArray(value) ? summary(value) : value]),
  );
}

function addSlide(add, foot, before, unit) {
  const moved = distance(foot.source, before.source);
  add('jump', distance(foot.place, before.place) / unit / Math.max(moved, 0.1));
  if (moved < PLANTED.step && foot.lifted < PLANTED.height)
    add('slide', Math.max(distance(foot.place, before.place) - distance(foot.goal, before.goal), 0) / unit);
}

function footOf(side, { rig, humanoid }) {
  const mark = side === 'left' ? '左' : '右';
  const d = rig.boneIndex(`${mark}足首D`);
  return {
    side,
    bone: humanoid.bones.indexOf(`${side}Foot`),
    source: d >= 0 ? d : rig.boneIndex(`${mark}足首`),
  };
}

/** Where an ankle is, where it is to be, and where the source's is. */
function placeOf({ bone, source }, { rig, humanoid, unit, worldPositions }) {
  const rests = rig.definition.restPositions;
  const place = worldPositions.slice(3 * bone, 3 * bone + 3);
  const own = rig.worldPositions.slice(3 * source, 3 * source + 3);
  const offset = own.map((_, k) => humanoid.positions[3 * bone + k] - unit * rests[3 * source + k]);
  const goal = turnedWithRoot(rig, offset).map((value, k) => unit * own[k] + value);
  return {
    place,
    goal,
    source: own,
    lifted: own[1] - rests[3 * source + 1],
    miss: distance(place, goal) / unit,
  };
}

/** An offset, turned as 全ての親 is, which carries whole models. */
function turnedWithRoot(rig, [x, y, z]) {
  const root = rig.boneIndex('全ての親');
  if (root < 0) return [x, y, z];
  const [qx, qy, qz, qw] = rig.worldRotations.slice(4 * root, 4 * root + 4);
  const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
  return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
}

function rotationError({ bone, source }, { rig, worldRotations }) {
  let dot = 0;
  let square = 0;
  for (let k = 0; k < 4; k++) {
    dot += worldRotations[4 * bone + k] * rig.worldRotations[4 * source + k];
  }
  const sign = dot < 0 ? -1 : 1;
  for (let k = 0; k < 4; k++)
    square += (worldRotations[4 * bone + k] - sign * rig.worldRotations[4 * source + k]) ** 2;
  return 4 * Math.asin(Math.min(Math.sqrt(square) / 2, 1)) * DEGREES;
}

function limbOf([name, from, to, sourceFrom, sourceTo], side, rig, humanoid) {
  const mark = side === 'left' ? '左' : '右';
  const limb = {
    name,
    from: humanoid.bones.indexOf(side + from),
    to: humanoid.bones.indexOf(side + to),
    sourceFrom: rig.boneIndex(mark + sourceFrom),
    sourceTo: rig.boneIndex(mark + sourceTo),
  };
  return Object.values(limb).includes(-1) ? [] : [limb];
}

function directionError({ from, to, sourceFrom, sourceTo }, { worldPositions }, shown) {
  const a = between(worldPositions, from, to);
  const b = between(shown.worldPositions, sourceFrom, sourceTo);
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return Math.atan2(Math.hypot(...cross), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) * DEGREES;
}

/** By how many degrees a knee is bent; negative: forwards. */
function bendOf(side, { humanoid, worldPositions, worldRotations }) {
  const [upper, lower, foot] = ['UpperLeg', 'LowerLeg', 'Foot'].map((part) =>
    humanoid.bones.indexOf(side + part),
  );
  const a = between(worldPositions, upper, lower);
  const b = between(worldPositions, lower, foot);
  const [x, y, z, w] = worldRotations.slice(4 * upper, 4 * upper + 4);
  const axis = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const sine =
    (axis[0] * cross[0] + axis[1] * cross[1] + axis[2] * cross[2]) / Math.hypot(...a) / Math.hypot(...b);
  return Math.asin(Math.max(Math.min(sine, 1), -1)) * DEGREES;
}

function between(places, from, to) {
  return [0, 1, 2].map((k) => places[3 * to + k] - places[3 * from + k]);
}

function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
