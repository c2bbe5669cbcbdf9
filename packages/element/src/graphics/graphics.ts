import type { LoadAccessoryOptions, LoadModelOptions, MmdModel, ModelSource } from '@odori/model';
import type { Motion, MotionLight } from '@odori/runtime';
import type { TaskQueue } from '@odori/runtime/internal/three';
import {
  type Camera,
  type DirectionalLight,
  type Material,
  type Object3D,
  type Scene,
  type Vector3,
  type Vector4,
} from 'three';
import type { Prop } from '../cast/prop.js';
import type { ProjectOptions, ProjectShow } from '../project/project-show.js';
import type { Files } from '../sources/inputs.js';
import type { VrmModel } from '../vrm/vrm-model.js';
import type { EffectsSwitch } from './effects.js';
import type { PageRenderer, RendererName } from './renderers.js';

/** The viewport, for its graphics. */
export interface GraphicsHost {
  /** Can the graphics card be given back now, because the picture is out of sight and not in use? */
  readonly canSpareGraphics: boolean;
  /** Are the borders of triangles smoothed? A renderer is made with it. */
  readonly quality: { readonly antialias: boolean };
  /**
   * The browser has taken the graphics card away (`isLost`), or has given it back. three.js rebuilds
   * everything then.
   */
  graphicsChanged(isLost: boolean): void;
  /** These graphics cannot go on: others must take their place. */
  graphicsEnded(reason: string): void;
}

/** Of graphics that are freed at once. */
export const NO_HOST: GraphicsHost = {
  canSpareGraphics: false,
  quality: { antialias: false },
  graphicsChanged() {},
  graphicsEnded() {},
};

/** Creates graphics for a viewport; the code for them is loaded. */
export type CreateGraphics = (host: GraphicsHost, tasks: TaskQueue) => Graphics;

/**
 * Starts `WebGPURenderer`, with smoothed borders or without. Rejects with a sentence for developers if the
 * browser has no WebGPU.
 */
export type StartWebGPU = (antialias: boolean) => Promise<CreateGraphics>;

let startWebGPU: StartWebGPU | undefined;

/** Makes `renderer="webgpu"` available; `@odori/element/webgpu` calls it. */
export function provideWebGPU(start: StartWebGPU): void {
  startWebGPU = start;
}

/**
 * What draws with `WebGPURenderer`. {@link CreateGraphics} must be called once, or the renderer stays.
 *
 * @throws Error (as rejection): why the browser or the page cannot draw with it.
 */
export async function loadWebGPU(antialias: boolean): Promise<CreateGraphics> {
  if (!startWebGPU) throw new Error('renderer="webgpu" needs the import of @odori/element/webgpu');
  return startWebGPU(antialias);
}

/** What the shader of the ground reads. It changes without notice. */
export interface GroundValues {
  /** Units from the middle to where the ground ends. */
  readonly radius: number;
  /** The lines of a grid are that far apart; undefined for a floor without lines. */
  readonly cell: number | undefined;
  /** The color of the floor, gamma encoded, with alpha. */
  readonly floor: { readonly value: Vector4 };
  /** How dark shadows are, from 0 to 1. */
  readonly shadow: { readonly value: number };
  /** Of each foot: x and z in the scene, and the strength of its shadow from 0 to 1. */
  readonly feet: { readonly value: readonly Vector3[] };
}

/** What loads stages that are no models. */
export interface PropLoaders {
  /** An accessory of MMD. */
  readonly loadAccessoryProp: (source: ModelSource, options: LoadAccessoryOptions) => Promise<Prop>;
  /** Rejects if the file is broken, or needs far more memory than it has bytes. */
  readonly loadGltfProp: (bytes: Uint8Array) => Promise<Prop>;
}

/** What loads projects. */
export interface ProjectLoader {
  /** As `loadProjectWith`. */
  readonly loadProject: (
    bytes: Uint8Array,
    files: Files | string,
    signal: AbortSignal,
    options: ProjectOptions,
  ) => Promise<ProjectShow>;
}

/** What draws the picture, and what makes things that it can draw: all that depends on the renderer. */
export interface Graphics {
  readonly name: RendererName;
  readonly canvas: HTMLCanvasElement;
  /** Only after {@link open}. */
  readonly renderer: PageRenderer;
  /** Has the browser taken the graphics card away? Then nothing can be drawn. */
  readonly isLost: boolean;
  /**
   * Takes the graphics card, if need be, and resolves when all of the next picture can be drawn. The picture
   * is needed from now on: other pictures of the page, which are out of sight, may have to give their
   * graphics card back.
   *
   * @throws Error (as rejection) if the browser has no such graphics. DOMException `InvalidStateError` if it
   * has taken the graphics card away; `AbortError` if these graphics are disposed of.
   */
  open(): Promise<void>;
  /** What is drawn over the picture. Change it only after {@link open}. */
  readonly effects: EffectsSwitch;
  /** Draws into the canvas of the renderer. Allocates nothing. */
  draw(scene: Scene, camera: Camera): void;
  /**
   * What `draw` has drawn, as PNG, in the pixel size of the canvas. Opens the graphics before; rejects as
   * {@link open} does.
   */
  capture(draw: () => void): Promise<Blob>;
  createGroundMaterial(values: GroundValues): Material;
  /**
   * The light of MMD. `WebGPURenderer` knows only the lights of the three.js that it came with; a page
   * without a bundler has two.
   */
  createLight(): DirectionalLight;
  /** Lets a motion move that light. */
  createMotionLight(motion: Motion, light: DirectionalLight): MotionLight;
  loadModel(source: ModelSource, options: LoadModelOptions): Promise<MmdModel>;
  /**
   * Loads an avatar from the bytes of its file. Rejects as `loadVrmModel` does. Graphics that have no avatars
   * end.
   */
  loadVrm(read: () => Promise<Uint8Array>, name: string, signal: AbortSignal): Promise<VrmModel>;
  /** Loads the code for stages that are no models. */
  loadProps(): Promise<PropLoaders>;
  /** Loads the code for projects. */
  loadProjects(): Promise<ProjectLoader>;
  /**
   * Compiles the shaders of what is visible of an object that is to come into a scene, and uploads its
   * textures, so that pictures do not stop for it. `signal` ends that. Never rejects.
   */
  prepare(root: Object3D, scene: Scene, camera: Camera, signal: AbortSignal): Promise<void>;
  /** Frees everything, and gives the graphics card back. */
  dispose(): void;
}

/** The picture of a canvas as PNG. Call it in the task in which it was drawn. */
export function encodeCanvas(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new DOMException('the canvas is too large to encode', 'EncodingError'));
    }, 'image/png');
  });
}
