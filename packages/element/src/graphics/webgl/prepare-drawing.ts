import type { TaskQueue } from '@odori/runtime/internal/three';
import {
  type Camera,
  type Material,
  type Mesh,
  type Object3D,
  type Scene,
  Texture,
  type WebGLRenderer,
} from 'three';

/**
 * Compiles the shaders of what is visible of an object that is to come into a scene, in the background if the
 * browser can, and uploads its textures. Its first picture then takes less time. `signal` ends that. Never
 * rejects.
 */
export async function prepareDrawing(
  renderer: WebGLRenderer,
  root: Object3D,
  scene: Scene,
  camera: Camera,
  tasks: TaskQueue,
  signal: AbortSignal,
): Promise<void> {
  const meshes = drawnMeshes(root);
  const compiled: unknown[] = [];
  // without the extension, `compileAsync` writes a warning to the console
  const isAsync = renderer.extensions.has('KHR_parallel_shader_compile');
  const compile = (mesh: Mesh): unknown =>
    isAsync ? renderer.compileAsync(mesh, camera, scene) : renderer.compile(mesh, camera, scene);
  try {
    for (const mesh of meshes) await tasks.run(() => compiled.push(compile(mesh)), signal);
    for (const texture of texturesOf(meshes)) await tasks.run(() => renderer.initTexture(texture), signal);
  } catch (error) {
    if (!signal.aborted) reportError(error); // the first picture meets the same error
  }
  await Promise.all(compiled);
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
