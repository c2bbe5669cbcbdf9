import {
  type Bvmd,
  bvmdToVmd,
  createVmd,
  type Pmm,
  pmmCameraToVmd,
  pmmToVmd,
  type Vmd,
  type Vpd,
} from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { FileError } from '../errors.js';
import { formatName, nameInBoth, ofWriter, type Warn } from './descriptions.js';
import type { MmdDocument } from './parse-document.js';
import { say } from '../language/message.js';

/** A motion from a document. */
interface ExtractedMotion {
  readonly vmd: Vmd;
  /** The part of a project, such as `00-初音ミク` or `camera`; undefined for other documents. */
  readonly part: string | undefined;
}

/**
 * Extracts the motions of a document: from a project one for each model and one for the camera, from any
 * other document one.
 *
 * `model`: for a project, the only model to extract, by name, by number, or `camera`; for other documents,
 * the new model name of the motion. `isSplit`: a BVMD with a dance and a camera gives two motions, because
 * MMD does not load both from one VMD; `model` is then the new name of the dance, or `camera` for the camera
 * alone.
 *
 * @throws {@link FileError} if there is no motion, or no such model.
 */
export function extractMotions(
  document: MmdDocument,
  model: string | undefined,
  warn: Warn,
  isSplit = false,
): ExtractedMotion[] {
  switch (document.format) {
    case 'vmd':
      return [single(document, model)];
    case 'bvmd':
      return isSplit && hasBoth(document)
        ? splitMotion(document, model, warn)
        : [single(bvmdToVmd(document, { onWarning: ofWriter(warn) }), model)];
    case 'vpd':
      return [single(poseToVmd(document), model)];
    case 'pmm':
      return fromProject(document, model);
    default:
      throw new FileError(say('not-a-motion', { format: formatName(document.format) }));
  }
}

function single(vmd: Vmd, model: string | undefined): ExtractedMotion {
  return { vmd: model === undefined ? vmd : { ...vmd, modelName: encodeName(model) }, part: undefined };
}

/** Does it have keyframes of a model and of a camera? */
function hasBoth({ bones, morphs, properties, cameras }: Bvmd): boolean {
  return bones.count + morphs.count + properties.count > 0 && cameras.count > 0;
}

/** The dance and its camera; one of them if `model` is its name. */
function splitMotion(bvmd: Bvmd, model: string | undefined, warn: Warn): ExtractedMotion[] {
  const onWarning = ofWriter(warn);
  const camera = { vmd: bvmdToVmd(bvmd, { part: 'camera', onWarning }), part: CAMERA };
  if (model === CAMERA) return [camera];
  const dance = single(bvmdToVmd(bvmd, { part: 'model', onWarning }), model);
  return model === undefined ? [dance, camera] : [dance];
}

/** All keyframes are at frame 0. */
function poseToVmd({ modelFile, bones, morphs }: Vpd): Vmd {
  return createVmd({
    modelName: modelFile.replace(/\.osm$/, ''),
    bones: bones.map((bone) => ({ ...bone, frame: 0 })),
    morphs: morphs.map((morph) => ({ ...morph, frame: 0 })),
  });
}

/** The name of a project's camera, light and shadow, for users. */
export const CAMERA = 'camera';

function fromProject(pmm: Pmm, model: string | undefined): ExtractedMotion[] {
  const models = pmm.models.map(({ name, nameEn }, index) => ({
    index,
    name: name.text,
    nameEn: nameEn.text,
  }));
  const isChosen = (...names: string[]): boolean =>
    model === undefined || (model !== '' && names.includes(model));
  const chosen = models.filter(({ index, name, nameEn }) => isChosen(name, nameEn, String(index)));
  const parts = hasSection(pmm, 'camera') ? [CAMERA] : [];
  const camera = parts.filter((part) => isChosen(part)).map((part) => ({ vmd: cameraOf(pmm), part }));
  if (chosen.length + camera.length === 0) {
    const known = models.map(({ index, name, nameEn }) => `${index} ${nameInBoth(name, nameEn)}`);
    throw new FileError(say('no-such-model', { model: model ?? '', names: [...known, ...parts] }));
  }
  checkNames(pmm, chosen);
  const motions = chosen.map(({ index, name }) => ({
    vmd: pmmToVmd(pmm, index),
    part: `${String(index).padStart(2, '0')}-${name}`,
  }));
  return [...motions, ...camera];
}

/** Camera, light and shadow, as far as the file contains them. */
function cameraOf(pmm: Pmm): Vmd {
  const { lights, selfShadows } = createVmd();
  return {
    ...pmmCameraToVmd(pmm),
    ...(!hasSection(pmm, 'light') && { lights }),
    ...(!hasSection(pmm, 'selfShadow') && { selfShadows }),
  };
}

/** A project of version 1 contains no bone names: without its PMDs, motions would have no names. */
function checkNames(
  { models }: Pmm,
  chosen: readonly { readonly index: number; readonly name: string }[],
): void {
  const unnamed = chosen.filter(({ index }) => {
    const { boneNames, bones, morphNames, morphs } = models[index];
    return boneNames.length < bones.starts.length - 1 || morphNames.length < morphs.starts.length - 1;
  });
  if (unnamed.length === 0) return;
  const names = [...new Set(unnamed.map(({ name }) => name))];
  throw new FileError(say('no-bone-names', { names }));
}

/**
 * Numbers of sections in a file of version 2. In version 1, only those of gravity and self shadow are others.
 */
const NUMBERS = { camera: 2, light: 4, gravity: 14, selfShadow: 16 } as const;

/**
 * Does the file of a project contain these keyframes? A truncated one may lack them, and its document then
 * has those of a new project; in version 1, none of gravity and self shadow.
 */
export function hasSection({ source }: Pmm, section: keyof typeof NUMBERS): boolean {
  return !source?.truncated || source.truncated.section > NUMBERS[section];
}
