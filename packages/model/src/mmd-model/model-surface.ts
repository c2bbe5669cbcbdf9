import { PMX_MATERIAL, type PmxMaterial } from '@odori/format';
import {
  type BufferGeometry,
  type Color,
  DataTexture,
  FloatType,
  type Material,
  RGBAFormat,
  type Skeleton,
  type SkinnedMesh,
  type Texture,
  Vector3,
} from 'three';
import { checkGlow, type Glow, glowFactor } from '../look/glow.js';
import {
  type LightStrength,
  type Look,
  LOOKS,
  readLightStrength,
  type ShadowBorders,
  writeLightRange,
} from '../look/mmd-look.js';
import { MATERIAL_VALUE, MATERIAL_VALUES, MaterialMorphs } from '../morphs/material-morphs.js';
import { Screens } from '../screens/screens.js';
import { writeCoverage } from '../surface/coverage.js';
import { createEdgeSettings, setEdgeColor, writeEdgeView } from '../surface/edge-settings.js';
import {
  type BodyOptions,
  type BodySurface,
  checkRenderer,
  createLookSettings,
  type EdgeSettings,
  type GroundShadowSurface,
  type LitSurface,
  type LookSettings,
  type ModelKit,
  type ShadowCaster,
  type SurfaceFeatures,
} from '../surface/surface-kit.js';
import { bindModelMesh, ModelMesh } from './model-mesh.js';
import { MAX_EDGES } from './edge-groups.js';
import { SceneLitSurface } from './scene-lit-surface.js';
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
export class ModelSurface extends SceneLitSurface {
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
  /** The values of the materials for the edges, which read them by vertex. */
  readonly #table: DataTexture;
  readonly #look: LookSettings;
  #glow: Glow = 'auto';
  readonly #edge: EdgeSettings;
  #edgeColor: Color | undefined;
  /** Whether MMD's looks show the ground shadow, while the look is `'scene'`. */
  #hadGroundShadow = true;
  readonly #shadow: GroundShadowSurface;
  readonly #caster: ShadowCaster;
  readonly #materials: readonly PmxMaterial[];
  readonly #morphs: MaterialMorphs;
  readonly #hidden = new Set<number>();
  /** The files of screens, by material. */
  readonly #screenMaps = new Map<number, Texture>();
  readonly #stopListening: () => void;

