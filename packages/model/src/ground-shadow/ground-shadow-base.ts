import { type Material, Mesh, type Object3D, SkinnedMesh } from 'three';
import { type LightStrength, readLightStrength, writeLightRange } from '../look/mmd-look.js';
import {
  type CreateObjectShadow,
  createLookSettings,
  type GroundShadowSurface,
} from '../surface/surface-kit.js';

const NAME = 'ground shadow';

/** What the ground shadows of all entry points share. An entry point adds the material. */
export class GroundShadowBase {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** The material of all its meshes. */
  readonly material: Material;
  readonly #surface: GroundShadowSurface;
  readonly #light = createLookSettings().lightRange;
  readonly #meshes: readonly Mesh[];

  constructor(createShadow: CreateObjectShadow, object: Object3D, ground: Object3D) {
    this.#surface = createShadow(() => ground, this.#light);
    this.material = this.#surface.material;
    const meshes: Mesh[] = [];
    object.traverse((part) => {
      if ('isMesh' in part && part.name !== NAME) meshes.push(part as Mesh);
    });
    this.#meshes = meshes.map((mesh) => this.#flatten(mesh));
  }

  get visible(): boolean {
    return this.material.visible;
  }

  set visible(isVisible: boolean) {
    this.material.visible = isVisible;
  }

  /** Its alpha, from 0 to 1. */
  get opacity(): number {
    return this.#surface.opacity.value;
  }

  set opacity(opacity: number) {
    this.#surface.opacity.value = opacity;
  }

  /** A factor of its color, which is the light's. */
  get brightness(): number {
    return this.#surface.brightness.value;
  }

  set brightness(brightness: number) {
    this.#surface.brightness.value = brightness;
  }

  /** With `'mmd'`, which it is at first, a shadow may be lighter than a dark ground; otherwise never. */
  get lightStrength(): LightStrength {
    return readLightStrength(this.#light.value);
  }

  set lightStrength(strength: LightStrength) {
    writeLightRange(this.#light.value, strength);
  }

  /** Frees its material and removes its meshes. The geometries belong to the object. */
  dispose(): void {
    for (const mesh of this.#meshes) mesh.removeFromParent();
    this.material.dispose();
  }

  #flatten(mesh: Mesh): Mesh {
    const flat =
      'isSkinnedMesh' in mesh
        ? skinned(mesh as SkinnedMesh, this.material)
        : new Mesh(mesh.geometry, this.material);
    flat.name = NAME;
    flat.frustumCulled = false; // the light decides where it lies
    flat.raycast = () => {};
    if (mesh.morphTargetInfluences) flat.morphTargetInfluences = mesh.morphTargetInfluences;
    mesh.add(flat);
    return flat;
  }
}

function skinned({ geometry, skeleton, bindMatrix, bindMode }: SkinnedMesh, material: Material): SkinnedMesh {
  const flat = new SkinnedMesh(geometry, material);
  flat.bindMode = bindMode;
  flat.bind(skeleton, bindMatrix);
  return flat;
}
