import { FRAMES_PER_SECOND } from '@odori/runtime/motion';
import { multiplyRotations, rotateVector } from '@odori/runtime/rig';
import { invertRotation } from '@odori/runtime/internal';
import { framesOfTracks, lastFrameOf, MAX_BETWEEN } from '../../bake/frames.js';
import { type Glb, readGlb } from '../../glb/glb.js';
import { AccessorReader } from '../../glb/read-accessor.js';
import { AnimationTracks } from '../../vrma/animation-tracks.js';
import { sampleVrmTrack } from '../../vrma/sample-vrm-track.js';
import type { VrmTrack } from '../../vrma/vrm-animation.js';
import type { Humanoid } from '../humanoid.js';
import { HumanoidError } from '../humanoid-error.js';
import { nearestRightAngle } from '../read/facing.js';
import { GltfNodes } from '../read/gltf-nodes.js';
import { listOf } from '../read/json-value.js';
import { composeMatrix, type Matrix, multiplyMatrices, rotationOf } from '../read/matrix.js';
import { readHumanoid } from '../read/read-humanoid.js';
import { motionOfHumanoid, type MotionOfHumanoidOptions } from './motion-of-humanoid.js';
import type { RetargetedMotion } from './retarget-motion.js';

/**
 * The first animation of a GLB that moves its humanoid, as a motion of MMD: Mixamo's, Unity's, any skeleton
 * that `readHumanoid` knows. Sampled at 30 frames per second, and at 64 frames between keyframes that are
 * further apart; morph targets have no part in it. O(frames · solving · attempts).
 *
 * @throws GlbError if the bytes are no GLB, or an animation is damaged.
 * @throws HumanoidError as `readHumanoid`; `no-animation` if nothing moves the humanoid; `too-large` if it
 * lasts longer than 6,666 seconds.
 * @example
 * const { vmd } = motionOfGlb(await readFile('mixamo-dance.glb'));
 */
export function motionOfGlb(bytes: Uint8Array, options?: MotionOfHumanoidOptions): RetargetedMotion {
  const glb = readGlb(bytes);
  const humanoid = readHumanoid(bytes);
  const skeleton = AnimatedSkeleton.of(glb, humanoid);
  const lastFrame = lastFrameOf(skeleton.duration, skeleton.section);
  const sample = (frame: number, rotations: Float64Array, hips: Float64Array): void => {
    skeleton.sample(frame / FRAMES_PER_SECOND, rotations, hips);
  };
  const frames = framesOfTracks(skeleton.tracks, lastFrame, MAX_BETWEEN);
  return motionOfHumanoid(humanoid, { lastFrame, frames, sample }, options);
}

/** A node that is a human bone or above one, and what moves it. */
interface AnimatedNode {
  /** The index in the list of such nodes; −1: none. */
  readonly parent: number;
  readonly rest: Matrix;
  readonly translation: VrmTrack | undefined;
  readonly rotation: VrmTrack | undefined;
  readonly scale: readonly number[];
}

/** The skeleton of a humanoid, moved by an animation of its file. */
class AnimatedSkeleton {
  /** Where the animation is in the file. */
  readonly section: string;
  readonly #humanoid: Humanoid;
  readonly #nodes: readonly AnimatedNode[];
  /** Per human bone, its index in the list of nodes. */
  readonly #bones: readonly number[];
  /** From the scene's axes to the humanoid's. */
  readonly #turn: readonly number[];

  static of(glb: Glb, humanoid: Humanoid): AnimatedSkeleton {
    const accessors = new AccessorReader(glb);
    const nodes = new GltfNodes(glb);
    for (let index = 0; index < listOf(glb.json['animations']).length; index++) {
      const tracks = new AnimationTracks(glb, accessors, index);
      if ([...humanoid.nodes].some((node) => tracks.has(node, 'rotation')))
        return new AnimatedSkeleton(nodes, humanoid, tracks, `animations[${index}]`);
    }
    throw new HumanoidError('the file has no animation that turns its bones', 'no-animation', 'animations');
  }

