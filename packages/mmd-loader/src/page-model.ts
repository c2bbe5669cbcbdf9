import type { Pmx } from '@odori/format';
import type { MmdModel } from '@odori/model';
import { RigPose } from '@odori/runtime/internal';
import { copyPose } from '@odori/runtime/internal/three';
import { type Bone, Object3D, Quaternion, type ShaderMaterial, type SkinnedMesh, Vector3 } from 'three';
import { mmdUserData } from './mmd-user-data.js';
import { addPageProperties } from './page-material.js';
import { warnOnce } from './warn-once.js';

const MISSING = 'this mesh is not from the MMDLoader of @odori/mmd-loader';

const pageModels = /* @__PURE__ */ new WeakMap<object, PageModel>();

/** The bridge's part of a mesh. @throws TypeError if the mesh is not from our loader. */
export function pageModelOf(mesh: SkinnedMesh): PageModel {
  const page = pageModels.get(mesh);
  if (!page) throw new TypeError(MISSING);
  return page;
}

/** The same, undefined for other meshes. */
export function findPageModel(mesh: SkinnedMesh): PageModel | undefined {
  return pageModels.get(mesh);
}

/**
 * A model whose mesh behaves like one of r171: it stands in the scene by itself, and bones, morphs and
 * materials that a page writes show.
 *
 * The mesh is the model's own body, with everything else of the model below it. Bones are the input and the
 * output of the rig. The bridge remembers what it has shown; what differs from that was written by the page,
 * and goes into the rig's pose.
 */
export class PageModel {
  readonly model: MmdModel;
  readonly mesh: SkinnedMesh;
  readonly #pmx: Pmx;
  /**
   * Whether IK is solved: for an animation and a VPD, until the page writes bones itself. What it writes to a
   * leg shows as it is, as in r171.
   */
  isIkOn = false;
  isGrantOn = true;
  /** Those of the file. The skeleton has one more. */
  readonly #bones: readonly Bone[];
  /** Where the bones rest. */
  readonly #rest: readonly Vector3[];
  /** As last shown. */
  readonly #shown: readonly { readonly position: Vector3; readonly quaternion: Quaternion }[];
  readonly #ikEnabled: Uint8Array;
  readonly #ikSwitches: Uint8Array;
  readonly #appendKinds: Uint8Array;
  readonly #iks: MmdModel['rig']['definition']['beforePhysics']['iks'];
  /** What a mixer has written, while the pose is the page's. */
  readonly #kept: RigPose;
  #isKept = false;
  #isIkKept = false;
  /** The pose is a mixer's. */
  #isMixed = false;
  /** A mixer has written the pose, and it was not shown yet. */
  #isStale = false;

  constructor(pmx: Pmx, model: MmdModel) {
    const { mesh, rig } = model;
    const { outline } = model.surface;
    this.model = model;
    this.mesh = mesh;
    this.#pmx = pmx;
    const bones = mesh.skeleton.bones.slice(0, rig.definition.boneCount);
    this.#bones = bones;
    this.#rest = bones.map(({ position }) => position.clone());
    this.#shown = bones.map(() => ({ position: new Vector3(), quaternion: new Quaternion() }));
    this.#ikEnabled = rig.pose.ikEnabled.slice();
    this.#ikSwitches = this.#ikEnabled.slice();
    this.#appendKinds = rig.definition.appendKinds.slice();
    const { beforePhysics, afterPhysics } = rig.definition;
    this.#iks = [...beforePhysics.iks, ...afterPhysics.iks];
    const { boneCount, morphNames, ikNames } = rig.definition;
    this.#kept = new RigPose(boneCount, morphNames.length, ikNames.length);
    (mesh.material as ShaderMaterial[]).forEach((material, i) =>
      addPageProperties(material, pmx, i, () => outline.visible),
    );
    // Lights of pages have intensities from 1, three's default, to about 3, since r155.
    model.surface.lightStrength = 'scene';
    this.#changeMesh();
    this.#remember();
    pageModels.set(mesh, this);
  }

