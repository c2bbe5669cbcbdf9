import { PMX_MATERIAL, type PmxMaterial } from '@odori/format';
import {
  type BufferGeometry,
  type Color,
  type DataTexture,
  type Material,
  type SkinnedMesh,
  type Texture,
} from 'three';
import { glowFactor } from '../look/glow.js';
import { type Look, LOOKS } from '../look/mmd-look.js';
import { MATERIAL_VALUE, MATERIAL_VALUES, MaterialMorphs } from '../morphs/material-morphs.js';
import { Screens } from '../screens/screens.js';
import { writeCoverage } from '../surface/coverage.js';
import {
  createEdgeSettings,
  createEdgeTable,
  edgeBone,
  setEdgeColor,
  writeEdge,
  writeEdgeView,
} from '../surface/edge-settings.js';
import {
  type BodyOptions,
  type BodySurface,
  checkRenderer,
  createLookSettings,
  type EdgeSettings,
  type LitSurface,
  type LookSettings,
  type ModelKit,
  type ShadowCaster,
  type SkinOptions,
} from '../surface/surface-kit.js';
import { bindModelMesh, ModelMesh } from './model-mesh.js';
import type { PoseSkeleton } from './pose-skeleton.js';
import { SurfaceLight } from './surface-light.js';
import { releaseMaterial } from './file-material.js';
import { GroundShadows } from './ground-shadows.js';
import type { ModelParts } from './model-parts.js';

/**
 * How a model looks, or all dancers of a crowd: three meshes with the same vertices and one skeleton, and
 * their materials.
 *
 * They are drawn after the scene's opaque objects: first the shadow, then the body's materials in file order,
 * then the edges in the same order.
 *
 * @example
 * model.surface.look = 'plain';
 * model.surface.outline.visible = false;
 */
export class ModelSurface extends SurfaceLight {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /**
   * The body, with its materials in file order, which is MMD's draw order. `castShadow` and `receiveShadow`
   * are its switches.
   */
  readonly mesh: SkinnedMesh;
  /** The edges; `visible = false` turns them off. */
  readonly outline: SkinnedMesh;
  /** The shadow on the plane y = 0.1 of `root`, in MMD units; `visible = false` turns it off. */
  readonly groundShadow: SkinnedMesh;
  /** Its surfaces that show the view; undefined without any. @internal */
  readonly screens: Screens | undefined;
  readonly #parts: ModelParts;
  readonly #bodies: readonly BodySurface[];
  readonly #edges: readonly LitSurface[];
  /** What the edges read of the materials, by vertex. */
  readonly #table: DataTexture;
  readonly #look: LookSettings;
  readonly #edge: EdgeSettings;
  #edgeColor: Color | undefined;
  /** Whether MMD's looks show the ground shadow, while the look is `'scene'`. */
  #hadGroundShadow = true;
  readonly #shadows: GroundShadows;
  readonly #caster: ShadowCaster;
  readonly #materials: readonly PmxMaterial[];
  readonly #morphs: MaterialMorphs;
  readonly #hidden = new Set<number>();
  readonly #opacities: Float32Array;
  /** The files of screens, by material. */
  readonly #screenMaps = new Map<number, Texture>();
  readonly #stopListening: () => void;
  /** Whether it was drawn with materials that are not ours, as those of passes. @internal */
  hasOtherMaterials = false;

