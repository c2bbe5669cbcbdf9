import { PMX_MATERIAL, type PmxMaterial } from '@odori/format';
import { type BufferGeometry, Material, type ShaderMaterial } from 'three';
import { MATERIAL_VALUE, MATERIAL_VALUES, MaterialMorphs } from '../morphs/material-morphs.js';
import { createBodyMaterial, setBodyTexture, writeBodyValues } from '../webgl/body-material.js';
import { createDepthMaterial } from '../webgl/depth-material.js';
import { createGroundShadowMaterial } from '../webgl/ground-shadow-material.js';
import { createOutlineMaterial, writeOutlineValues } from '../webgl/outline-material.js';
import { bindModelMesh, ModelMesh, type RigSkeleton } from './model-mesh.js';
import type { ModelParts } from './model-parts.js';

/**
 * The visible parts of one model: three meshes with one geometry and one skeleton, and their materials.
 *
 * They are drawn after the scene's opaque objects: first the shadow, then the body's materials in file order, then the edges.
 */
export class ModelSurface {
  readonly groundShadow: ModelMesh;
  readonly body: ModelMesh;
  readonly outline: ModelMesh;
  readonly #bodies: readonly ShaderMaterial[];
  readonly #edges: readonly ShaderMaterial[];
  readonly #shadow: ShaderMaterial;
  readonly #depth: ShaderMaterial;
  /** An invisible material, in place of materials that are not drawn. */
  readonly #invisible = new Material();
  readonly #materials: readonly PmxMaterial[];
  readonly #morphs: MaterialMorphs;
  readonly #stopListening: () => void;

  constructor(
    { materials, morphs, features, textures }: ModelParts,
    geometry: BufferGeometry,
    skeleton: RigSkeleton,
  ) {
    this.#materials = materials;
    this.#morphs = new MaterialMorphs(materials, morphs);
    this.#bodies = materials.map(({ name, flags }) => {
      const [isDoubleSided, receivesShadow] = [
        has(flags, PMX_MATERIAL.doubleSided),
        has(flags, PMX_MATERIAL.receivesSelfShadow),
      ];
      return createBodyMaterial({
        ...features,
        name,
        isDoubleSided,
        receivesShadow,
        white: textures.white,
      });
    });
    this.#edges = materials.map(({ name }) => createOutlineMaterial(name, features));
    this.#shadow = createGroundShadowMaterial(features);
    this.#depth = createDepthMaterial(features);
    this.#invisible.visible = false;
    // At the same distance, the object that was created first is drawn first.
    this.groundShadow = this.#mesh('ground shadow', geometry, [...this.#bodies], skeleton);
    this.body = this.#mesh('body', geometry, [...this.#bodies], skeleton);
    this.outline = this.#mesh('outline', geometry, [...this.#edges], skeleton);
    this.#setShadows();
    for (let i = 0; i < materials.length; i++) this.#showMaterial(i);
    this.#stopListening = textures.listen((material, slot, texture) =>
      setBodyTexture(this.#bodies[material], slot, texture, materials[material].sphereMode),
    );
  }

  /** Applies weights, one per morph of the model. O(material morphs) if none has changed. Allocates nothing. */
  update(weights: Float64Array): void {
    if (!this.#morphs.apply(weights)) return;
    const { morphedMaterials } = this.#morphs;
    for (let i = 0; i < morphedMaterials.length; i++) this.#showMaterial(morphedMaterials[i]);
  }

  dispose(): void {
    this.#stopListening();
    for (const material of [...this.#bodies, ...this.#edges, this.#shadow, this.#depth, this.#invisible])
      material.dispose();
  }

  #mesh(name: string, geometry: BufferGeometry, materials: Material[], skeleton: RigSkeleton): ModelMesh {
    const mesh = new ModelMesh(geometry, materials);
    mesh.name = name;
    bindModelMesh(mesh, skeleton);
    return mesh;
  }

  /** Only the body casts and receives shadows and is hit by raycasters. */
  #setShadows(): void {
    const { body, outline, groundShadow } = this;
    body.castShadow = body.receiveShadow = true;
    body.customDepthMaterial = body.customDistanceMaterial = this.#depth;
    body.onBeforeShadow = (_renderer, _object, _camera, _shadowCamera, _geometry, depth, group) => {
      if (depth !== this.#depth) return;
      // three passes a group, despite its types; null if the user has replaced all materials by one
      const { materialIndex = 0 } = (group ?? {}) as { materialIndex?: number };
      const flags = group === null ? undefined : this.#materials[materialIndex]?.flags;
      this.#depth.uniforms['castsShadow'].value = has(
        flags ?? PMX_MATERIAL.castsSelfShadow,
        PMX_MATERIAL.castsSelfShadow,
      );
      this.#depth.uniformsNeedUpdate = true;
    };
    outline.raycast = groundShadow.raycast = () => {};
    groundShadow.frustumCulled = false; // the light decides where it lies
  }

  /** Writes a material's values. With alpha 0, neither it nor its edge nor its shadow is drawn. */
  #showMaterial(i: number): void {
    const { values } = this.#morphs;
    const start = MATERIAL_VALUES * i;
    const { flags } = this.#materials[i];
    const isVisible = values[start + MATERIAL_VALUE.diffuse + 3] > 0;
    const hasEdge =
      values[start + MATERIAL_VALUE.edgeColor + 3] > 0 && values[start + MATERIAL_VALUE.edgeSize] > 0;
    writeBodyValues(this.#bodies[i], values, start);
    writeOutlineValues(this.#edges[i], values, start);
    this.#bodies[i].visible = isVisible;
    const edges = this.outline.material as Material[];
    const shadows = this.groundShadow.material as Material[];
    edges[i] = isVisible && hasEdge && has(flags, PMX_MATERIAL.edge) ? this.#edges[i] : this.#invisible;
    shadows[i] = isVisible && has(flags, PMX_MATERIAL.groundShadow) ? this.#shadow : this.#invisible;
  }
}

function has(flags: number, bit: number): boolean {
  return (flags & bit) !== 0;
}
