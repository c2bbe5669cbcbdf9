import type { Pmx } from '../pmx/pmx.js';
import { convertBones } from './convert-bones.js';
import { convertFrames } from './convert-frames.js';
import { convertIndices, convertVertices } from './convert-geometry.js';
import { convertMaterials } from './convert-materials.js';
import { convertMorphs } from './convert-morphs.js';
import { convertJoints, convertRigidBodies } from './convert-physics.js';
import type { Pmd } from './pmd.js';

/**
 * The PMX that moves and looks as MMD makes a PMD move and look.
 *
 * The bones keep their places, and those that some IK needs in addition stand behind them; morphs move up by one
 * where the base was. Every index points at something or is −1, whatever the PMD says. `fromPmd` tells a solver that
 * MMD's rules for PMD hold: the loop as it is stored, IK in the order that the layers give, knees and type 5 by rules
 * of their own. The result shares nothing with `pmd`. O(document).
 *
 * @see Measured on MMD 9.31 (unit angle, order of the IKs), and Miku's PMD beside her PMX by the same maker (layers,
 * flags, knees): spec, F12.
 * @example
 * const pmx = pmdToPmx(parsePmd(bytes));
 * pmx.bones.find(({ name }) => name === '左足ＩＫ')?.ik?.limitAngle; // → 2, where the PMD has 0.5
 */
export function pmdToPmx(pmd: Pmd): Pmx {
  const indices = convertIndices(pmd);
  return {
    format: 'pmx',
    version: 2,
    encoding: 'utf-16le',
    name: pmd.name.text,
    nameEn: pmd.english?.name.text ?? '',
    comment: pmd.comment.text,
    commentEn: pmd.english?.comment.text ?? '',
    vertices: convertVertices(pmd),
    indices,
    ...convertMaterials(pmd, indices.length),
    bones: convertBones(pmd),
    morphs: convertMorphs(pmd),
    displayFrames: convertFrames(pmd),
    rigidBodies: convertRigidBodies(pmd),
    joints: convertJoints(pmd),
    softBodies: [],
    trailing: new Uint8Array(0),
    fromPmd: true,
    warnings: [...pmd.warnings],
  };
}
