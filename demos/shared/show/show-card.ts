import { joined, say } from '../language/texts.js';
import type { OdoriPlayerElement, OdoriStageElement, PlayerModel } from '@odori/element';
import type { Motion } from '@odori/runtime';
import { element } from '../dom.js';
import type { CastShow } from '../group/cast-show.js';
import { fileText, nameLabel, nameOption } from '../file-text.js';
import { amountText, timeText } from '../number-text.js';
import { missingLines, movedLine } from '../open/missing-lines.js';
import { modelLabel } from '../open/model-label.js';
import type { OpenedFiles } from '../open/opened-files.js';
import { modelLines, problemLines } from '../open/status-lines.js';
import { warningDetails } from '../open/warning-lines.js';
import { fileName } from '../problem-text.js';
import { authorTerms } from './author-note.js';
import type { ExampleNames } from './example-names.js';
import { missingText } from './missing-text.js';
import type { PlayerShow } from './player-show.js';
import type { WholeShow } from './whole-show.js';

const NOTHING_TO_SEE = 'This model has only bones and no surface: there is nothing to see.';

/**
 * A card about what a player shows: the model with its author's terms, motion, length, song, what is missing,
 * and choices if the files offer several models, motions or cameras. `opened` are the files that were opened
 * last.
 */
export function showCard(
  player: OdoriPlayerElement,
  show: PlayerShow,
  example: ExampleNames,
  opened?: OpenedFiles,
): HTMLElement {
  const problems = element('div', { class: 'problems' }, ...problemLines(opened?.problems ?? []));
  const reset = element('button', { type: 'button', class: 'reset' }, say('Back to the example dance'));
  reset.addEventListener('click', () => void show.reset());
  return element(
    'div',
    { class: 'card' },
    ...(opened && opened.problems.length > 0 ? [problems] : []),
    ...(show.project ? projectLines(player, show, show.project) : danceLines(player, show, example)),
    ...(show.isExample ? [] : [reset]),
  );
}

function projectLines(player: OdoriPlayerElement, show: PlayerShow, project: WholeShow): HTMLElement[] {
  const missing = project.missing.map((sentence) => element('p', { class: 'missing' }, sentence));
  return [
    element('p', { class: 'model-name' }, fileText(project.name)),
    ...missing,
    ...terms(player, project.models),
    element(
      'details',
      { class: 'more', ...((show.cast || missing.length > 0) && { open: '' }) },
      element('summary', {}, say('Contents')),
      element('div', {}, project.contents, ...(show.cast ? danceButtons(show, show.cast) : [])),
    ),
  ];
}

/** What changes who of several dancers dances what. */
function danceButtons(show: PlayerShow, cast: CastShow): HTMLElement[] {
  const button = (name: string, label: string, onClick: () => void): HTMLElement => {
    const made = element('button', { type: 'button', name }, say(label));
    made.addEventListener('click', onClick);
    return made;
  };
  const { swappedDances } = cast;
  const buttons = [
    ...(swappedDances
      ? [button('swap', 'Swap dances', () => void show.chooseDances(cast, swappedDances))]
      : []),
    ...(cast.cast.assignment.dances.length > 0
      ? [button('who', 'Who dances what…', () => void show.askWho(cast))]
      : []),
  ];
  return buttons.length > 0 ? [element('div', { class: 'buttons' }, ...buttons)] : [];
}

function danceLines(player: OdoriPlayerElement, show: PlayerShow, example: ExampleNames): HTMLElement[] {
  const model = player.loadedModel;
  return [
    ...(model ? [element('p', { class: 'model-name' }, nameOf(show, model, example))] : []),
    facts(player, show, example),
    ...missingLine(player, show),
    ...terms(player, [model]),
    ...details(player, show),
  ];
}

function nameOf(show: PlayerShow, model: PlayerModel, { dancer }: ExampleNames): HTMLElement {
  return show.isOwnDancer ? modelLabel(model) : nameLabel(...dancer);
}

