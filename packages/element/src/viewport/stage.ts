import type { MmdModel } from '@odori/model';
import type { Camera, Color, DirectionalLight, Object3D, Texture } from 'three';
import type { PageRenderer } from '../graphics/renderers.js';
import type { VrmModel } from '../vrm/vrm-model.js';

/** What the element shows: an MMD model, or a VRM avatar. */
export type PlayerModel = MmdModel | VrmModel;

/**
 * The stages that the element brings along: nothing, a grid, or a floor that fades out. Grid and floor show
 * the model's shadow.
 */
export type StageKind = 'none' | 'grid' | 'floor';

/**
 * What stands around the model. The page makes it and disposes of it; one stage belongs to one player at a
 * time.
 *
 * It is drawn with the model, in the picture as in captures and films. Units are MMD's, in three.js's space;
 * the model stands at the origin and looks along +z. Models are transparent to three.js: give transparent
 * parts of a stage a `renderOrder` below 0, so that they are drawn before the model.
 *
 * @example
 * const root = new Group().add(lanterns, floor);
 * player.stage = { root, background: new Color('#101626'), update: ({ currentTime }) => sway(lanterns, currentTime) };
 */
export interface Stage {
  /** Added to the scene while it is the stage. */
  readonly root: Object3D;
  /** Of the scene; without it, the background of the element shows. */
  readonly background?: Color | Texture | null;
  /** Whether the model's ground shadow is drawn at y = 0. */
  readonly hasGroundShadow?: boolean; // true
  /** Whether it moves by itself even while the player is paused. */
  readonly isMoving?: boolean; // false
  /**
   * Called before every picture, after model, camera and light were sampled. It may change the light, and
   * opacity and brightness of the model's ground shadow: such a change holds for this picture. It must
   * allocate nothing.
   */
  update?(view: StageView): void;
}

/** What a stage can see of the picture that is drawn next. It is the same object for every picture. */
export interface StageView {
  /** The camera that draws this picture. Its world matrix is up to date. */
  readonly camera: Camera;
  /** The light on the model. */
  readonly light: DirectionalLight;
  /** The first of {@link models}; undefined until it is loaded. */
  readonly model: PlayerModel | undefined;
  /** All dancers that are shown: the player's own, and those of its children. */
  readonly models: readonly PlayerModel[];
  /** A `WebGLRenderer`, or a `WebGPURenderer` if `activeRenderer` of the element is `'webgpu'`. */
  readonly renderer: PageRenderer;
  /** Seconds of playback. */
  readonly currentTime: number;
  /** Seconds since the last picture; 0 if the same moment is drawn again, as in a capture. */
  readonly deltaSeconds: number;
}
