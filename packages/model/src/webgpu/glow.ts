import type { Node } from 'three/webgpu';
import { clamp, If, length, select, vec3 } from 'three/tsl';
import { GLOW_SHININESS, GLOW_SPECULAR, GLOW_STEP } from '../look/glow.js';
import type { LookSettings } from '../surface/surface-kit.js';
import { materialValue } from './material-value.js';
import { decoded } from './mmd-node-material.js';

/** The values of a material that decide whether and how it glows. */
interface GlowingMaterial {
  readonly diffuse: Node<'vec4'>;
  readonly specular: Node<'vec3'>;
  readonly specularPower: Node<'float'>;
}

const factor = materialValue('float', ({ glow }: Pick<LookSettings, 'glow'>) => glow.value);

/**
 * The glow of a material, linear, see `glowFactor`; black if it has none. `readTexel` reads its texture,
 * gamma encoded.
 */
export function glowColor(
  { diffuse, specular, specularPower }: GlowingMaterial,
  readTexel: () => Node<'vec3'>,
): Node<'vec3'> {
  const sum = vec3(0).toVar();
  // in a crowd, all but the factor differs by dancer, and textures must not be read where only some glow
  If(factor.greaterThan(0), () => {
    const color = decoded(clamp(diffuse.rgb, 0, 1).mul(readTexel()));
    const strength = specularPower.sub(GLOW_SHININESS).div(GLOW_STEP).max(1);
    const glows = specularPower.greaterThan(GLOW_SHININESS).and(length(specular).lessThan(GLOW_SPECULAR));
    sum.assign(select(glows, color.mul(strength).mul(factor), vec3(0)));
  });
  return sum;
}
