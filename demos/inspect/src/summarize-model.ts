import {
  type FormatWarning,
  parsePmd,
  parsePmx,
  type Pmx,
  PMX_BONE,
  type PmxBone,
  type PmxMorph,
  pmdToPmx,
} from '@odori/format';
import { say, type TextPart } from '../../shared/language/texts.js';
import { amountText } from '../../shared/number-text.js';
import { nameText } from '../../shared/file-text.js';

/** The contents of a model as plain data. */
export interface ModelSummary {
  format: 'PMX' | 'PMD';
  version: number;
  name: string;
  nameEn: string;
  counts: Readonly<
    Record<'vertices' | 'triangles' | 'materials' | 'textures' | 'rigidBodies' | 'joints', number>
  >;
  bones: readonly ModelBone[];
  morphs: readonly ModelMorph[];
  warnings: readonly FormatWarning[];
}

export interface ModelBone {
  name: string;
  nameEn: string;
  /** Its features, such as `IK, 2 links to 左足首`. */
  traits: readonly string[];
}

export interface ModelMorph {
  name: string;
  nameEn: string;
  type: PmxMorph['type'];
}

/** Summarizes a model of either format. O(bytes). */
export function summarizeModel(bytes: Uint8Array, format: 'pmx' | 'pmd'): ModelSummary {
  if (format === 'pmx') {
    const pmx = parsePmx(bytes);
    return { ...summarize(pmx), format: 'PMX', version: pmx.version };
  }
  const pmd = parsePmd(bytes);
  return { ...summarize(pmdToPmx(pmd)), format: 'PMD', version: pmd.version };
}

function summarize(pmx: Pmx): Omit<ModelSummary, 'format' | 'version'> {
  const { name, nameEn, vertices, indices, materials, textures, rigidBodies, joints, warnings } = pmx;
  return {
    name,
    nameEn,
    counts: {
      vertices: vertices.count,
      triangles: Math.floor(indices.length / 3),
      materials: materials.length,
      textures: textures.length,
      rigidBodies: rigidBodies.length,
      joints: joints.length,
    },
    bones: pmx.bones.map((bone) => ({ name: bone.name, nameEn: bone.nameEn, traits: traitsOf(bone, pmx) })),
    morphs: pmx.morphs,
    warnings,
  };
}

function traitsOf({ ik, append, fixedAxis, flags }: PmxBone, { bones }: Pmx): string[] {
  const traits: string[] = [];
  const nameOf = (index: number): TextPart => (bones[index] ? nameText(bones[index].name) : say('no bone'));
  if (ik) {
    const links = amountText(ik.links.length, 'link');
    traits.push(say('IK, {links} to {bone}', { links, bone: nameOf(ik.effector) }));
  }
  if (append) {
    const { ratio, parent } = append;
    traits.push(say('append {ratio} × {bone}', { ratio, bone: nameOf(parent) }));
  }
  if (fixedAxis) traits.push(say('fixed axis'));
  if (flags & PMX_BONE.afterPhysics) traits.push(say('after physics'));
  return traits;
}
