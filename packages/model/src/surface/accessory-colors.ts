import type { XMaterial } from '@odori/format/x';
import { finite } from '@odori/runtime/internal';
import { Vector3, Vector4 } from 'three';

/** Subtracted from the light's color to give the ambient light of accessories. */
export const AMBIENT_OFFSET = 0.3;

/** MMD multiplies the specular color of a file by this. */
const HIGHLIGHT_PART = 0.1;

/** Materials of exactly this alpha cast no self shadow in MMD. Its own stage01.x has such light cones. */
const SHADOWLESS_ALPHA = /* @__PURE__ */ Math.fround(0.98);

/** What the shaders of an accessory's material read of the file, gamma encoded. */
export interface AccessoryColors {
  /** r g b a. */
  readonly diffuse: Vector4;
  /** r g b, as MMD draws it. */
  readonly specular: Vector3;
  readonly specularPower: number;
  readonly emissive: Vector3;
  /** Whether it casts self shadow. */
  readonly castsShadow: boolean;
}

/** Undefined: white. Numbers that are not finite become 0. */
export function accessoryColors(material: XMaterial | undefined): AccessoryColors {
  const { diffuse = [1, 1, 1, 1], power = 0, specular = [0, 0, 0], emissive = [0, 0, 0] } = material ?? {};
  return {
    diffuse: new Vector4().fromArray(diffuse.map(finite)),
    specular: new Vector3().fromArray(specular.map(finite)).multiplyScalar(HIGHLIGHT_PART),
    specularPower: finite(power),
    emissive: new Vector3().fromArray(emissive.map(finite)),
    castsShadow: Math.fround(diffuse[3]) !== SHADOWLESS_ALPHA,
  };
}