  private constructor(nodes: GltfNodes, humanoid: Humanoid, tracks: AnimationTracks, section: string) {
    const parentsFirst = new Set<number>();
    for (const node of humanoid.nodes) {
      const chain = nodes.upwards(node);
      for (let i = chain.length - 1; i >= 0; i--) parentsFirst.add(chain[i]);
    }
    const order = [...parentsFirst];
    const indexOf = new Map(order.map((node, i) => [node, i]));
    this.#humanoid = humanoid;
    this.section = section;
    this.#bones = [...humanoid.nodes].map((node) => indexOf.get(node)!);
    this.#nodes = order.map((node) => {
      const rest = nodes.localMatrix(node);
      return {
        parent: indexOf.get(nodes.parents[node]) ?? -1,
        rest,
        translation: tracks.track(node, 'translation'),
        rotation: tracks.track(node, 'rotation'),
        scale: [0, 4, 8].map((column) => Math.hypot(rest[column], rest[column + 1], rest[column + 2])),
      };
    });
    this.#turn = this.#turnOf(nodes);
  }

  /** All that moves. */
  get tracks(): VrmTrack[] {
    const tracks = this.#nodes.flatMap(({ translation, rotation }) => [translation, rotation]);
    return tracks.filter((track) => track !== undefined);
  }

  /** Seconds. */
  get duration(): number {
    return Math.max(0, ...this.tracks.map(({ times }) => times.at(-1) ?? 0));
  }

  /** By which right angles the humanoid was turned: nodes may stand in the middle of a dance. */
  #turnOf(nodes: GltfNodes): readonly number[] {
    const { rotations } = this.#humanoid;
    const turns = [...this.#humanoid.nodes].map((node, bone) => {
      const inverse = [0, 0, 0, 1];
      invertRotation(rotationOf(nodes.worldMatrix(node)), 0, inverse, 0);
      return multiplyRotations(rotations, 4 * bone, inverse, 0, inverse, 0);
    });
    return nearestRightAngle(turns);
  }

  /** Writes what {@link HumanoidPoses.sample} writes. */
  sample(seconds: number, rotations: Float64Array, hips: Float64Array): void {
    const worlds: Matrix[] = [];
    for (const node of this.#nodes) {
      const local = localAt(node, seconds);
      worlds.push(node.parent < 0 ? local : multiplyMatrices(worlds[node.parent], local));
    }
    const { parents, rotations: rests } = this.#humanoid;
    this.#bones.forEach((node, bone) => {
      const rest = new Float64Array(4);
      invertRotation(rests, 4 * bone, rest, 0);
      // how far the world has turned the bone from its rest, of which the bones above do a part
      multiplyRotations(this.#turn, 0, rotationOf(worlds[node]), 0, turned, 4 * bone);
      multiplyRotations(turned, 4 * bone, rest, 0, turned, 4 * bone);
      if (parents[bone] < 0) for (let k = 0; k < 4; k++) rotations[4 * bone + k] = turned[4 * bone + k];
      else {
        invertRotation(turned, 4 * parents[bone], rest, 0);
        multiplyRotations(rest, 0, turned, 4 * bone, rotations, 4 * bone);
      }
    });
    const world = worlds[this.#bones[0]];
    rotateVector(this.#turn, 0, [world[12], world[13], world[14]], 0, hips, 0);
  }
}

/** Of all human bones: there are fewer than 64. */
const turned = /* @__PURE__ */ new Float64Array(4 * 64);

function localAt({ rest, translation, rotation, scale }: AnimatedNode, seconds: number): Matrix {
  if (!translation && !rotation) return rest;
  const place = Float64Array.of(rest[12], rest[13], rest[14]);
  const turn = Float64Array.from(rotationOf(rest));
  if (translation) sampleVrmTrack(translation, 3, seconds, place, 0);
  if (rotation) sampleVrmTrack(rotation, 4, seconds, turn, 0);
  return composeMatrix(place, [...turn], scale);
}
