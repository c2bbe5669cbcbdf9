import {
  detectForeignFormat,
  detectFormat,
  isStage,
  pmdToPmx,
  type Pmm,
  type Pmx,
  serializeVmd,
} from '@odori/format';
import {
  findVariants,
  formationPlaces,
  isScreenPath,
  matchMotions,
  type Place,
  splitPath,
} from '@odori/format/internal';
import type { X } from '@odori/format/x';
import { fromLeftToRight, placesInMotions } from '@odori/runtime/internal';
import { Motion } from '@odori/runtime/motion';
import { resolve, sep } from 'node:path';
import { describeWarning, formatName, isExpectedWarning, listSome } from '../documents/descriptions.js';
import { type MmdDocument, parseDocument } from '../documents/parse-document.js';
import { describeFileError, FileError } from '../errors.js';
import { bytesContent, type Content, readHead } from '../files/content.js';
import { type GivenFile, readGivenFiles } from '../files/given-files.js';
import { about, type Message, say } from '../language/message.js';

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
  /** In a VMD, the name of the model that it was made for; else empty. */
  readonly modelName: string;
}

/** A dancer among several, or a stage. */
export interface ShownMember {
  readonly model: ShownModel;
  /** The files of its motion. */
  readonly motions: readonly ShownMotion[];
  /** Where a dancer stands; undefined: a stage. */
  readonly place: Place | undefined;
}

/** An accessory (`.x`) and the files of its textures, as in {@link ShownModel}. */
export type ShownAccessory = Pick<ShownModel, 'file' | 'textures' | 'missing'>;

/** A project, with all files of the command line beside it. */
export interface ShownProject {
  readonly file: GivenFile;
  readonly pmm: Pmm;
  readonly beside: readonly GivenFile[];
}

/** What a page shows. */
export interface Show {
  /** Instead of everything else. */
  readonly project: ShownProject | undefined;
  /** Dancers and stages beside each other; empty: the model alone. */
  readonly members: readonly ShownMember[];
  readonly accessories: readonly ShownAccessory[];
  /** The only model; with members the first of them, and with a project none. */
  readonly model: ShownModel | undefined;
  /** To choose from. With poses, if there are dances or several poses. */
  readonly motions: readonly ShownMotion[];
  /** Plays together with the only dance: a motion of morphs alone, such as lips. */
  readonly face: ShownMotion | undefined;
  readonly camera: ShownMotion | undefined;
  /** The only pose, if there is no dance. */
  readonly pose: ShownMotion | undefined;
  readonly song: GivenFile | undefined;
  /** Problems and files that are not shown, one sentence each. */
  readonly notes: readonly Message[];
}

interface SortedModel {
  readonly file: GivenFile;
  readonly pmx: Pmx;
  readonly isPmd: boolean;
}

/** The readable files of a command line, by what they are for, in its order. */
interface Sorted {
  readonly models: SortedModel[];
  readonly dances: ShownMotion[];
  readonly faces: ShownMotion[];
  readonly cameras: ShownMotion[];
  readonly poses: ShownMotion[];
  readonly songs: GivenFile[];
  readonly projects: { readonly file: GivenFile; readonly pmm: Pmm }[];
  readonly accessories: { readonly file: GivenFile; readonly x: X }[];
  readonly notes: Message[];
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
    projects: [],
    accessories: [],
    notes: [],
    others: [],
  };
  const given = await readGivenFiles(inputs, cwd, root && resolve(cwd, root));
  for (const file of given) await sortFile(file, sorted);
  if (sorted.projects.length > 0) return projectShow(sorted, given);
  const cast = castModels(sorted);
  if (cast) return castShow(sorted, cast);
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
  if (others.length > 0) notes.push(say('not-shown', { names: listSome(others) }));
  return {
    ...NO_CAST,
    model,
    motions: pose ? [] : [...motions, ...poses],
    face: isFaceOfDance ? faces[0] : undefined,
    camera: cameras[0],
    pose,
    song: songs[0],
    notes,
  };
}

const NO_CAST = { project: undefined, members: [], accessories: [] } as const;

/** The first project is all that is shown. */
function projectShow({ projects, notes }: Sorted, given: readonly GivenFile[]): Show {
  const [{ file, pmm }] = projects;
  noteRest('project', projects, notes);
  const beside = given.filter((each) => each !== file);
  return { ...NO_CAST, ...NO_DANCE, project: { file, pmm, beside }, notes };
}

const NO_DANCE = {
  model: undefined,
  motions: [],
  face: undefined,
  camera: undefined,
  pose: undefined,
  song: undefined,
} as const;

