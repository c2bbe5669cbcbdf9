import type { PmxBone } from '@odori/format';
import type { Rig, RigDefinition } from '@odori/runtime';
import { type Color, Group, InstancedMesh, Matrix4, MeshLambertMaterial } from 'three';
import { boneFrames, type BoneKind, boneKinds, boneShape, jointShape } from './bone-shapes.js';
import type { Theme } from './theme.js';

/** The width of a bone and the radius of a joint, as fractions of the height of the model. */
const WIDTH = 0.013;
const JOINT = 0.0045;
/** How much larger the joint of an append bone is. Often the joint is its only visible part. */
const APPEND_SCALE = 1.8;
const SELECTED_SCALE = 2.6;

/**
 * Shows the bones of a rig: an octahedron from each bone to its tail, and a ball as its joint. {@link IkView}
 * shows IK bones.
 */
export class SkeletonView {
  readonly root = new Group();
  readonly #shapes: InstancedMesh;
  readonly #joints: InstancedMesh;
  readonly #frames: Float32Array;
  readonly #kinds: readonly BoneKind[];
  /** One per bone. */
  readonly #radii: Float32Array;
  readonly #selectedRadius: number;
  readonly #world = new Matrix4();
  readonly #frame = new Matrix4();
  #selected = -1;
  #theme: Theme | undefined;

  constructor(bones: readonly PmxBone[], definition: RigDefinition, height: number) {
    this.#kinds = boneKinds(definition);
    this.#frames = boneFrames(bones, definition, WIDTH * height);
    this.#kinds.forEach((kind, bone) => {
      if (kind === 'goal') this.#frames.fill(0, 16 * bone, 16 * bone + 16);
    });
    this.#radii = Float32Array.from(
      this.#kinds,
      (kind) => JOINT * height * (kind === 'append' ? APPEND_SCALE : 1),
    );
    this.#selectedRadius = JOINT * height * SELECTED_SCALE;
    const material = new MeshLambertMaterial();
    this.#shapes = new InstancedMesh(boneShape(), material, definition.boneCount);
    this.#joints = new InstancedMesh(jointShape(), material, definition.boneCount);
    this.#shapes.frustumCulled = this.#joints.frustumCulled = false;
    this.root.add(this.#shapes, this.#joints);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#kinds.forEach((_, bone) => this.#paint(bone));
  }

  /** Highlights a bone; −1 highlights none. */
  select(bone: number): void {
    const before = this.#selected;
    this.#selected = bone;
    if (before >= 0) this.#paint(before);
    if (bone >= 0) this.#paint(bone);
  }

  /** Allocates nothing. */
  update({ worldMatrices }: Rig): void {
    const world = this.#world;
    for (let bone = 0; bone < this.#kinds.length; bone++) {
      world.fromArray(worldMatrices, 16 * bone);
      this.#frame.fromArray(this.#frames, 16 * bone).premultiply(world);
      this.#shapes.setMatrixAt(bone, this.#frame);
      const radius = bone === this.#selected ? this.#selectedRadius : this.#radii[bone];
      this.#joints.setMatrixAt(bone, this.#frame.makeScale(radius, radius, radius).copyPosition(world));
    }
    this.#shapes.instanceMatrix.needsUpdate = this.#joints.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.#shapes.geometry.dispose();
    this.#joints.geometry.dispose();
    (this.#shapes.material as MeshLambertMaterial).dispose();
    this.#shapes.dispose();
    this.#joints.dispose();
  }

  #paint(bone: number): void {
    if (!this.#theme) return;
    const color: Color =
      bone === this.#selected ? this.#theme.selected : this.#theme.bones[this.#kinds[bone]];
    for (const mesh of [this.#shapes, this.#joints]) {
      mesh.setColorAt(bone, color);
      mesh.instanceColor!.needsUpdate = true;
    }
  }
}
