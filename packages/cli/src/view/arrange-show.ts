import { detectForeignFormat, detectFormat, pmdToPmx, type Pmx, serializeVmd } from '@odori/format';
import { describeFormat, splitPath } from '@odori/format/internal';
import { Motion } from '@odori/runtime/motion';
import { resolve } from 'node:path';
import { describeWarning, isExpectedWarning } from '../documents/descriptions.js';
import { type MmdDocument, parseDocument } from '../documents/parse-document.js';
import { describeFileError, FileError } from '../errors.js';
import { bytesContent, type Content, readHead } from '../files/content.js';
import { type GivenFile, readGivenFiles } from './given-files.js';

/** A model and the files of its textures. */
export interface ShownModel {
  readonly file: GivenFile;
  readonly pmx: Pmx;
  /** By the path that the player asks for, relative to the model; it may begin with `../`. */
  readonly textures: ReadonlyMap<string, Content>;
  /** The paths of textures that the model uses and that are not there, as the model spells them. */
  readonly missing: readonly string[];
}

/** A motion, a camera or a pose. */
export interface ShownMotion {
  readonly file: GivenFile;
  readonly motion: Motion;
  /** What the player gets: the file, or the motion of a JSON file as a VMD. */
  readonly content: Content;
}

/** What a page shows. */
export interface Show {
  readonly model: ShownModel;
  /** To choose from. With poses, if there are dances or several poses. */
  readonly motions: readonly ShownMotion[];
  /** Plays together with the only dance: a motion of morphs alone, such as lips. */
  readonly face: ShownMotion | undefined;
  readonly camera: ShownMotion | undefined;
  /** The only pose, if there is no dance. */
  readonly pose: ShownMotion | undefined;
  readonly song: GivenFile | undefined;
  /** Problems and files that are not shown, one sentence each. */
  readonly notes: readonly string[];
}

/** The readable files of a command line, by what they are for, in its order. */
interface Sorted {
  readonly models: { readonly file: GivenFile; readonly pmx: Pmx; readonly isPmd: boolean }[];
  readonly dances: ShownMotion[];
  readonly faces: ShownMotion[];
  readonly cameras: ShownMotion[];
  readonly poses: ShownMotion[];
  readonly songs: GivenFile[];
  readonly notes: string[];
  /** Pictures, texts and other files that come with a model. */
  readonly others: string[];
}

/**
 * Reads the files of a command line, and decides by their content what the page shows. `root`: the folder
 * that the paths of textures do not leave.
 *
 * @throws {@link FileError} if a named file is missing or broken, or if there is no model.
 */
export async function arrangeShow(inputs: readonly string[], cwd: string, root?: string): Promise<Show> {
  const sorted: Sorted = {
    models: [],
    dances: [],
    faces: [],
    cameras: [],
    poses: [],
    songs: [],
    notes: [],
    others: [],
  };
  for (const file of await readGivenFiles(inputs, cwd, root && resolve(cwd, root)))
    await sortFile(file, sorted);
  const { dances, faces, cameras, poses, songs, notes, others } = sorted;
  const model = await shownModel(sorted);
  const isFaceOfDance = dances.length === 1 && faces.length === 1;
  const motions = [...dances, ...(isFaceOfDance ? [] : faces)];
  const [pose] = motions.length === 0 && poses.length === 1 ? poses : [];
  noteRest('camera', cameras, notes);
  noteRest(
    'song',
    songs.map((file) => ({ file })),
    notes,
  );
  if (others.length > 0) notes.push(`not shown: ${listNames(others)}`);
  return {
    model,
    motions: pose ? [] : [...motions, ...poses],
    face: isFaceOfDance ? faces[0] : undefined,
    camera: cameras[0],
    pose,
    song: songs[0],
    notes,
  };
}

/** Says which files of a kind are left out, because a page shows one. */
function noteRest(kind: string, all: readonly { readonly file: GivenFile }[], notes: string[]): void {
  const [first, ...rest] = all;
  if (rest.length > 0)
    notes.push(
      `${listNames(rest.map(({ file }) => file.label))}: not used, the ${kind} is ${first.file.label}`,
    );
}

/** A message lists at most this many names. */
const MAX_NAMES = 5;

/** @example listNames(['a', 'b']); // → 'a, b' */
export function listNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return names.slice(0, MAX_NAMES).join(', ') + more;
}

/** Files that come with models. In a folder, they are not opened, because there may be thousands. */
const COMPANION =
  /\.(?:bmp|png|jpe?g|tga|dds|gif|webp|sp[ah]|txt|md|html?|pdf|ini|fx|fxsub|em[md]|db|json)$/i;

async function sortFile(file: GivenFile, sorted: Sorted): Promise<void> {
  if (!file.isNamed && COMPANION.test(file.name)) return;
  try {
    await sortByContent(file, sorted);
  } catch (error) {
    const message = `${file.label}: ${describeFileError(error)}`;
    if (file.isNamed) throw new FileError(message, { cause: error });
    sorted.notes.push(message);
  }
}

