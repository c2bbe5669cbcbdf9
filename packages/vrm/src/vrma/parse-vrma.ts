import { multiplyRotations } from '@odori/runtime/rig';
import { invertRotation } from '@odori/runtime/internal';
import { GlbError, type Glb, JSON_OFFSET, readGlb } from '../glb/glb.js';
import { AccessorReader } from '../glb/read-accessor.js';
import { HUMAN_BONES, type HumanBoneName } from '@odori/runtime/joints';
import { HumanoidError } from '../humanoid/humanoid-error.js';
import { GltfNodes } from '../humanoid/read/gltf-nodes.js';
import { indexOf, listOf, numberOf, objectOf } from '../humanoid/read/json-value.js';
import { IDENTITY, type Matrix, rotationOf } from '../humanoid/read/matrix.js';
import { AnimationTracks } from './animation-tracks.js';
import { type VrmAnimation, type VrmAnimationLookAt, VRMA_PRESETS, type VrmTrack } from './vrm-animation.js';

/**
 * The first animation of a VRMA file, whose bones may be turned at rest in any way: the result is in
 * normalized rotations.
 *
 * Eye bones, and presets that make the eyes look somewhere, are left out, because the format forbids them;
 * keyframes with numbers that are not finite are left out, too. A file without an animation gives a skeleton
 * without tracks. Takes at most three times the bytes of the file and 1 MB. O(keyframes).
 *
 * @throws GlbError for bytes that are no VRMA; `too-large` for one that needs more memory.
 * @throws HumanoidError `bad-node` for a bone whose node is damaged.
 * @see
 * https://github.com/vrm-c/vrm-specification/blob/master/specification/VRMC_vrm_animation-1.0/how_to_transform_human_pose.md
 * @example
 * const animation = parseVrma(bytes);
 * animation.rotations.get('rightUpperArm'); // → { times, values, interpolation: 'linear' }
 */
export function parseVrma(bytes: Uint8Array): VrmAnimation {
  const glb = readGlb(bytes);
  const extension = objectOf(glb.json['extensions'])['VRMC_vrm_animation'];
  if (objectOf(extension) !== extension) {
    throw new GlbError(
      'not a VRMA: the file lacks the extension VRMC_vrm_animation',
      'bad-extension',
      JSON_OFFSET,
    );
  }
  return new VrmaReader(glb, objectOf(extension)).read();
}

const EYES: readonly string[] = ['leftEye', 'rightEye'];

type Untrusted = Readonly<Record<string, unknown>>;

class VrmaReader {
  readonly #nodes: GltfNodes;
  readonly #extension: Untrusted;
  readonly #tracks: AnimationTracks;

  constructor(glb: Glb, extension: Untrusted) {
    this.#extension = extension;
    this.#nodes = new GltfNodes(glb);
    this.#tracks = new AnimationTracks(glb, new AccessorReader(glb), 0);
  }

