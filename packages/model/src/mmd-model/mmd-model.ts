import type { Physics, SharedWorld } from '@odori/physics';
import {
  createPoseTarget,
  type ObjectBinding,
  type PoseAt,
  type PoseTarget,
  Rig,
  type RigOptions,
  type RigPlayable,
  type WorkerUse,
} from '@odori/runtime';
import { bindOwnBones, BoneGroup, copyPose } from '@odori/runtime/internal/three';
import { type Bone, Group, type Object3D, type Raycaster, type SkinnedMesh } from 'three';
import { PoseBounds } from '../geometry/pose-bounds.js';
import type { Glow } from '../look/glow.js';
import type { LightStrength, Look, ShadowBorders } from '../look/mmd-look.js';
import { morphAttributes, type MorphedAttribute } from '../morphs/morphed-attribute.js';
import type { TextureOptions } from '../textures/model-textures.js';
import { RigSkeleton } from './model-mesh.js';
import { FilmStart } from '../screens/scene-view.js';
import type { MakeMaterial } from './file-material.js';
import { type ModelMorph, modelMorphs } from '../morphs/model-morph.js';
import { BodyPicker, type ModelHit } from './body-picker.js';
import { loadPhysicsCode } from './load-physics.js';
import { ModelParts } from './model-parts.js';
import { type ModelPhysicsOptions, physicsOptions } from './model-physics-options.js';
import type { ModelPhysics } from './model-physics.js';
import type { RemoteState } from './remote-state.js';
import type { ModelReport } from '../surface/model-report.js';
import { ModelSurface } from './model-surface.js';

/** How often a model shows its pose. */
export interface ModelPace {
  /** Whether it is time again, after these seconds. Allocates nothing. */
  isDue(deltaSeconds: number): boolean;
}

/**
 * A model in a three.js scene: `scene.add(model.root)`, write its pose, `model.update()`, render.
 *
 * In three's space and MMD units (1 is about 8 cm); `root` may be scaled. The pose is `rig.pose`; a motion
 * (`bindMotion`), an `AnimationMixer` on `poseTarget` or your own code writes it. Made by a loader or
 * `createModel`.
 *
 * @example
 * const model = await new PMXLoader().loadAsync('dancer.pmx');
 * scene.add(model.root);
 * model.morphs.get('笑い')!.weight = 1; // smile
 * model.update();
 */
export class MmdModel implements RigPlayable {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** Add this to your scene. It may be moved, scaled and hidden. */
  readonly root: Group = new Group();
  readonly rig: Rig;
  /** By name, in file order. */
  readonly morphs: ReadonlyMap<string, ModelMorph>;
  /** The root for an AnimationMixer. Do not add it to a scene. */
  readonly poseTarget: PoseTarget;
  /** How it looks: meshes and materials, MMD's look, shadows and edges. */
  readonly surface: ModelSurface;
  /**
   * Whether the bodies of hair and clothes feel how `root` is moved and turned; otherwise they move along
   * with it. If they feel it, the ground of physics is the plane y = 0 of the world.
   */
  feelsMoves = false;
  /** That of a crowd. @internal */
  pace: ModelPace | undefined;
  /** What other threads pose. @internal */
  readonly remote: RemoteState = { updates: 0, awaitsPose: false };
  #physics: ModelPhysics | undefined;
  #physicsOptions: ModelPhysicsOptions | undefined;
  #loadingPhysics: Promise<Physics | undefined> | undefined;
  readonly #parts: ModelParts;
  readonly #skeleton: RigSkeleton;
  readonly #bones: readonly Bone[];
  #bound: Pick<ObjectBinding, 'update'> | undefined;
  readonly #bounds: PoseBounds;
  readonly #morphed: readonly MorphedAttribute[];
  readonly #filmStart = new FilmStart();
  #picker: BodyPicker | undefined;
  #isDisposed = false;

