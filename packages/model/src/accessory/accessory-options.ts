import type { Vac } from '@odori/format/x';
import type { ShadowBorders } from '../look/mmd-look.js';
import type { TextureOptions } from '../textures/model-textures.js';

/** Options of {@link createAccessory}. */
export interface AccessoryOptions extends TextureOptions {
  /** The VAC file beside it, which says its size and place. */
  readonly vac?: Vac | undefined;
  /** See {@link MmdAccessory.shadows}. */
  readonly shadows?: ShadowBorders; // 'mmd'
}
