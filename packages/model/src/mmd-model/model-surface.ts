import { PMX_MATERIAL, type PmxMaterial } from '@odori/format';
import {
  type BufferGeometry,
  type Color,
  DoubleSide,
  FrontSide,
  Material,
  type ShaderMaterial,
  Vector3,
} from 'three';
import { type Look, LOOKS, type ShadowBorders } from '../look/mmd-look.js';
import { MATERIAL_VALUE, MATERIAL_VALUES, MaterialMorphs } from '../morphs/material-morphs.js';
import { createBodyMaterial, setBodyTexture, writeBodyValues } from '../webgl/body-material.js';
import { createDepthMaterial } from '../webgl/depth-material.js';
import { createGroundShadowMaterial, writePlaneDepth } from '../webgl/ground-shadow-material.js';
import { createLookUniforms } from '../webgl/look-uniforms.js';
import { isMmdMap } from '../webgl/mmd-map.js';
import {
  createEdgeUniforms,
  createOutlineMaterial,
  type EdgeUniforms,
  writeEdgeView,
  writeOutlineValues,
} from '../webgl/outline-material.js';
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
  readonly #look = createLookUniforms();
  readonly #edge: EdgeUniforms;
  #edgeColor: Color | undefined;
  readonly #shadow: ShaderMaterial;
  readonly #depth: ShaderMaterial;
  /** An invisible material, in place of materials that are not drawn. */
  readonly #invisible = new Material();
  readonly #materials: readonly PmxMaterial[];
  readonly #morphs: MaterialMorphs;
  readonly #stopListening: () => void;

  constructor(
    { materials, morphs, features, textures, definition }: ModelParts,
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
        look: this.#look,
        white: textures.white,
      });
    });
    this.#edge = createEdgeUniforms(this.#look, ...edgeBone(definition));
    this.#edges = materials.map(({ name }) => createOutlineMaterial(name, features, this.#edge));
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

  get look(): Look {
    const { value } = this.#look.look;
    return value === LOOKS.auto ? 'auto' : value === LOOKS.shaded ? 'shaded' : 'plain';
  }

  set look(look: Look) {
    this.#look.look.value = LOOKS[look] ?? LOOKS.auto;
  }

  get shadows(): ShadowBorders {
    return this.#look.softShadows.value ? 'three' : 'mmd';
  }

  set shadows(shadows: ShadowBorders) {
    this.#look.softShadows.value = shadows === 'three';
  }

  get edgeWidth(): number {
    return this.#edge.edgeFactor.value;
  }

  set edgeWidth(factor: number) {
    this.#edge.edgeFactor.value = factor;
  }

  get edgeColor(): Color | undefined {
    return this.#edgeColor?.clone();
  }

  set edgeColor(color: Color | undefined) {
    this.#edgeColor = color?.clone();
    for (let i = 0; i < this.#materials.length; i++) this.#showMaterial(i);
  }

  get groundShadowOpacity(): number {
    return this.#shadow.uniforms['opacity'].value;
  }

  set groundShadowOpacity(opacity: number) {
    this.#shadow.uniforms['opacity'].value = opacity;
  }

  get groundShadowBrightness(): number {
    return this.#shadow.uniforms['brightness'].value;
  }

  set groundShadowBrightness(brightness: number) {
    this.#shadow.uniforms['brightness'].value = brightness;
  }

  copyLook(from: ModelSurface): void {
    this.look = from.look;
    this.shadows = from.shadows;
    this.edgeWidth = from.edgeWidth;
    this.edgeColor = from.edgeColor;
    this.groundShadowOpacity = from.groundShadowOpacity;
    this.groundShadowBrightness = from.groundShadowBrightness;
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
    outline.onBeforeRender = (_renderer, _scene, camera) => {
      outline.receiveShadow = body.receiveShadow; // edges have the look of the body
      writeEdgeView(this.#edge, camera);
    };
    this.#shadow.onBeforeRender = (renderer, _scene, camera, _geometry, object) =>
      writePlaneDepth(this.#shadow, renderer, camera, object.modelViewMatrix);
    body.castShadow = body.receiveShadow = true;
    body.customDepthMaterial = body.customDistanceMaterial = this.#depth;
    body.onBeforeShadow = (_renderer, _object, _camera, shadowCamera, _geometry, depth, group) => {
      if (depth !== this.#depth) return;
      // three passes a group, despite its types; null if the user has replaced all materials by one
      const { materialIndex = 0 } = (group ?? {}) as { materialIndex?: number };
      const flags = group === null ? undefined : this.#materials[materialIndex]?.flags;
      this.#depth.uniforms['castsShadow'].value = has(
        flags ?? PMX_MATERIAL.castsSelfShadow,
        PMX_MATERIAL.castsSelfShadow,
      );
      this.#depth.uniformsNeedUpdate = true;
      // three draws the backs of things into shadow maps; MMD draws what the eye would see
      if (isMmdMap(shadowCamera))
        this.#depth.side = has(flags ?? 0, PMX_MATERIAL.doubleSided) ? DoubleSide : FrontSide;
    };
    outline.raycast = groundShadow.raycast = () => {};
    groundShadow.frustumCulled = false; // the light decides where it lies
  }

  /** Writes a material's values. With alpha 0 it is not drawn, but its edge and its ground shadow are, as in MMD. */
  #showMaterial(i: number): void {
    const { values } = this.#morphs;
    const start = MATERIAL_VALUES * i;
    const { flags } = this.#materials[i];
    writeBodyValues(this.#bodies[i], values, start);
    writeOutlineValues(this.#edges[i], values, start, this.#edgeColor);
    this.#bodies[i].visible = values[start + MATERIAL_VALUE.diffuse + 3] > 0;
    const hasEdge = has(flags, PMX_MATERIAL.edge) && values[start + MATERIAL_VALUE.edgeSize] > 0;
    const edges = this.outline.material as Material[];
    const shadows = this.groundShadow.material as Material[];
    edges[i] = hasEdge ? this.#edges[i] : this.#invisible;
    shadows[i] = has(flags, PMX_MATERIAL.groundShadow) ? this.#shadow : this.#invisible;
  }
}

/** The bone whose distance from the eye decides the width of edges, and its place: the second one of the file. */
function edgeBone({ boneCount, restPositions }: ModelParts['definition']): [number, Vector3] {
  const bone = Math.min(1, boneCount - 1);
  // Without bones, the slot after the last one is at rest.
  return bone < 0 ? [0, new Vector3()] : [bone, new Vector3().fromArray(restPositions, 3 * bone)];
}

function has(flags: number, bit: number): boolean {
  return (flags & bit) !== 0;
}
