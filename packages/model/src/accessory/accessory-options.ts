import type { Vac } from '@odori/format/x';
import type { FileSource } from '../files/file-source.js';
import type { ShadowBorders } from '../look/mmd-look.js';

/** Options of {@link createAccessory}. */
export interface AccessoryOptions {
  /** The files with its textures; without it, the accessory has none. */
  readonly files?: FileSource | undefined;
  /** The VAC file beside it, which says its size and place. */
  readonly vac?: Vac | undefined;
  /** See {@link MmdAccessory.shadows}. */
  readonly shadows?: ShadowBorders; // 'mmd'
}