  read(): VrmAnimation {
    const nodes = this.#humanNodes();
    const hips = nodes.get('hips');
    if (hips === undefined) throw new GlbError('not a VRMA: it has no hips', 'bad-extension', JSON_OFFSET);
    const rotations = new Map<HumanBoneName, VrmTrack>();
    for (const [bone, node] of nodes) {
      const track = this.#tracks.track(node, 'rotation');
      if (track) rotations.set(bone, this.#normalized(track, node));
    }
    const { preset, custom } = objectOf(this.#extension['expressions']);
    return {
      bones: [...nodes.keys()],
      positions: Float64Array.from([...nodes.values()].flatMap((node) => this.#place(node))),
      hips: this.#hipsTrack(hips),
      rotations,
      presets: this.#weights(objectOf(preset), (name) => VRMA_PRESETS.has(name)),
      customs: this.#weights(objectOf(custom), () => true),
      lookAt: this.#lookAt(),
    };
  }

  /** The nodes of human bones, parents first, without eyes. */
  #humanNodes(): Map<HumanBoneName, number> {
    const humanBones = objectOf(objectOf(this.#extension['humanoid'])['humanBones']);
    const nodes = new Map<HumanBoneName, number>();
    for (const bone of HUMAN_BONES) {
      const node = this.#nodeOf(humanBones[bone]);
      if (node !== undefined && !EYES.includes(bone)) nodes.set(bone, node);
    }
    return nodes;
  }

  /** The node that an entry of the extension names, if there is one. */
  #nodeOf(entry: unknown): number | undefined {
    return indexOf(objectOf(entry)['node'], this.#nodes.count);
  }

  #place(node: number): number[] {
    const place = Array.from(this.#nodes.worldMatrix(node)).slice(12, 15);
    if (place.every(Number.isFinite)) return place;
    throw new HumanoidError('a bone is infinitely far away', 'bad-node', `nodes[${node}]`);
  }

  #matrixAbove(node: number): Matrix {
    const parent = this.#nodes.parents[node];
    return parent < 0 ? IDENTITY : this.#nodes.worldMatrix(parent);
  }

  /**
   * The world rotation of a node is W at rest, and that of its parent P. Where a keyframe is q, the world has
   * turned it by P·q·W⁻¹, in which the turns of the bones above do not count. The same holds for tangents.
   */
  #normalized(track: VrmTrack, node: number): VrmTrack {
    const above = Float64Array.from(rotationOf(this.#matrixAbove(node)));
    const inverse = Float64Array.from(rotationOf(this.#nodes.worldMatrix(node)));
    invertRotation(inverse, 0, inverse, 0);
    const { values } = track;
    const turn = new Float64Array(4);
    for (let i = 0; i < values.length; i += 4) {
      for (let k = 0; k < 4; k++) turn[k] = values[i + k];
      multiplyRotations(above, 0, turn, 0, turn, 0);
      multiplyRotations(turn, 0, inverse, 0, turn, 0);
      values.set(turn, i);
    }
    return track;
  }

  /** The places of the hips, in the world; undefined if they are too far away for 32 bits. */
  #hipsTrack(node: number): VrmTrack | undefined {
    const track = this.#tracks.track(node, 'translation');
    if (!track) return undefined;
    const m = this.#matrixAbove(node);
    const { values, interpolation } = track;
    for (let i = 0; i < values.length; i += 3) {
      const [x, y, z] = [values[i], values[i + 1], values[i + 2]];
      const isPlace = interpolation !== 'cubic' || i % 9 === 3; // not a tangent
      for (let axis = 0; axis < 3; axis++)
        values[i + axis] = m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + (isPlace ? m[12 + axis] : 0);
    }
    return values.every(Number.isFinite) ? track : undefined;
  }

  #weights(entries: Untrusted, isKnown: (name: string) => boolean): Map<string, VrmTrack> {
    const weights = new Map<string, VrmTrack>();
    for (const [name, entry] of Object.entries(entries)) {
      const node = this.#nodeOf(entry);
      const track =
        node === undefined || !isKnown(name) ? undefined : this.#tracks.track(node, 'translation');
      if (!track) continue;
      const values = new Float32Array(track.values.length / 3);
      for (let i = 0; i < values.length; i++) values[i] = track.values[3 * i];
      if (track.interpolation !== 'cubic') clampWeights(values);
      weights.set(name, { ...track, values });
    }
    return weights;
  }

  #lookAt(): VrmAnimationLookAt | undefined {
    const { lookAt } = this.#extension;
    const node = this.#nodeOf(lookAt);
    if (node === undefined) return undefined;
    const [x, y, z] = [0, 1, 2].map((axis) => numberOf(listOf(objectOf(lookAt)['offsetFromHeadBone'])[axis]));
    return { offsetFromHead: [x, y, z], track: this.#tracks.track(node, 'rotation') };
  }
}

function clampWeights(weights: Float32Array): void {
  for (let i = 0; i < weights.length; i++) weights[i] = Math.min(Math.max(weights[i], 0), 1);
}
