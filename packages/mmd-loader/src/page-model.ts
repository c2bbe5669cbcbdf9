import type { Pmx } from '@odori/format';
import type { MmdModel } from '@odori/model';
import { copyPose, RigPose } from '@odori/runtime';
import {
  type Material,
  Object3D,
  Quaternion,
  type ShaderMaterial,
  type SkinnedMesh,
  type Vector3,
} from 'three';
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

/** x y z of the position, x y z w of the rotation. */
const PLACE = 7;

/**
 * A model whose mesh behaves like one of r171: it stands in the scene by itself, and bones, morphs and materials that a page writes
 * show.
 *
 * The mesh is the model's own body, with everything else of the model below it. Bones are the input and the output of the rig. The
 * bridge remembers what it has shown; what differs from that was written by the page, and goes into the rig's pose.
 */
export class PageModel {
  readonly model: MmdModel;
  readonly mesh: SkinnedMesh;
  readonly #pmx: Pmx;
  /**
   * Whether IK is solved: for an animation and a VPD, until the page writes bones itself. What it writes to a leg shows as it is, as
   * in r171.
   */
  isIkOn = false;
  isGrantOn = true;
  readonly #positions: readonly Vector3[];
  readonly #rotations: readonly Quaternion[];
  /** `3 * bones`: where the bones rest. */
  readonly #rest: Float64Array;
  /** As last shown: `7 * bones`, and one per morph. */
  readonly #shown: Float64Array;
  readonly #shownWeights: Float64Array;
  readonly #ikEnabled: Uint8Array;
  readonly #appendKinds: Uint8Array;
  readonly #iks: MmdModel['rig']['definition']['beforePhysics']['iks'];
  /** What a mixer has written, while the pose is the page's. */
  readonly #kept: RigPose;
  #isKept = false;
  #isIkKept = false;
  #isShowing = false;
  /** The pose is a mixer's. */
  #isMixed = false;
  /** A mixer has written the pose, and it was not shown yet. */
  #isStale = false;

  constructor(pmx: Pmx, model: MmdModel) {
    const { mesh, rig, outline } = model;
    this.model = model;
    this.mesh = mesh;
    this.#pmx = pmx;
    this.#positions = mesh.skeleton.bones.map(({ position }) => position);
    this.#rotations = mesh.skeleton.bones.map(({ quaternion }) => quaternion);
    this.#rest = Float64Array.from(this.#positions.flatMap((position) => position.toArray()));
    this.#shown = new Float64Array(PLACE * this.#positions.length);
    this.#shownWeights = new Float64Array(rig.pose.morphWeights.length);
    this.#ikEnabled = rig.pose.ikEnabled.slice();
    this.#appendKinds = rig.definition.appendKinds.slice();
    const { beforePhysics, afterPhysics } = rig.definition;
    this.#iks = [...beforePhysics.iks, ...afterPhysics.iks];
    const { boneCount, morphNames, ikNames } = rig.definition;
    this.#kept = new RigPose(boneCount, morphNames.length, ikNames.length);
    (mesh.material as ShaderMaterial[]).forEach((material, i) =>
      addPageProperties(material, pmx, i, () => outline.visible),
    );
    this.#changeMesh();
    this.#remember();
    pageModels.set(mesh, this);
  }

  /** The mesh comes first, and the model's root with everything else below it; as in r171, nothing casts shadows yet. */
  #changeMesh(): void {
    const { mesh, model } = this;
    const { pose } = model.rig;
    const { morphs } = this.#pmx;
    const data = mmdUserData(this.#pmx);
    model.root.remove(mesh);
    mesh.add(model.root);
    mesh.name = model.name;
    mesh.castShadow = mesh.receiveShadow = false;
    model.outline.visible = false;
    mesh.geometry.userData['MMD'] = data;
    Object.assign(mesh.geometry, { bones: data.bones, morphTargets: morphs.map(({ name }) => ({ name })) });
    mesh.morphTargetDictionary = Object.fromEntries(morphs.map(({ name }, i) => [name, i]));
    mesh.morphTargetInfluences = morphs.map(() => 0);
    const updateMatrixWorld = mesh.updateMatrixWorld.bind(mesh); // of its class
    // The renderer calls it for everything in the scene, before it draws.
    mesh.updateMatrixWorld = (force?: boolean): void => {
      this.showWritten();
      updateMatrixWorld(force);
    };
    mesh.pose = () => this.rest();
    mesh.clone = () => this.#clone().mesh;
    Object.defineProperties(mesh, {
      // The switches of our clips, for mixers whose root is the mesh.
      ikEnabled: { value: pose.ikEnabled },
      physicsEnabled: { value: pose.physicsEnabled },
    });
  }