function facts(player: OdoriPlayerElement, show: PlayerShow, example: ExampleNames): HTMLElement {
  const { model, motionNames, motionIndex, cameraNames, cameraIndex, songName, stages, isExampleDance } =
    show;
  const list = element('dl', { class: 'facts' });
  const add = (name: string, ...content: (Node | string)[]): void => {
    list.append(element('div', {}, element('dt', {}, say(name)), element('dd', {}, ...content)));
  };
  const paths = model?.paths ?? [];
  if (model && paths.length > 1)
    add(
      'Model',
      choice('Model', fileNames(paths), paths.indexOf(model.path), (i) => show.chooseModel(paths[i])),
    );
  if (show.isFitted) add('Motion', say('{name}, in time with the song', { name: example.dance }));
  else if (isExampleDance) add('Motion', example.dance);
  else
    add(
      'Motion',
      choice('Motion', motionNames, motionIndex, (i) => show.chooseMotion(i)),
    );
  const { duration } = player;
  if (duration > 0 && Number.isFinite(duration)) add('Length', timeText(duration));
  if (cameraNames.length > 0)
    add(
      'Camera',
      choice(
        'Camera',
        cameraNames,
        cameraIndex,
        (i) => show.chooseCamera(i),
        show.motion || show.isOwnDancer ? say('automatic') : say('that of the dance'),
      ),
    );
  if (songName !== undefined) add('Song', fileText(songName));
  else if (isExampleDance) add('Song', example.song);
  for (const label of ['Stage', 'Prop']) {
    const names = stages.filter(({ isWide }) => isWide === (label === 'Stage')).map(({ name }) => name);
    if (names.length > 0)
      add(label, ...names.flatMap((name, i) => [...(i > 0 ? [', '] : []), fileText(name)]));
  }
  return list;
}

/**
 * A list of files to choose from, with a last entry that is none of them; the name alone if there is only
 * one. −1 chooses the last one.
 */
function choice(
  label: string,
  names: readonly string[],
  index: number,
  onChoose: (index: number) => void,
  last?: string,
): HTMLElement {
  if (names.length === 1 && last === undefined) return fileText(names[0]);
  const options = names.map(nameOption);
  if (last !== undefined) options.push(element('option', {}, last));
  const list = element('select', { 'aria-label': say(label), name: label }, ...options);
  list.selectedIndex = index < 0 ? options.length - 1 : index;
  list.addEventListener('change', () => onChoose(list.selectedIndex));
  return list;
}

/** File names; the whole paths for files of the same name. */
function fileNames(paths: readonly string[]): string[] {
  const names = paths.map(fileName);
  return paths.map((path, i) => (names.indexOf(names[i]) === names.lastIndexOf(names[i]) ? names[i] : path));
}

/**
 * What the model dances, if the motion or the model is the user's: the page's own model fits the page's own
 * dance.
 */
function danceOf(player: OdoriPlayerElement, { motion, isOwnDancer }: PlayerShow): Motion | undefined {
  return motion?.motion ?? (isOwnDancer ? player.loadedMotion : undefined);
}

function missingLine(player: OdoriPlayerElement, show: PlayerShow): HTMLElement[] {
  const model = player.loadedModel;
  const motion = danceOf(player, show);
  const text = missingText({
    motion,
    names: motion && model && player.player.missingOf(model),
    textures: model?.report.notes.filter(({ path }) => path !== '').length ?? 0,
  });
  const isEmpty = model && !('vrm' in model) && model.mesh.geometry.getAttribute('position').count === 0;
  return [...(isEmpty ? [say(NOTHING_TO_SEE)] : []), text]
    .filter((line) => line !== '')
    .map((line) => element('p', { class: 'missing' }, line));
}

/** Those of some models, and of the stages beside them. */
function terms(player: OdoriPlayerElement, models: WholeShow['models']): HTMLElement[] {
  const stages = [...player.querySelectorAll<OdoriStageElement>('odori-stage')];
  const all = [...models, ...stages.map(({ loadedModel }) => loadedModel)].filter((model) => !!model);
  return all.length > 0 ? [authorTerms(all)] : [];
}

/** Textures, names and warnings, one by one. */
function details(player: OdoriPlayerElement, show: PlayerShow): HTMLElement[] {
  const model = player.loadedModel;
  const lines = [
    ...(show.model ? modelLines(show.model) : []),
    ...(model ? fitLines(player, show, model) : []),
    ...(show.motion?.files ?? []).flatMap(({ name, warnings }) => warningDetails(name, warnings)),
    ...(model ? [element('span', { class: 'quiet' }, modelSize(model))] : []),
  ];
  if (lines.length === 0) return [];
  return [
    element(
      'details',
      { class: 'more' },
      element('summary', {}, say('Details')),
      element('div', {}, ...lines),
    ),
  ];
}

/** How well the motion fits the model. */
function fitLines(player: OdoriPlayerElement, show: PlayerShow, model: PlayerModel): HTMLElement[] {
  const motion = danceOf(player, show);
  const names = player.player.missingOf(model);
  if (!motion || !names) return [];
  return [...movedLine(motion, model.rig.definition), ...missingLines(motion, names)];
}

function modelSize(model: PlayerModel): string {
  if ('vrm' in model) return amountText(model.avatar.humanoid.bones.length, 'human bone');
  const { mesh, rig } = model;
  const materials = Array.isArray(mesh.material) ? mesh.material.length : 1;
  const vertices = say('{count} vertices', { count: mesh.geometry.getAttribute('position').count });
  return joined(
    [amountText(rig.definition.boneCount, 'bone'), vertices, amountText(materials, 'material')],
    ' · ',
  );
}
