import { detectFormat, parsePmx, type Pmx, serializePmx } from '@odori/format';
import type { Motion } from '@odori/runtime/motion';
import { matchTracks } from '@odori/runtime/motion';
import type { Refusal } from '../documents/refusal.js';
import { FileError, inFile } from '../errors.js';
import { type GivenFile, readGivenFiles } from '../files/given-files.js';
import { readHead } from '../files/content.js';
import { compactModel } from './compact-model.js';
import { OptimizedFiles, type OptimizedTexture, type TextureOptions } from './optimized-files.js';
import { about, say } from '../language/message.js';

/** What happened to a model. */
export interface OptimizedModel {
  /** In the input, and in the output. */
  readonly path: string;
  readonly bytes: { readonly before: number; readonly after: number };
  readonly vertices: { readonly before: number; readonly after: number };
  /** The names of morphs that moved nothing. */
  readonly droppedMorphs: readonly string[];
  /** The paths of textures without a file, as the model spells them. */
  readonly missing: readonly string[];
}

/** The files of a result, and what happened to those of the input. */
export interface Optimization {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly models: readonly OptimizedModel[];
  readonly textures: readonly OptimizedTexture[];
  /** Files that are neither models nor pictures, such as the author's terms: they stay as they are. */
  readonly copied: readonly string[];
  /** Pictures that no model uses. */
  readonly leftOut: readonly string[];
}

/** Options of {@link optimizeModels}. */
export interface OptimizeOptions extends TextureOptions {
  /** The folder that textures may be in, absolute. */
  readonly root: string | undefined;
  readonly refusal: Refusal;
  /** Morphs that it names stay. */
  readonly keep: Motion | undefined;
}

/**
 * Makes the models of a file, a folder or a zip smaller. Nothing is written.
 *
 * @throws {@link FileError} if there is no PMX, or a model cannot be read.
 */
export async function optimizeModels(
  input: string,
  cwd: string,
  options: OptimizeOptions,
): Promise<Optimization> {
  const given = await readGivenFiles([input], cwd, options.root);
  const formats = await Promise.all(given.map(async (file) => [file, await formatOf(file)] as const));
  const models = formats.flatMap(([file, format]) => (format === 'pmx' ? [file] : []));
  const others = formats.filter(([, format]) => format !== 'pmx');
  if (models.length === 0) throw noModel(input, formats);
  const result = new OptimizedFiles(options);
  const { copied, pictures } = await copyOthers(others, result);
  const reports: OptimizedModel[] = [];
  for (const file of models)
    reports.push(await inFile(file.label, () => optimizeModel(file, result, options)));
  const used = new Set(result.textures.map(({ path }) => path));
  const leftOut = pictures.filter((path) => !used.has(path));
  return { files: result.files, models: reports, textures: result.textures, copied, leftOut };
}

/** Formats are known by their first bytes. */
const HEAD_BYTES = 64;

async function formatOf(file: GivenFile): Promise<string | undefined> {
  return detectFormat(await inFile(file.label, () => readHead(file.content, HEAD_BYTES)));
}

function noModel(input: string, files: readonly (readonly [GivenFile, string | undefined])[]): FileError {
  const hasPmd = files.some(([, format]) => format === 'pmd');
  return new FileError(about(input, say(hasPmd ? 'no-pmx-but-pmd' : 'no-pmx')));
}

const PICTURE = /\.(?:bmp|png|jpe?g|tga|dds|gif|webp|ktx2|sp[ah]|psd|xcf|clip)$/i;
/** They have textures, too, whose paths stay as they are. */
const OTHER_MODELS: ReadonlySet<string | undefined> = new Set(['pmd', 'pmm', 'x', 'vac']);

/** Pictures are copied only where a model of another format may use them. */
async function copyOthers(
  others: readonly (readonly [GivenFile, string | undefined])[],
  result: OptimizedFiles,
): Promise<{ copied: string[]; pictures: string[] }> {
  const needsPictures = others.some(([, format]) => OTHER_MODELS.has(format));
  const copied: string[] = [];
  const pictures: string[] = [];
  for (const [file] of others) {
    if (PICTURE.test(file.name) && !needsPictures) pictures.push(file.path);
    else copied.push(result.add(file.path, await inFile(file.label, () => file.content.read())));
  }
  return { copied, pictures };
}

async function optimizeModel(
  file: GivenFile,
  result: OptimizedFiles,
  { refusal, keep }: OptimizeOptions,
): Promise<OptimizedModel> {
  const bytes = await file.content.read();
  const pmx = parsePmx(bytes);
  refusal.check(pmx.warnings);
  const compact = compactModel(pmx, keep && morphsOf(pmx, keep));
  const missing: string[] = [];
  const optimized = serializePmx(await result.addTextures(compact.pmx, file, file.path, missing));
  result.add(file.path, optimized);
  return {
    path: file.path,
    bytes: { before: bytes.length, after: optimized.length },
    vertices: { before: pmx.vertices.count, after: pmx.vertices.count - compact.droppedVertices },
    droppedMorphs: compact.droppedMorphs,
    missing,
  };
}

/** The indices of the morphs that a motion moves. */
function morphsOf({ morphs }: Pmx, motion: Motion): Set<number> {
  const { tracks } = matchTracks(
    motion.morphs,
    morphs.map(({ name }) => name),
  );
  return new Set(tracks.flatMap((track, i) => (track ? [i] : [])));
}
