import type { Pmx } from '@odori/format';
import {
  bindObject,
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

/** What simulates a model's rigid bodies: between the bones that drive them and those that follow them. */
export interface ModelPhysics {
  /** Moves the bodies on and writes the bones that they move into the rig. */
  step(deltaSeconds: number): void;
  /** The pose has jumped: bodies are to stand where their bones are, at rest. */
  reset(): void;
  dispose(): void;
}

/**
 * A model in a three.js scene: `scene.add(model.root)`, write its pose, `model.update()`, render.
 *
 * Three's space, MMD units (1 is about 8 cm): scale `root` as you like. The pose is `rig.pose`; a motion (`bindMotion`),
 * an `AnimationMixer` on `poseTarget` or a program writes it. Made by a loader or `createModel`.
 *
 * @example
 * const model = await new PMXLoader().loadAsync('dancer.pmx');
 * scene.add(model.root);
 * model.morphs.get('笑い')!.weight = 1; // smile
 * model.update();
 */
export class MmdModel {
  /** For the scene; place, scale and hide it as you like. */
  readonly root: Group = new Group();
  readonly rig: Rig;
  /** By name, in the order of the model. */
  readonly morphs: ReadonlyMap<string, ModelMorph>;
  /** The root of an AnimationMixer: not for the scene. */
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
    const bones = createBones(parts.definition);
    this.#skeleton = new RigSkeleton(this.rig, bones);
    this.#surface = new ModelSurface(parts, geometry, this.#skeleton);
    const { groundShadow, body, outline } = this.#surface;
    for (const mesh of [groundShadow, body, outline]) {
      mesh.boundingSphere = this.#bounds.sphere;
      mesh.boundingBox = this.#bounds.box;
    }
    this.root.name = parts.name;
    this.root.add(groundShadow, body, outline, ...bones.filter(({ parent }) => parent === null));
    this.#binding = bindObject(this.rig, this.root, { onDemand: true });
    this.update();
  }

  get name(): string {
    return this.#parts.name;
  }

  get nameEn(): string {
    return this.#parts.nameEn;
  }

  /** What its author says of it: mostly terms of use, to be shown to whoever uses it. */
  get comment(): string {
    return this.#parts.comment;
  }

  get commentEn(): string {
    return this.#parts.commentEn;
  }

  /** The body, with its materials in MMD's order. */
  get mesh(): SkinnedMesh {
    return this.#surface.body;
  }

  /** The edges; `visible = false` turns them off. */
  get outline(): SkinnedMesh {
    return this.#surface.outline;
  }

  /** The shadow that falls on the plane y = 0 of `root`; `visible = false` turns it off. */
  get groundShadow(): SkinnedMesh {
    return this.#surface.groundShadow;
  }

  /** What could not be had; the model is there all the same. */
  get report(): ModelReport {
    return this.#parts.report;
  }

  /** When all textures are there or found missing; never rejects. Loaders have waited for it. */
  get ready(): Promise<void> {
    return this.#parts.textures.ready;
  }

  /**
   * Shows the pose as it is now: bones with IK and append, physics if there is some, morphs, visibility, bounds.
   *
   * Once a frame, before the renderer. If the pose was saved (`poseTarget.save()`), it is restored at the end.
   * O(bones + IK + what morphs move); allocates nothing that lasts.
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

  /** The pose has jumped (a seek, a loop, another motion): nothing swings on from where it was. */
  reset(): void {
    this.update();
    this.physics?.reset();
  }

  /**
   * One more of the same, in the same pose and place, without physics: it shares geometry, textures and skeleton
   * definition, and has a pose, materials and morphed vertices of its own. Dispose of each.
   */
  clone(): MmdModel {
    if (this.#isDisposed) throw new TypeError('the model was disposed of');
    const copy = new MmdModel(this.#parts);
    copyPlace(this.root, copy.root);
    this.#copySwitches(copy);
    copyPose(this.rig, copy.rig);
    copy.update();
    return copy;
  }

  /** What the user has set on the meshes: not what the pose hides for now. */
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

  /** Frees all that it holds on the GPU, and takes it out of the scene; what clones share goes with the last of them. */
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

/** `userData` by reference: three would write it as JSON, which fails where it leads back to the model. */
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

function copyPose({ pose: from }: Rig, { pose: to }: Rig): void {
  to.translations.set(from.translations);
  to.rotations.set(from.rotations);
  to.morphWeights.set(from.morphWeights);
  to.ikEnabled.set(from.ikEnabled);
  to.physicsEnabled.set(from.physicsEnabled);
  to.visible = from.visible;
}

export interface ModelOptions {
  /** Where its textures are; without it there are none. */
  readonly files?: FileSource | undefined;
  /** Does it throw a shadow on the plane it stands on? `model.groundShadow.visible` changes that. */
  readonly groundShadow?: boolean; // true
  /** Where bones are to differ from MMD's. */
  readonly rig?: RigOptions;
}

/**
 * A model for a scene, out of a document; a PMD comes through `pmdToPmx`. Its textures arrive by and by: `model.ready`.
 *
 * Works without a browser too, without textures then. Never throws on odd data. O(vertices + morphs).
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
