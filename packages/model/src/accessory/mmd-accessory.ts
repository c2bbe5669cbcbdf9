import { isScreenPath } from '@odori/format/internal';
import type { Vac } from '@odori/format/x';
import { flipPositions, flipRotations } from '@odori/runtime/internal';
import { Euler, Group, type Material, Mesh, type Object3D, Quaternion, type Texture } from 'three';
import {
  ACCESSORY_SHADOW_ALPHA,
  type LightStrength,
  readLightStrength,
  type ShadowBorders,
  writeLightRange,
} from '../look/mmd-look.js';
import { writeCoverage } from '../surface/coverage.js';
import { Screens } from '../screens/screens.js';
import {
  type AccessorySurface,
  checkRenderer,
  createLookSettings,
  type GroundShadowSurface,
} from '../surface/surface-kit.js';
import type { ModelReport } from '../surface/model-report.js';
import type { TextureOptions } from '../textures/model-textures.js';
import { AccessoryParts } from './accessory-parts.js';

/** Options of {@link createAccessory}. */
export interface AccessoryOptions extends TextureOptions {
  /** The VAC file beside it, which says its size and position. */
  readonly vac?: Vac | undefined;
  /** See {@link MmdAccessory.shadows}. */
  readonly shadows?: ShadowBorders; // 'mmd'
  /** See {@link MmdAccessory.lightStrength}. */
  readonly lightStrength?: LightStrength; // 'mmd'
}

/**
 * An accessory (アクセサリ) of MMD, such as a stage or a microphone, in a three.js scene:
 * `scene.add(accessory.root)`.
 *
 * In three's space and MMD units. It is lit as MMD lights accessories, in both looks, and receives the
 * shadows that the light casts, unless `mesh.receiveShadow` is false. Materials of an alpha of exactly 0.98
 * cast none, as in MMD. Made by `loadAccessory`, an `XLoader` or `createAccessory`.
 *
 * @example
 * const stage = await loadAccessory('stage/stage01.x');
 * scene.add(stage.root);
 */
export class MmdAccessory {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** Add this to your scene. It may be moved, scaled and hidden. */
  readonly root: Group = new Group();
  /**
   * All meshes of the file. It has one material for each material of each mesh, in the order of the file,
   * which is the order of drawing. A material's `opacity` multiplies its alpha.
   */
  readonly mesh: Mesh<AccessoryParts['geometry'], AccessorySurface[]>;
  /**
   * The shadow on the plane y = 0.1 of {@link ground}; `visible = true` turns it on. Leave it off for stages,
   * whose shadow would cover their own floor.
   */
  readonly groundShadow: Mesh<AccessoryParts['geometry'], Material>;
  /** The object on whose ground the shadow lies: in a project, what all models stand on. */
  ground: Object3D = this.root;
  /**
   * How the accessory is to be attached, if it was loaded from a VAC file. Its size and position are already
   * those of `root`.
   */
  readonly vac: Vac | undefined;
  readonly #parts: AccessoryParts;
  readonly #shadow: GroundShadowSurface;
  readonly #look = createLookSettings();
  /** The files of screens, by material. */
  readonly #colorMaps = new Map<number, Texture>();
  /** Undefined without screens. @internal */
  readonly screens: Screens | undefined;
  readonly #stopListening: () => void;
  #isDisposed = false;

