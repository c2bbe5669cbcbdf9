import type { RigDefinition } from '@odori/runtime';
import {
  type Camera,
  type Color,
  DataTexture,
  FloatType,
  type PerspectiveCamera,
  RGBAFormat,
  Vector3,
  Vector4,
} from 'three';
import { MAX_EDGES } from '../mmd-model/edge-groups.js';
import { MATERIAL_VALUE } from '../morphs/material-morphs.js';
import { colorOrNone } from './scene-settings.js';
import type { EdgeSettings, LookSettings } from './surface-kit.js';

/**
 * Numbers per material in the table of edges: r g b a of the color, the size, the opacity, and two unused.
 */
export const EDGE_VALUES = 8;

/** What the edges read of the materials: two texels each, in rows of pixels, see {@link EDGE_VALUES}. */
export function createEdgeTable(materialCount: number): DataTexture {
  const rows = Math.min(materialCount, MAX_EDGES);
  return new DataTexture(new Float32Array(EDGE_VALUES * rows), EDGE_VALUES / 4, rows, RGBAFormat, FloatType);
}

/**
 * Writes the edge of a material into the table, which then `needsUpdate`. `start`: that of its values, see
 * {@link MATERIAL_VALUE}. Allocates nothing.
 */
export function writeEdge(
  table: DataTexture,
  material: number,
  values: Float32Array,
  start: number,
  opacity: number,
): void {
  if (material >= MAX_EDGES) return;
  const texels = table.image.data as Float32Array;
  const row = EDGE_VALUES * material;
  for (let i = 0; i < 5; i++) texels[row + i] = values[start + MATERIAL_VALUE.edgeColor + i];
  texels[row + 5] = opacity;
}

/** `bone`: an index of the skeleton. `origin`: its position at rest, in the model's space. */
export function createEdgeSettings(
  { look, scene }: LookSettings,
  bone: number,
  origin: Vector3,
): EdgeSettings {
  return {
    look,
    scene,
    commonColor: { value: new Vector4(0, 0, 0, 0) },
    edgeFactor: { value: 1 },
    edgeBone: { value: bone },
    edgeOrigin: { value: origin },
    orthographicFov: { value: 0 },
    viewPart: { value: 1 },
  };
}

/**
 * Writes what the width of edges takes from the camera besides its matrices. Call it before each draw.
 * Allocates nothing.
 */
export function writeEdgeView(edge: EdgeSettings, camera: Camera): void {
  const { view } = camera as Partial<PerspectiveCamera>;
  edge.viewPart.value = view?.enabled ? view.height / view.fullHeight : 1;
  const fov: unknown = 'isOrthographicCamera' in camera ? camera.userData['fov'] : 0;
  edge.orthographicFov.value = typeof fov === 'number' && fov > 0 ? fov : 0;
}

/** Gives all edges a color, or the materials' own. */
export function setEdgeColor({ commonColor }: EdgeSettings, color: Color | undefined): void {
  colorOrNone(commonColor.value, color);
}

/**
 * The bone whose distance from the eye decides the width of edges, and its place: the second one of the file.
 */
export function edgeBone({ boneCount, restPositions }: RigDefinition): [number, Vector3] {
  const bone = Math.min(1, boneCount - 1);
  // Without bones, the slot after the last one is at rest.
  return bone < 0 ? [0, new Vector3()] : [bone, new Vector3().fromArray(restPositions, 3 * bone)];
}
