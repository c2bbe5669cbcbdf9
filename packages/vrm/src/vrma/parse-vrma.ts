import { multiplyRotations, invertRotation } from '@odori/runtime/rig';
import { GlbError, type Glb, readGlb } from '../glb/glb.js';
import { NodePlaces } from '../glb/node-places.js';
import { AccessorReader, isObject, listOf, objectAt } from '../glb/read-accessor.js';
import { HUMAN_BONES, type HumanBoneName } from '../humanoid/human-bones.js';
import { readTrack } from './read-track.js';
import { type VrmAnimation, type VrmAnimationLookAt, VRMA_PRESETS, type VrmTrack } from './vrm-animation.js';

/**
 * The first animation of a VRMA file, whose bones may be turned at rest in any way: the result is in normalized rotations.
 *
 * Eye bones, and presets that make the eyes look somewhere, are left out, because the format forbids them; keyframes with numbers
 * that are not finite are left out, too. Curves (CUBICSPLINE) become straight lines, at most 0.01°, 0.05 mm or a weight of
 * 0.00005 off. A file without an animation gives a skeleton without tracks. O(keyframes).
 *
 * @throws GlbError for bytes that are no VRMA.
 * @see https://github.com/vrm-c/vrm-specification/blob/master/specification/VRMC_vrm_animation-1.0/how_to_transform_human_pose.md
 * @example
 * const animation = parseVrma(bytes);
 * animation.rotations.get('rightUpperArm'); // → { times, values, interpolation: 'linear' }
 */
export function parseVrma(bytes: Uint8Array): VrmAnimation {
  const glb = readGlb(bytes);
  const extensions = glb.json['extensions'];
  const extension = isObject(extensions) ? extensions['VRMC_vrm_animation'] : undefined;
  if (!isObject(extension)) {
    throw new GlbError(
      'not a VRMA: the file lacks the extension VRMC_vrm_animation',
      'bad-extension',
      JSON_OFFSET,
    );
  }
  return new VrmaReader(glb, extension).read();
}

const JSON_OFFSET = 20;
const EYES: readonly string[] = ['leftEye', 'rightEye'];

type Untrusted = Readonly<Record<string, unknown>>;

class VrmaReader {
  readonly #places: NodePlaces;
  readonly #accessors: AccessorReader;
  readonly #extension: Untrusted;
  /** Channels of the first animation that target a node, and their samplers; the first one of each node and path counts. */
  readonly #samplers = new Map<string, Untrusted>();

