import type { Vpd, VpdEncoding } from './vpd.js';

/** What {@link createVpd} takes. */
export interface VpdContent {
  /** The model file that the pose is for. */
  modelFile?: string; // 'model.osm'
  encoding?: VpdEncoding; // 'cp932', the only encoding that MMD reads
  bones?: readonly {
    name: string;
    position?: readonly [number, number, number]; // [0, 0, 0]
    rotation?: readonly [number, number, number, number]; // [0, 0, 0, 1]
  }[];
  morphs?: readonly { name: string; weight: number }[];
}

/**
 * Makes a pose document. O(bones).
 *
 * @example
 * createVpd({ bones: [{ name: '右腕', rotation: [0, 0, 0.3827, 0.9239] }] }).bones[0].position; // → [0, 0, 0]
 */
export function createVpd(content: VpdContent = {}): Vpd {
  const { modelFile = 'model.osm', encoding = 'cp932', bones = [], morphs = [] } = content;
  return {
    format: 'vpd',
    modelFile,
    encoding,
    bones: bones.map(({ name, position = [0, 0, 0], rotation = [0, 0, 0, 1] }) => ({
      name,
      position: [...position],
      rotation: [...rotation],
    })),
    morphs: morphs.map(({ name, weight }) => ({ name, weight })),
    warnings: [],
  };
}
