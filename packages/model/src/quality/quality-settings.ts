/** How good a picture is, from the best one to the one that costs least. */
export type QualityLevel = 'high' | 'medium' | 'low';

/** A level, or `'auto'`: the best one at which pictures come smoothly. */
export type QualityChoice = QualityLevel | 'auto';

/** What a level means. `Infinity` stands for no limit. */
export interface QualitySettings {
  /** The most pixels for a CSS pixel, in width and in height. */
  readonly pixelRatio: number;
  /** The most pixels of a texture, in width and in height; for `maxTextureSize` of the loaders. */
  readonly textureSize: number;
  /** The most pixels of the shadow map of a light, in width and in height. */
  readonly shadowMapSize: number;
  /** Whether a renderer smooths the borders of triangles. It can be chosen only when the renderer is made. */
  readonly antialias: boolean;
  /** Whether models have their edges. */
  readonly edges: boolean;
  /** The most steps of physics in a second. MMD has 60. */
  readonly physicsRate: number;
  /** The most pictures in a second while a dance plays. */
  readonly frameRate: number;
}

/** The levels, the best one first. `'high'` is the picture as MMD has it. */
export const QUALITY: Readonly<Record<QualityLevel, QualitySettings>> = {
  high: {
    pixelRatio: 2,
    textureSize: Infinity,
    shadowMapSize: Infinity,
    antialias: true,
    edges: true,
    physicsRate: Infinity,
    frameRate: Infinity,
  },
  medium: {
    pixelRatio: 1.5,
    textureSize: 1024,
    shadowMapSize: 1024,
    antialias: true,
    edges: true,
    physicsRate: Infinity,
    frameRate: 60,
  },
  low: {
    pixelRatio: 1,
    textureSize: 512,
    shadowMapSize: 512,
    antialias: false,
    edges: false,
    physicsRate: 30,
    frameRate: 60,
  },
};

export const QUALITY_LEVELS: readonly QualityLevel[] = ['high', 'medium', 'low'];

/** Gigabytes. Browsers say 8 at most. */
const SMALL_MEMORY = 4;
/** CSS pixels of the shorter side of a screen, up to which it is that of a phone. */
const PHONE_SCREEN = 600;

/**
 * The level with which `'auto'` begins: medium on phones and on devices with little memory, else high. In
 * Node: high.
 */
export function deviceLevel(): QualityLevel {
  if (!('matchMedia' in globalThis)) return 'high';
  const { deviceMemory = Infinity } = navigator as { readonly deviceMemory?: number };
  return deviceMemory <= SMALL_MEMORY || isPhone() ? 'medium' : 'high';
}

function isPhone(): boolean {
  const { width, height } = screen;
  return Math.min(width, height) < PHONE_SCREEN && matchMedia('(pointer: coarse)').matches;
}
