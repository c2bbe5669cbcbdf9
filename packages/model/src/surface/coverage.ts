import {
  ConstantAlphaFactor,
  CustomBlending,
  HalfFloatType,
  type Material,
  NormalBlending,
  type Object3D,
  OneMinusSrcAlphaFactor,
  type RenderTarget,
} from 'three';

/*
 * What MMD's looks draw is not to be tone mapped, but effects need everything in one picture. Its alpha says
 * then how much of a pixel they cover: blended with a factor of their own, they make it COVERED instead of 1.
 * Whatever is drawn over them makes it less again, and multisampling averages it.
 */

/** Far below zero: what adds light also adds alpha, and would look like a cover above 1. */
export const COVERED = -63;

/** How many passes read the cover of a scene. */
const readers = new WeakMap<Object3D, number>();

/** The materials of MMD's looks in a scene write their cover into half-float targets from now on. */
export function askForCoverage(scene: Object3D): void {
  readers.set(scene, (readers.get(scene) ?? 0) + 1);
}

/** Ends one call of {@link askForCoverage}. */
export function endCoverage(scene: Object3D): void {
  readers.set(scene, Math.max((readers.get(scene) ?? 0) - 1, 0));
}

interface Targeted {
  getRenderTarget(): RenderTarget | null;
}

/** Is it a picture whose alpha says the cover? Allocates nothing. */
export function keepsCoverage(renderer: Targeted, scene: Object3D): boolean {
  if (!readers.get(scene) || ('overrideMaterial' in scene && scene.overrideMaterial)) return false;
  return renderer.getRenderTarget()?.texture.type === HalfFloatType;
}

/** Makes a material write its cover, or not, into the picture that is drawn. Allocates nothing. */
export function writeCoverage(renderer: Targeted, scene: Object3D, material: Material): void {
  const isWritten = material.blendAlpha === COVERED;
  const isAsked = !material.toneMapped && keepsCoverage(renderer, scene);
  if (isAsked === isWritten || (isAsked && material.blending !== NormalBlending)) return;
  material.blending = isAsked ? CustomBlending : NormalBlending;
  material.blendAlpha = isAsked ? COVERED : 0;
  material.blendSrcAlpha = isAsked ? ConstantAlphaFactor : null;
  material.blendDstAlpha = isAsked ? OneMinusSrcAlphaFactor : null;
}
