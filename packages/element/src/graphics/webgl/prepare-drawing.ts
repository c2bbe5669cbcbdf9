import { nextTask } from '@odori/runtime';
import {
  type Camera,
  type DirectionalLight,
  type Material,
  type Mesh,
  type Object3D,
  Scene,
  Texture,
  type WebGLProgram,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { nextFrame, timeout } from '../../next-frame.js';

/** Milliseconds of work after one frame of the page. */
const PORTION = 8;
/** Milliseconds between two looks at what goes on in the background. */
const PAUSE = 10;
/** Milliseconds after which a picture no longer waits for it. */
const MOST_WAITING = 3000;

/**
 * Compiles the shaders of an object that is to come into a scene, in the background if the browser can, and uploads its textures in some
 * frames of the page. Its first picture then takes less time. Never rejects.
 *
 * Only what is visible is prepared: three.js never frees a compiled shader that has drawn nothing. `isOver`: the object or the graphics
 * are disposed of, or the browser has taken the context away; three.js uploads everything when it is back.
 */
export async function prepareDrawing(
  renderer: WebGLRenderer,
  root: Object3D,
  scene: Scene,
  camera: Camera,
  isOver: () => boolean,
): Promise<void> {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  await whenIdle(gl, isOver);
  if (isOver()) return;
  const meshes = drawnMeshes(root);
  const lights = shadowLights(renderer, scene);
  const casters = lights.length > 0 ? meshes.filter(isCaster) : [];
  await inPortions(
    [
      ...meshes.map((mesh) => () => void renderer.compile(mesh, camera, scene)),
      ...casters.map((mesh) => () => compileCaster(renderer, mesh, camera, scene)),
    ],
    isOver,
  );
  await whenCompiled(renderer, isOver);
  await whenIdle(gl, isOver);
  if (isOver()) return;
  await inPortions(
    [
      ...programsOf(renderer).map((program) => () => use(renderer, program)),
      ...Array.from(texturesOf(meshes), (texture) => () => renderer.initTexture(texture)),
      ...lights.map((light) => () => createShadowMap(renderer, light, camera)),
    ],
    isOver,
  );
}

/** Does some work after every frame of the page until all is done. */
async function inPortions(works: readonly (() => void)[], isOver: () => boolean): Promise<void> {
  let since = -Infinity;
  for (const work of works) {
    if (performance.now() - since > PORTION) {
      await nextFrame();
      await nextTask(); // a frame has work of its own
      since = performance.now();
    }
    if (isOver()) return;
    work();
  }
}

type Caster = Mesh & { customDepthMaterial: Material };

function isCaster(mesh: Mesh): mesh is Caster {
  return mesh.castShadow && mesh.customDepthMaterial !== undefined;
}

/** The lights that cast shadows: models know directional ones. */
function shadowLights({ shadowMap }: WebGLRenderer, scene: Scene): DirectionalLight[] {
  const lights: DirectionalLight[] = [];
  scene.traverseVisible((object) => {
    const light = object as DirectionalLight;
    if (light.isDirectionalLight && light.castShadow) lights.push(light);
  });
  return shadowMap.enabled ? lights : [];
}

/** Lets three.js create the shadow map of a light, with nothing in it. */
function createShadowMap(renderer: WebGLRenderer, light: DirectionalLight, camera: Camera): void {
  if (!light.shadow.map) renderer.shadowMap.render([light], new Scene(), camera);
}

/** Compiles what draws a mesh into shadow maps: three.js compiles only what draws it into the picture. */
function compileCaster(renderer: WebGLRenderer, mesh: Caster, camera: Camera, scene: Scene): void {
  const last = renderer.getRenderTarget();
  const target = new WebGLRenderTarget(1, 1); // the shader of a picture on the screen would be another one
  const caster = Object.create(mesh, {
    material: { value: mesh.customDepthMaterial },
    children: { value: [] },
  });
  renderer.setRenderTarget(target);
  renderer.compile(caster as Mesh, camera, scene);
  renderer.setRenderTarget(last);
  target.dispose();
}

/** A compiled shader of three.js; its types leave out `isReady`. */
type Program = WebGLProgram & { isReady(): boolean };

function programsOf({ info }: WebGLRenderer): Program[] {
  return [...info.programs!] as Program[];
}

/** `compileAsync` of three.js 0.172 throws, out of reach, if a material is disposed of before it is compiled. */
async function whenCompiled(renderer: WebGLRenderer, isOver: () => boolean): Promise<void> {
  await until(() => programsOf(renderer).every((program) => program.isReady()), isOver);
}

/** Resolves when the graphics card has finished its work, or after {@link MOST_WAITING}. Before that, the page would have to wait for each answer from it. */
export async function whenIdle(gl: WebGL2RenderingContext, isOver: () => boolean): Promise<void> {
  const fence = isOver() ? null : gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!fence) return; // the context is lost
  gl.flush();
  await until(() => gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED, isOver);
  gl.deleteSync(fence);
}

/** Looks from time to time whether something is done. */
async function until(isDone: () => boolean, isOver: () => boolean): Promise<void> {
  const end = performance.now() + MOST_WAITING;
  while (!isOver() && performance.now() < end && !isDone()) await timeout(PAUSE);
}

/** Makes three.js look at a compiled shader for the first time, which takes it long. Its material may be disposed of by now. */
function use({ info }: WebGLRenderer, program: Program): void {
  if (info.programs!.includes(program)) program.getUniforms();
}

/** The meshes that are visible, and have a visible material. */
function drawnMeshes(root: Object3D): Mesh[] {
  const meshes: Mesh[] = [];
  root.traverseVisible((object) => {
    const { geometry, material } = object as Mesh;
    if (!geometry || !material) return;
    const isEmpty = Array.isArray(material) && geometry.groups.length === 0;
    if (!isEmpty && [material].flat().some(({ visible }) => visible)) meshes.push(object as Mesh);
  });
  return meshes;
}

/** All textures that the materials of meshes show, and that are loaded. */
function texturesOf(meshes: readonly Mesh[]): Set<Texture> {
  const textures = new Set<Texture>();
  for (const { material } of meshes) for (const each of [material].flat()) collect(each, textures);
  return textures;
}

function collect(
  material: Material & { uniforms?: Record<string, { value: unknown }> },
  textures: Set<Texture>,
): void {
  const uniforms = Object.values(material.uniforms ?? {}).map(({ value }) => value);
  for (const value of [...Object.values(material), ...uniforms]) {
    if (value instanceof Texture && value.image) textures.add(value);
  }
}
