import type { XMaterial } from '@odori/format/x';
import type { Material, Mesh, Object3D, Texture, Vector4 } from 'three';
import type { EdgeSettings } from './edge-settings.js';
import type { LookSettings } from './look-settings.js';

/*
 * A kit makes the materials of one renderer. Models, accessories and scenes get a kit when they are made, and see its materials
 * through these interfaces only. An entry point of the package binds a kit: index.ts that of webgl/.
 *
 * The parts of a kit are separate, so that a page loads only those that it uses. Nothing that is called once a frame allocates.
 */

/** Features of a model that its shaders depend on. */
export interface SurfaceFeatures {
  readonly hasSdef: boolean;
  readonly hasSubTexture: boolean;
}

/** The textures of a body material. */
export type TextureSlot = 'colorMap' | 'sphereMap' | 'toonMap';

/** The constant properties of a body material. */
export interface BodyOptions extends SurfaceFeatures {
  readonly name: string;
  readonly isDoubleSided: boolean;
  readonly castsShadow: boolean;
  readonly receivesShadow: boolean;
  readonly look: LookSettings;
  /** A white texture, shown until a texture has loaded or if it is missing. */
  readonly white: Texture;
}

/** The surface of one material of a model. */
export interface BodySurface {
  readonly material: Material;
  /** Writes the material's values, see `MATERIAL_VALUE`. Allocates nothing. */
  write(values: Float32Array, start: number): void;
  /** Shows a loaded texture. `sphereMode`: 0 none, 1 multiply, 2 add, 3 sub-texture. */
  setTexture(slot: TextureSlot, texture: Texture, sphereMode: number): void;
}

/** The constant properties of the edges that a material draws. */
export interface OutlineOptions extends SurfaceFeatures {
  readonly name: string;
  /** Shared by all edges of the model. */
  readonly edge: EdgeSettings;
  /** The values of each material in a row of pixels, see `MATERIAL_VALUE`. */
  readonly table: Texture;
  /** The material of the model whose edge it draws; -1: the attribute `edgeMaterial` says it for each vertex. */
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

/** The materials of models. */
export interface ModelKit {
  body(options: BodyOptions): BodySurface;
  /** Draws the edges of neighboring materials. */
  outline(options: OutlineOptions): Material;
  /** The ground shadow of a model, on the plane y = 0.1 of the mesh. */
  groundShadow(features: SurfaceFeatures): GroundShadowSurface;
  /**
   * Makes the body cast shadows as MMD's do: skinned, without the materials that cast none. `materials`: the options of its
   * materials, by index.
   */
  castShadows(body: Mesh, materials: readonly BodyOptions[], features: SurfaceFeatures): ShadowCaster;
  /**
   * Called before a mesh is drawn.
   *
   * @throws TypeError if the renderer cannot draw these materials.
   */
  checkRenderer(renderer: object): void;
}

/** Makes the ground shadow of any mesh of three.js, on the plane y = 0.1 of the object that `ground` gives. */
export type CreateObjectShadow = (ground: () => Object3D) => GroundShadowSurface;

/** The constant properties of an accessory's material. */
export interface AccessorySurfaceOptions {
  /** Undefined: the file has no material; white. */
  readonly material: XMaterial | undefined;
  /** A white texture, shown until a texture has loaded or if it is missing. */
  readonly white: Texture;
  /** Shared by all materials of an accessory. */
  readonly softShadows: LookSettings['softShadows'];
}

/** The surface of one material of an accessory. Its `opacity` multiplies its alpha. */
export interface AccessorySurface extends Material {
  /** Shows a texture in place of the file's; undefined: white. */
  set colorMap(texture: Texture | undefined);
  /** `mode`: 1 multiply, 2 add. */
  setSphereMap(texture: Texture, mode: number): void;
}

/** The materials of accessories. */
export interface AccessoryKit {
  surface(options: AccessorySurfaceOptions): AccessorySurface;
  readonly objectShadow: CreateObjectShadow;
  /** Makes an accessory cast shadows as MMD's do. */
  castShadows(mesh: Mesh): void;
  /**
   * Called before a mesh is drawn.
   *
   * @throws TypeError if the renderer cannot draw these materials.
   */
  checkRenderer(renderer: object): void;
}

/** The number of vertices that the material of a {@link BackdropSurface} draws: two triangles. It needs no attributes. */
export const BACKDROP_VERTICES = 6;

/** A picture on the screen, behind everything: colors as they are in the file, whatever tone mapping and output color space. */
export interface BackdropSurface {
  readonly material: Material;
  /** Its place in clip space: left, bottom, right, top. */
  readonly rect: Vector4;
}

/** Makes the surface of a backdrop. The first row of the texture is the top row. */
export type CreateBackdrop = (texture: Texture) => BackdropSurface;
