import type { PictureDifference, QuadDifference } from './compare-look.js';
import type { OraclePicture } from './oracle-index.js';
import { setOf } from './oracle-index.js';

/** What of a picture may differ from MMD's. */
interface LookLimits {
  /** Pixels that are off. */
  readonly off?: number;
  /** The middle of a quad: its mean difference, and that of its color, of 255. */
  readonly quad?: number;
  /** The least share of the body that is not off, away from steps of color. */
  readonly body?: number;
}

/** By picture, else by set. */
const LIMITS: Readonly<Record<string, LookLimits>> = {
  terms: { quad: 1 },
  alpha: { quad: 1 },
  morphs: { quad: 1 },
  uvm: { quad: 1 },
  recv: { quad: 1 },
  recv_noss: { quad: 1 },
  edges: { off: 350 },
  shadow: { off: 1700 },
  shadow_opaque: { off: 1700 },
  shadow_black: { off: 1700 },
  // The texture of the tubes is filtered differently where it is seen at a flat angle.
  sdef: { off: 4000 },
  'sdef_50.png': { off: 1500 },
  // Texels of MMD's own shadow map are larger than pixels there.
  'shadow_130.png': { off: 5000 },
  dancer_off: { body: 0.975 },
  dancer_ss: { body: 0.95 },
};

/** Quads that are not compared. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  toon5: 'toon06 has columns that differ in MMD; ours has one column, with their mean',
  dummy: 'it stands in the floor',
};

/** What was measured of a picture. */
export interface LookDifference {
  readonly all: PictureDifference;
  readonly quads: readonly QuadDifference[];
  /** Of the dancer: her body and edges, away from steps of color. */
  readonly body?: PictureDifference;
}

/** What exceeds the limits of a picture: a line for each; empty if all is well. */
export function exceededLimits(picture: OraclePicture, { all, quads, body }: LookDifference): string[] {
  const { file } = picture;
  const limits = LIMITS[file] ?? LIMITS[setOf(picture)];
  const lines: string[] = [];
  const { off = Infinity, quad = Infinity, body: least = 0 } = limits;
  if (all.off > off) lines.push(`${file}: ${all.off} pixels are off, more than ${off}`);
  for (const { name, mean, bias } of quads)
    if (!(name in LEFT_OUT) && Math.max(mean, bias) > quad)
      lines.push(
        `${file}, quad ${name}: mean difference ${mean.toFixed(2)}, of its color ${bias.toFixed(2)}`,
      );
  const share = body ? 1 - body.off / body.count : 1;
  if (share < least) lines.push(`${file}: ${(100 * share).toFixed(2)} % of the body are not off`);
  return lines;
}