  /** Another dancer in the same pose and place, which shares geometry and materials. */
  #clone(): PageModel {
    const model = this.model.clone();
    model.rig.pose.reset();
    model.update(); // bones are read where they rest
    const copy = new PageModel(this.#pmx, model);
    Object3D.prototype.copy.call(copy.mesh, this.mesh, false);
    copy.mesh.material = this.mesh.material;
    copy.mesh.morphTargetInfluences = this.mesh.morphTargetInfluences!.slice();
    copyPose(this.model.rig.pose, model.rig.pose);
    copy.isIkOn = this.isIkOn;
    copy.isGrantOn = this.isGrantOn;
    copy.solve(0);
    return copy;
  }

  /** Where a bone rests, relative to its parent. */
  readonly restOf = (bone: number): ArrayLike<number> => this.#rest.subarray(3 * bone, 3 * bone + 3);

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
    this.takeWeights();
    this.solve(0);
  }

  resetBones(): void {
    this.keep();
    const { rotations, translations } = this.model.rig.pose;
    translations.fill(0);
    for (let i = 0; i < rotations.length; i++) rotations[i] = i % 4 === 3 ? 1 : 0;
    this.isIkOn = false;
    this.isGrantOn = true;
  }

  /**
   * The root for a mixer: the mesh, but its bones are the pose before IK, append and physics, which the mixer owns. What it writes
   * shows in the next frame that is drawn.
   */
  createMixerRoot(): Object3D {
    const { mesh } = this;
    this.#isMixed = this.#isKept = false; // of a mixer before
    const bones = mesh.skeleton.bones.map(({ name }, i) => ({
      name,
      position: this.#part(this.model.rig.pose.translations, 3, i, this.#rest),
      quaternion: this.#part(this.model.rig.pose.rotations, 4, i),
    }));
    return Object.create(mesh, {
      skeleton: {
        value: { bones, getBoneByName: (name: string) => bones.find((bone) => bone.name === name) },
      },
      visible: {
        get: () => mesh.visible,
        set: (isVisible: boolean) => {
          mesh.visible = isVisible;
        },
      },
    }) as Object3D;
  }

  /** A part of the pose with the methods that three calls on a Vector3 or a Quaternion; `origin` is added for the mixer. */
  #part(numbers: Float64Array, size: number, bone: number, origin?: Float64Array): object {
    const start = size * bone;
    return {
      fromArray: (array: ArrayLike<number>, offset = 0): void => {
        this.giveBack();
        for (let i = 0; i < size; i++) numbers[start + i] = array[offset + i] - (origin?.[start + i] ?? 0);
        this.#isStale = true;
      },
      toArray: (array: number[], offset = 0): void => {
        this.giveBack();
        for (let i = 0; i < size; i++) array[offset + i] = numbers[start + i] + (origin?.[start + i] ?? 0);
      },
    };
  }

  /** Moves the first bone of a name, from where it is; missing bones are ignored. */
  moveBone(name: string, translation: ArrayLike<number>, rotation: ArrayLike<number>): void {
    const { rig } = this.model;
    const { pose } = rig;
    const bone = rig.boneIndex(name);
    if (bone < 0) return;
    for (let i = 0; i < 3; i++) pose.translations[3 * bone + i] += translation[i];
    turned.fromArray(pose.rotations, 4 * bone);
    multiplied.set(rotation[0], rotation[1], rotation[2], rotation[3]);
    turned.multiply(multiplied).toArray(pose.rotations, 4 * bone);
  }

  /** Takes what the page has written since the last frame was shown. Returns whether there is something. Allocates nothing. */
  takeWritten(): boolean {
    const { translations, rotations } = this.model.rig.pose;
    const { bones } = this.mesh.skeleton;
    let hasWritten = this.takeWeights();
    for (let bone = 0; bone < this.#positions.length; bone++) {
      readPlace(this.#positions[bone], this.#rotations[bone], place, 0);
      if (bones[bone].scale.x !== 1) warnOnce(SCALED);
      if (!this.#differs(bone, 0, PLACE)) continue;
      hasWritten = true;
      this.holdLegs();
      if (this.#differs(bone, 0, 3)) {
        for (let i = 0; i < 3; i++) translations[3 * bone + i] = place[i] - this.#rest[3 * bone + i];
      }
      if (this.#differs(bone, 3, PLACE)) {
        for (let i = 0; i < 4; i++) rotations[4 * bone + i] = place[3 + i];
      }
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
        for (let j = 0; j < 4; j++) rotations[4 * bone + j] = this.#shown[PLACE * bone + 3 + j];
      }
    }
  }

  /** Solves the chains with these IK bones, from what the page has written. The others stay as they are. */
  solveIk(chains: readonly { readonly target: number }[]): void {
    const { ikEnabled } = this.model.rig.pose;
    this.takeWritten();
    this.holdLegs();
    this.isIkOn = true;
    const switches = ikEnabled.slice();
    for (const { slot, bone } of this.#iks) {
      if (!chains.some(({ target }) => target === bone)) ikEnabled[slot] = 0;
    }
    this.solve(0);
    this.holdLegs();
    ikEnabled.set(switches);
  }

  /** Whether a part of `place` is not what the bridge has shown. */
  #differs(bone: number, start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (place[i] !== this.#shown[PLACE * bone + i]) return true;
    return false;
  }

  /** Shows what the page has written since the last frame. Allocates nothing. */
  showWritten(): void {
    if (this.#isShowing) return;
    hideFromEffect(this.model.outline);
    hideFromEffect(this.model.groundShadow);
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
    this.#isShowing = true;
    if (!this.isIkOn) rig.pose.ikEnabled.fill(0);
    if (!this.isGrantOn) rig.definition.appendKinds.fill(0); // of this model alone: the loader makes one for each
  }

  #end(): void {
    const { rig } = this.model;
    rig.definition.appendKinds.set(this.#appendKinds);
    rig.pose.ikEnabled.set(this.#ikEnabled);
    this.#isShowing = this.#isStale = false;
    this.#remember();
  }

  /** Takes the morph influences as the new weights. Returns whether one has changed since the last frame. */
  takeWeights(): boolean {
    const { morphWeights } = this.model.rig.pose;
    const influences = this.mesh.morphTargetInfluences!;
    let hasChanged = false;
    for (let i = 0; i < morphWeights.length; i++) {
      const weight = influences[i];
      if (weight !== this.#shownWeights[i]) hasChanged = true;
      morphWeights[i] = this.#shownWeights[i] = weight;
    }
    return hasChanged;
  }

  #remember(): void {
    const { bones } = this.mesh.skeleton;
    for (let i = 0; i < bones.length; i++) {
      readPlace(bones[i].position, this.#rotations[i], this.#shown, PLACE * i); // reading `position` places the bone
    }
  }
}

/** Reads numbers one by one, because `toArray` would allocate one for each bone. */
function readPlace({ x, y, z }: Vector3, rotation: Quaternion, out: Float64Array, start: number): void {
  out[start] = x;
  out[start + 1] = y;
  out[start + 2] = z;
  out[start + 3] = rotation.x;
  out[start + 4] = rotation.y;
  out[start + 5] = rotation.z;
  out[start + 6] = rotation.w;
}

/** Keeps three's `OutlineEffect` from drawing edges around Odori's edges and ground shadow, if a page shows these. */
function hideFromEffect({ visible, material }: SkinnedMesh): void {
  if (!visible) return;
  const materials = material as Material[];
  for (let i = 0; i < materials.length; i++) materials[i].userData['outlineParameters'] ??= NO_EDGE;
}

const SCALED = 'bones cannot be scaled: move and turn them, or scale the mesh.';

const NO_EDGE = { visible: false };

/** Of one bone, as the page has left it. */
const place = /* @__PURE__ */ new Float64Array(PLACE);
const turned = /* @__PURE__ */ new Quaternion();
const multiplied = /* @__PURE__ */ new Quaternion();
