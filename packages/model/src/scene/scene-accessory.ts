import type { PmmAccessory } from '@odori/format';
import { KeyCursor } from '@odori/runtime';
import { AdditiveBlending, Group, type Material, Mesh, type Object3D, Quaternion } from 'three';
import type { MmdAccessory } from '../accessory/mmd-accessory.js';
import type { AccessoryObject } from './accessory-objects.js';
import {
  type AccessoryTrack,
  createAccessoryPose,
  createAccessoryTrack,
  sampleAccessory,
} from './accessory-track.js';
import { type Anchor, type Anchors, AnchorTrack, framesOf } from './anchor.js';

/** A material and its original values. */
interface OwnMaterial {
  readonly material: Material;
  readonly opacity: number;
  readonly transparent: boolean;
}

/**
 * An object of three that stands for an accessory.
 *
 * The project's keyframes move, scale and hide `holder`, which contains the object. They also set the opacity
 * of the object's materials, which no other object should share, and the shadows of its meshes.
 *
 * @example
 * const stage = mmdScene.accessories[0]!;
 * stage.holder.visible; // → true, as in the project at this frame
 */
export class SceneAccessory {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly document: PmmAccessory;
  readonly object: Object3D;
  /** The accessory of the project's `.x` file; undefined if the object comes from the option `accessory`. */
  readonly loaded: MmdAccessory | undefined;
  /** Follows the keyframes and the bone that the accessory is attached to. */
  readonly holder: Group = new Group();
  readonly #track: AccessoryTrack;
  readonly #parents: AnchorTrack;
  readonly #cursor = new KeyCursor();
  readonly #pose = createAccessoryPose();
  readonly #meshes: readonly Mesh[];
  /** The meshes that receive shadows where the keyframes have a shadow. */
  readonly #receivers: readonly Mesh[];
  readonly #materials: readonly OwnMaterial[];
  /** Whether the project shows ground shadows. */
  showsGroundShadow = true;
  #opacity = 1;

  /** @internal */
  constructor(
    document: PmmAccessory,
    { object, loaded }: AccessoryObject,
    anchors: Anchors,
    section: string,
  ) {
    this.document = document;
    this.object = object;
    this.loaded = loaded;
    this.holder.name = document.name.text;
    this.holder.add(object);
    this.#track = createAccessoryTrack(document.keys);
    this.#parents = parentsOf(document, anchors, section);
    this.#meshes = meshesOf(object).filter((mesh) => mesh !== loaded?.groundShadow);
    this.#receivers = this.#meshes.filter(({ receiveShadow }) => receiveShadow);
    this.#materials = materialsOf(this.#meshes);
    if (document.additive === 0) return;
    for (const { material } of this.#materials) material.blending = AdditiveBlending;
  }

  /** The frame of its last keyframe. */
  get lastFrame(): number {
    return this.#track.frames.at(-1) ?? 0;
  }

  /** Its place in the draw order. */
  set renderOrder(order: number) {
    for (const mesh of this.#meshes) mesh.renderOrder = order;
  }

  /** Shows the accessory at a frame, relative to its bone as last solved. Allocates nothing. */
  sample(frame: number): void {
    const pose = sampleAccessory(this.#track, frame, this.#pose, this.#cursor);
    const { position, quaternion, scale } = this.holder;
    position.fromArray(pose.position);
    quaternion.fromArray(pose.rotation);
    scale.x = scale.y = scale.z = pose.scale;
    this.holder.visible = pose.visible;
    const parent = this.#parents.at(frame);
    if (parent) this.#attach(parent);
    for (let i = 0; i < this.#meshes.length; i++) this.#meshes[i].castShadow = pose.shadow;
    for (let i = 0; i < this.#receivers.length; i++) this.#receivers[i].receiveShadow = pose.shadow;
    if (this.loaded) this.loaded.groundShadow.visible = pose.shadow && this.showsGroundShadow;
    if (pose.opacity !== this.#opacity) this.#applyOpacity();
  }

  /** world = bone · own; bones are never scaled. */
  #attach({ rotation, position: bonePosition }: Anchor): void {
    const { position, quaternion } = this.holder;
    boneRotation.fromArray(rotation);
    position.applyQuaternion(boneRotation);
    position.x += bonePosition[0];
    position.y += bonePosition[1];
    position.z += bonePosition[2];
    quaternion.premultiply(boneRotation);
  }

  #applyOpacity(): void {
    const { opacity } = this.#pose;
    this.#opacity = opacity;
    for (let i = 0; i < this.#materials.length; i++) {
      const { material, opacity: own, transparent } = this.#materials[i];
      const isTransparent = transparent || opacity < 1;
      // three's opaque shaders write no alpha
      if (material.transparent !== isTransparent) material.needsUpdate = true;
      material.transparent = isTransparent;
      material.opacity = own * opacity;
    }
  }
}

const boneRotation = /* @__PURE__ */ new Quaternion();

function parentsOf({ keys }: PmmAccessory, anchors: Anchors, section: string): AnchorTrack {
  const frames = framesOf(keys);
  const { parentModels, parentBones } = keys;
  return new AnchorTrack(
    frames,
    Array.from(frames, (_, key) => anchors.find(parentModels[key], parentBones[key], section)),
  );
}

function meshesOf(object: Object3D): Mesh[] {
  const meshes: Mesh[] = [];
  object.traverse((child) => {
    if (child instanceof Mesh) meshes.push(child);
  });
  return meshes;
}

function materialsOf(meshes: readonly Mesh[]): OwnMaterial[] {
  const materials = new Set(meshes.flatMap(({ material }) => material));
  return [...materials].map((material) => {
    const { opacity, transparent } = material;
    return { material, opacity, transparent };
  });
}
