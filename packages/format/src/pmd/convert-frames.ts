import type { PmxDisplayElement, PmxDisplayFrame } from '../pmx/pmx.js';
import { convertMorphIndex } from './convert-morphs.js';
import type { Pmd } from './pmd.js';

/** Root with the first bone, 表情 with the facial list, then the frames of the PMD. What is not there is left out. */
export function convertFrames(pmd: Pmd): PmxDisplayFrame[] {
  const root = pmd.bones.length > 0 ? [boneElement(0)] : [];
  const frames = pmd.frameNames.map((name, i) => ({
    name: withoutLineFeed(name.text),
    nameEn: withoutLineFeed(pmd.english?.frameNames[i]?.text ?? ''),
    special: 0,
    elements: [] as PmxDisplayElement[],
  }));
  for (const { bone, frame } of pmd.frameBones) {
    if (!pmd.bones[bone]) continue;
    if (frame > 0) frames[frame - 1]?.elements.push(boneElement(bone));
    else if (bone > 0) root.push(boneElement(bone));
  }
  return [
    { name: 'Root', nameEn: 'Root', special: 1, elements: root },
    { name: '表情', nameEn: 'Exp', special: 1, elements: facialElements(pmd) },
    ...frames,
  ];
}

function boneElement(index: number): PmxDisplayElement {
  return { type: 'bone', index };
}

function facialElements(pmd: Pmd): PmxDisplayElement[] {
  return Array.from(pmd.facialList, (morph) => convertMorphIndex(pmd, morph))
    .filter((index) => index >= 0)
    .map((index) => ({ type: 'morph', index }));
}

function withoutLineFeed(name: string): string {
  return name.replace(/\r?\n$/, '');
}
