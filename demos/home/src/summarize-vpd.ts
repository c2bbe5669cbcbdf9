import type { FormatWarning, Vpd, VpdBone, VpdEncoding, VpdMorph } from '@odori/format';

/** What is in a pose, as plain data. */
export interface VpdSummary {
  modelFile: string;
  encoding: VpdEncoding;
  /** Furthest turned first. */
  bones: readonly PosedBone[];
  /** Bones that are moved or turned from their rest pose. */
  posedBones: number;
  /** Strongest first. */
  morphs: readonly VpdMorph[];
  warnings: readonly FormatWarning[];
}

export interface PosedBone {
  name: string;
  position: readonly [number, number, number];
  /** How far from the rest pose, 0 to 180; NaN if the rotation is none. */
  degrees: number;
}

/** Smaller turns are what is left of a rest pose after its numbers were rounded to six decimals. */
const LEAST_DEGREES = 0.01;

/** Tells what is in a pose. O(bones · log bones). */
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
  const radians = 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)); // a quaternion and its negative are one turn
  const isRotation = Math.hypot(x, y, z, w) > 0;
  return { name, position, degrees: isRotation ? (radians * 180) / Math.PI : NaN };
}

function isPosed({ position, degrees }: PosedBone): boolean {
  return degrees >= LEAST_DEGREES || position.some((value) => value !== 0);
}

/** NaN comes first: it is what the reader should see. */
function descending(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1;
  return Number.isNaN(b) ? 1 : b - a;
}
