import { element } from '../../shared/dom.js';
import { fileText, nameLabel, visibleText } from '../../shared/file-text.js';
import { say } from '../../shared/language/texts.js';
import { clockText, countText } from '../../shared/number-text.js';
import { warningList } from './problem-content.js';
import type { ProjectFile, ProjectModel, ProjectSummary } from './summarize-project.js';
import { dataTable, factList } from './tables.js';

/** The contents of a project as elements. */
export function projectContent(summary: ProjectSummary): readonly HTMLElement[] {
  const { lastFrame, models, accessories, cameraKeys, lightKeys, song, picture, warnings } = summary;
  const facts = factList([
    { term: 'Length', value: clockText(lastFrame), detail: say('last frame {frame}', { frame: lastFrame }) },
    { term: 'Models', value: countText(models.length) },
    { term: 'Accessories', value: countText(accessories.length) },
    { term: 'Camera keyframes', value: countText(cameraKeys) },
    { term: 'Light keyframes', value: countText(lightKeys) },
    { term: 'Picture', value: `${countText(picture.width)} × ${countText(picture.height)}` },
    ...(song === '' ? [] : [{ term: 'Song', value: fileText(song.split(/[\\/]/).at(-1)!) }]),
  ]);
  const tables: HTMLElement[] = [];
  if (models.length > 0) tables.push(modelTable(models));
  if (accessories.length > 0) tables.push(accessoryTable(accessories));
  return [facts, element('div', { class: 'blocks' }, ...warningList(warnings), ...tables)];
}

function modelTable(models: readonly ProjectModel[]): HTMLElement {
  return dataTable<ProjectModel>({
    title: 'Models',
    rows: models,
    columns: [
      { head: 'Name and file', kind: 'name', cell: (model) => withPath(model, glossOf(model)) },
      { head: 'Bone keyframes', kind: 'number', cell: ({ boneKeys }) => countText(boneKeys) },
      { head: 'Morph keyframes', kind: 'number', cell: ({ morphKeys }) => countText(morphKeys) },
    ],
    searchText: ({ name, nameEn, path }) => `${name} ${nameEn} ${path}`,
  });
}

function accessoryTable(accessories: readonly ProjectFile[]): HTMLElement {
  return dataTable<ProjectFile>({
    title: 'Accessories',
    rows: accessories,
    columns: [{ head: 'Name and file', kind: 'name', cell: (accessory) => withPath(accessory) }],
    searchText: ({ name, path }) => `${name} ${path}`,
  });
}

/** A name, and below it the path on the computer of the author. */
function withPath({ name, path }: ProjectFile, gloss?: string): HTMLElement {
  return element('div', {}, nameLabel(name, gloss), element('p', { class: 'quiet' }, fileText(path)));
}

function glossOf({ name, nameEn }: ProjectModel): string | undefined {
  return nameEn.trim() === '' || nameEn === name ? undefined : visibleText(nameEn);
}
