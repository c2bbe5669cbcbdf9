import {
  type Camera,
  type Material,
  type Mesh,
  type Object3D,
  type Scene,
  Texture,
  type WebGLRenderer,
} from 'three';

/** Milliseconds of uploads in one frame of the page. */
const PORTION = 8;
/** Milliseconds after which a picture no longer waits for shaders: its own may have been disposed of meanwhile. */
const MOST_WAITING = 3000;

/**
 * Compiles the shaders of an object that is to come into a scene, in the background if the browser can, and uploads its textures in some
 * frames of the page. Its first picture then takes less time. Never rejects.
 *
 * Only what is visible is prepared: three.js never frees a compiled shader that has drawn nothing. `isLost`: the browser has taken the
 * context away; three.js uploads everything when it is back.
 */
export async function prepareDrawing(
  renderer: WebGLRenderer,
  root: Object3D,
  scene: Scene,
  camera: Camera,
  isLost: () => boolean,
): Promise<void> {
  if (isLost()) return;
  const meshes = drawnMeshes(root);
  if (renderer.extensions.has('KHR_parallel_shader_compile')) {
    const compiled = meshes.map((mesh) => renderer.compileAsync(mesh, camera, scene));
    await Promise.race([Promise.all(compiled), timeout(MOST_WAITING)]);
  } else for (const mesh of meshes) renderer.compile(mesh, camera, scene); // three would warn that the extension is missing
  let since = -Infinity;
  for (const texture of texturesOf(meshes)) {
    if (performance.now() - since > PORTION) {
      await nextFrame();
      since = performance.now();
    }
    if (isLost()) return;
    renderer.initTexture(texture);
  }
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

/** A page in the background has no frames. */
function nextFrame(): Promise<unknown> {
  return document.hidden
    ? Promise.resolve()
    : Promise.race([new Promise(requestAnimationFrame), timeout(100)]);
}

function timeout(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