/**
 * The models that are shown beside each other, dancers first; undefined: there is one at most. Versions of
 * one model are left out.
 */
function castModels(sorted: Sorted): SortedModel[] | undefined {
  const models = byLikelihood(sorted.models);
  const variants = findVariants(
    models.map(({ file, pmx }) => ({ pmx, path: file.isNamed ? file.name : pathOf(file) })),
  );
  const shown = models.filter((_, i) => variants[i] === undefined);
  variants.forEach((first, i) => {
    if (first === undefined) return;
    const other = models[first].file.label;
    sorted.notes.push(about(models[i].file.label, say('other-version', { other })));
  });
  if (shown.length === 0 || shown.length + sorted.accessories.length < 2) return undefined;
  const inOrder = sorted.models.filter((model) => shown.includes(model));
  return inOrder.sort((a, b) => Number(isStage(a.pmx)) - Number(isStage(b.pmx)));
}

/** Named ones first, then PMX before PMD, then the largest, as other versions are smaller. */
function byLikelihood(models: readonly SortedModel[]): SortedModel[] {
  const size = ({ vertices, bones }: Pmx): number => vertices.count + bones.length;
  return [...models].sort(
    (a, b) =>
      Number(b.file.isNamed) - Number(a.file.isNamed) ||
      (a.file.isNamed ? 0 : Number(a.isPmd) - Number(b.isPmd) || size(b.pmx) - size(a.pmx)),
  );
}

/** With slashes, on Windows too. */
function pathOf({ label }: GivenFile): string {
  return label.replaceAll(sep, '/');
}

async function castShow(sorted: Sorted, models: readonly SortedModel[]): Promise<Show> {
  const { cameras, songs, notes, others } = sorted;
  const hasDancer = models.some(({ pmx }) => !isStage(pmx));
  const isDancer = models.map(({ pmx }) => !hasDancer || !isStage(pmx));
  const motions = castMotions(sorted, models, isDancer);
  const places = placesOf(motions.filter((_, i) => isDancer[i]));
  const members: ShownMember[] = [];
  for (const [i, model] of models.entries())
    members.push({
      model: await withTextures(model),
      motions: motions[i],
      place: isDancer[i] ? places[i] : undefined,
    });
  const accessories: ShownAccessory[] = [];
  for (const { file, x } of sorted.accessories)
    accessories.push({ file, ...(await findTextures(file, accessoryTextures(x))) });
  noteRest('camera', cameras, notes);
  noteRest(
    'song',
    songs.map((file) => ({ file })),
    notes,
  );
  if (others.length > 0) notes.push(say('not-shown', { names: listSome(others) }));
  const [model] = [members[0].model];
  return { ...NO_CAST, ...NO_DANCE, model, members, accessories, camera: cameras[0], song: songs[0], notes };
}

/** A line, unless the dancers stand apart by their motions. */
function placesOf(motions: readonly (readonly ShownMotion[])[]): readonly Place[] {
  const dances = motions.map((own) => own.find(({ motion }) => motion.bones.size > 0)?.motion);
  if (placesInMotions(dances)) return motions.map(() => ({ x: 0, z: 0, turn: 0 }));
  return formationPlaces('line', motions.length);
}

/**
 * The motions of each model. Those that nothing says the dancer of go to dancers that have none, from left to
 * right.
 */
function castMotions(
  { dances, faces, poses, notes }: Sorted,
  models: readonly SortedModel[],
  isDancer: readonly boolean[],
): ShownMotion[][] {
  const all = dances.length + faces.length > 0 ? [...dances, ...faces] : poses;
  const matches = matchMotions(
    models.map(({ file, pmx }, i) => ({
      path: pathOf(file),
      names: [pmx.name, pmx.nameEn],
      isStage: !isDancer[i],
    })),
    all.map(({ file, modelName, motion }) => ({
      path: pathOf(file),
      modelName,
      movesBones: motion.bones.size > 0,
    })),
  );
  const matched = isDancer.map((isOne, model) =>
    all.filter((_, i) => matches[i] === model || (isOne && matches[i] === 'all')),
  );
  const open = fromLeftToRight(
    all.filter((_, i) => matches[i] === undefined),
    ({ file, motion }) => ({ name: file.name, paths: [pathOf(file)], motion }),
  );
  return matched.map((own, model) => {
    const [first, ...rest] = own.filter(({ motion }) => motion.bones.size > 0);
    if (rest.length > 0) {
      const names = listSome(rest.map(({ file }) => file.label));
      const used = { model: models[model].file.label, motion: first.file.label };
      notes.push(about(names, say('dance-not-used', used)));
    }
    const next = first || !isDancer[model] ? undefined : open.shift();
    if (next) {
      const dancer = models[model].file.label;
      notes.push(about(next.file.label, say('dancer-unclear', { dancer })));
    }
    return own.filter((motion) => !rest.includes(motion)).concat(next ?? []);
  });
}

