import type { MmdModel, SceneNote } from '@odori/model';
import { element } from '../../shared/dom.js';
import { fileText, nameText, visibleText } from '../../shared/file-text.js';
import { enumerated, joined, language, said, say } from '../../shared/language/texts.js';
import { amountText } from '../../shared/number-text.js';
import type { Project } from './read-project.js';

const MAX_NAMES = 3;
/** In seconds: song and dance rarely end at the same time. */
const END_TOLERANCE = 1;

/**
 * The contents of a project: an item for each model, accessory and song, with the reason if it is not shown.
 */
export function contentsList(project: Project): HTMLElement[] {
  const { pmm, scene } = project;
  const notes = notesBySection(scene.report.notes);
  const models = pmm.models.map(({ name, nameEn, path }, i) => {
    const reasons = notes.get(`models[${i}]`)?.map(noteText) ?? [];
    return item(fileText(bothNames(name.text, nameEn.text)), path.text, [
      ...reasons,
      ...missingTextures(scene.models[i]),
    ]);
  });
  const accessories = pmm.accessories.map(({ name, path }, i) => {
    const reasons = notes.get(`accessories[${i}]`)?.map(noteText) ?? [];
    return item(fileText(name.text), path.text, [
      ...reasons,
      ...missingTextures(scene.accessories[i]?.loaded),
    ]);
  });
  return [
    ...models,
    ...accessories,
    ...problemItems(notes),
    ...backgroundItems(project, notes),
    ...songItem(project),
  ];
}

const ONE_MISSING =
  '{count} of {models} is not among the files. Drop the project together with the folder of its models. The file names must be those in the list below.';
const SEVERAL_MISSING =
  '{count} of {models} are not among the files. Drop the project together with the folder of its models. The file names must be those in the list below.';

/** Sentences that say what is missing and how the user can add it; empty if nothing is missing. */
export function missingSentences({ scene, pmm }: Project): string[] {
  const missing = scene.report.notes.filter(({ code }) => code === 'missing-model').length;
  const sentences: string[] = [];
  if (missing > 0) {
    const values = { count: missing, models: amountText(pmm.models.length, 'model') };
    sentences.push(say(missing === 1 ? ONE_MISSING : SEVERAL_MISSING, values));
  }
  const lacksAccessory = scene.report.notes.some(({ code }) => code === 'missing-accessory');
  if (lacksAccessory) {
    sentences.push(
      say('Some accessories (.x) are not among the files. Drop their folder, too. Everything else plays.'),
    );
  }
  return sentences;
}

function notesBySection(notes: readonly SceneNote[]): Map<string, SceneNote[]> {
  const bySection = new Map<string, SceneNote[]>();
  for (const note of notes) bySection.set(note.section, [...(bySection.get(note.section) ?? []), note]);
  return bySection;
}

/** What is listed only if it has a problem. */
const QUIET_PARTS = [{ section: 'camera', name: 'Camera' }];

function problemItems(notes: ReadonlyMap<string, readonly SceneNote[]>): HTMLElement[] {
  return QUIET_PARTS.flatMap(({ section, name }) => {
    const reasons = new Set(notes.get(section)?.map(noteText));
    return reasons.size === 0 ? [] : [item(say(name), '', [...reasons])];
  });
}

/** Why something is not shown; in English, in the words of the package. */
function noteText({ code, reason }: SceneNote): string {
  return said(() => (language === 'en' && NOTES[code] !== 'missing' ? reason : say(NOTES[code])));
}

const NOTES: Readonly<Record<SceneNote['code'], string>> = {
  'missing-accessory': 'missing',
  'missing-film': 'missing',
  'missing-model': 'missing',
  'missing-parent': 'stays in its place: the bone that it is attached to is missing',
  'missing-picture': 'missing',
  'other-model': 'not the model that the project was made with',
  'unplayable-film': 'browsers cannot play this film. Put an MP4 or WebM of the same name beside it',
  'unreadable-accessory': 'cannot be read',
  'unreadable-model': 'cannot be read',
  'unreadable-picture': 'cannot be read',
};

/** The textures that a model or an accessory misses. */
function missingTextures(shown: Pick<MmdModel, 'report'> | undefined): string[] {
  const paths = shown?.report.notes.map(({ path }) => path) ?? [];
  if (paths.length === 0) return [];
  const some = enumerated(paths.slice(0, MAX_NAMES).map((path) => nameText(path)));
  const count = paths.length - MAX_NAMES;
  const names = count > 0 ? say('{name} and {count} more', { name: some, count }) : some;
  return [say('missing textures: {names}', { names })];
}

/** The picture and the film of the background; an item of its own for each. */
function backgroundItems(
  { pmm: { media } }: Project,
  notes: ReadonlyMap<string, readonly SceneNote[]>,
): HTMLElement[] {
  const parts = [
    { path: media.background.text, isOn: media.backgroundOn !== 0, section: 'media.background' },
    { path: media.avi.text, isOn: media.aviOn !== 0, section: 'media.avi' },
  ];
  return parts.flatMap(({ path, isOn, section }) => {
    if (path === '') return [];
    const problems = notes.get(section)?.map(noteText) ?? [];
    return [
      item(
        fileText(lastName(path)),
        path,
        isOn ? problems : [say('switched off in the project'), ...problems],
      ),
    ];
  });
}

function songItem({ pmm: { media }, scene, song, lateSong }: Project): HTMLElement[] {
  const path = media.wave.text;
  if (path === '') return [];
  const name = lastName(path);
  const isShort = song !== undefined && song.duration < scene.duration - END_TOLERANCE;
  const problems = [
    ...(media.waveOn === 0 ? [say('the song is switched off in the project')] : []),
    ...(media.waveOn !== 0 && !song && !lateSong ? [say('the song is missing')] : []),
    ...(isShort ? [say('the song ends before the dance, which then starts again')] : []),
  ];
  return [item(fileText(name), path, problems)];
}

/** The name of a file in a path as MMD writes it. */
function lastName(path: string): string {
  return path.split(/[\\/]/).at(-1)!;
}

function item(name: HTMLElement | string, path: string, problems: readonly string[]): HTMLElement {
  const state =
    problems.length === 0
      ? []
      : [
          ' – ',
          element(
            'strong',
            {},
            joined(
              problems.map((problem) => visibleText(problem)),
              say('; '),
            ),
          ),
        ];
  return element(
    'li',
    {},
    name,
    ...state,
    element('small', { class: 'quiet', translate: 'no' }, visibleText(path)),
  );
}

function bothNames(name: string, nameEn: string): string {
  return nameEn === '' || nameEn === name ? name : `${name} ${nameEn}`;
}