  /** Made with a model or a crowd. @internal */
  constructor(parts: ModelParts, kit: ModelKit, geometry: BufferGeometry, skeleton: Skeleton) {
    const look = createLookSettings(() => parts.report.addAreaLight());
    super(look.scene);
    const { materials, morphs, features, textures, definition } = parts;
    this.#parts = parts;
    this.#materials = materials;
    this.#morphs = new MaterialMorphs(materials, morphs);
    this.#look = look;
    const options = materials.map((material) => bodyOptions(material, features, this.#look, textures.white));
    this.#bodies = options.map((each) => kit.body(each));
    this.#edge = createEdgeSettings(this.#look, ...edgeBone(definition));
    this.#table = createTable(this.#morphs.values);
    this.#shadow = kit.groundShadow(features, this.#look);
    // At the same distance, the object that was created first is drawn first.
    const flat = parts.useAgain(geometry);
    this.groundShadow = this.#createMesh('ground shadow', flat, [this.#shadow.material], skeleton);
    this.mesh = this.#createMesh('body', geometry, materialsOf(this.#bodies), skeleton);
    const edges = parts.useAgain(geometry);
    this.#edges = [-1, ...parts.edges.single].map((single) =>
      kit.outline({
        ...features,
        name: edgeName(materials[single]),
        edge: this.#edge,
        table: this.#table,
        single,
      }),
    );
    this.outline = this.#createMesh('outline', edges, materialsOf(this.#edges), skeleton);
    this.#group();
    this.#caster = kit.castShadows(this.mesh, options, features);
    this.groundShadow.onBeforeRender = (renderer, scene, _camera, _geometry, material) => {
      parts.noteDrawn(flat);
      writeCoverage(renderer, scene, material);
    };
    this.screens = this.#createScreens(parts, kit);
    this.mesh.onBeforeRender = (renderer, scene, _camera, _geometry, material) => {
      checkRenderer(kit.renderer, renderer);
      this.#look.glow.value = glowFactor(this.#glow, renderer);
      writeCoverage(renderer, scene, material);
      parts.noteDrawn(geometry);
      this.screens?.update(scene);
    };
    this.#setShadows();
    this.outline.onBeforeRender = (renderer, scene, camera, _geometry, material) => {
      writeCoverage(renderer, scene, material);
      this.outline.receiveShadow = this.mesh.receiveShadow; // edges have the look of the body
      writeEdgeView(this.#edge, camera);
      parts.noteDrawn(edges);
    };
    for (let i = 0; i < materials.length; i++) this.#showMaterial(i);
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
    return new Screens(this.mesh, kit.createViewCopy, (texture) => {
      for (const i of screens) {
        const shown = texture ?? this.#screenMaps.get(i) ?? textures.white;
        this.#bodies[i].setTexture('colorMap', shown, 0);
      }
    });
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

  /** See {@link ModelOptions.shadows}. */
  get shadows(): ShadowBorders {
    return this.#look.softShadows.value ? 'three' : 'mmd';
  }

  set shadows(shadows: ShadowBorders) {
    this.#look.softShadows.value = shadows === 'three';
  }

  /**
   * See {@link ModelOptions.glow}.
   *
   * @throws RangeError if it is set to another word, or to a number below 0.
   */
  get glow(): Glow {
    return this.#glow;
  }

  set glow(glow: Glow) {
    checkGlow(glow);
    this.#glow = glow;
  }

  /** See {@link ModelOptions.lightStrength}. @throws RangeError if it is a number below 0, or not finite. */
  get lightStrength(): LightStrength {
    return readLightStrength(this.#look.lightRange.value);
  }

  set lightStrength(strength: LightStrength) {
    writeLightRange(this.#look.lightRange.value, strength);
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
    return this.#shadow.opacity.value;
  }

  set groundShadowOpacity(opacity: number) {
    this.#shadow.opacity.value = opacity;
  }

  /**
   * The ground shadow has the color of the light times this: 1 as in MMD, 0 for a black one. So it may be
   * lighter than a dark ground. Unless {@link lightStrength} is `'mmd'`, it is as dark as that of MMD's light
   * on a white ground, and darkens any ground.
   */
  get groundShadowBrightness(): number {
    return this.#shadow.brightness.value;
  }

  set groundShadowBrightness(brightness: number) {
    this.#shadow.brightness.value = brightness;
  }

  /** The materials that the user has hidden. @internal */
  get hidden(): ReadonlySet<number> {
    return this.#hidden;
  }

  /**
   * Shows or hides a material, for example a hat: its surface, its edge and its shadows. Clones take this
   * over.
   *
   * @param i Its index in `mesh.material`, which is that of the file.
   * @throws RangeError if there is no such material.
   */
  setMaterialVisible(i: number, isVisible: boolean): void {
    if (!(i in this.#materials)) {
      throw new RangeError(`there is no material ${i}: the model has ${this.#materials.length} materials`);
    }
    if (isVisible) this.#hidden.delete(i);
    else this.#hidden.add(i);
    (this.mesh.material as Material[])[i].visible = isVisible; // it may be the user's own
    this.#showMaterial(i);
    this.#group();
  }

  #group(): void {
    this.#parts.groupShadow(this.groundShadow.geometry, this.#hidden);
    this.#parts.groupEdges(this.outline.geometry, this.#hidden);
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
    this.groundShadowOpacity = from.groundShadowOpacity;
    this.groundShadowBrightness = from.groundShadowBrightness;
    if (this.screens && from.screens) this.screens.captureMode = from.screens.captureMode;
    for (const material of from.hidden) this.setMaterialVisible(material, false);
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
    for (const { material } of [...this.#bodies, this.#shadow]) material.dispose();
    for (const material of this.outline.material as Material[]) material.dispose();
    this.#table.dispose();
    this.#caster.dispose();
    for (const { geometry } of [this.groundShadow, this.outline]) this.#parts.release(geometry);
  }

  #createMesh(name: string, geometry: BufferGeometry, materials: Material[], skeleton: Skeleton): ModelMesh {
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
    this.#bodies[i].write(values, start);
    this.#bodies[i].material.visible = values[start + MATERIAL_VALUE.diffuse + 3] > 0 && !this.#hidden.has(i);
  }
}

const LOOK_NAMES = Object.keys(LOOKS) as Look[];

function bodyOptions(
  { name, flags }: PmxMaterial,
  features: SurfaceFeatures,
  look: LookSettings,
  white: Texture,
): BodyOptions {
  return {
    ...features,
    name,
    isDoubleSided: has(flags, PMX_MATERIAL.doubleSided),
    castsShadow: has(flags, PMX_MATERIAL.castsSelfShadow),
    receivesShadow: has(flags, PMX_MATERIAL.receivesSelfShadow),
    look,
    white,
  };
}

/** A material for each row of pixels. */
function createTable(values: Float32Array): DataTexture {
  const rows = Math.min(values.length / MATERIAL_VALUES, MAX_EDGES);
  const table = new DataTexture(values, MATERIAL_VALUES / 4, rows, RGBAFormat, FloatType);
  table.needsUpdate = true;
  return table;
}

function edgeName(material: PmxMaterial | undefined): string {
  return material ? `${material.name} edge` : 'edges';
}

function materialsOf(surfaces: readonly { readonly material: Material }[]): Material[] {
  return surfaces.map(({ material }) => material);
}

/**
 * The bone whose distance from the eye decides the width of edges, and its place: the second one of the file.
 */
function edgeBone({ boneCount, restPositions }: ModelParts['definition']): [number, Vector3] {
  const bone = Math.min(1, boneCount - 1);
  // Without bones, the slot after the last one is at rest.
  return bone < 0 ? [0, new Vector3()] : [bone, new Vector3().fromArray(restPositions, 3 * bone)];
}

function has(flags: number, bit: number): boolean {
  return (flags & bit) !== 0;
}
