import { Bone, type Matrix4 } from 'three';
import type { RigDefinition } from '../rig/rig-definition.js';

/** @inline */
export interface CreateBonesOptions {
  /**
   * Computes `position`, `quaternion` and `rotation` of a bone when they are read, rather than in each update
   * of `bindObject`. Faster for a skeleton whose bones are rarely read: a `Skeleton` that takes its matrices
   * from the rig, as that of `MmdModel` does. Slower if the renderer reads the bones in every frame.
   */
  readonly onDemand?: boolean; // false
}

/** three traverses a scene by recursion in every frame; no real model is a tenth as deep. */
const MAX_DEPTH = 500;

/**
 * three's bones for a rig, at rest, in the order of its definition; each is a child of its parent bone.
 * O(bones).
 *
 * MMD units. The caller adds the bones without a parent below the mesh. In a chain of more than 500 bones
 * each 500th has no parent; only malicious files have such chains.
 *
 * @example
 * const bones = createBones(rig.definition);
 * mesh.add(...bones.filter(({ parent }) => parent === null));
 * mesh.bind(new Skeleton(bones));
 * const binding = bindObject(rig, mesh);
 */
export function createBones(
  { boneNames, parents, restOffsets, restPositions }: RigDefinition,
  { onDemand = false }: CreateBonesOptions = {},
): Bone[] {
  const depths = depthsOf(parents);
  const bones = boneNames.map((name, i) => {
    const bone = onDemand ? new OnDemandBone() : new Bone();
    bone.name = name;
    bone.position.fromArray(depths[i] % MAX_DEPTH === 0 ? restPositions : restOffsets, 3 * i);
    return bone;
  });
  bones.forEach((bone, i) => {
    if (depths[i] % MAX_DEPTH !== 0) bones[parents[i]].add(bone);
  });
  return bones;
}

/** The number of bones above each bone. Parents may come after their children. */
function depthsOf(parents: Int32Array): Int32Array {
  const depths = new Int32Array(parents.length).fill(-1);
  const path: number[] = [];
  for (let i = 0; i < parents.length; i++) {
    let bone = i;
    for (; bone >= 0 && depths[bone] < 0; bone = parents[bone]) path.push(bone);
    let depth = bone < 0 ? -1 : depths[bone];
    while (path.length > 0) depths[path.pop()!] = ++depth;
  }
  return depths;
}

/** Counts the updates of a binding. */
export interface UpdateCounter {
  updates: number;
}

/** Counts the walks of three over a scene. */
interface WalkCounter {
  readonly walks: number;
  /** Does three itself place the bones? */
  readonly isWalked: boolean;
}

/**
 * A bone that is placed when its `position`, `quaternion` or `rotation` is read for the first time after an
 * update; in a `BoneGroup` also its `matrixWorld`.
 *
 * The bones of a crowd lie scattered in memory: where nothing reads them, writing them would cost more than
 * the rig itself. A value that a program writes stays until the next update.
 */
export class OnDemandBone extends Bone {
  /** The group that keeps three from placing this bone. */
  group: WalkCounter | undefined;
  /** The updates and walks of which `matrixWorld` knows. */
  #placedInWorld = -1;
  #counter: UpdateCounter | undefined;
  #place: () => void = noPlace;
  #placed = -1;

  constructor() {
    super();
    const { position, quaternion, rotation, matrixWorld } = this;
    Object.defineProperties(this, {
      matrixWorld: {
        configurable: true,
        enumerable: true,
        get: () => this.#placeInWorld(matrixWorld),
      },
      position: this.#placedFirst(position),
      quaternion: this.#placedFirst(quaternion),
      rotation: this.#placedFirst(rotation),
    });
  }

  /** Calls `place` on the first read after each update that is counted; without a counter, never. */
  placeOnDemand(counter?: UpdateCounter, place: () => void = noPlace): void {
    this.#counter = counter;
    this.#place = place;
    this.#placed = -1;
  }

  #placeInWorld(own: Matrix4): Matrix4 {
    const { group } = this;
    if (!group || group.isWalked) return own;
    const changes = group.walks + (this.#counter?.updates ?? 0);
    if (this.#placedInWorld === changes) return own;
    this.#placedInWorld = changes;
    if (this.matrixAutoUpdate) this.updateMatrix();
    if (this.matrixWorldAutoUpdate) own.multiplyMatrices(this.parent!.matrixWorld, this.matrix);
    return own;
  }

  #placedFirst(own: unknown): PropertyDescriptor {
    return {
      configurable: true,
      enumerable: true,
      get: (): unknown => {
        const counter = this.#counter;
        if (counter && this.#placed !== counter.updates) {
          this.#placed = counter.updates;
          this.#place();
        }
        return own;
      },
    };
  }
}

function noPlace(): void {}
