import { type BufferGeometry, type InstancedBufferGeometry, type Object3D, SkinnedMesh } from 'three';
import { bindModelMesh, ModelMesh } from '../../mmd-model/model-mesh.js';
import type { ModelParts } from '../../mmd-model/model-parts.js';
import type { ModelSurface } from '../../mmd-model/model-surface.js';

/** Has a mesh draw these rows, until another range is set: shaders read the first one from `bindMatrix`. */
export function setRange({ bindMatrix, geometry }: SkinnedMesh, first: number, count: number): void {
  bindMatrix.elements[12] = first;
  (geometry as InstancedBufferGeometry).instanceCount = count;
}

/** Has a geometry draw as many instances as {@link setRange} says. */
export function drawInstances(geometry: BufferGeometry): void {
  Object.assign(geometry, { isInstancedBufferGeometry: true, instanceCount: 0 });
}

/** Draws the dancers of one layer once more: their last materials, and their edges. */
export class CrowdLayer {
  readonly #parts: ModelParts;
  readonly #surface: ModelSurface;
  readonly #body: SkinnedMesh;
  readonly #edges: SkinnedMesh;
  #start = -1;

  /** `beforeDraw` sets the range of a mesh that is going to be drawn. */
  constructor(parts: ModelParts, surface: ModelSurface, beforeDraw: (mesh: SkinnedMesh) => void) {
    this.#parts = parts;
    this.#surface = surface;
    // at the same distance, the object that was created first is drawn first
    this.#body = this.#createMesh(surface.mesh, beforeDraw);
    this.#edges = this.#createMesh(surface.outline, beforeDraw);
  }

  addTo(root: Object3D): void {
    root.add(this.#body, this.#edges);
  }

  /** Draws the materials from `start` on, and the edges; not if it is unused. */
  show(isUsed: boolean, start: number): void {
    const { mesh, outline } = this.#surface;
    copySwitches(mesh, this.#body, isUsed);
    copySwitches(outline, this.#edges, isUsed);
    this.#edges.geometry.groups = outline.geometry.groups;
    if (start === this.#start) return;
    this.#start = start;
    this.#body.geometry.groups = mesh.geometry.groups.filter(({ materialIndex }) => materialIndex! >= start);
  }

  dispose(): void {
    for (const mesh of [this.#body, this.#edges]) {
      mesh.removeFromParent();
      this.#parts.release(mesh.geometry);
    }
  }

  #createMesh(from: SkinnedMesh, beforeDraw: (mesh: SkinnedMesh) => void): SkinnedMesh {
    const geometry = this.#parts.useAgain(from.geometry);
    drawInstances(geometry);
    const mesh = new ModelMesh(geometry, from.material);
    mesh.name = `${from.name} layer`;
    bindModelMesh(mesh, from.skeleton);
    mesh.boundingSphere = from.boundingSphere;
    mesh.raycast = () => {};
    mesh.onBeforeRender = (renderer, scene, camera, _geometry, material, group) => {
      from.onBeforeRender(renderer, scene, camera, from.geometry, material, group);
      this.#parts.noteDrawn(geometry);
      mesh.receiveShadow = from.receiveShadow;
      beforeDraw(mesh);
    };
    return mesh;
  }
}

function copySwitches(from: SkinnedMesh, to: SkinnedMesh, isUsed: boolean): void {
  to.visible = isUsed && from.visible;
  to.frustumCulled = from.frustumCulled;
  to.renderOrder = from.renderOrder;
  to.layers.mask = from.layers.mask;
}
