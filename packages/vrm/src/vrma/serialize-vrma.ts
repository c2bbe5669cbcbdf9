import type { GltfAnimation, GltfNode } from '../glb/gltf.js';
import { GltfWriter } from '../glb/gltf-writer.js';
import type { HumanBoneName } from '@odori/runtime/joints';
import { humanParent, REQUIRED_BONES } from '@odori/runtime/internal';
import type { VrmAnimation, VrmTrack } from './vrm-animation.js';

/**
 * A VRM animation as a VRMA file: a GLB with the extension `VRMC_vrm_animation` 1.0, for every program that
 * plays VRMA.
 *
 * Its skeleton has no rotation at rest. Eye bones and their tracks are left out, because the format forbids
 * them; `lookAt` is what turns eyes. Empty tracks are left out, too. All numbers are 32-bit floats: not all
 * programs read others. O(keyframes).
 *
 * @throws RangeError if the skeleton lacks a bone that VRM demands.
 * @see https://github.com/vrm-c/vrm-specification/tree/master/specification/VRMC_vrm_animation-1.0
 * @example
 * const bytes = serializeVrma(bakeVrmAnimation(motion, readHumanoid(vrmBytes)));
 * parseVrma(bytes).bones[0]; // → 'hips'
 */
export function serializeVrma(animation: VrmAnimation): Uint8Array {
  return new VrmaFile(animation).toBytes();
}

/** glTF's names; that of lines is the default. */
const INTERPOLATIONS = { step: 'STEP', cubic: 'CUBICSPLINE' } as const;
const EYES: readonly string[] = ['leftEye', 'rightEye'];

/** A VRMA under construction. */
class VrmaFile {
  readonly #animation: VrmAnimation;
  readonly #writer = new GltfWriter();
  readonly #nodes: GltfNode[] = [];
  readonly #roots: number[] = [];
  readonly #clip: GltfAnimation = { channels: [], samplers: [] };
  /** The columns of times that are in the file, and their accessors. */
  readonly #times: { readonly times: Float32Array; readonly accessor: number }[] = [];

  constructor(animation: VrmAnimation) {
    const missing = REQUIRED_BONES.filter((bone) => !animation.bones.includes(bone));
    if (missing.length > 0) throw new RangeError(`a VRMA needs these bones, too: ${missing.join(', ')}`);
    this.#animation = animation;
  }

  toBytes(): Uint8Array {
    const humanBones = this.#addBones();
    const preset = this.#addExpressions(this.#animation.presets);
    const custom = this.#addExpressions(this.#animation.customs);
    const lookAt = this.#addLookAt();
    const extension = {
      specVersion: '1.0',
      humanoid: { humanBones },
      ...((preset || custom) && { expressions: { ...(preset && { preset }), ...(custom && { custom }) } }),
      ...(lookAt && { lookAt }),
    };
    return this.#writer.toGlb({
      asset: { version: '2.0', generator: '@odori/vrm' },
      extensionsUsed: ['VRMC_vrm_animation'],
      extensions: { VRMC_vrm_animation: extension },
      scene: 0,
      scenes: [{ nodes: this.#roots }],
      nodes: this.#nodes,
      ...(this.#clip.channels.length > 0 && { animations: [this.#clip] }),
    });
  }

  #addBones(): Record<string, { node: number }> {
    const { bones, positions, hips, rotations } = this.#animation;
    const nodes = new Map<HumanBoneName, number>();
    bones.forEach((bone, i) => {
      if (EYES.includes(bone)) return;
      let parent = humanParent(bone);
      while (parent !== undefined && !nodes.has(parent)) parent = humanParent(parent);
      const above = parent === undefined ? undefined : bones.indexOf(parent);
      const translation = [0, 1, 2].map(
        (axis) => positions[3 * i + axis] - (above === undefined ? 0 : positions[3 * above + axis]),
      );
      nodes.set(bone, this.#addNode({ name: bone, translation }, parent && nodes.get(parent)));
      if (bone === 'hips') this.#addTrack(nodes.get(bone)!, 'translation', hips, 3);
      this.#addTrack(nodes.get(bone)!, 'rotation', rotations.get(bone), 4);
    });
    return Object.fromEntries([...nodes].map(([bone, node]) => [bone, { node }]));
  }

  /** The weight of an expression is the x of its node's translation. */
  #addExpressions(tracks: ReadonlyMap<string, VrmTrack>): Record<string, { node: number }> | undefined {
    const entries = [...tracks].map(([name, track]) => {
      const node = this.#addNode({ name });
      const values = new Float32Array(3 * track.values.length);
      track.values.forEach((weight, i) => (values[3 * i] = weight));
      this.#addTrack(node, 'translation', { ...track, values }, 3);
      return [name, { node }];
    });
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  }

  #addLookAt(): { node: number; offsetFromHeadBone: readonly number[] } | undefined {
    const { lookAt } = this.#animation;
    if (!lookAt) return undefined;
    const node = this.#addNode({ name: 'lookAt' });
    this.#addTrack(node, 'rotation', lookAt.track, 4);
    return { node, offsetFromHeadBone: lookAt.offsetFromHead };
  }

  #addNode(node: GltfNode, parent?: number): number {
    const index = this.#nodes.push(node) - 1;
    if (parent === undefined) this.#roots.push(index);
    else (this.#nodes[parent].children ??= []).push(index);
    return index;
  }

  #addTrack(node: number, path: string, track: VrmTrack | undefined, size: number): void {
    if (!track || track.times.length === 0) return;
    const { channels, samplers } = this.#clip;
    const input = this.#addTimes(track.times);
    const output = this.#writer.add(track.values, size);
    const interpolation =
      track.interpolation === 'linear' ? {} : { interpolation: INTERPOLATIONS[track.interpolation] };
    channels.push({
      sampler: samplers.push({ input, output, ...interpolation }) - 1,
      target: { node, path },
    });
  }

  /** Tracks with the same times share them. */
  #addTimes(times: Float32Array): number {
    const known = this.#times.find(
      ({ times: other }) => other.length === times.length && other.every((time, i) => time === times[i]),
    );
    if (known) return known.accessor;
    const accessor = this.#writer.add(times, 1, { hasBounds: true });
    this.#times.push({ times, accessor });
    return accessor;
  }
}
