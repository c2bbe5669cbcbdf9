import type { FormatWarning, Pmm } from '@odori/format';

/** The contents of a project as plain data. */
export interface ProjectSummary {
  version: 1 | 2;
  /** The last keyframe of models, camera, light and accessories. */
  lastFrame: number;
  models: readonly ProjectModel[];
  accessories: readonly ProjectFile[];
  cameraKeys: number;
  lightKeys: number;
  /** The path of the song; empty if there is none. */
  song: string;
  /** Of the videos that MMD renders, in pixels. */
  picture: { width: number; height: number };
  warnings: readonly FormatWarning[];
}

/** A thing that a project loads from another file. */
export interface ProjectFile {
  name: string;
  path: string;
}

export interface ProjectModel extends ProjectFile {
  nameEn: string;
  boneKeys: number;
  morphKeys: number;
}

/** Summarizes a project. O(keys). */
export function summarizeProject(pmm: Pmm): ProjectSummary {
  const { models, accessories, camera, light, editor, media } = pmm;
  const tracks = [
    ...models.flatMap(({ bones, morphs, properties }) => [bones, morphs, properties]),
    ...accessories.map(({ keys }) => keys),
    camera.keys,
    light.keys,
  ];
  return {
    version: pmm.version,
    lastFrame: Math.max(...tracks.map(({ frames }) => lastOf(frames))),
    models: models.map(({ name, nameEn, path, bones, morphs }) => ({
      name: name.text,
      nameEn: nameEn.text,
      path: path.text,
      boneKeys: bones.frames.length,
      morphKeys: morphs.frames.length,
    })),
    accessories: accessories.map(({ name, path }) => ({ name: name.text, path: path.text })),
    cameraKeys: camera.keys.frames.length,
    lightKeys: light.keys.frames.length,
    song: media.wave.text,
    picture: { width: editor.outputWidth, height: editor.outputHeight },
    warnings: pmm.warnings,
  };
}

function lastOf(frames: ArrayLike<number> & Iterable<number>): number {
  let last = 0;
  for (const frame of frames) last = Math.max(last, frame);
  return last;
}
