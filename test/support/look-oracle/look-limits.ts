import type { PictureDifference, QuadDifference } from './compare-look.js';
import { type OraclePicture, setOf } from './oracle-index.js';

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
  acc_off: { off: 220 }, // 0.05 %
  acc_shadow: { off: 220 },
  steep: { off: 50 },
  dancer_off: { body: 0.975 },
  dancer_ss: { body: 0.95 },
};

/** What the mean difference of single quads may be instead. */
const QUADS: Readonly<Record<string, number>> = {
  toon5: Infinity, // MMD's toon06 has columns that differ. Ours has one column, their mean.
  mix4: 1.1, // A repeated texture begins anew in its middle. The pixel at this step is filtered differently.
  dummy: Infinity, // It stands in the floor.
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
    if (Math.max(mean, bias) > (QUADS[name] ?? quad))
      lines.push(
        `${file}, quad ${name}: mean difference ${mean.toFixed(2)}, of its color ${bias.toFixed(2)}`,
      );
  const share = body ? 1 - body.off / body.count : 1;
  if (share < least) lines.push(`${file}: ${(100 * share).toFixed(2)} % of the body are not off`);
  return lines;
}