  /**
   * The mesh comes first, and the model's root with everything else below it; as in r171, nothing casts
   * shadows yet.
   */
  #changeMesh(): void {
    const { mesh, model } = this;
    const { pose } = model.rig;
    const { morphs } = this.#pmx;
    model.root.remove(mesh);
    mesh.add(model.root);
    mesh.name = model.name;
    mesh.castShadow = mesh.receiveShadow = false;
    const { outline, groundShadow } = model.surface;
    outline.visible = false;
    // Three's `OutlineEffect` draws no edges around Odori's edges and ground shadow, if the page shows these.
    for (const { userData } of [outline.material, groundShadow.material].flat()) {
      userData['outlineParameters'] = { visible: false };
    }
    mesh.geometry.userData['MMD'] = mmdUserData(this.#pmx, model.rig.definition);
    mesh.morphTargetDictionary = Object.fromEntries(morphs.map(({ name }, i) => [name, i]));
    mesh.morphTargetInfluences = morphs.map(() => 0);
    const updateMatrixWorld = mesh.updateMatrixWorld.bind(mesh); // of its class
    // The renderer calls it for everything in the scene, before it draws.
    mesh.updateMatrixWorld = (force?: boolean): void => {
      this.showWritten();
      updateMatrixWorld(force);
    };
    mesh.pose = () => this.rest();
    mesh.clone = () => this.#clone();
    Object.defineProperties(mesh, {
      // The switches of our clips, for mixers whose root is the mesh.
      ikEnabled: { value: pose.ikEnabled },
      physicsEnabled: { value: pose.physicsEnabled },
    });
  }

  /** Another dancer at the same position, at rest, which shares geometry and materials. */
  #clone(): SkinnedMesh {
    const model = this.model.clone();
    model.rig.pose.reset();
    model.update();
    const { mesh } = new PageModel(this.#pmx, model);
    Object3D.prototype.copy.call(mesh, this.mesh, false);
    mesh.material = this.mesh.material;
    return mesh;
  }

  /** Where a bone rests, relative to its parent. */
  readonly restOf = (bone: number): number[] => this.#rest[bone].toArray();

  /** Keeps what a mixer has written, before the page's own pose takes its place. Allocates nothing. */
  keep(): void {
    if (!this.#isMixed) return;
    copyPose(this.model.rig.pose, this.#kept);
    this.#isIkKept = this.isIkOn;
    this.#isKept = true;
    this.#isMixed = false;
  }

  /** Gives the pose back to the mixer, which writes only what changes. Allocates nothing. */
  giveBack(): void {
    this.#isMixed = true;
    if (!this.#isKept) return;
    copyPose(this.#kept, this.model.rig.pose);
    this.isIkOn = this.#isIkKept;
    this.#isKept = false;
  }

  /** Shows all bones at rest, as `mesh.pose()` of three; morphs stay. */
  rest(): void {
    this.resetBones();
    this.solve(0);
  }

  resetBones(): void {
    this.keep();
    const { rotations, translations } = this.model.rig.pose;
    translations.fill(0);
    rotations.fill(0);
    for (let i = 3; i < rotations.length; i += 4) rotations[i] = 1;
    this.takeWeights();
    this.isIkOn = false;
    this.isGrantOn = true;
  }

  /**
   * The root for a mixer: the mesh, but its bones are the pose before IK, append and physics, which the mixer
   * owns. What it writes shows in the next frame that is drawn.
   */
  createMixerRoot(): Object3D {
    const { mesh } = this;
    this.#isMixed = this.#isKept = false; // of a mixer before
    const bones = this.#bones.map(({ name }, i) => ({
      name,
      position: this.#part(this.model.rig.pose.translations, i, this.restOf(i)),
      quaternion: this.#part(this.model.rig.pose.rotations, i, [0, 0, 0, 0]),
    }));
    const skeleton = { bones, getBoneByName: (name: string) => bones.find((bone) => bone.name === name) };
    return new Proxy(mesh, {
      get: (target, name) => (name === 'skeleton' ? skeleton : (Reflect.get(target, name) as unknown)),
    });
  }

  /**
   * A part of the pose with the methods that three calls on a Vector3 or a Quaternion; `origin` is added for
   * the mixer.
   */
  #part(numbers: Float64Array, bone: number, origin: readonly number[]): object {
    const start = origin.length * bone;
    return {
      fromArray: (array: ArrayLike<number>, offset = 0): void => {
        this.giveBack();
        for (let i = 0; i < origin.length; i++) numbers[start + i] = array[offset + i] - origin[i];
        this.#isStale = true;
      },
      toArray: (array: number[], offset = 0): void => {
        this.giveBack();
        for (let i = 0; i < origin.length; i++) array[offset + i] = numbers[start + i] + origin[i];
      },
    };
  }

  /** Moves the first bone of a name, from where it is; missing bones are ignored. */
  moveBone(name: string, translation: ArrayLike<number>, rotation: ArrayLike<number>): void {
    const { rig } = this.model;
    const { translations, rotations } = rig.pose;
    const bone = rig.boneIndex(name);
    if (bone < 0) return;
    for (let i = 0; i < 3; i++) translations[3 * bone + i] += translation[i];
    const turned = new Quaternion().fromArray(rotations, 4 * bone);
    turned.multiply(new Quaternion().fromArray(rotation)).toArray(rotations, 4 * bone);
  }

