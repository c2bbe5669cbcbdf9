import type { Pmx } from '@odori/format';
import {
  bindObject,
  copyPose,
  createBones,
  createPoseTarget,
  type ObjectBinding,
  type PoseTarget,
  Rig,
  type RigOptions,
} from '@odori/runtime';
import { type BufferAttribute, Group, type Object3D, type SkinnedMesh } from 'three';
import type { FileSource } from '../files/file-source.js';
import { PoseBounds } from '../geometry/pose-bounds.js';
import { MorphedAttribute } from '../morphs/morphed-attribute.js';
import { RigSkeleton } from './model-mesh.js';
import { type ModelMorph, modelMorphs } from './model-morph.js';
import { ModelParts } from './model-parts.js';
import type { ModelReport } from './model-report.js';
import { ModelSurface } from './model-surface.js';

/** Simulates a model's rigid bodies: bones move some bodies, and the other bodies move bones. */
export interface ModelPhysics {
  /** Advances the simulation and writes the bones that bodies move into the rig. */
  step(deltaSeconds: number): void;
  /** Moves the bodies to their bones, without velocity, after the pose has jumped. */
  reset(): void;
  dispose(): void;
}

/**
 * A model in a three.js scene: `scene.add(model.root)`, write its pose, `model.update()`, render.
 *
 * In three's space and MMD units (1 is about 8 cm); `root` may be scaled. The pose is `rig.pose`; a motion (`bindMotion`), an
 * `AnimationMixer` on `poseTarget` or your own code writes it. Made by a loader or `createModel`.
 *
 * @example
 * const model = await new PMXLoader().loadAsync('dancer.pmx');
 * scene.add(model.root);
 * model.morphs.get('笑い')!.weight = 1; // smile
 * model.update();
 */
export class MmdModel {
  /** Add this to your scene. It may be moved, scaled and hidden. */
  readonly root: Group = new Group();
  readonly rig: Rig;
  /** By name, in file order. */
  readonly morphs: ReadonlyMap<string, ModelMorph>;
  /** The root for an AnimationMixer. Do not add it to a scene. */
  readonly poseTarget: PoseTarget;
  /** Set by a physics package. */
  physics: ModelPhysics | undefined;
  readonly #parts: ModelParts;
  readonly #skeleton: RigSkeleton;
  readonly #surface: ModelSurface;
  readonly #binding: ObjectBinding;
  readonly #bounds: PoseBounds;
  readonly #morphed: readonly MorphedAttribute[];
  #isDisposed = false;

