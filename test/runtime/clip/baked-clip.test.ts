import { createVmd, parseVmd } from '@odori/format';
import { AnimationClip, AnimationMixer, BufferGeometry, Float32BufferAttribute, Mesh, Object3D } from 'three';
import { GLTFExporter } from 'three/examples/jsm/exporters/GLTFExporter.js';
import { describe, expect, test } from 'vitest';
import { createAnimationClip } from '#src/runtime/clip/create-animation-clip.js';
import { Motion, sampleProperty } from '#src/runtime/motion/index.js';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { IS_FULL } from '#test/support/runs.js';
import { keyCount, motionOf, puppet, type PuppetPose, randomNumbers, syntheticVmd } from './clip-fixtures.js';

function player(clip: AnimationClip, pose: PuppetPose): AnimationMixer {
  const mixer = new AnimationMixer(pose.target);
  mixer.clipAction(clip).play();
  return mixer;
}

interface Worst {
  position: number;
  angle: number;
  weight: number;
}

/** Two steps of a 32-bit time: where a curve is vertical, a track cannot store the time more exactly. */
const SLACK = 2 ** -22;

/** `pnpm test` looks at a tenth of the random times, and at each 13th whole frame; `pnpm fuzz` at all. */
const [SHARE, EACH] = IS_FULL ? [1, 1] : [0.1, 13];

/**
 * The largest errors of a baked clip at random times and at whole frames, against the exact clip at any time
 * within {@link SLACK}.
 */
function worstOf(motion: Motion, baked: AnimationClip, samples: number): Worst {
  const poses = [puppet(motion), puppet(motion), puppet(motion), puppet(motion)] as const;
  const clip = createAnimationClip(motion, poses[0].target);
  const exact = poses.map((pose) => player(clip, pose));
  const pose = puppet(motion);
  const linear = player(baked, pose);
  const random = randomNumbers(5);
  const worst = { position: 0, angle: 0, weight: 0 };
  const compare = (seconds: number): void => {
    const slack = seconds * SLACK;
    const whole = Math.round(seconds * 30) / 30;
    const corner = Math.abs(whole - seconds) <= slack ? whole : seconds;
    const stops = [seconds, Math.max(seconds - slack, 0), corner, seconds + slack];
    stops.forEach((stop, i) => exact[i].setTime(stop));
    linear.setTime(seconds);
    const translations = poses.map((at) => at.translations);
    const rotations = poses.map((at) => at.rotations);
    worst.position = Math.max(worst.position, distanceFromPath(pose.translations, translations, 3));
    worst.angle = Math.max(worst.angle, (360 / Math.PI) * distanceFromPath(pose.rotations, rotations, 4));
    poses[0].morphWeights.forEach((weight, i) => {
      worst.weight = Math.max(worst.weight, Math.abs(weight - pose.morphWeights[i]));
    });
  };
  for (let i = 0; i < SHARE * samples; i++) compare(random() * motion.duration * (1 - 2 * SLACK));
  for (let frame = 0; frame < Math.min(motion.lastFrame, 3000); frame += EACH) compare(frame / 30);
  return worst;
}

/**
 * The largest distance of any of the points, `size` numbers each, from its path: now, before, a corner,
 * after.
 */
function distanceFromPath(points: Float64Array, path: readonly Float64Array[], size: number): number {
  const [now, before, corner, after] = path;
  const lines = [
    [now, before],
    [now, corner],
    [now, after],
    [corner, before],
    [corner, after],
  ] as const;
  let worst = 0;
  for (let i = 0; i < points.length; i += size) {
    if (distance(points, now, now, i, size) <= worst) continue;
    worst = Math.max(worst, Math.min(...lines.map(([a, b]) => distance(points, a, b, i, size))));
  }
  return worst;
}

/**
 * The distance of a point from the line a–b. For four numbers, which are a rotation, the sign does not
 * matter.
 */