/** Enough to detect every format. */
const HEAD_BYTES = 1024;

async function sortByContent(file: GivenFile, sorted: Sorted): Promise<void> {
  const head = await readHead(file.content, HEAD_BYTES);
  if (detectFormat(head))
    return sortDocument(file, parseDocument(await file.content.read()).document, sorted);
  const foreign = detectForeignFormat(head, file.name);
  if (foreign?.kind === 'sound' || (file.isNamed && foreign?.kind === 'video')) {
    sorted.songs.push(file);
  } else if (!file.isNamed) {
    if (foreign?.kind === 'archive')
      sorted.notes.push(`${file.label}: not unpacked; name it to show what is in it`);
  } else if (foreign?.kind === 'picture' || (foreign?.kind === 'other' && head.length > 0)) {
    sorted.others.push(file.label);
  } else {
    const { document } = parseDocument(await file.content.read()); // JSON; an error says what another file is
    if (document.format === 'vmd') sortMotion(file, document, sorted, bytesContent(serializeVmd(document)));
  }
}

function sortDocument(file: GivenFile, document: MmdDocument, sorted: Sorted): void {
  switch (document.format) {
    case 'pmx':
    case 'pmd':
      addWarnings(file, document, sorted);
      sorted.models.push({
        file,
        pmx: document.format === 'pmd' ? pmdToPmx(document) : document,
        isPmd: document.format === 'pmd',
      });
      break;
    case 'vmd':
    case 'bvmd':
    case 'vpd':
      sortMotion(file, document, sorted, file.content);
      break;
    default:
      sorted.notes.push(
        `${file.label}: ${describeFormat(document.format)} is not shown${ADVICE[document.format]}`,
      );
  }
}

const ADVICE = { pmm: '; odori convert writes its motions into a folder', x: '', vac: '' };

function sortMotion(
  file: GivenFile,
  document: Extract<MmdDocument, { format: 'vmd' | 'bvmd' | 'vpd' }>,
  sorted: Sorted,
  content: Content,
): void {
  addWarnings(file, document, sorted);
  const motion = Motion.from(document);
  const { bones, morphs, property, camera, light, selfShadow } = motion;
  const isCamera =
    bones.size + morphs.size === 0 && property === undefined && (camera ?? light ?? selfShadow);
  const kind =
    document.format === 'vpd'
      ? 'poses'
      : isCamera
        ? 'cameras'
        : bones.size === 0 && morphs.size > 0
          ? 'faces'
          : 'dances';
  sorted[kind].push({ file, motion, content });
}

function addWarnings({ label }: GivenFile, { warnings }: MmdDocument, { notes }: Sorted): void {
  for (const warning of warnings) {
    if (!isExpectedWarning(warning)) notes.push(`${label}: warning: ${describeWarning(warning)}`);
  }
}

/**
 * The first model that is named, or else the most likely one: PMX before PMD, then the largest, as props are
 * smaller.
 */
async function shownModel({ models, dances, faces, cameras, poses, notes }: Sorted): Promise<ShownModel> {
  const size = ({ vertices, bones }: Pmx): number => vertices.count + bones.length;
  const [shown, ...rest] = [...models].sort(
    (a, b) =>
      Number(b.file.isNamed) - Number(a.file.isNamed) ||
      (a.file.isNamed ? 0 : Number(a.isPmd) - Number(b.isPmd) || size(b.pmx) - size(a.pmx)),
  );
  if (!shown) throw new FileError(missingModel([...dances, ...faces, ...cameras, ...poses], notes));
  if (rest.length > 0) {
    const names = listNames(rest.map(({ file }) => file.label));
    notes.push(`${names}: not shown, the model is ${shown.file.label}; name the one that you want`);
  }
  const { file, pmx } = shown;
  const textures = new Map<string, Content>();
  const missing: string[] = [];
  for (const path of usedTextures(pmx)) {
    const asked = splitPath(path);
    const content = asked && (await file.beside(path));
    if (content) textures.set('../'.repeat(asked.up) + asked.names.join('/'), content);
    else missing.push(path);
  }
  return { file, pmx, textures, missing };
}

/** Names a motion or a project among the files, because people expect that it brings its model. */
function missingModel([first]: readonly ShownMotion[], [note]: readonly string[]): string {
  const example = 'name a PMX or PMD too, for example odori view model.pmx dance.vmd';
  if (!first) return `${note === undefined ? '' : `${note}; `}there is no model among the files: ${example}`;
  return `${first.file.label} is a motion, and there is no model: ${example}; odori inspect shows what a motion contains`;
}

function usedTextures({ materials, textures }: Pmx): string[] {
  const used = materials.flatMap(({ texture, sphereTexture, sphereMode, sharedToon, toon }) => [
    texture,
    sphereMode === 0 ? -1 : sphereTexture,
    sharedToon === 1 ? -1 : toon,
  ]);
  return [...new Set(used)].flatMap((index) => textures[index] ?? []);
}
