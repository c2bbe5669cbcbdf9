import { Mesh, type Object3D, type ShaderMaterial, SkinnedMesh } from 'three';
import { createObjectShadowMaterial, writeGround } from '../webgl/object-shadow-material.js';

const NAME = 'ground shadow';

/**
 * MMD's ground shadow for any object of three.js, such as a VRM avatar beside an MMD model: the object itself, flattened along the
 * light of the scene, on the plane y = 0.1 of `ground`.
 *
 * It follows bones, morph targets and visibility of the object. Each mesh gets one more mesh as a child, which shares its geometry;
 * meshes that are added to the object later have none. O(meshes), and one more draw for each of them.
 *
 * In a scene in metres, the ground is an object of the scene with the scale 0.08: then its 0.1 units are 8 mm.
 *
 * @example
 * scene.add(vrm.scene);
 * const shadow = new GroundShadow(vrm.scene, scene);
 * shadow.opacity = 0.4;
 */
export class GroundShadow {
  /** The material of all its meshes. */
  readonly material: ShaderMaterial = createObjectShadowMaterial();
  readonly #meshes: readonly Mesh[];

  /** `ground`: the object in whose space the ground is the plane y = 0, in MMD units. */
  constructor(object: Object3D, ground: Object3D = object) {
    const meshes: Mesh[] = [];
    object.traverse((part) => {
      if ('isMesh' in part && part.name !== NAME) meshes.push(part as Mesh);
    });
    this.#meshes = meshes.map((mesh) => this.#flatten(mesh));
    this.material.onBeforeRender = (renderer, _scene, camera) =>
      writeGround(this.material, renderer, camera, ground);
  }

  get visible(): boolean {
    return this.material.visible;
  }

  set visible(isVisible: boolean) {
    this.material.visible = isVisible;
  }

  /** Its alpha, from 0 to 1. */
  get opacity(): number {
    return this.material.uniforms['opacity'].value as number;
  }

  set opacity(opacity: number) {
    this.material.uniforms['opacity'].value = opacity;
  }

  /** A factor of its color, which is the light's. */
  get brightness(): number {
    return this.material.uniforms['brightness'].value as number;
  }

  set brightness(brightness: number) {
    this.material.uniforms['brightness'].value = brightness;
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

function skinned(
  { geometry, skeleton, bindMatrix, bindMode }: SkinnedMesh,
  material: ShaderMaterial,
): SkinnedMesh {
  const flat = new SkinnedMesh(geometry, material);
  flat.bindMode = bindMode;
  flat.bind(skeleton, bindMatrix);
  return flat;
}