  /** Use `createModel` or a loader; the first {@link update} shows the pose. */
  constructor(parts: ModelParts, rig: Rig = parts.createRig(), bones: readonly Bone[] = parts.createBones()) {
    this.#parts = parts;
    this.rig = rig;
    this.morphs = modelMorphs(parts.morphs, this.rig.pose);
    this.poseTarget = createPoseTarget(this.rig.definition, this.rig.pose);
    const { geometry, morphed } = parts.use();
    this.#bounds = new PoseBounds(() => parts.boneBoxes, this.rig.skinMatrices, this.rig.morphWeights);
    this.#morphed = morphAttributes(geometry, morphed, this.rig.morphWeights, parts.features);
    this.#bones = bones;
    this.#skeleton = new RigSkeleton(this.rig, bones, parts.morphTable);
    this.surface = new ModelSurface(parts, parts.kit, geometry, this.#skeleton);
    const { groundShadow, mesh, outline } = this.surface;
    for (const each of [groundShadow, mesh, outline]) this.#bounds.give(each);
    this.root.name = parts.name;
    this.root.add(groundShadow, mesh, outline, new BoneGroup(this.#skeleton.bones));
  }

  get #binding(): Pick<ObjectBinding, 'update'> {
    return (this.#bound ??= bindOwnBones(this.rig, this.#bones, this.root));
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
    return this.surface.mesh;
  }

  /** Problems that did not stop loading, for example missing textures. */
  get report(): ModelReport {
    return this.#parts.report;
  }

  /**
   * Resolves when all textures and physics have loaded or are known to be missing; never rejects. Loaders
   * wait for it.
   */
  get ready(): Promise<void> {
    return Promise.all([this.#parts.textures.ready, this.#loadingPhysics]).then(() => {});
  }

  /**
   * What moves the rigid bodies, with its options: mode, gravity, wind, ground. undefined until it has loaded
   * (see `ready`), for models without bodies, and for models made without the option `physics`.
   *
   * In a world of `createPhysicsWorld`, the models of a frame move when the last of them is updated.
   *
   * Gravity and wind are those of the world, in MMD units: when `root` is tilted, hair hangs down
   * nevertheless.
   */
  get physics(): Physics | undefined {
    return this.#physics?.physics;
  }

  /** What it shares with its clones. @internal */
  get parts(): ModelParts {
    return this.#parts;
  }

  /**
   * Gives another surface the look and the switches of the meshes as the user set them; the current pose may
   * hide them. @internal
   */
  copySwitches(to: ModelSurface): void {
    const { pose } = this.rig;
    const { visible } = pose;
    pose.visible = true;
    this.#binding.update();
    const { surface } = this;
    to.copyLook(surface); // before the switches: a look has a ground shadow or none by default
    copySwitches(surface.mesh, to.mesh);
    copySwitches(surface.outline, to.outline);
    copySwitches(surface.groundShadow, to.groundShadow);
    pose.visible = visible;
    this.#binding.update();
  }

  /** @internal */
  get hasBodies(): boolean {
    return this.#parts.bodies.rigidBodies.length > 0;
  }

  /** The bones that rigid bodies move, when physics is on. @internal */
  get physicalBones(): readonly number[] {
    return this.#parts.bodies.rigidBodies.filter(({ mode }) => mode !== 0).map(({ bone }) => bone);
  }

  /** For a player: with physics, `update` asks for the poses that it needs. */
  get usesPoseAt(): boolean {
    return this.#physics !== undefined;
  }

  /**
   * True while hair and clothes come to rest after a jump: each `update`, also by 0 seconds, goes on with it.
   */
  get isSettling(): boolean {
    return this.remote.awaitsPose || (this.#physics?.physics.isSettling ?? false);
  }

  /**
   * Loads physics, as the option `physics` does. Resolves to it; to undefined for a model without rigid
   * bodies, and if the code cannot be loaded or the engine fails, which `report` then says. Never rejects.
   *
   * A model that has physics keeps it, with its options.
   *
   * @example
   * const physics = await model.loadPhysics({ wind: [20, 0, 0] });
   * physics?.bodyCount; // → 85
   */
  async loadPhysics(options: ModelPhysicsOptions | SharedWorld = {}): Promise<Physics | undefined> {
    const { bodies } = this.#parts;
    if (bodies.rigidBodies.length === 0 || this.#isDisposed) return undefined;
    const asked = physicsOptions(options);
    this.feelsMoves = asked.feelsMoves ?? this.feelsMoves;
    const wanted = (this.#physicsOptions ??= asked);
    return (this.#loadingPhysics ??= this.#takePhysics(async () => {
      const { createModelPhysics } = await loadPhysicsCode();
      return createModelPhysics(bodies, this.rig, this.root, wanted, this.#showHeld);
    }));
  }

  /**
   * Shows the current pose: bones with IK and append, physics, morphs, visibility and bounds.
   *
   * Call it once per frame before rendering. Physics advances by `deltaSeconds`. It simulates 60 steps a
   * second and takes the bones in between from `poseAt`, which a player gives; without `poseAt`, they move
   * straight from the last pose to this one. A pose that was saved (`poseTarget.save()`) is restored at the
   * end.
   *
   * In a page, physics takes at most 30 ms, see `budget` of `model.physics`; with `isExact`, as a film needs
   * it, it takes its time. Screens forget the last picture where a film begins: after {@link reset} or
   * updates of another kind.
   *
   * O(bones + IK + morphed vertices), and O(bodies + joints + contacts) per step; allocates nothing that
   * lasts.
   */
  update(deltaSeconds = 0, poseAt?: PoseAt, isExact = false): void {
    this.remote.updates++;
    if (!this.#physics) {
      if (this.pace && !isExact && !this.pace.isDue(deltaSeconds)) return this.poseTarget.restore();
      if (poseAt) poseAt(deltaSeconds);
      else this.rig.solve();
    } else {
      if (!poseAt) this.rig.solve();
      this.#physics.advance(deltaSeconds, poseAt, this.feelsMoves, isExact);
    }
    this.rig.solveAfterPhysics();
    this.showSolved(isExact);
  }

  /** Shows the rig, which is solved. @internal */
  showSolved(isExact = false): void {
    this.#filmStart.pose(this.root, isExact);
    this.surface.screens?.watch();
    this.#show();
    if (!this.physics?.isWaiting) this.poseTarget.restore();
  }

  /** In a shared world, bones are held when the last model of a frame is updated. */
  readonly #showHeld = (): void => {
    this.rig.solveAfterPhysics();
    this.#show();
    this.poseTarget.restore();
  };

  #show(): void {
    const { rig } = this;
    if (this.surface.hasOtherMaterials && this.#skeleton.hasWeights) this.#bakeMorphs();
    this.#skeleton.markStale();
    this.#binding.update();
    for (let i = 0; i < this.#morphed.length; i++) this.#morphed[i].update();
    this.surface.update(rig.morphWeights);
    this.#bounds.markStale();
  }

  /** Only our own materials read the weights of morphs: from now on, vertices come morphed for all. */
  #bakeMorphs(): void {
    this.#skeleton.dropWeights();
    for (const morphed of this.#morphed) morphed.bake();
  }

  /**
   * Shows the current pose after a jump (a seek, a loop, another motion): bodies start from their bones, at
   * rest, and come to hang in the next calls of `update`, see `settleSeconds` of physics. Meanwhile their
   * bones are where they were, relative to their parents.
   */
  reset(): void {
    this.remote.updates++;
    if (this.#physics) this.#physics.reset(this.feelsMoves);
    else this.rig.solve();
    this.#filmStart.jump();
    this.#showHeld();
  }

  /**
   * Where a ray first hits the body as the last {@link update} shows it: with its pose, morphs and physics.
   * undefined if it hits nothing.
   *
   * Hidden models and materials do not count, nor do those with alpha 0; transparent pixels of a texture do.
   * Materials that are drawn from one side are hit from that side. Takes a `Raycaster` of three, in the
   * world, with its `near` and `far`.
   *
   * O(triangles) for the first time, for a model and its clones; then only the triangles near the ray are
   * moved to the pose, some hundreds. It allocates the result.
   *
   * @example
   * raycaster.setFromCamera(pointer, camera); // pointer: -1 to 1, as three has it
   * model.pick(raycaster)?.bone; // → '頭' (head), where the pointer is on the face
   */
  pick(raycaster: Raycaster): ModelHit | undefined {
    return (this.#picker ??= new BodyPicker(this.mesh, this.rig, this.#parts)).pick(raycaster);
  }

  /**
   * A copy in the same pose and place. It shares geometry, textures and the rig definition; its pose,
   * materials, morphed vertices and physics are its own, with the options that physics has now. Dispose of
   * each copy.
   *
   * @throws TypeError if the model was disposed of.
   */
  clone(): MmdModel {
    if (this.#isDisposed) throw new TypeError('a model cannot be cloned after dispose()');
    const copy = new MmdModel(this.#parts);
    copy.update();
    copyPlace(this.root, copy.root);
    this.copySwitches(copy.surface);
    copyPose(this.rig.pose, copy.rig.pose);
    this.#copyPhysics(copy);
    copy.update();
    return copy;
  }

  /** Sets `#physics` at once unless `load` needs time. */
  async #takePhysics(load: () => ModelPhysics | Promise<ModelPhysics>): Promise<Physics | undefined> {
    try {
      const physics = load();
      this.#physics = 'then' in physics ? await physics : physics;
      if (this.#isDisposed) this.#dropPhysics();
    } catch (error) {
      this.#loadingPhysics = this.#physicsOptions = undefined; // the next call tries again
      this.#parts.report.addPhysics(error);
    }
    return this.physics;
  }

  #copyPhysics(copy: MmdModel): void {
    const physics = this.#physics;
    copy.feelsMoves = this.feelsMoves;
    copy.#physicsOptions = this.#physicsOptions;
    if (physics)
      copy.#loadingPhysics = copy.#takePhysics(() => physics.clone(copy.rig, copy.root, copy.#showHeld));
    else if (this.#physicsOptions) void copy.loadPhysics(this.#physicsOptions);
  }

  #dropPhysics(): void {
    this.#physics?.physics.dispose();
    this.#physics = undefined;
  }

  /**
   * Frees its GPU memory and removes it from the scene. Memory shared with clones is freed with the last one.
   */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#dropPhysics();
    this.root.removeFromParent();
    this.surface.dispose();
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

export interface ModelOptions extends TextureOptions {
  /**
   * Whether the model has a shadow on the ground; `model.surface.groundShadow.visible` changes that later. By
   * default it has one in MMD's looks, and none in the look `'scene'`.
   */
  readonly groundShadow?: boolean;
  /**
   * Which of MMD's looks the model has: `'shaded'` as MMD draws with self shadow on, `'plain'` as with self
   * shadow off. `'auto'`: shaded where the light of the scene casts shadows and the model receives them.
   * `'scene'`: all lights of the scene light it, see `Look`.
   */
  readonly look?: Look; // 'auto'
  /** How strong the light of the scene is for MMD's looks, see {@link LightStrength}. */
  readonly lightStrength?: LightStrength; // 'mmd'
  /**
   * The borders of cast shadows: hard as in MMD, or soft as three's filter and the light's `shadow.radius`
   * make them. A `BasicShadowMap` has no filter.
   */
  readonly shadows?: ShadowBorders; // 'mmd'
  /**
   * How strongly materials glow that AutoLuminous lights in MMD: those with a shininess above 100 and a black
   * specular color. `'auto'`: only in render targets of half floats or floats, where bloom finds it. A number
   * multiplies the glow, and counts everywhere; `'off'` turns it off.
   */
  readonly glow?: Glow; // 'auto'
  /**
   * Gives a material of your own, made for one of the file; undefined: MMD's. It may be any of three.js's: it
   * is skinned as MMD's are, with SDEF, material morphs tint it, and it has the edge and the shadows of the
   * file.
   *
   * Called once for each material, for the model, for each clone and for a crowd, which dispose of what it
   * returns. Return another material each time.
   *
   * @throws TypeError if two materials get the same one.
   * @example
   * createModel(pmx, {
   *   material: ({ name, color, side, colorMap: map }) =>
   *     name === '靴' ? new MeshPhysicalMaterial({ color, side, map, clearcoat: 1 }) : undefined, // shoes
   * });
   */
  readonly material?: MakeMaterial | undefined; // MMD's
  /** Options of the rig, where bones should differ from MMD's. */
  readonly rig?: RigOptions;
  /**
   * Whether loaders read the model, and its TGA textures, in workers, so that the page stays smooth
   * meanwhile. The result is the same. `'auto'`: from 128 kB on, if a worker can be had. True rejects if the
   * model cannot have one.
   */
  readonly worker?: WorkerUse | undefined; // 'auto'
  /**
   * True or options: rigid bodies move hair and clothes. A world of `createPhysicsWorld`: they also touch
   * those of other models. Their code is loaded if the model has bodies; until then (see `model.ready`), and
   * if it cannot be loaded, bones follow their keyframes.
   */
  readonly physics?: boolean | ModelPhysicsOptions | SharedWorld; // false
}
