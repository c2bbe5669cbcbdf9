import { FloatType, HalfFloatType } from 'three';

/**
 * How strongly the materials glow that AutoLuminous lights in MMD: a factor, which 0 and `'off'` turn off.
 *
 * `'auto'` is 1 in render targets of half floats or floats, where effects such as bloom find what is brighter
 * than white, and 0 elsewhere: on a canvas, a model looks as in MMD.
 */
export type Glow = 'auto' | 'off' | number;

/*
 * The rule of AutoLuminous: a material glows whose shininess is above 100, and whose specular color is nearly
 * black, so that shiny hair and eyes do not. Its strength is max(1, (shininess − 100) / 7).
 */
export const GLOW_SHININESS = 100;
export const GLOW_STEP = 7;
/** Specular colors, as vectors, are shorter than this. */
export const GLOW_SPECULAR = 0.01;

/** What says where it draws: both renderers. */
interface TargetedRenderer {
  getRenderTarget(): { readonly texture: { readonly type: number } } | null;
}

/** The factor of the glow in the picture that is drawn now. Allocates nothing. */
export function glowFactor(glow: Glow, renderer: TargetedRenderer): number {
  if (typeof glow === 'number') return glow;
  const type = glow === 'auto' ? renderer.getRenderTarget()?.texture.type : undefined;
  return type === HalfFloatType || type === FloatType ? 1 : 0;
}

/**
 * Checks a glow that a page gives.
 *
 * @throws RangeError if it is none.
 */
export function checkGlow(glow: Glow): void {
  if (glow === 'auto' || glow === 'off' || (typeof glow === 'number' && glow >= 0 && glow < Infinity)) return;
  throw new RangeError(`glow must be 'auto', 'off' or a finite number from 0 on, not ${String(glow)}`);
}
