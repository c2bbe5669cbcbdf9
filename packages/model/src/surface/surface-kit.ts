import type { PmxMaterial } from '@odori/format';
import type { XMaterial } from '@odori/format/x';
import {
  BackSide,
  type BufferGeometry,
  type Camera,
  DoubleSide,
  FrontSide,
  type Material,
  type Mesh,
  type Object3D,
  type RenderTarget,
  type Texture,
  Vector2,
  type Vector3,
  Vector4,
  type WebGLRenderer,
} from 'three';
import { LOOKS, writeLightRange } from '../look/mmd-look.js';
import type { PoseUniforms } from './pose-row.js';
import { createSceneSettings, type SceneSettings } from './scene-settings.js';

/*
 * A kit makes the materials of one renderer. Models, accessories and scenes get a kit when they are made, and
 * see its materials through these interfaces only. An entry point of the package binds a kit: index.ts that
 * of webgl/.
 *
 * The parts of a kit are separate, so that a page loads only those that it uses. Nothing that is called once
 * a frame allocates.
 */

/** The renderers of three; each needs another kind of materials. */
export type RendererName = 'WebGLRenderer' | 'WebGPURenderer';

/** Features of a model that its shaders depend on. */
export interface SurfaceFeatures {
  readonly hasSdef: boolean;
  readonly hasSubTexture: boolean;
  /** Whether shaders apply morphs of vertices, or of UVs, see `MorphTable`. */
  readonly hasVertexMorphs: boolean;
  readonly hasUvMorphs: boolean;
}

/** What the shaders of all materials of a model have in common. */
export interface SkinOptions extends SurfaceFeatures {
  readonly pose: PoseUniforms;
}

/** The settings that all materials of one model share. A material that is drawn reads them. */
export interface LookSettings {
  /** A number of {@link LOOKS}. */
  readonly look: { value: number };
  /** Whether the borders of shadows are three's, not MMD's hard ones. */
  readonly softShadows: { value: boolean };
  /** See `glowFactor`. */
  readonly glow: { value: number };
  /** The least and the greatest strength of the light, see `writeLightRange`. */
  readonly lightRange: { value: Vector2 };
  /** For the look `'scene'`. */
  readonly scene: SceneSettings;
}

/** `noteAreaLight`: see {@link SceneSettings}; only models have its look. */
export function createLookSettings(noteAreaLight: () => void = () => {}): LookSettings {
  const lightRange = { value: new Vector2() };
  writeLightRange(lightRange.value, 'mmd');
  return {
    look: { value: LOOKS.auto },
    softShadows: { value: false },
    glow: { value: 0 },
    lightRange,
    scene: createSceneSettings(noteAreaLight),
  };
}

/** The textures of a body material. */
export type TextureSlot = 'colorMap' | 'sphereMap' | 'toonMap';

/** The constant properties of a body material. */
export interface BodyOptions extends SkinOptions {
  readonly name: string;
  readonly isDoubleSided: boolean;
  readonly castsShadow: boolean;
  readonly receivesShadow: boolean;
  readonly look: LookSettings;
  /** A white texture, shown until a texture has loaded or if it is missing. */
  readonly white: Texture;
}

/** A material that both MMD's light and the lights of the scene can light. */
export interface LitSurface {
  readonly material: Material;
  /** Has the material compiled for the look `'scene'`, or for MMD's looks. */
  lightByScene(isLit: boolean): void;
}

/** The surface of one material of a model. */
export interface BodySurface extends LitSurface {
  /**
   * Writes the material's values, see `MATERIAL_VALUE`; `opacity`, from 0 to 1, multiplies their alpha.
   * Allocates nothing.
   */
  write(values: Float32Array, start: number, opacity: number): void;
  /** Shows a loaded texture. `sphereMode`: 0 none, 1 multiply, 2 add, 3 sub-texture. */
  setTexture(slot: TextureSlot, texture: Texture, sphereMode: number): void;
  dispose(): void;
}