  /** Made with a model or a crowd. @internal */
  constructor(parts: ModelParts, kit: ModelKit, geometry: BufferGeometry, skeleton: PoseSkeleton) {
    const look = createLookSettings(() => parts.report.addAreaLight());
    super(look);
    const { materials, morphs, textures, definition } = parts;
    const skin: SkinOptions = { ...parts.features, pose: skeleton.uniforms };
    this.#parts = parts;
    this.#materials = materials;
    this.#morphs = new MaterialMorphs(materials, morphs);
    this.#look = look;
    const options = materials.map((material) => bodyOptions(material, skin, this.#look, textures.white));
    const own = parts.makeMaterials();
    this.#bodies = options.map((each, i) => {
      const material = own[i];
      return material ? kit.page(material, each, materials[i]) : kit.body(each);
    });
    this.#edge = createEdgeSettings(this.#look, ...edgeBone(definition));
    this.#table = createEdgeTable(materials.length);
    skeleton.textures.push(this.#table);
    this.#opacities = new Float32Array(materials.length).fill(1);
    this.#shadows = new GroundShadows(this.#opacities, () => kit.groundShadow(skin, this.#look));
    // At the same distance, the object that was created first is drawn first.
    const flat = parts.useAgain(geometry);
    this.groundShadow = this.#createMesh('ground shadow', flat, this.#shadows.materials, skeleton);
    this.mesh = this.#createMesh('body', geometry, materialsOf(this.#bodies), skeleton);
    const edges = parts.useAgain(geometry);
    this.#edges = [-1, ...parts.edges.single].map((single) =>
      kit.outline({
        ...skin,
        name: `${materials[single]?.name ?? 'all'} edge`,
        edge: this.#edge,
        table: this.#table,
        single,
      }),
    );
    this.outline = this.#createMesh('outline', edges, materialsOf(this.#edges), skeleton);
    this.#group();
    this.#caster = kit.castShadows(this.mesh, options, skin);
    this.groundShadow.onBeforeRender = (renderer, scene, _camera, _geometry, material) => {
      parts.noteDrawn(flat);
      writeCoverage(renderer, scene, material);
    };
    this.screens = this.#createScreens(parts, kit);
    const ours = new Set(materialsOf(this.#bodies));
    this.mesh.onBeforeRender = (renderer, scene, _camera, _geometry, material) => {
      checkRenderer(kit.renderer, renderer);
      this.#look.glow.value = glowFactor(this.glow, renderer);
      writeCoverage(renderer, scene, material);
      parts.noteDrawn(geometry);
      skeleton.noteRenderer(renderer);
      this.hasOtherMaterials ||= !ours.has(material);
      this.screens?.update(scene);
    };
    this.#setShadows();
    this.outline.onBeforeRender = (renderer, scene, camera, _geometry, material) => {
      writeCoverage(renderer, scene, material);
      this.outline.receiveShadow = this.mesh.receiveShadow; // edges have the look of the body
      writeEdgeView(this.#edge, camera);
      parts.noteDrawn(edges);
    };
    this.showValues(this.#morphs.values);
    this.#table.needsUpdate = true;
    this.#stopListening = textures.listen((material, slot, texture) => {
      if (slot === 'colorMap' && parts.screens.includes(material)) {
        this.#screenMaps.set(material, texture);
        if (this.screens?.isCovered) return;
      }
      this.#bodies[material].setTexture(slot, texture, materials[material].sphereMode);
    });
  }

  #createScreens({ screens, textures }: ModelParts, kit: ModelKit): Screens | undefined {
    if (screens.length === 0) return undefined;
    const show = (texture: Texture | undefined): void => {
      for (const i of screens) {
        const shown = texture ?? this.#screenMaps.get(i) ?? textures.white;
        this.#bodies[i].setTexture('colorMap', shown, 0);
      }
    };
    return new Screens(this.mesh, kit.createViewCopy, show, () => textures.readScreens());
  }

  /** See {@link ModelOptions.look}. */
  get look(): Look {
    const { value } = this.#look.look;
    return LOOK_NAMES.find((name) => LOOKS[name] === value)!;
  }

  set look(look: Look) {
    const wasScene = this.look === 'scene';
    this.#look.look.value = LOOKS[look] ?? LOOKS.auto;
    if (wasScene !== (look === 'scene')) this.#lightByScene(!wasScene);
  }

  /** Lights of the scene throw shadows of their own: MMD's flat one on the ground would be a second one. */
  #lightByScene(isLit: boolean): void {
    for (const surface of this.#bodies) surface.lightByScene(isLit);
    for (const surface of this.#edges) surface.lightByScene(isLit);
    const { groundShadow } = this;
    if (isLit) this.#hadGroundShadow = groundShadow.visible;
    groundShadow.visible = !isLit && this.#hadGroundShadow;
  }

  /**
   * Whether the edges are drawn, where `outline` is visible: for {@link Quality}, beside the page's own
   * switch. @internal
   */
  get hasEdges(): boolean {
    return this.#edges[0].material.visible;
  }

  set hasEdges(hasEdges: boolean) {
    for (const { material } of this.#edges) material.visible = hasEdges;
  }

  /** All edges are this many times as wide as the file says. */
  get edgeWidth(): number {
    return this.#edge.edgeFactor.value;
  }

  set edgeWidth(factor: number) {
    this.#edge.edgeFactor.value = factor;
  }

  /** The color of all edges, in place of the materials' own. Set it anew to change it. */
  get edgeColor(): Color | undefined {
    return this.#edgeColor?.clone();
  }

  set edgeColor(color: Color | undefined) {
    this.#edgeColor = color?.clone();
    setEdgeColor(this.#edge, color);
  }

  /** How much of the ground the ground shadow covers: 166/255 as in MMD, 1 for a shadow that is opaque. */
  get groundShadowOpacity(): number {
    return this.#shadows.opacity;
  }

  set groundShadowOpacity(opacity: number) {
    this.#shadows.opacity = opacity;
  }

  /**
   * The ground shadow has the color of the light times this: 1 as in MMD, 0 for a black one. So it may be
   * lighter than a dark ground. Unless {@link lightStrength} is `'mmd'`, it is as dark as that of MMD's light
   * on a white ground, and darkens any ground.
   */
  get groundShadowBrightness(): number {
    return this.#shadows.brightness;
  }

  set groundShadowBrightness(brightness: number) {
    this.#shadows.brightness = brightness;
  }

  /**
   * Shows or hides a material, for example a hat: its surface, its edge and its shadows. Clones take this
   * over.
   *
   * @param material Its index in `mesh.material`, which is that of the file, or its name: all that have it.
   * @throws RangeError if there is no such material.
   * @example
   * model.surface.setMaterialVisible('帽子', false); // hat
   */
  setMaterialVisible(material: number | string, isVisible: boolean): void {
    this.#check(material);
    for (let i = 0; i < this.#materials.length; i++) {
      if (!this.#isNamed(i, material)) continue;
      if (isVisible) this.#hidden.delete(i);
      else this.#hidden.add(i);
      this.#change(i);
    }
    this.#group();
  }

  /**
   * Fades a material: `opacity`, from 0 to 1, multiplies the alpha of its surface, of its edge and of its
   * ground shadow. With 0, they and its shadows on other objects are not drawn. Clones take this over.
   *
   * In a fade, call it each frame. A material that is faded has a draw call for its ground shadow.
   *
   * @param material Its index in `mesh.material`, which is that of the file, or its name: all that have it.
   * @throws RangeError if there is no such material, or if the opacity is not between 0 and 1.
   * @example
   * model.surface.setMaterialOpacity('上着', 0.5); // jacket
   */
  setMaterialOpacity(material: number | string, opacity: number): void {
    if (!(opacity >= 0 && opacity <= 1)) {
      throw new RangeError(`the opacity of a material is a number from 0 to 1, not ${opacity}`);
    }
    this.#check(material);
    let isGrouped = true;
    for (let i = 0; i < this.#materials.length; i++) {
      if (!this.#isNamed(i, material)) continue;
      isGrouped &&= stageOf(opacity) === stageOf(this.#opacities[i]);
      this.#opacities[i] = opacity;
      this.#change(i);
    }
    this.#shadows.update();
    this.#table.needsUpdate = true;
    if (!isGrouped) this.#group();
  }

  #isNamed(i: number, material: number | string): boolean {
    return i === material || this.#materials[i].name === material;
  }

  #check(material: number | string): void {
    for (let i = 0; i < this.#materials.length; i++) if (this.#isNamed(i, material)) return;
    const which = typeof material === 'string' ? `named '${material}'` : material;
    throw new RangeError(`there is no material ${which}: the model has ${this.#materials.length} materials`);
  }

  /** Whether the user shows a material. */
  #isShown(i: number): boolean {
    return this.#opacities[i] > 0 && !this.#hidden.has(i);
  }

  #change(i: number): void {
    (this.mesh.material as Material[])[i].visible = this.#isShown(i); // it may be the user's own
    this.#showMaterial(i);
  }

  #group(): void {
    const isShown = (i: number): boolean => this.#isShown(i);
    const { groundShadow, outline } = this;
    this.#parts.groupShadow(groundShadow.geometry, (i) => (isShown(i) ? this.#shadows.kindOf(i) : -1));
    this.#parts.groupEdges(outline.geometry, isShown);
  }

  /**
   * Checks that a renderer can draw it. Drawing does so, too; this tells you before.
   *
   * @throws TypeError if the model was made for another one: for `WebGPURenderer` by `@odori/model/webgpu`,
   * or for `WebGLRenderer`.
   */
  checkRenderer(renderer: object): void {
    checkRenderer(this.#parts.kit.renderer, renderer);
  }

  /** Of all materials, under the weights of the morphs, see {@link MATERIAL_VALUE}. @internal */
  get materialValues(): Float32Array {
    return this.#morphs.values;
  }

  /** Takes over the settings of another one. @internal */
  copyLook(from: ModelSurface): void {
    this.look = from.look;
    this.#hadGroundShadow = from.#hadGroundShadow;
    this.copyLight(from);
    this.shadows = from.shadows;
    this.glow = from.glow;
    this.lightStrength = from.lightStrength;
    this.edgeWidth = from.edgeWidth;
    this.edgeColor = from.edgeColor;
    this.hasEdges = from.hasEdges;
    this.groundShadowOpacity = from.groundShadowOpacity;
    this.groundShadowBrightness = from.groundShadowBrightness;
    if (this.screens && from.screens) this.screens.captureMode = from.screens.captureMode;
    for (const i of from.#hidden) this.setMaterialVisible(i, false);
    from.#opacities.forEach((opacity, i) => this.setMaterialOpacity(i, opacity));
  }

  /**
   * Applies weights, one per morph of the model. O(material morphs) if none has changed. Allocates nothing.
   * @internal
   */
  update(weights: Float64Array): void {
    if (!this.#morphs.apply(weights)) return;
    const { morphedMaterials } = this.#morphs;
    for (let i = 0; i < morphedMaterials.length; i++) this.#showMaterial(morphedMaterials[i]);
    this.#table.needsUpdate = true;
  }

  /**
   * Shows the materials with other values than those of the morphs, see {@link MATERIAL_VALUE}. Allocates
   * nothing. @internal
   */
  showValues(values: Float32Array): void {
    for (let i = 0; i < this.#materials.length; i++) this.#showMaterial(i, values);
  }

  /** @internal */
  dispose(): void {
    this.#stopListening();
    this.screens?.leave();
    for (const body of this.#bodies) {
      body.dispose();
      releaseMaterial(body.material);
    }
    this.#shadows.dispose();
    for (const material of this.outline.material as Material[]) material.dispose();
    this.#table.dispose();
    this.#caster.dispose();
    for (const { geometry } of [this.groundShadow, this.outline]) this.#parts.release(geometry);
  }

  #createMesh(
    name: string,
    geometry: BufferGeometry,
    materials: Material[],
    skeleton: PoseSkeleton,
  ): ModelMesh {
    const mesh = new ModelMesh(geometry, materials);
    mesh.name = name;
    bindModelMesh(mesh, skeleton);
    return mesh;
  }

  /** Only the body casts and receives shadows and is hit by raycasters. */
  #setShadows(): void {
    const { mesh, outline, groundShadow } = this;
    mesh.castShadow = mesh.receiveShadow = true;
    outline.raycast = groundShadow.raycast = () => {};
    groundShadow.frustumCulled = false; // the light decides where it lies
  }

  /**
   * Writes a material's values. With alpha 0 it is not drawn, but its edge and its ground shadow are, as in
   * MMD.
   */
  #showMaterial(i: number, values: Float32Array = this.#morphs.values): void {
    const start = MATERIAL_VALUES * i;
    const opacity = this.#opacities[i];
    this.#bodies[i].write(values, start, opacity);
    this.#bodies[i].material.visible = values[start + MATERIAL_VALUE.diffuse + 3] > 0 && this.#isShown(i);
    writeEdge(this.#table, i, values, start, opacity);
  }
}

const LOOK_NAMES = Object.keys(LOOKS) as Look[];

/** Hidden, faded or whole: only a change between them changes what is drawn together. */
function stageOf(opacity: number): number {
  return opacity === 1 ? 2 : Math.sign(opacity);
}

function bodyOptions(
  { name, flags }: PmxMaterial,
  skin: SkinOptions,
  look: LookSettings,
  white: Texture,
): BodyOptions {
  return {
    ...skin,
    name,
    isDoubleSided: has(flags, PMX_MATERIAL.doubleSided),
    castsShadow: has(flags, PMX_MATERIAL.castsSelfShadow),
    receivesShadow: has(flags, PMX_MATERIAL.receivesSelfShadow),
    look,
    white,
  };
}

function materialsOf(surfaces: readonly { readonly material: Material }[]): Material[] {
  return surfaces.map(({ material }) => material);
}

function has(flags: number, bit: number): boolean {
  return (flags & bit) !== 0;
}