  /** Use `createAccessory` or a loader. @internal */
  constructor(parts: AccessoryParts, vac?: Vac) {
    this.#parts = parts;
    this.vac = vac;
    parts.use();
    const { kit } = parts;
    const { white } = parts.textures;
    const materials = parts.materials.map((material) => kit.surface({ material, white, look: this.#look }));
    this.mesh = new Mesh(parts.geometry, materials);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    kit.castShadows(this.mesh);
    const screens = [...parts.materials.keys()].filter((i) => isScreen(parts.materials[i]?.texture));
    if (screens.length > 0) this.screens = this.#createScreens(screens);
    this.mesh.onBeforeRender = (renderer, scene, _camera, _geometry, material) => {
      checkRenderer(kit.renderer, renderer);
      writeCoverage(renderer, scene, material);
      this.screens?.update(scene);
    };
    this.root.name = vac?.name ?? '';
    this.#shadow = kit.objectShadow(() => this.ground, this.#look.lightRange);
    this.groundShadowOpacity = ACCESSORY_SHADOW_ALPHA;
    this.groundShadow = this.#createGroundShadow();
    this.root.add(this.groundShadow, this.mesh);
    if (vac) applyVac(this.root, vac);
    this.#stopListening = parts.textures.listen((material, slot, texture) => {
      if (slot === 'sphereMap')
        materials[material].setSphereMap(texture, parts.textured[material].sphereMode);
      else this.#setColorMap(material, texture, screens.includes(material));
    });
  }

  /** Problems that did not stop loading, for example missing textures. */
  get report(): ModelReport {
    return this.#parts.report;
  }

  /**
   * Resolves when all textures have loaded or are known to be missing; never rejects. Loaders wait for it.
   */
  get ready(): Promise<void> {
    return this.#parts.textures.ready;
  }

  /**
   * The borders of shadows on it: hard as in MMD, or as three's filter and the light's `shadow.radius` make
   * them.
   */
  get shadows(): ShadowBorders {
    return this.#look.softShadows.value ? 'three' : 'mmd';
  }

  set shadows(shadows: ShadowBorders) {
    this.#look.softShadows.value = shadows === 'three';
  }

  /** How strong the light of the scene is for it; at first as it is. */
  get lightStrength(): LightStrength {
    return readLightStrength(this.#look.lightRange.value);
  }

  set lightStrength(strength: LightStrength) {
    writeLightRange(this.#look.lightRange.value, strength);
  }

  /** The alpha of the ground shadow, from 0 to 1; at first 0.7. */
  get groundShadowOpacity(): number {
    return this.#shadow.opacity.value;
  }

  set groundShadowOpacity(opacity: number) {
    this.#shadow.opacity.value = opacity;
  }

  /**
   * A factor of the ground shadow's color: the light's, or that of MMD's light, see {@link lightStrength}.
   */
  get groundShadowBrightness(): number {
    return this.#shadow.brightness.value;
  }

  set groundShadowBrightness(brightness: number) {
    this.#shadow.brightness.value = brightness;
  }

  /**
   * Whether it has screens: materials whose texture is named `screen.bmp`. As in MMD, they show the last
   * picture of the scene, whole; in a project, what its capture mode says.
   */
  get hasScreen(): boolean {
    return this.screens !== undefined;
  }

  /**
   * What the screens show in place of the last picture of the scene; undefined: that. Any texture of three's:
   * a picture, a `VideoTexture`, or the texture of a render target. The accessory does not dispose of it.
   *
   * @example
   * if (stage.hasScreen) stage.screen = new VideoTexture(video);
   */
  get screen(): Texture | undefined {
    return this.screens?.texture;
  }

  set screen(texture: Texture | undefined) {
    if (this.screens) this.screens.texture = texture;
  }

  /**
   * A copy at the same position. It shares geometry and textures; its materials are its own. Dispose of each
   * copy.
   *
   * @throws TypeError if the accessory was disposed of.
   */
  clone(): MmdAccessory {
    if (this.#isDisposed) throw new TypeError('an accessory cannot be cloned after dispose()');
    const copy = new MmdAccessory(this.#parts, this.vac);
    copy.root.copy(this.root, false);
    copy.shadows = this.shadows;
    copy.lightStrength = this.lightStrength;
    if (copy.screens) copy.screens.captureMode = this.screens!.captureMode;
    copy.screen = this.screen;
    copy.groundShadow.visible = this.groundShadow.visible;
    copy.groundShadowOpacity = this.groundShadowOpacity;
    copy.groundShadowBrightness = this.groundShadowBrightness;
    if (this.ground !== this.root) copy.ground = this.ground;
    return copy;
  }

  /**
   * Frees its GPU memory and removes it from the scene. Memory shared with clones is freed with the last one.
   */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.root.removeFromParent();
    this.#stopListening();
    this.screens?.leave();
    for (const material of [...this.mesh.material, this.groundShadow.material]) material.dispose();
    this.#parts.release();
  }

  #createGroundShadow(): MmdAccessory['groundShadow'] {
    const shadow = new Mesh(this.#parts.geometry, this.#shadow.material);
    shadow.name = 'ground shadow';
    shadow.visible = false;
    shadow.frustumCulled = false; // the light decides where it lies
    shadow.raycast = () => {};
    shadow.onBeforeRender = (renderer, scene, _camera, _geometry, material) =>
      writeCoverage(renderer, scene, material);
    return shadow;
  }

  #createScreens(materials: readonly number[]): Screens {
    const { kit, textures } = this.#parts;
    const show = (texture: Texture | undefined): void => {
      for (const i of materials) this.mesh.material[i].colorMap = texture ?? this.#colorMaps.get(i);
    };
    return new Screens(this.mesh, kit.createViewCopy, show, () => textures.readScreens());
  }

  #setColorMap(material: number, texture: Texture, isOnScreen: boolean): void {
    if (isOnScreen) this.#colorMaps.set(material, texture);
    if (!isOnScreen || !this.screens?.isCovered) this.mesh.material[material].colorMap = texture;
  }
}

function isScreen(texture = ''): boolean {
  return texture.split('*').some(isScreenPath);
}

/** MMD's rotation is Ry·Rx·Rz in its own space. */
function applyVac(root: Group, { scale, position, rotation }: Vac): void {
  const [x, y, z] = rotation;
  const moved = Float64Array.from(position);
  const turned = Float64Array.from(new Quaternion().setFromEuler(new Euler(x, y, z, 'YXZ')));
  flipPositions(moved);
  flipRotations(turned);
  root.position.fromArray(moved);
  root.quaternion.fromArray(turned);
  root.scale.setScalar(scale);
}
