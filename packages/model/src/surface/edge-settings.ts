import { type Camera, type Color, type PerspectiveCamera, type Vector3, Vector4 } from 'three';
import { MATERIAL_VALUE } from '../morphs/material-morphs.js';
import { colorOrNone } from './scene-settings.js';
import type { EdgeSettings, LookSettings } from './surface-kit.js';

/**
 * Of the texels of a material's values, the one with g b a of the edge color, and the edge size; the one
 * before ends with r.
 */
export const EDGE_TEXEL: number = (MATERIAL_VALUE.edgeColor + 1) / 4;

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