function distance(p: Float64Array, a: Float64Array, b: Float64Array, start: number, size: number): number {
  const from = (sign: number): number => {
    let along = 0;
    let length = 0;
    for (let i = start; i < start + size; i++) {
      along += (sign * p[i] - a[i]) * (b[i] - a[i]);
      length += (b[i] - a[i]) ** 2;
    }
    const t = length === 0 ? 0 : Math.min(Math.max(along / length, 0), 1);
    let square = 0;
    for (let i = start; i < start + size; i++) square += (a[i] + (b[i] - a[i]) * t - sign * p[i]) ** 2;
    return Math.sqrt(square);
  };
  return size === 4 ? Math.min(from(1), from(-1)) : from(1);
}

function checkWithin(worst: Worst, position = 0.002, angle = 0.05, weight = 0.001): void {
  expect(worst.position).toBeLessThanOrEqual(position);
  expect(worst.angle).toBeLessThanOrEqual(angle);
  expect(worst.weight).toBeLessThanOrEqual(weight);
}

const bake = (motion: Motion, tolerance = {}): AnimationClip =>
  createAnimationClip(motion, puppet(motion).target, { interpolation: 'baked', tolerance });

test('curves of every kind stay within the tolerance', () => {
  const motion = Motion.from(syntheticVmd());
  checkWithin(worstOf(motion, bake(motion), 4000));
  const rough = bake(motion, { position: 0.1, angle: 2 });
  checkWithin(worstOf(motion, rough, 4000), 0.1, 2);
  expect(keyCount(rough)).toBeLessThan(keyCount(bake(motion)) / 3);
});

test('the steepest possible curves stay within the tolerance', () => {
  const extremes = [0, 1, 64, 126, 127];
  const curves = extremes.flatMap((x1) =>
    extremes.flatMap((y1) =>
      extremes.flatMap((x2) => extremes.map((y2) => [x1, y1, x2, y2] as [number, number, number, number])),
    ),
  );
  const motion = motionOf({
    bones: curves.map((curve, i) => ({
      name: 'センター',
      frame: 10 * i,
      position: [i % 2 ? 10 : 0, i % 3, 0],
      rotation: i % 2 ? [0, 0.17364818, 0, 0.98480775] : [0, 0, 0, 1], // 20°: between, arcs are nearly lines
      curves: curve,
    })),
  });
  checkWithin(worstOf(motion, bake(motion), 5000));
});

test('a jump within a frame, late in a motion, stays within the tolerance', () => {
  const frames = [0, 2700, 2701, 2800, 2801];
  const motion = motionOf({
    bones: frames.map((frame, i) => ({ name: 'センター', frame, position: [i % 2 ? 0 : 10, 0, 0] })),
  });
  checkWithin(worstOf(motion, bake(motion), 20_000));
});

test('switches flip at the right frame, although their times have 32 bits', () => {
  const motion = Motion.from(syntheticVmd());
  const { property } = motion;
  if (!property) throw new Error('no property track');
  for (const step of [false, true]) {
    const pose = puppet(motion);
    const mixer = player(bake(motion), pose);
    for (let frame = 0; frame < motion.lastFrame; frame++) {
      if (step) mixer.update(frame === 0 ? 0 : 1 / 30);
      else mixer.setTime(frame / 30);
      const expected = sampleProperty(property, frame, [0, 0, 0]);
      expect([pose.visible, ...pose.ikEnabled].map(Number)).toEqual(expected);
    }
  }
});

test('before its first keyframe a switch is on, as in MMD', () => {
  const motion = motionOf({ properties: [10, 20].map((frame) => ({ frame, visible: frame === 20 })) });
  const track = bake(motion).tracks[0];
  expect(track.values).toEqual([true, false, true]);
  expect([...track.times].map((time) => Math.round(time * 30))).toEqual([0, 10, 20]);
});

