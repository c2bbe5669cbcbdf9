import { LOOKS } from '../look/mmd-look.js';

/** The uniforms that all materials of one model share. */
export interface LookUniforms {
  /** A number of {@link LOOKS}. */
  readonly look: { value: number };
  /** Whether the borders of shadows are three's, not MMD's hard ones. */
  readonly softShadows: { value: boolean };
}

export function createLookUniforms(): LookUniforms {
  return { look: { value: LOOKS.auto }, softShadows: { value: false } };
}
