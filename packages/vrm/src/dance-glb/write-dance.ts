import type { PoseSource } from '@odori/runtime/bake';
import type { RigDefinition } from '@odori/runtime/rig';
import { type BakedBone, readLocalPose, reduceKeys, reducePoses } from '@odori/runtime/internal';
import { framesToSample, secondsOf } from '../bake/frames.js';
import type { GltfAnimation } from '../glb/gltf.js';
import type { ModelWriter } from '../glb/model-writer.js';

/** How far the dance may be from MMD's own. @inline */
export interface DanceTolerance {
  /** Of any bone, in MMD units. */
  readonly position: number;
  /** Of any bone, in degrees. */
  readonly angle: number;
  /** Of morphs, where 1 is the whole morph. */
  readonly weight: number;
}

/** Where a dance goes in the file. */
export interface DanceTargets {
  readonly writer: ModelWriter;
  /** The bones that get keyframes. */
  readonly bones: ReadonlySet<number>;
  /** The node of a bone. */
  readonly nodeOf: (bone: number) => number;
  /** Nodes whose meshes have morphs, and the morphs by their indices in the model. */
  readonly meshes: readonly { readonly node: number; readonly morphs: readonly number[] }[];
  /** Metres per MMD unit. */
  readonly unit: number;
  /** The source also solves frames that are not whole, so that switches of IK can become jumps. */
  readonly jumps: boolean;
}

/** A solved dance. */
interface Samples {
  /** Per frame, 7 numbers for each bone: translation from rest and rotation, relative to the parent. */
  readonly poses: readonly Float64Array[];
  /** Per frame, the weight of each morph. */
  readonly weights: readonly Float64Array[];
}

/** Writes a dance as keyframes of bones and morphs, as few as the tolerance allows. O(frames · solving). */
export function writeDance(
  source: PoseSource,
  targets: DanceTargets,
  tolerance: DanceTolerance,
): GltfAnimation {
  const { definition } = source.rig;
  const bones = parentsFirst(targets.bones, definition);
  const index = new Map(bones.map((bone, i) => [bone, i]));
  const frames = framesToSample(source.motion, targets.jumps);
  const { poses, weights } = sampleDance(source, frames, bones);
  const skeleton = {
    frames,
    parents: bones.map((bone) => index.get(definition.parents[bone]) ?? -1),
    restOffsets: Float64Array.from(
      bones.flatMap((bone) => [...definition.restOffsets.subarray(3 * bone, 3 * bone + 3)]),
    ),
    poses,
  };
  const animation: GltfAnimation = { name: 'dance', channels: [], samplers: [] };
  reducePoses(skeleton, tolerance).forEach(({ keys }, i) => {
    addBone(animation, targets, bones[i], definition, keys);
  });
  for (const mesh of targets.meshes)
    addWeights(animation, targets.writer, mesh, { frames, weights }, tolerance.weight);
  return animation;
}

/** Bones in an order in which each comes after its parent. `bones` has the parents of all its bones. */
function parentsFirst(bones: ReadonlySet<number>, { parents }: RigDefinition): number[] {
  const ordered = new Set<number>();
  for (const bone of bones) {
    const chain: number[] = [];
    for (let each = bone; each >= 0 && !ordered.has(each); each = parents[each]) chain.push(each);
    for (let i = chain.length - 1; i >= 0; i--) ordered.add(chain[i]);
  }
  return [...ordered];
}

function sampleDance(source: PoseSource, frames: readonly number[], bones: readonly number[]): Samples {
  const { rig } = source;
  const weights: Float64Array[] = [];
  const poses = frames.map((frame) => {
    source.solve(frame);
    weights.push(rig.morphWeights.slice());
    const pose = new Float64Array(7 * bones.length);
    bones.forEach((bone, i) => {
      readLocalPose(rig, bone, pose.subarray(7 * i), pose.subarray(7 * i + 3));
    });
    return pose;
  });
  return { poses, weights };
}

/** Bones that stay at rest get no keyframes. */
function addBone(
  { channels, samplers }: GltfAnimation,
  { writer, nodeOf, unit }: DanceTargets,
  bone: number,
  { restOffsets }: RigDefinition,
  keys: BakedBone['keys'],
): void {
  const input = memo(() => writer.add(secondsOf(keys.map(({ frame }) => frame)), 1, { hasBounds: true }));
  const add = (path: string, values: Float32Array, size: number): void => {
    const sampler = samplers.push({ input: input(), output: writer.add(values, size) }) - 1;
    channels.push({ sampler, target: { node: nodeOf(bone), path } });
  };
  const isRotated = keys.some(({ values }) => Math.abs(values[6]) < 1 - 1e-9);
  const isMoved = keys.some(({ values }) => values.subarray(0, 3).some((value) => Math.abs(value) > 1e-6));
  if (isRotated)
    add('rotation', Float32Array.from(keys.flatMap(({ values }) => [...unitRotation(values)])), 4);
  if (!isMoved) return;
  const places = keys.flatMap(({ values }) =>
    [0, 1, 2].map((axis) => (restOffsets[3 * bone + axis] + values[axis]) * unit),
  );
  add('translation', Float32Array.from(places), 3);
}

/** Called at the first use only. */
function memo(make: () => number): () => number {
  let made: number | undefined;
  return () => (made ??= make());
}

/** The rotation of a keyframe, of length 1. */
function unitRotation(values: Float64Array): Float64Array {
  const rotation = values.subarray(3, 7);
  const length = Math.hypot(...rotation);
  return rotation.map((value) => value / length);
}

function addWeights(
  { channels, samplers }: GltfAnimation,
  writer: ModelWriter,
  { node, morphs }: DanceTargets['meshes'][number],
  { frames, weights }: Pick<Samples, 'weights'> & { readonly frames: readonly number[] },
  tolerance: number,
): void {
  const isStill = morphs.every((morph) => weights.every((each) => Math.abs(each[morph]) < 1e-6));
  if (isStill) return;
  const kept = reduceKeys(frames.length, (a, b) => {
    for (let key = a + 1; key < b; key++) {
      const t = (frames[key] - frames[a]) / (frames[b] - frames[a]);
      for (const morph of morphs) {
        const line = weights[a][morph] + (weights[b][morph] - weights[a][morph]) * t;
        if (Math.abs(weights[key][morph] - line) > tolerance) return false;
      }
    }
    return true;
  });
  const input = writer.add(secondsOf(kept.map((key) => frames[key])), 1, { hasBounds: true });
  const values = Float32Array.from(kept.flatMap((key) => morphs.map((morph) => weights[key][morph])));
  const sampler = samplers.push({ input, output: writer.add(values, 1) }) - 1;
  channels.push({ sampler, target: { node, path: 'weights' } });
}
