import type { OdoriPlayerElement, OdoriStageElement, PlayerModel } from '@odori/element';
import type { ShelfKind } from '@odori/element/shelf';
import type { OpenedMotion } from '../../../shared/open/open-motion.js';
import type { Files } from '../../../shared/open/sort-files.js';
import { fileName } from '../../../shared/problem-text.js';
import type { MotionOption } from '../../../shared/show/motion-options.js';
import type { PlayerShow } from '../../../shared/show/player-show.js';
import type { OpenedStage } from '../../../shared/stages/opened-stage.js';
import { documentsIn, filesOfModels, joinFiles, keyOf } from './part-files.js';

/** What a page shows of the files of a user, and a shelf can keep as one item. */
export interface ShownPart {
  readonly kind: ShelfKind;
  readonly name: string;
  /** The author's terms, as they stand in the model. */
  readonly terms: string;
  /** Says whether a part is the same as another one. */
  readonly key: string;
  /** The files to keep. */
  files(): Promise<Files>;
}

/** What the page shows of the files of the user: a dancer, dances, stages; or all of it as one show. */
export function shownParts(show: PlayerShow, player: OdoriPlayerElement): ShownPart[] {
  if (show.project) return [wholePart(show)];
  return [...dancerPart(show, player), ...danceParts(show), ...stageParts(show, player)];
}

/** Several dancers are kept with their places and dances. */
function wholePart({ project, cast }: PlayerShow): ShownPart {
  const { name, models, files } = project!;
  const pack = async (): Promise<Files> =>
    cast ? new Map([['show.zip', new Blob([(await cast.save()).bytes])]]) : files;
  return { kind: 'show', name, terms: termsOf(models), key: keyOf(files), files: pack };
}

function dancerPart({ model, avatar }: PlayerShow, { loadedModel }: OdoriPlayerElement): ShownPart[] {
  if (model) {
    const name = model.model.name.trim() || fileName(model.path);
    const files = filesOfModels(model.files, model.paths);
    return [part('model', name, files, termsOf([model.model]))];
  }
  if (!avatar) return [];
  return [
    part('model', plainName(avatar.name), new Map([[avatar.name, avatar.file]]), termsOf([loadedModel])),
  ];
}

/** Dances that were opened together with one song are one item: they are dances to that song. */
function danceParts({ choices, cameras, song }: PlayerShow): ShownPart[] {
  const songFiles: Files = new Map(song ? [[song.name, song.file]] : []);
  const filesWith = (options: readonly MotionOption[]): Files => {
    const motions = [...options, ...cameras].flatMap(({ files }) => files);
    return joinFiles(...motions.map(filesOfMotion), songFiles);
  };
  if (!song && choices.length > 1) {
    return choices.map((choice) => part('dance', plainName(choice.files[0].name), filesWith([choice])));
  }
  const [named = song] = [...choices.flatMap(({ files }) => files), ...cameras];
  if (!named) return [];
  return [part(named === song ? 'song' : 'dance', plainName(named.name), filesWith(choices))];
}

/** With the author's texts, which often have the terms. */
function filesOfMotion({ path, from }: OpenedMotion): Files {
  return new Map([[path, from.get(path)!], ...documentsIn(from)]);
}

function stageParts({ stages }: PlayerShow, player: OdoriPlayerElement): ShownPart[] {
  const children = [...player.querySelectorAll<OdoriStageElement>('odori-stage')];
  return stages.map((stage, i) => {
    const { loadedModel } = children[i] ?? {};
    return part('stage', plainName(stage.name), filesOfStage(stage), termsOf([loadedModel]));
  });
}

function filesOfStage({ path, from, motionPath }: OpenedStage): Files {
  const motion: Files = new Map(motionPath === undefined ? [] : [[motionPath, from.get(motionPath)!]]);
  return joinFiles(filesOfModels(from, [path]), motion);
}

function part(kind: ShelfKind, name: string, files: Files, terms = ''): ShownPart {
  return { kind, name, terms, key: keyOf(files), files: async () => files };
}

function termsOf(models: readonly (Pick<PlayerModel, 'comment' | 'commentEn'> | undefined)[]): string {
  const texts = models.flatMap((model) => [model?.comment.trim() ?? '', model?.commentEn.trim() ?? '']);
  return [...new Set(texts)].filter((text) => text !== '').join('\n\n');
}

/** Without the ending. */
function plainName(name: string): string {
  return name.replace(/\.\w{1,5}$/, '');
}
