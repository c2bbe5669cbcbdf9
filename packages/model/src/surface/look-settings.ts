import { LOOKS } from '../look/mmd-look.js';

/** The settings that all materials of one model share. A material that is drawn reads them. */
export interface LookSettings {
  /** A number of {@link LOOKS}. */
  readonly look: { value: number };
  /** Whether the borders of shadows are three's, not MMD's hard ones. */
  readonly softShadows: { value: boolean };
}

export function createLookSettings(): LookSettings {
  return { look: { value: LOOKS.auto }, softShadows: { value: false } };
}