/** The settings that all edges of one model share. */
export interface EdgeSettings extends Pick<LookSettings, 'look' | 'scene'> {
  /** r g b, gamma encoded, in place of the materials' own if `w` is 1. */
  readonly commonColor: { value: Vector4 };
  /** All widths are multiplied by this. */
  readonly edgeFactor: { value: number };
  /** The bone whose distance from the eye decides the widths, and its position at rest. */
  readonly edgeBone: { value: number };
  readonly edgeOrigin: { value: Vector3 };
  /** In degrees, for an orthographic view whose eye has a position, as that of a motion has; 0 for others. */
  readonly orthographicFov: { value: number };
  /** The part of the height of the whole picture that the camera shows; below 1 with `setViewOffset`. */
  readonly viewPart: { value: number };
}

/** The constant properties of the edges that a material draws. */
export interface OutlineOptions extends SkinOptions {
  readonly name: string;
  /** Shared by all edges of the model. */
  readonly edge: EdgeSettings;
  /** A row of pixels for each material, see `createEdgeTable`. */
  readonly table: Texture;
  /**
   * The material of the model whose edge it draws; -1: the attribute `edgeMaterial` says it for each vertex.
   */
  readonly single: number;
}

/** A shadow on the ground. */
export interface GroundShadowSurface {
  readonly material: Material;
  /** Its alpha, from 0 to 1. */
  readonly opacity: { value: number };
  /** A factor of its color, which is the light's. */
  readonly brightness: { value: number };
}

/** What makes a mesh cast shadows. */
export interface ShadowCaster {
  dispose(): void;
}

/** Copies pictures of the view for screens, on the graphics card. */
export interface ViewCopy {
  /** The last picture, gamma encoded and opaque, the first row on top. */
  readonly texture: Texture;
  /**
   * Takes what was drawn to the canvas or to a render target last. False if that has no pixels. Allocates
   * nothing unless the size changes.
   */
  take(renderer: WebGLRenderer, source: RenderTarget | null): boolean;
  dispose(): void;
}

/** Makes a {@link ViewCopy} of the part of the view that a capture mode shows, see `CAPTURE`. */
export type CreateViewCopy = (captureMode: number) => ViewCopy;

/** The materials of models. */
export interface ModelKit {
  readonly renderer: RendererName;
  readonly createViewCopy: CreateViewCopy;
  body(options: BodyOptions): BodySurface;
  /** Makes a material of the page that of a body. `file`: the material of the file in whose place it is. */
  page(material: Material, options: BodyOptions, file: PmxMaterial): BodySurface;
  /** Draws the edges of neighboring materials. */
  outline(options: OutlineOptions): LitSurface;
  /** The ground shadow of a model, on the plane y = 0.1 of the mesh. */
  groundShadow(skin: SkinOptions, look: LookSettings): GroundShadowSurface;
  /**
   * Makes the body cast shadows as MMD's do: skinned, without the materials that cast none. `materials`: the
   * options of its materials, by index.
   */
  castShadows(body: Mesh, materials: readonly BodyOptions[], skin: SkinOptions): ShadowCaster;
}

/**
 * Makes the ground shadow of any mesh of three.js, on the plane y = 0.1 of the object that `ground` gives.
 */
export type CreateObjectShadow = (
  ground: () => Object3D,
  lightRange: LookSettings['lightRange'],
) => GroundShadowSurface;

/** The constant properties of an accessory's material. */
export interface AccessorySurfaceOptions {
  /** Undefined: the file has no material; white. */
  readonly material: XMaterial | undefined;
  /** A white texture, shown until a texture has loaded or if it is missing. */
  readonly white: Texture;
  /** Shared by all materials of an accessory. */
  readonly look: LookSettings;
}

/** The surface of one material of an accessory. Its `opacity` multiplies its alpha. */
export interface AccessorySurface extends Material {
  /** Whether it is drawn into shadow maps. */
  readonly castsShadow: boolean;
  /** Shows a texture in place of the file's; undefined: white. */
  set colorMap(texture: Texture | undefined);
  /** `mode`: 1 multiply, 2 add. */
  setSphereMap(texture: Texture, mode: number): void;
}

