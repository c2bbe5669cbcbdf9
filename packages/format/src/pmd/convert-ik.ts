import type { PmxIk, PmxIkLink } from '../pmx/pmx.js';
import type { PmdBone, PmdIk } from './pmd.js';

/** MMD knows knees by their names, and no other limits. */
const KNEES: readonly string[] = ['左ひざ', '右ひざ'];

const DEGREE = Math.PI / 180;

/** An IK, in PMX terms: the unit angle is four times what a PMD has. Links that are not there are left out. */
export function convertIk(bones: readonly PmdBone[], ik: PmdIk): PmxIk {
  return {
    effector: ik.effector,
    loopCount: ik.loopCount,
    limitAngle: 4 * ik.limitAngle,
    links: Array.from(ik.links)
      .filter((bone) => bones[bone])
      .map((bone) => convertLink(bones, bone)),
  };
}

function convertLink(bones: readonly PmdBone[], bone: number): PmxIkLink {
  if (!KNEES.includes(bones[bone].name.text)) return { bone };
  return { bone, limits: { min: [-180 * DEGREE, 0, 0], max: [-0.5 * DEGREE, 0, 0] } };
}
