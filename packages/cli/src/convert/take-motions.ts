import {
  bvmdToVmd,
  createVmd,
  encodeName,
  type FormatWarning,
  type Pmm,
  pmmCameraToVmd,
  pmmToVmd,
  type Vmd,
  type Vpd,
} from '@odori/format';
import type { MmdDocument } from '../documents/parse-document.js';
import { nameInBoth } from '../documents/name-in-both.js';
import { FileProblem } from '../problem.js';

/** A motion out of a document, and what it is to be called if there are several. */
export interface TakenMotion {
  readonly vmd: Vmd;
  /** Such as `00-初音ミク` or `camera`; undefined if the document is one motion. */
  readonly part: string | undefined;
}

/**
 * The motions in a document: one, or of a project one a model and the camera's.
 *
 * `model`: of a project, the only one to take, by name, by number, or `camera`; else the name of the model that the
 * motion is for.
 *
 * @throws {@link FileProblem} if it has no motion, or no such model.
 */
export function takeMotions(
  document: MmdDocument,
  model: string | undefined,
  onWarning: (warning: FormatWarning) => void,
): TakenMotion[] {
  switch (document.format) {
    case 'vmd':
      return [single(document, model)];
    case 'bvmd':
      return [single(bvmdToVmd(document, { onWarning }), model)];
    case 'vpd':
      return [single(vmdOfPose(document), model)];
    case 'pmm':
      return ofProject(document, model);
    default:
      throw new FileProblem(`is a ${document.format.toUpperCase()}, a model, not a motion`);
  }
}

function single(vmd: Vmd, model: string | undefined): TakenMotion {
  return { vmd: model === undefined ? vmd : { ...vmd, modelName: encodeName(model) }, part: undefined };
}

/** Everything at frame 0. */
function vmdOfPose({ modelFile, bones, morphs }: Vpd): Vmd {
  return createVmd({
    modelName: modelFile.replace(/\.osm$/, ''),
    bones: bones.map((bone) => ({ ...bone, frame: 0 })),
    morphs: morphs.map((morph) => ({ ...morph, frame: 0 })),
  });
}

function ofProject(pmm: Pmm, model: string | undefined): TakenMotion[] {
  const models = pmm.models.map(({ name, nameEn }, index) => ({
    index,
    name: name.text,
    nameEn: nameEn.text,
  }));
  const isChosen = (...names: string[]): boolean =>
    model === undefined || (model !== '' && names.includes(model));
  const chosen = models.filter(({ index, name, nameEn }) => isChosen(name, nameEn, String(index)));
  const camera = isChosen(CAMERA) ? [{ vmd: pmmCameraToVmd(pmm), part: CAMERA }] : [];
  if (chosen.length + camera.length === 0) {
    const known = models.map(({ index, name, nameEn }) => `${index} ${nameInBoth(name, nameEn)}`);
    throw new FileProblem(`has no model ${model}, but ${[...known, CAMERA].join(', ')}`);
  }
  checkNames(pmm, chosen);
  const motions = chosen.map(({ index, name }) => ({
    vmd: pmmToVmd(pmm, index),
    part: `${String(index).padStart(2, '0')}-${name}`,
  }));
  return [...motions, ...camera];
}

/** What the camera, light and shadow of a project go by. */
const CAMERA = 'camera';

function checkNames(
  { models }: Pmm,
  chosen: readonly { readonly index: number; readonly name: string }[],
): void {
  const nameless = chosen.filter(({ index }) => {
    const { boneNames, bones, morphNames, morphs } = models[index];
    return boneNames.length < bones.starts.length - 1 || morphNames.length < morphs.starts.length - 1;
  });
  if (nameless.length === 0) return;
  const names = [...new Set(nameless.map(({ name }) => name))].join(', ');
  const others = `or take others by --model, such as --model ${CAMERA}`;
  throw new FileProblem(
    `is of version 1, which has no names of bones: give the PMDs of ${names} by --pmd, ${others}`,
  );
}
