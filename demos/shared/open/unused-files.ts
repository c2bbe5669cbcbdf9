import { joined, say, sayAround } from '../language/texts.js';
import type { ForeignFormat } from '@odori/format';
import { element } from '../dom.js';
import { nameText } from '../file-text.js';
import { amountText } from '../number-text.js';
import { fileName } from '../problem-text.js';
import { ROOT } from '../root.js';
import { accessoryFormat, type FileKind, foreignFormat } from './file-kind.js';
import type { SortedFiles } from './sort-files.js';
import { someNames } from './status-lines.js';

/** A kind of files that a page may be unable to use, and the pages that can. */
interface Use {
  readonly kind: FileKind;
  /** What one such file is. */
  readonly one: string;
  readonly several: string;
  /** The folders of the pages. */
  readonly pages: readonly string[];
}

const USES: readonly Use[] = [
  { kind: 'model', one: 'a model', several: 'models', pages: ['dance', 'bones'] },
  { kind: 'avatar', one: 'a VRM avatar', several: 'VRM avatars', pages: ['dance', 'vrm'] },
  { kind: 'motion', one: 'a motion', several: 'motions', pages: ['dance', 'sample'] },
  {
    kind: 'animation',
    one: 'a VRM animation (VRMA)',
    several: 'VRM animations (VRMA)',
    pages: ['vrm'],
  },
  { kind: 'pose', one: 'a pose (VPD)', several: 'poses (VPD)', pages: ['pose', 'dance'] },
  { kind: 'project', one: 'a project (PMM)', several: 'projects (PMM)', pages: ['project'] },
  { kind: 'song', one: 'a song', several: 'songs', pages: ['dance'] },
];

const MAX_NAMES = 4;

/**
 * Lines about the files that a page does not use: where they can be opened, or what they are.
 *
 * `used` are the kinds of files that the page reads. Files that no page reads are ignored inside folders and
 * zips, because a model comes with its textures and texts; they are listed if there is nothing else.
 */
export async function unusedLines(
  { files, paths, problems }: SortedFiles,
  used: readonly FileKind[],
): Promise<HTMLElement[]> {
  const lines = USES.filter(({ kind }) => !used.includes(kind) && paths[kind].length > 0).map((use) =>
    otherPageLine(use, paths[use.kind]),
  );
  const isEmpty = lines.length + problems.length === 0 && used.every((kind) => paths[kind].length === 0);
  if (isEmpty && files.size === 0) return [element('span', {}, say('There are no files to open.'))];
  const rest = isEmpty
    ? [...paths.other, ...paths.companion]
    : paths.other.filter((path) => !path.includes('/'));
  for (const path of rest.slice(0, MAX_NAMES)) {
    lines.push(await otherLine(path, files.get(path)!));
  }
  const more = rest.length - MAX_NAMES;
  if (more > 0)
    lines.push(
      element('span', {}, say('{files} cannot be opened.', { files: amountText(more, 'more file') })),
    );
  return lines;
}

/** `show.pmm: this is a project (PMM). Open it on the page Project.` */
function otherPageLine({ one, several, pages }: Use, paths: readonly string[]): HTMLElement {
  const isOne = paths.length === 1;
  const names = someNames(paths.map(fileName), MAX_NAMES);
  const links = pages.flatMap((page, i) => [i === 0 ? '' : say(' or '), pageLink(page)]);
  const text = isOne
    ? '{files}: this is {what}. Open it on the page {pages}.'
    : '{files}: these are {what}. Open them on the page {pages}.';
  return sayAround(element('span'), text, {
    files: [names],
    what: [say(isOne ? one : several)],
    pages: links,
  });
}

/** A line about a motion that moves nothing that a page shows. */
export function cameraMotionLine(name: string): HTMLElement {
  const text = '{file}: this motion moves no bones. If it is a camera motion, open it on the page {page}.';
  return sayAround(element('span'), text, { file: [nameText(name)], page: [pageLink('dance')] });
}

/** A link to the page of a demo. */
export function pageLink(folder: string): HTMLElement {
  const title = folder === 'vrm' ? 'VRM' : folder.charAt(0).toUpperCase() + folder.slice(1);
  return element('a', { href: `${ROOT}${folder}/` }, say(title));
}

const READABLE =
  'Odori reads models (PMX, PMD, VRM), motions (VMD, BVMD, VRMA), poses (VPD), projects (PMM), songs, and zips of them.';

const ADVICE: Readonly<Partial<Record<ForeignFormat['kind'], string>>> = {
  archive: 'Unpack it first, then drop its folder.',
  picture: 'Pictures are read as textures: drop the folder of their model.',
  model: 'Odori reads models in the formats PMX, PMD and VRM.',
};

async function otherLine(path: string, file: Blob): Promise<HTMLElement> {
  const accessory = await accessoryFormat(file);
  if (!accessory) return element('span', {}, otherText(path, await foreignFormat(path, file)));
  const parts = {
    file: [nameText(fileName(path))],
    format: [accessory.toUpperCase()],
    dance: [pageLink('dance')],
    project: [pageLink('project')],
  };
  return sayAround(element('span'), ACCESSORY, parts);
}

const ACCESSORY =
  '{file}: this is an accessory ({format}). The page {dance} shows it beside the dancer, the page {project} with its project.';

/** `miku.rar: this is a RAR archive. Unpack it first, then drop its folder.` */
function otherText(path: string, format: ForeignFormat | undefined): string {
  const what = format ? say(format.description) : '';
  const text = format ? '{file}: this is {what}.' : '{file}: the format of this file is unknown.';
  return joined([say(text, { file: nameText(fileName(path)), what }), adviceFor(format)]);
}

const BY_DESCRIPTION: ReadonlyMap<string | undefined, string> = new Map([
  ['a VRM model', 'The pages Dance and VRM let it dance.'],
  ['a VRM animation', 'The page VRM plays it.'],
  ['a glTF model', 'If it is a humanoid in a GLB file, the page VRM lets it dance.'],
]);

/** What to do with a file that no page reads. */
export function adviceFor(format: ForeignFormat | undefined): string {
  return say(BY_DESCRIPTION.get(format?.description) ?? (format && ADVICE[format.kind]) ?? READABLE);
}
