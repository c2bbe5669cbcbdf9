import type { PoseSource } from '@odori/runtime/bake';
import type { RigDefinition } from '@odori/runtime/rig';
import {
  type BakedBone,
  type KeyColumns,
  LineReducer,
  PoseReducer,
  readLocalPose,
} from '@odori/runtime/internal';
import { framesToSample, isTurned, secondsOf } from '../bake/frames.js';
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
  const restOffsets = Float64Array.from(
    bones.flatMap((bone) => [...definition.restOffsets.subarray(3 * bone, 3 * bone + 3)]),
  );
  const parents = bones.map((bone) => index.get(definition.parents[bone]) ?? -1);
  const poses = new PoseReducer({ parents, restOffsets }, tolerance);
  const weights = targets.meshes.map(({ morphs }) => new LineReducer(morphs.length, tolerance.weight));
  const pose = new Float64Array(7 * bones.length);
  for (const frame of frames) {
    source.solve(frame);
    bones.forEach((bone, i) => {
      readLocalPose(source.rig, bone, pose.subarray(7 * i), pose.subarray(7 * i + 3));
    });
    poses.add(frame, pose);
    const { morphWeights } = source.rig;
    targets.meshes.forEach(({ morphs }, i) =>
      weights[i].add(
        frame,
        morphs.map((morph) => morphWeights[morph]),
      ),
    );
  }
  const animation: GltfAnimation = { name: 'dance', channels: [], samplers: [] };
  poses.finish().forEach((keys, i) => addBone(animation, targets, bones[i], definition, keys));
  targets.meshes.forEach(({ node }, i) => addWeights(animation, targets.writer, node, weights[i].finish()));
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

/** Bones that stay at rest get no keyframes. */
function addBone(
  { channels, samplers }: GltfAnimation,
  { writer, nodeOf, unit }: DanceTargets,
  bone: number,
  { restOffsets }: RigDefinition,
  keys: BakedBone,
): void {
  const { frames, values } = keys;
  const input = memo(() => writer.add(secondsOf(frames), 1, { hasBounds: true }));
  const add = (path: string, numbers: Float32Array, size: number): void => {
    const sampler = samplers.push({ input: input(), output: writer.add(numbers, size) }) - 1;
    channels.push({ sampler, target: { node: nodeOf(bone), path } });
  };
  if (isTurned(keys)) add('rotation', unitRotations(values), 4);
  const places = new Float32Array(3 * frames.length);
  let isMoved = false;
  for (let i = 0; i < places.length; i++) {
    const translation = values[7 * Math.floor(i / 3) + (i % 3)];
    isMoved ||= Math.abs(translation) > 1e-6;
    places[i] = (restOffsets[3 * bone + (i % 3)] + translation) * unit;
  }
  if (isMoved) add('translation', places, 3);
}

/** Called at the first use only. */
function memo(make: () => number): () => number {
  let made: number | undefined;
  return () => (made ??= make());
}

/** The rotations of keyframes of 7 values each, of length 1. */
function unitRotations(values: Float32Array): Float32Array {
  const rotations = new Float32Array((4 * values.length) / 7);
  for (let key = 0; 4 * key < rotations.length; key++) {
    const [x, y, z, w] = [3, 4, 5, 6].map((k) => values[7 * key + k]);
    const length = Math.hypot(x, y, z, w);
    rotations.set([x / length, y / length, z / length, w / length], 4 * key);
  }
  return rotations;
}

function addWeights(
  { channels, samplers }: GltfAnimation,
  writer: ModelWriter,
  node: number,
  { frames, values }: KeyColumns,
): void {
  if (values.every((weight) => Math.abs(weight) < 1e-6)) return;
  const input = writer.add(secondsOf(frames), 1, { hasBounds: true });
  const sampler = samplers.push({ input, output: writer.add(values, 1) }) - 1;
  channels.push({ sampler, target: { node, path: 'weights' } });
}
