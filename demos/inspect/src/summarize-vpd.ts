import type { FormatWarning, Vpd, VpdBone, VpdEncoding, VpdMorph } from '@odori/format';

/** The contents of a pose as plain data. */
export interface VpdSummary {
  modelFile: string;
  encoding: VpdEncoding;
  /** Largest rotations first. */
  bones: readonly PosedBone[];
  /** The number of bones that are moved or rotated from rest. */
  posedBones: number;
  /** Largest weights first. */
  morphs: readonly VpdMorph[];
  warnings: readonly FormatWarning[];
}

export interface PosedBone {
  name: string;
  position: readonly [number, number, number];
  /** The angle from rest, 0 to 180; NaN if the rotation is invalid. */
  degrees: number;
}

/** Smaller angles come from rounding a rest pose to six decimals. */
const MIN_DEGREES = 0.01;

/** Summarizes a pose. O(bones · log bones). */
export function summarizeVpd(vpd: Vpd): VpdSummary {
  const bones = vpd.bones.map(posedBone);
  return {
    modelFile: vpd.modelFile,
    encoding: vpd.encoding,
    bones: bones.toSorted((a, b) => descending(a.degrees, b.degrees)),
    posedBones: bones.filter(isPosed).length,
    morphs: vpd.morphs.toSorted((a, b) => descending(Math.abs(a.weight), Math.abs(b.weight))),
    warnings: vpd.warnings,
  };
}

function posedBone({ name, position, rotation }: VpdBone): PosedBone {
  const [x, y, z, w] = rotation;
  const radians = 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)); // q and −q are the same rotation
  const isRotation = Math.hypot(x, y, z, w) > 0;
  return { name, position, degrees: isRotation ? (radians * 180) / Math.PI : NaN };
}

function isPosed({ position, degrees }: PosedBone): boolean {
  return degrees >= MIN_DEGREES || position.some((value) => value !== 0);
}

/** Sorts NaN first, because the user should see it. */
function descending(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1;
  return Number.isNaN(b) ? 1 : b - a;
}