  constructor(glb: Glb, extension: Untrusted) {
    this.#extension = extension;
    this.#places = new NodePlaces(glb.json['nodes']);
    this.#accessors = new AccessorReader(glb);
    const animation = objectAt(listOf(glb.json['animations']), 0) ?? {};
    const samplers = listOf(animation['samplers']);
    for (const channel of listOf(animation['channels'])) {
      if (!isObject(channel) || !isObject(channel['target'])) continue;
      const { node, path } = channel['target'];
      const sampler = objectAt(samplers, channel['sampler']);
      const key = `${String(node)} ${String(path)}`;
      if (sampler && !this.#samplers.has(key)) this.#samplers.set(key, sampler);
    }
  }

  read(): VrmAnimation {
    const nodes = this.#humanNodes();
    const hips = nodes.get('hips');
    if (hips === undefined) throw new GlbError('not a VRMA: it has no hips', 'bad-extension', JSON_OFFSET);
    const rotations = new Map<HumanBoneName, VrmTrack>();
    const positions = new Float64Array(3 * nodes.size);
    [...nodes].forEach(([bone, node], i) => {
      positions.set(this.#places.position(node), 3 * i);
      const track = this.#track(node, 'rotation');
      if (track) rotations.set(bone, this.#normalized(track, node));
    });
    const expressions = this.#extension['expressions'];
    const [preset, custom] = ['preset', 'custom'].map((kind) =>
      isObject(expressions) && isObject(expressions[kind]) ? expressions[kind] : {},
    );
    return {
      bones: [...nodes.keys()],
      positions,
      hips: this.#hipsTrack(hips),
      rotations,
      presets: this.#weights(preset, (name) => VRMA_PRESETS.has(name)),
      customs: this.#weights(custom, () => true),
      lookAt: this.#lookAt(),
    };
  }

  /** The nodes of human bones, parents first, without eyes. */
  #humanNodes(): Map<HumanBoneName, number> {
    const { humanoid } = this.#extension;
    const humanBones = isObject(humanoid) && isObject(humanoid['humanBones']) ? humanoid['humanBones'] : {};
    const nodes = HUMAN_BONES.filter((bone) => !EYES.includes(bone)).map(
      (bone) => [bone, this.#nodeOf(humanBones[bone])] as const,
    );
    return new Map(
      nodes.filter((entry): entry is readonly [HumanBoneName, number] => entry[1] !== undefined),
    );
  }

  /** The node that an entry of the extension names, if there is one. */
  #nodeOf(entry: unknown): number | undefined {
    const node = isObject(entry) ? entry['node'] : undefined;
    return Number.isInteger(node) && (node as number) >= 0 && (node as number) < this.#places.count
      ? (node as number)
      : undefined;
  }

  #track(node: number, path: 'translation' | 'rotation'): VrmTrack | undefined {
    const sampler = this.#samplers.get(`${node} ${path}`);
    return sampler && readTrack(this.#accessors, sampler, path);
  }

  /**
   * The world rotation of a node is W at rest, and that of its parent P. Where a keyframe is q, the world has turned it by
   * P·q·W⁻¹, in which the turns of the bones above do not count.
   */
  #normalized(track: VrmTrack, node: number): VrmTrack {
    const above = this.#places.rotation(this.#places.parentOf(node));
    const inverse = this.#places.rotation(node);
    invertRotation(inverse, 0, inverse, 0);
    const values = new Float32Array(track.values.length);
    const turn = new Float64Array(4);
    for (let i = 0; i < values.length; i += 4) {
      for (let k = 0; k < 4; k++) turn[k] = track.values[i + k];
      multiplyRotations(above, 0, turn, 0, turn, 0);
      multiplyRotations(turn, 0, inverse, 0, turn, 0);
      values.set(turn, i);
    }
    return { ...track, values };
  }

  /** The places of the hips, in the world. */
  #hipsTrack(node: number): VrmTrack | undefined {
    const track = this.#track(node, 'translation');
    if (!track) return undefined;
    const m = this.#places.matrix(this.#places.parentOf(node));
    const values = track.values.map((_, i) => {
      const axis = i % 3;
      const [x, y, z] = track.values.subarray(i - axis, i - axis + 3);
      return m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + m[12 + axis];
    });
    return { ...track, values };
  }

  #weights(entries: Untrusted, isKnown: (name: string) => boolean): Map<string, VrmTrack> {
    const weights = new Map<string, VrmTrack>();
    for (const [name, entry] of Object.entries(entries)) {
      const node = this.#nodeOf(entry);
      const track = node === undefined || !isKnown(name) ? undefined : this.#track(node, 'translation');
      if (!track) continue;
      const values = track.times.map((_, i) => Math.min(Math.max(track.values[3 * i], 0), 1));
      weights.set(name, { ...track, values });
    }
    return weights;
  }

  #lookAt(): VrmAnimationLookAt | undefined {
    const { lookAt } = this.#extension;
    const node = this.#nodeOf(lookAt);
    if (node === undefined) return undefined;
    const [x, y, z] = listOf((lookAt as Untrusted)['offsetFromHeadBone']).map((value) =>
      Number.isFinite(value) ? (value as number) : 0,
    );
    return { offsetFromHead: [x ?? 0, y ?? 0, z ?? 0], track: this.#track(node, 'rotation') };
  }
}
