import { bindMotion, createRigDefinition, noticeableMissing, Rig } from '@odori/runtime/rig';
import { nameInBoth } from '../documents/descriptions.js';
import { countOf } from '../text/count-of.js';
import { listNames, type Show, type ShownModel, type ShownMotion } from './arrange-show.js';

/** A line of {@link describeShow}: what a file is for, and the file. */
export interface ShowLine {
  readonly label: string;
  readonly text: string;
}

/**
 * What a page shows: the model by its Japanese and English name, motions with their lengths, camera, pose and
 * song.
 *
 * @example
 * describeShow(show)[1]; // → { label: 'motion', text: 'dance.vmd, 1:04, 81 bones, 17 morphs' }
 */
export function describeShow({ model, motions, face, camera, pose, song }: Show): ShowLine[] {
  const withFace = face ? ` with ${face.file.label}` : '';
  return [
    { label: 'model', text: `${modelName(model)}, ${model.file.label}` },
    ...motions.map((each) => ({
      label: each.motion.duration === 0 ? 'pose' : 'motion',
      text: motionText(each, withFace),
    })),
    ...(pose ? [{ label: 'pose', text: motionText(pose, '') }] : []),
    ...(camera ? [{ label: 'camera', text: `${camera.file.label}, ${lengthText(camera)}` }] : []),
    ...(song ? [{ label: 'song', text: song.label }] : []),
  ];
}

/** @example modelName(model); // → 'オドリ (Odori)' */
export function modelName({ file, pmx }: ShownModel): string {
  return nameInBoth(pmx.name, pmx.nameEn) || file.name;
}

/** What is missing in a show, and the problems of its files, one sentence each. O(keys). */
export function showProblems({ model, motions, face, pose, notes }: Show): string[] {
  const { file, pmx, missing } = model;
  const rig = new Rig(createRigDefinition(pmx));
  const played = [...motions, ...(face ? [face] : []), ...(pose ? [pose] : [])];
  return [
    ...(missing.length > 0
      ? [`${file.label}: ${countOf(missing.length, 'texture')} missing: ${listNames(missing)}`]
      : []),
    ...played.flatMap((each) => missingParts(each, rig)),
    ...notes,
  ];
}

function motionText({ file, motion, ...rest }: ShownMotion, withFace: string): string {
  const parts = [
    ...(motion.bones.size > 0 ? [countOf(motion.bones.size, 'bone')] : []),
    ...(motion.morphs.size > 0 ? [countOf(motion.morphs.size, 'morph')] : []),
  ];
  const length = motion.duration === 0 ? [] : [lengthText({ file, motion, ...rest })];
  return [file.label + withFace, ...length, ...parts].join(', ');
}

/** @example lengthText(motion); // → '1:04' */
function lengthText({ motion }: ShownMotion): string {
  const seconds = Math.round(motion.duration);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * What a motion moves visibly and the model does not have. Hair and ties, which differ in all models, do not
 * count.
 */
function missingParts({ file, motion }: ShownMotion, rig: Rig): string[] {
  const { missing } = bindMotion(motion, rig);
  if (motion.bones.size > 0 && missing.bones.length === motion.bones.size)
    return [`${file.label}: the motion moves none of the bones of this model`];
  const { bones, morphs } = noticeableMissing(motion, missing);
  const parts = [
    ...(bones.length > 0 ? [`${countOf(bones.length, 'bone')} (${listNames(bones)})`] : []),
    ...(morphs.length > 0 ? [`${countOf(morphs.length, 'morph')} (${listNames(morphs)})`] : []),
  ];
  return parts.length === 0
    ? []
    : [`${file.label}: the model does not have ${parts.join(' and ')} of this motion`];
}
