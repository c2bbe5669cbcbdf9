import { createPmxBone, type PmxBone, type PmxDisplayFrame } from '@odori/format';
import { BONE_ROWS, boneIndex, FRAMES } from './bone-table.js';

/** The skeleton as the file has it. */
export function createBones(): PmxBone[] {
  return BONE_ROWS.map(({ frame: _frame, parent, tail, append, ik, ...row }) =>
    createPmxBone({
      ...row,
      parent: parent === undefined ? -1 : boneIndex(parent),
      ...(tail !== undefined && { tail: typeof tail === 'string' ? boneIndex(tail) : tail }),
      ...(append && { append: { ...append, parent: boneIndex(append.parent) } }),
      ...(ik && {
        ik: {
          ...ik,
          effector: boneIndex(ik.effector),
          links: ik.links.map((link) => ({ ...link, bone: boneIndex(link.bone) })),
        },
      }),
    }),
  );
}

/** Root, 表情 with all morphs, then the bones by what they move. */
export function createDisplayFrames(morphCount: number): PmxDisplayFrame[] {
  const bonesOf = (frame: string): PmxDisplayFrame['elements'] =>
    BONE_ROWS.flatMap((row, index) => (row.frame === frame ? [{ type: 'bone', index }] : []));
  return [
    { name: 'Root', nameEn: 'Root', special: 1, elements: bonesOf('Root') },
    {
      name: '表情',
      nameEn: 'Exp',
      special: 1,
      elements: Array.from({ length: morphCount }, (_, index) => ({ type: 'morph', index })),
    },
    ...Object.entries(FRAMES).map(([name, nameEn]) => ({
      name,
      nameEn,
      special: 0,
      elements: bonesOf(name),
    })),
  ];
}