/** The materials of accessories. */
export interface AccessoryKit {
  readonly renderer: RendererName;
  readonly createViewCopy: CreateViewCopy;
  surface(options: AccessorySurfaceOptions): AccessorySurface;
  readonly objectShadow: CreateObjectShadow;
  /** Makes an accessory cast shadows as MMD's do, without the materials that cast none. */
  castShadows(mesh: Mesh<BufferGeometry, AccessorySurface[]>): void;
}

/**
 * The number of vertices that the material of a {@link BackdropSurface} draws: two triangles. It needs no
 * attributes.
 */
export const BACKDROP_VERTICES = 6;

/**
 * A picture on the screen, behind everything: colors as they are in the file, whatever tone mapping and
 * output color space.
 */
export interface BackdropSurface {
  readonly material: Material;
  /** Where it is in clip space: left, bottom, right, top. */
  readonly rect: Vector4;
}

/** Makes the surface of a backdrop. The first row of the texture is the top row. */
export type CreateBackdrop = (texture: Texture) => BackdropSurface;

/** What says how large a picture is: both renderers. Types of three/webgpu are not there in each version. */
export interface SizedRenderer {
  getCurrentViewport?(target: Vector4): Vector4;
  getRenderTarget(): { readonly viewport: Vector4 } | null;
  getViewport(target: Vector4): Vector4;
  getPixelRatio(): number;
  getDrawingBufferSize(target: Vector2): Vector2;
}

/** The part of the canvas or render target that is drawn, in pixels. Allocates nothing. */
export function currentViewport(renderer: SizedRenderer): Vector4 {
  if (renderer.getCurrentViewport) return renderer.getCurrentViewport(viewport);
  const target = renderer.getRenderTarget();
  if (target) return viewport.copy(target.viewport);
  return renderer.getViewport(viewport).multiplyScalar(renderer.getPixelRatio());
}

const viewport = /* @__PURE__ */ new Vector4();

/**
 * Sets which sides of a body material are drawn. Allocates nothing.
 *
 * The plain look shows both sides of whatever is transparent; the shader drops the back in the shaded look.
 * Shadow maps are as if it were opaque: three draws the backs of what has one side.
 */
export function setBodySides(material: Material, isOpaque: boolean, isDoubleSided: boolean): void {
  material.side = isOpaque && !isDoubleSided ? FrontSide : DoubleSide;
  material.shadowSide = isOpaque || isDoubleSided ? null : BackSide;
}

/** Makes a material of the page transparent: three draws those in the order of the file, as MMD does. */
export function drawInOrder(material: Material): void {
  // three would draw both sides of opaque surfaces one after the other
  if (!material.transparent) material.forceSinglePass = true;
  material.transparent = true;
}

/** An alpha, which may be above 1, times an opacity. Without fading, it stays as it is. */
export function fadedAlpha(alpha: number, opacity: number): number {
  return opacity < 1 ? Math.min(alpha, 1) * opacity : alpha;
}

/**
 * Is it the camera of MMD's own shadow map, see `MmdShadow`? It is three's camera of a directional light,
 * without perspective, whose matrix has perspective. Those of spot and point lights are not.
 */
export function isMmdMap(camera: Camera): boolean {
  const { elements } = camera.projectionMatrix;
  if ('isPerspectiveCamera' in camera) return false;
  return elements[3] !== 0 || elements[7] !== 0 || elements[11] !== 0;
}

/**
 * Refuses the renderer that cannot draw materials for `made`: it would draw plain colors. Allocates nothing.
 *
 * @throws TypeError with the entry point to import from.
 */
export function checkRenderer(made: RendererName, renderer: object): void {
  const other = made === 'WebGLRenderer' ? 'WebGPURenderer' : 'WebGLRenderer';
  if (!(FLAGS[other] in renderer)) return;
  throw new TypeError(
    `${other} cannot draw what ${ENTRIES[made]} makes: import the same names from ${ENTRIES[other]}`,
  );
}

const FLAGS = { WebGLRenderer: 'isWebGLRenderer', WebGPURenderer: 'isWebGPURenderer' } as const;
const ENTRIES = { WebGLRenderer: '@odori/model', WebGPURenderer: '@odori/model/webgpu' } as const;
