import type { MmdModel, ModelCrowd } from '@odori/model';
import { type Camera, PCFShadowMap, NoToneMapping, type Scene, SRGBColorSpace, WebGLRenderer } from 'three';
import type { WebGPURenderer } from 'three/webgpu';

/** What draws a model: three's renderers, and their backends. */
export const RENDERER_KINDS = ['WebGLRenderer', 'WebGPURenderer, WebGL 2', 'WebGPURenderer, WebGPU'] as const;
export type RendererKind = (typeof RENDERER_KINDS)[number];

/**
 * The kinds that the tests of models run over: one renderer, which `vitest.config.ts` names, on all its
 * backends.
 */
export const RENDERERS: readonly RendererKind[] = RENDERER_KINDS.filter((kind) =>
  kind.startsWith((import.meta.env as Record<string, string>)['ODORI_RENDERER']),
);

/** What the tests use of both entries of `@odori/model`. */
export type ModelEntry = Omit<
  typeof import('@odori/model'),
  'MmdOutputPass' | 'ModelCrowd' | 'PMXLoader' | 'PMDLoader' | 'PMMLoader' | 'XLoader'
>;

/** The entry of `@odori/model` whose materials a kind of renderer draws. */
export async function modelEntryOf(kind: RendererKind): Promise<ModelEntry> {
  return kind === 'WebGLRenderer' ? import('@odori/model') : import('@odori/model/webgpu');
}

/** A crowd of a model that {@link modelEntryOf} has made. */
export async function crowdOf(model: MmdModel, kind: RendererKind): Promise<ModelCrowd> {
  const { ModelCrowd } = await (kind === 'WebGLRenderer'
    ? import('@odori/model')
    : import('@odori/model/crowd'));
  return new ModelCrowd(model);
}

/** A renderer of one kind for small pictures. */
export interface PictureRenderer {
  readonly kind: RendererKind;
  readonly renderer: WebGLRenderer | WebGPURenderer;
  /**
   * Waits until the renderer may draw again.
   *
   * @throws {Error} if WebGPU reported an error since the last call.
   */
  ready(): Promise<void>;
  /** Draws. The canvas of `renderer` keeps the picture until the end of the task. */
  draw(scene: Scene, camera: Camera): void;
}

/** Browsers keep 16 contexts of WebGL a page, so renderers are used again. */
const idle: PictureRenderer[] = [];

/**
 * A renderer with three's defaults and `width` × `height` pixels: one that was given back, or a new one.
 *
 * @throws {Error} if the browser has no adapter of WebGPU for a renderer that needs it.
 */
export async function takeRenderer(
  kind: RendererKind,
  width: number,
  height: number,
): Promise<PictureRenderer> {
  const index = idle.findLastIndex((other) => other.kind === kind);
  const taken = index < 0 ? await createRenderer(kind) : idle.splice(index, 1)[0];
  reset(taken.renderer);
  taken.renderer.setSize(width, height, false);
  return taken;
}

/** Gives a renderer to the next who takes one of its kind. */
export function giveBackRenderer(renderer: PictureRenderer): void {
  if (idle.includes(renderer)) throw new Error('a renderer was given back twice');
  idle.push(renderer);
}

/**
 * Ends the renderers that wait: `WebGPURenderer` asks for frames of the page as long as it lives, which other
 * tests would count.
 */
export async function endIdleRenderers(): Promise<void> {
  for (const { renderer } of idle.splice(0)) await renderer.dispose();
}

/** Undoes what tests set. All kinds clear to opaque black, as WebGLRenderer does by itself. */
function reset(renderer: WebGLRenderer | WebGPURenderer): void {
  renderer.shadowMap.enabled = false;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.toneMapping = NoToneMapping;
  renderer.toneMappingExposure = 1;
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.autoClear = renderer.autoClearColor = renderer.autoClearDepth = renderer.autoClearStencil = true;
  renderer.sortObjects = true;
  renderer.setClearColor(0x000000, 1);
  renderer.setScissorTest(false);
  renderer.setPixelRatio(1);
}

async function createRenderer(kind: RendererKind): Promise<PictureRenderer> {
  return kind === 'WebGLRenderer' ? createWebGLRenderer() : createWebGPURenderer(kind);
}

function createWebGLRenderer(): PictureRenderer {
  const renderer = new WebGLRenderer({ antialias: false });
  return {
    kind: 'WebGLRenderer',
    renderer,
    ready: async () => {},
    draw: (scene, camera) => renderer.render(scene, camera),
  };
}

async function createWebGPURenderer(kind: RendererKind): Promise<PictureRenderer> {
  const { DirectRenderPipeline, WebGPURenderer } = await import('three/webgpu');
  const forceWebGL = kind === 'WebGPURenderer, WebGL 2';
  const renderer = new WebGPURenderer({ antialias: false, forceWebGL });
  await renderer.init();
  // Without an adapter, three goes on with WebGL 2, and tests of WebGPU would check nothing.
  if (isWebGPU(renderer) === forceWebGL) {
    await renderer.dispose();
    throw new Error(`this browser has no adapter for ${kind}`);
  }
  const errors = collectErrors(renderer);
  const pipeline = new DirectRenderPipeline(renderer);
  return {
    kind,
    renderer,
    ready: async () => {
      await nextFrame();
      if (errors.length > 0) throw new Error(`${kind}: ${errors.splice(0).join('; ')}`);
    },
    draw: (scene, camera) => pipeline.render(scene, camera),
  };
}

/** Whether a renderer draws by WebGPU itself. */
export function isWebGPU(renderer: WebGPURenderer): boolean {
  return 'isWebGPUBackend' in renderer.backend;
}

/** Errors that WebGPU reports after a call, in the array that is returned. */
function collectErrors(renderer: WebGPURenderer): string[] {
  const errors: string[] = [];
  const collect = ({ message }: { message: string }): void => void errors.push(message);
  renderer.onError = collect as unknown as typeof renderer.onError; // three's types say that it gets a string
  renderer.onDeviceLost = collect;
  return errors;
}

/** WebGPURenderer brings colors of lights and shadow maps up to date once a frame of the page. */
async function nextFrame(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
}