/** Says which files of a kind are left out, because a page shows one. */
function noteRest(
  kind: 'camera' | 'song' | 'project',
  all: readonly { readonly file: GivenFile }[],
  notes: Message[],
): void {
  const [first, ...rest] = all;
  if (rest.length > 0)
    notes.push(
      about(
        listSome(rest.map(({ file }) => file.label)),
        say(`${kind}-not-used`, { file: first.file.label }),
      ),
    );
}

/** Files that come with models. In a folder, they are not opened, because there may be thousands. */
const COMPANION =
  /\.(?:bmp|png|jpe?g|tga|dds|gif|webp|sp[ah]|txt|md|html?|pdf|ini|fx|fxsub|em[md]|db|json)$/i;

async function sortFile(file: GivenFile, sorted: Sorted): Promise<void> {
  if (!file.isNamed && COMPANION.test(file.name)) return;
  try {
    await sortByContent(file, sorted);
  } catch (error) {
    const message = about(file.label, describeFileError(error));
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
    if (foreign?.kind === 'archive') sorted.notes.push(about(file.label, say('not-unpacked')));
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
    case 'pmm':
      addWarnings(file, document, sorted);
      sorted.projects.push({ file, pmm: document });
      break;
    case 'x':
      addWarnings(file, document, sorted);
      sorted.accessories.push({ file, x: document });
      break;
    default:
      if (file.isNamed)
        sorted.notes.push(about(file.label, say('is-not-shown', { format: formatName(document.format) })));
  }
}

function sortMotion(
  file: GivenFile,
  document: Extract<MmdDocument, { format: 'vmd' | 'bvmd' | 'vpd' }>,
  sorted: Sorted,
  content: Content,
): void {
  addWarnings(file, document, sorted);
  const motion = Motion.from(document);
  const modelName = document.format === 'vmd' ? document.modelName.text : '';
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
  sorted[kind].push({ file, motion, content, modelName });
}

function addWarnings({ label }: GivenFile, { warnings }: MmdDocument, { notes }: Sorted): void {
  for (const warning of warnings) {
    if (!isExpectedWarning(warning))
      notes.push(say('warning', { file: label, text: describeWarning(warning).text }));
  }
}

/** The only model; of its versions the most likely one. */
async function shownModel({ models, dances, faces, cameras, poses, notes }: Sorted): Promise<ShownModel> {
  const [shown] = byLikelihood(models);
  if (!shown) throw new FileError(missingModel([...dances, ...faces, ...cameras, ...poses], notes));
  return withTextures(shown);
}

async function withTextures({ file, pmx }: SortedModel): Promise<ShownModel> {
  return { file, pmx, ...(await findTextures(file, usedTextures(pmx))) };
}

async function findTextures(
  file: GivenFile,
  paths: readonly string[],
): Promise<Pick<ShownModel, 'textures' | 'missing'>> {
  const textures = new Map<string, Content>();
  const missing: string[] = [];
  for (const path of paths) {
    const asked = splitPath(path);
    const content = asked && (await file.beside(path));
    if (content) textures.set('../'.repeat(asked.up) + asked.names.join('/'), content);
    else if (!isScreenPath(path)) missing.push(path);
  }
  return { textures, missing };
}

/** `a.bmp*b.sph` is a texture and a sphere map. */
function accessoryTextures({ materials }: X): string[] {
  return [...new Set(materials.flatMap(({ texture }) => texture.split('*')))].filter((path) => path !== '');
}

/** Names a motion or a project among the files, because people expect that it brings its model. */
function missingModel([first]: readonly ShownMotion[], [note]: readonly Message[]): Message {
  const advice = say('name-a-model');
  if (first) return say('only-motion-shown', { file: first.file.label, advice });
  const none = say('no-model-shown', { advice });
  return note === undefined ? none : say('sentences', { one: note, other: none });
}

function usedTextures({ materials, textures }: Pmx): string[] {
  const used = materials.flatMap(({ texture, sphereTexture, sphereMode, sharedToon, toon }) => [
    texture,
    sphereMode === 0 ? -1 : sphereTexture,
    sharedToon === 1 ? -1 : toon,
  ]);
  return [...new Set(used)].flatMap((index) => textures[index] ?? []);
}
