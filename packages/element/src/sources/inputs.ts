import type { MmdModel } from '@odori/model';
import { Motion } from '@odori/runtime';
import { fileNameOfUrl } from '@odori/runtime/internal/three';

/** One file: its URL, or the file itself. */
export type FileInput = string | URL | Blob;
/** Files by path: a dropped folder or an unpacked zip. */
export type Files = ReadonlyMap<string, Blob>;

/**
 * The values of `element.model`: a URL, a file (also a zip), a folder, or a loaded model, which stays yours.
 */
export type ModelInput = FileInput | Files | MmdModel;
/** The values of `element.camera` and `element.pose`, and of `element.motion` for one motion. */
export type MotionInput = FileInput | Files | Motion;
/** The values of `element.motion`: one motion, or several for the viewer to choose from. */
export type MotionInputs = MotionInput | readonly MotionInput[];
/** The value of `element.camera` for the automatic camera. A file of that name is `./auto`. */
export const AUTO = 'auto';
/** What {@link labelOf} calls a motion without a file. */
export const UNNAMED_MOTION = 'Motion';
/** The values of `element.audio`. */
export type AudioInput = FileInput | HTMLMediaElement;

/** The values of `element.project`: a PMM, or a zip or a folder with one. */
export type ProjectInput = FileInput | Files;
/** The values of `element.files`: a zip, a folder, or the URL of a folder, which ends with `/`. */
export type FilesInput = FileInput | Files;

/** All inputs of the element, by attribute or property. */
export interface Inputs {
  model?: ModelInput | undefined;
  motion?: MotionInputs | undefined;
  camera?: MotionInput | undefined;
  pose?: MotionInput | undefined;
  audio?: AudioInput | undefined;
  project?: ProjectInput | undefined;
  /** Of the project: loaded with it. */
  files?: FilesInput | undefined;
}

export type InputName = Exclude<keyof Inputs, 'files'>;

export const INPUT_NAMES: readonly InputName[] = ['model', 'motion', 'camera', 'pose', 'audio', 'project'];
/** The attributes and properties that are inputs. */
export const SOURCE_NAMES: readonly (keyof Inputs)[] = [...INPUT_NAMES, 'files'];

export function isSourceName(name: string): name is keyof Inputs {
  return (SOURCE_NAMES as readonly string[]).includes(name);
}

/**
 * The motions of an input, each as the files that it consists of. In text, spaces separate motions, and `|`
 * separates the files of one motion.
 *
 * @example
 * splitMotions('dance.vmd|face.vmd wave.vmd'); // → [['dance.vmd', 'face.vmd'], ['wave.vmd']]
 */
export function splitMotions(input: MotionInputs): (readonly MotionInput[])[] {
  if (typeof input !== 'string') return [input].flat().map((motion) => [motion]);
  return input.split(/\s+/).flatMap((motion) => {
    const files = motion.split('|').filter((file) => file !== '');
    return files.length > 0 ? [files] : [];
  });
}

/** A name for messages and for the motion picker: `dance.vmd`. The input may belong to another window. */
export function labelOf(input: ModelInput | MotionInput | AudioInput): string {
  if (typeof input === 'string' || 'href' in input) return fileNameOfUrl(String(input));
  if ('arrayBuffer' in input) return 'name' in input ? String(input.name) : 'the file';
  if ('get' in input) return 'the files';
  return input instanceof Motion ? UNNAMED_MOTION : 'name' in input ? input.name : 'the song';
}