test('a straight line gets two keyframes, and a still bone gets one', () => {
  const motion = motionOf({
    bones: Array.from({ length: 101 }, (_, frame) => [
      { name: 'センター', frame, position: [frame / 10, 0, 0] as const },
      { name: '頭', frame, rotation: [0, 0, 0, 1] as const },
    ]).flat(),
  });
  const counts = Object.fromEntries(bake(motion).tracks.map(({ name, times }) => [name, times.length]));
  expect(counts).toEqual({ 'bone0.position': 2, 'bone0.quaternion': 1, 'bone1.quaternion': 1 });
});

test('a part of a motion is baked from 0 to its end', () => {
  const motion = Motion.from(syntheticVmd()).slice(33.5, 101.25);
  const clip = bake(motion);
  const times = clip.tracks.flatMap((track) => [...track.times]);
  expect(Math.min(...times)).toBe(0);
  expect(Math.max(...times)).toBeLessThanOrEqual(clip.duration + 1e-6);
  checkWithin(worstOf(motion, clip, 5000));
});

test('the work depends on keyframes, not frames: a keyframe at 2³² − 1 is baked at once', () => {
  const lastFrame = 2 ** 32 - 1;
  const turned = { rotation: [0, 1, 0, 0], curves: [127, 0, 0, 127] } as const;
  const motion = motionOf({
    bones: [
      { name: 'センター', frame: 0 },
      { name: 'センター', frame: lastFrame, position: [1, 2, 3], ...turned },
    ],
    morphs: [{ name: 'あ', frame: lastFrame, weight: 1 }],
    properties: [{ frame: lastFrame, visible: false }],
  });
  const clip = bake(motion); // four thousand million frames would take minutes
  expect(clip.duration).toBeCloseTo(lastFrame / 30, 3);
  expect(keyCount(clip)).toBeLessThan(1000);
  checkWithin(worstOf(motion, clip, 5000));
});

test('a baked clip is ordinary: it goes through JSON and GLTFExporter', () => {
  const motion = motionOf({
    bones: [0, 30].map((frame) => ({ name: '頭', frame, rotation: frame ? [0, 1, 0, 0] : [0, 0, 0, 1] })),
    morphs: [0, 30].map((frame) => ({ name: 'あ', frame, weight: frame / 30 })),
  });
  const root = new Object3D();
  const head = new Object3D();
  head.name = '頭';
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], 3));
  const morph = new Float32BufferAttribute([0, 0, 1, 1, 0, 1, 0, 1, 1], 3);
  morph.name = 'あ';
  geometry.morphAttributes['position'] = [morph];
  root.add(head, new Mesh(geometry));
  const clip = createAnimationClip(motion, root, { interpolation: 'baked', name: 'turn' });
  const copy = AnimationClip.parse(AnimationClip.toJSON(clip));
  expect(copy.tracks.map((track) => [...track.values])).toEqual(
    clip.tracks.map((track) => [...track.values]),
  );
  const { Utils } = GLTFExporter as object as {
    Utils: { mergeMorphTargetTracks(of: AnimationClip, root: Object3D): AnimationClip };
  };
  // GLTFExporter does this first, and finds morphs by name only.
  const merged = Utils.mergeMorphTargetTracks(clip.clone(), root).tracks;
  expect([...merged[1].values]).toEqual([0, 1]);
});

describe.skipIf(!hasCorpus)('real files', () => {
  test.each(['wavefile_v2', 'bilcb_bone'])('%s stays within the tolerance, with few keys', (name) => {
    const motion = Motion.from(parseVmd(hasCorpus ? readCorpus(`vmd/${name}.vmd`) : new Uint8Array()));
    const clip = bake(motion);
    checkWithin(worstOf(motion, clip, 3000));
    const keyAFrame = clip.tracks.length * (motion.lastFrame + 1);
    expect(keyAFrame / keyCount(clip)).toBeGreaterThan(10);
  });
});

test('an empty motion gives an empty clip of one frame', () => {
  const clip = bake(Motion.from(createVmd()));
  expect(clip.tracks).toEqual([]);
  expect(clip.duration).toBe(1 / 30);
});