  /**
   * Takes what the page has written since the last frame was shown. Returns whether there is something.
   * Allocates nothing.
   */
  takeWritten(): boolean {
    const { translations, rotations } = this.model.rig.pose;
    const bones = this.#bones;
    let hasWritten = this.takeWeights();
    for (let i = 0; i < bones.length; i++) {
      const { position, quaternion, scale } = bones[i];
      const shown = this.#shown[i];
      if (scale.x !== 1) warnOnce(SCALED);
      const isMoved = !position.equals(shown.position);
      const isTurned = !quaternion.equals(shown.quaternion);
      if (!isMoved && !isTurned) continue;
      hasWritten = true;
      this.holdLegs();
      if (isMoved) offset.subVectors(position, this.#rest[i]).toArray(translations, 3 * i);
      if (isTurned) quaternion.toArray(rotations, 4 * i);
    }
    return hasWritten;
  }

  /** Legs stay as IK has turned them, and do not follow IK bones any more. Allocates nothing. */
  holdLegs(): void {
    this.keep();
    if (!this.isIkOn) return;
    this.isIkOn = false;
    const { rotations } = this.model.rig.pose;
    for (let i = 0; i < this.#iks.length; i++) {
      const { links } = this.#iks[i];
      for (let k = 0; k < links.length; k++) {
        const { bone } = links[k];
        if (this.#appendKinds[bone] > 0) continue; // append turns it again
        this.#shown[bone].quaternion.toArray(rotations, 4 * bone);
      }
    }
  }

  /**
   * Solves the chains with these IK bones, from what the page has written. The others stay as they are.
   * Allocates nothing.
   */
  solveIk(chains: readonly { readonly target: number }[]): void {
    const { ikEnabled } = this.model.rig.pose;
    this.takeWritten();
    this.holdLegs();
    this.isIkOn = true;
    this.#ikSwitches.set(ikEnabled);
    ikEnabled.fill(0);
    for (let i = 0; i < this.#iks.length; i++) {
      const { slot, bone } = this.#iks[i];
      for (let k = 0; k < chains.length; k++) {
        if (chains[k].target === bone) ikEnabled[slot] = this.#ikSwitches[slot];
      }
    }
    this.solve(0);
    this.holdLegs();
    ikEnabled.set(this.#ikSwitches);
  }

  /** Shows what the page has written since the last frame. Allocates nothing. */
  showWritten(): void {
    if (this.takeWritten() || this.#isStale) this.solve(0);
  }

  /** Solves the pose, lets physics advance, and shows both. Allocates nothing that lasts. */
  solve(deltaSeconds: number): void {
    this.#begin();
    this.model.update(deltaSeconds);
    this.#end();
  }

  /** Lets physics start anew from the pose, and shows that. */
  reset(): void {
    this.#begin();
    this.model.reset();
    this.#end();
  }

  #begin(): void {
    const { rig } = this.model;
    this.#ikEnabled.set(rig.pose.ikEnabled);
    if (!this.isIkOn) rig.pose.ikEnabled.fill(0);
    // of this model alone: the loader makes one for each
    if (!this.isGrantOn) rig.definition.appendKinds.fill(0);
  }

  #end(): void {
    const { rig } = this.model;
    rig.definition.appendKinds.set(this.#appendKinds);
    rig.pose.ikEnabled.set(this.#ikEnabled);
    this.#isStale = false;
    this.#remember();
  }

  /** Takes the morph influences as the new weights. Returns whether one has changed since the last frame. */
  takeWeights(): boolean {
    const { morphWeights } = this.model.rig.pose;
    const influences = this.mesh.morphTargetInfluences!;
    let hasChanged = false;
    for (let i = 0; i < morphWeights.length; i++) {
      const weight = influences[i] || 0; // NaN would make the mesh vanish
      if (weight !== morphWeights[i]) hasChanged = true;
      morphWeights[i] = weight;
    }
    return hasChanged;
  }

  #remember(): void {
    const bones = this.#bones;
    for (let i = 0; i < bones.length; i++) {
      const { position, quaternion } = bones[i]; // reading them places the bone
      this.#shown[i].position.copy(position);
      this.#shown[i].quaternion.copy(quaternion);
    }
  }
}

const SCALED = 'bones cannot be scaled. Scale the mesh.';

const offset = /* @__PURE__ */ new Vector3();