  /** Use `createModel` or a loader. */
  constructor(parts: ModelParts) {
    this.#parts = parts;
    this.rig = new Rig(parts.definition, parts.rigOptions);
    this.morphs = modelMorphs(parts.morphs, this.rig.pose);
    this.poseTarget = createPoseTarget(this.rig.definition, this.rig.pose);
    const { geometry, morphed } = parts.use();
    this.#bounds = new PoseBounds(parts.spheres);
    this.#morphed = [...morphed].map(([name, morphs]) => {
      const own = new MorphedAttribute(geometry.getAttribute(name) as BufferAttribute, morphs);
      geometry.setAttribute(name, own.attribute);
      return own;
    });
    const bones = createBones(parts.definition, { onDemand: true });
    this.#skeleton = new RigSkeleton(this.rig, bones);
    this.#surface = new ModelSurface(parts, geometry, this.#skeleton);
    const { groundShadow, body, outline } = this.#surface;
    for (const mesh of [groundShadow, body, outline]) {
      mesh.boundingSphere = this.#bounds.sphere;
      mesh.boundingBox = this.#bounds.box;
    }
    this.root.name = parts.name;
    this.root.add(groundShadow, body, outline, ...bones.filter(({ parent }) => parent === null));
    this.#binding = bindObject(this.rig, this.root);
    this.update();
  }

  get name(): string {
    return this.#parts.name;
  }

  get nameEn(): string {
    return this.#parts.nameEn;
  }

  /** The author's comment, mostly terms of use: show it to your users. */
  get comment(): string {
    return this.#parts.comment;
  }

  get commentEn(): string {
    return this.#parts.commentEn;
  }

  /** The body, with its materials in file order, which is MMD's draw order. */
  get mesh(): SkinnedMesh {
    return this.#surface.body;
  }

  /** The edges; `visible = false` turns them off. */
  get outline(): SkinnedMesh {
    return this.#surface.outline;
  }

  /** The shadow on the plane y = 0 of `root`; `visible = false` turns it off. */
  get groundShadow(): SkinnedMesh {
    return this.#surface.groundShadow;
  }

  /** Problems that did not stop loading, for example missing textures. */
  get report(): ModelReport {
    return this.#parts.report;
  }

  /** Resolves when all textures have loaded or are known to be missing; never rejects. Loaders wait for it. */
  get ready(): Promise<void> {
    return this.#parts.textures.ready;
  }

  /**
   * Shows the current pose: bones with IK and append, physics if set, morphs, visibility and bounds.
   *
   * Call it once per frame before rendering. A pose that was saved (`poseTarget.save()`) is restored at the end.
   * O(bones + IK + morphed vertices); allocates nothing that lasts.
   */
  update(deltaSeconds = 0): void {
    const { rig } = this;
    rig.solve();
    this.physics?.step(deltaSeconds);
    rig.solveAfterPhysics();
    this.#skeleton.markStale();
    this.#binding.update();
    for (let i = 0; i < this.#morphed.length; i++) this.#morphed[i].update(rig.morphWeights);
    this.#surface.update(rig.morphWeights);
    this.#bounds.update(rig.skinMatrices, rig.morphWeights);
    this.poseTarget.restore();
  }

  /** Updates the model and resets physics after the pose has jumped: a seek, a loop, another motion. */
  reset(): void {
    this.update();
    this.physics?.reset();
  }

  /**
   * A copy in the same pose and place, without physics. It shares geometry, textures and the rig definition; its pose,
   * materials and morphed vertices are its own. Dispose of each copy.
   *
   * @throws TypeError if the model was disposed of.
   */
  clone(): MmdModel {
    if (this.#isDisposed) throw new TypeError('a model cannot be cloned after dispose()');
    const copy = new MmdModel(this.#parts);
    copyPlace(this.root, copy.root);
    this.#copySwitches(copy);
    copyPose(this.rig.pose, copy.rig.pose);
    copy.update();
    return copy;
  }

  /** Copies the meshes' switches as the user set them; the current pose may hide the meshes. */
  #copySwitches(copy: MmdModel): void {
    const { pose } = this.rig;
    const { visible } = pose;
    pose.visible = true;
    this.#binding.update();
    copySwitches(this.mesh, copy.mesh);
    copySwitches(this.outline, copy.outline);
    copySwitches(this.groundShadow, copy.groundShadow);
    pose.visible = visible;
    this.#binding.update();
  }

  /** Frees its GPU memory and removes it from the scene. Memory shared with clones is freed with the last one. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.physics?.dispose();
    this.root.removeFromParent();
    this.#surface.dispose();
    this.#skeleton.dispose();
    this.#parts.release(this.mesh.geometry);
  }
}

/** Copies `userData` by reference: three would convert it to JSON, which fails if it refers to the model. */
function copyPlace(from: Object3D, to: Object3D): void {
  const { userData } = from;
  from.userData = {};
  to.copy(from, false);
  from.userData = userData;
  to.userData = { ...userData };
}

function copySwitches(from: SkinnedMesh, to: SkinnedMesh): void {
  to.visible = from.visible;
  to.castShadow = from.castShadow;
  to.receiveShadow = from.receiveShadow;
  to.frustumCulled = from.frustumCulled;
  to.renderOrder = from.renderOrder;
  to.layers.mask = from.layers.mask;
}

export interface ModelOptions {
  /** The files with its textures; without it, the model has none. */
  readonly files?: FileSource | undefined;
  /** Whether the model has a shadow on the ground; `model.groundShadow.visible` changes that later. */
  readonly groundShadow?: boolean; // true
  /** Options of the rig, where bones should differ from MMD's. */
  readonly rig?: RigOptions;
}

/**
 * Makes a model from a document; convert a PMD with `pmdToPmx`. Its textures load in the background: await `model.ready`.
 *
 * Without a browser it works too, but has no textures. Odd data never throws. O(vertices + morphs).
 *
 * @example
 * const model = createModel(parsePmx(bytes), { files: createMapSource(droppedFiles, 'miku/miku.pmx') });
 * await model.ready;
 * model.report.notes; // → []: nothing is missing
 */
export function createModel(pmx: Pmx, { files, groundShadow = true, rig = {} }: ModelOptions = {}): MmdModel {
  const model = new MmdModel(new ModelParts(pmx, files, rig));
  model.groundShadow.visible = groundShadow;
  return model;
}
