import { type Pmm, serializePmm } from '@odori/format';
import { encodeCp932, packZip, type Place } from '@odori/format/internal';
import type { Motion } from '@odori/runtime';
import type { MotionOption } from '../show/motion-options.js';
import { composeProject } from './compose-project.js';
import type { Cast } from './read-cast.js';
import { ARRANGEMENT_NAME, PROJECT_NAME, serializeArrangement } from './saved-cast.js';

/** How a project names a file of a cast, and where the file lies in its zip. */
interface NamedFile {
  /** Among the files of the cast. */
  readonly path: string;
  /** As MMD writes it. */
  readonly inProject: string;
  readonly inZip: string;
}

/** A project of a cast. */
interface CastProject {
  readonly pmm: Pmm;
  /** The models, then the accessories, in the order of the project; then the song. */
  readonly named: readonly NamedFile[];
}

/** The cast as a project of MMD, which has no VRM avatars. `dances` and `places` are by model. */
function castProject(
  cast: Cast,
  dances: readonly (MotionOption | undefined)[],
  places: readonly Place[],
): CastProject {
  const { accessories, camera, song } = cast;
  const models = cast.models.flatMap(({ path, pmx }, i) =>
    pmx ? [{ path, pmx, motion: dances[i]?.motion, place: places[i] }] : [],
  );
  const named = [
    ...models.map(({ path }, i) => nameFile('Model', path, `model-${i + 1}`)),
    ...accessories.map((path, i) => nameFile('Accessory', path, `accessory-${i + 1}`)),
    ...(song ? [nameFile('Wave', song.path, 'song')] : []),
  ];
  const pmm = composeProject({
    models: models.map((model, i) => ({ ...model, path: named[i].inProject })),
    accessories: accessories.map((_, i) => named[models.length + i].inProject),
    camera: camera?.motion ?? ownCamera(dances),
    song: song && named.at(-1)!.inProject,
  });
  return { pmm, named };
}

/** A motion of a dancer may have the camera, too. */
function ownCamera(dances: readonly (MotionOption | undefined)[]): Motion | undefined {
  return dances.find((dance) => dance?.motion.camera)?.motion;
}

/** A project has room for so many bytes of a path. */
const PATH_BYTES = 255;

/** `plain` is the name for a file whose path a project cannot say. */
function nameFile(folder: string, path: string, plain: string): NamedFile {
  const inProject = `UserFile\\${folder}\\${path.replaceAll('/', '\\')}`;
  const { bytes, lost } = encodeCp932(inProject);
  if (lost.length === 0 && bytes.length <= PATH_BYTES) return { path, inProject, inZip: path };
  const name = plain + /\.\w+$/.exec(path)![0];
  const inZip = path.slice(0, path.lastIndexOf('/') + 1) + name;
  return { path, inProject: `UserFile\\${folder}\\${name}`, inZip };
}

/** What is made anew. */
const LEFT_OUT = new RegExp(`\\.pmm$|^${ARRANGEMENT_NAME}$`, 'i');

/** A project and its files in one file. */
export interface PackedProject {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many names, such as those of bones, a project cannot say as they are. */
  readonly lost: number;
}

/**
 * A cast as a zip: a project for MMD, all files with what lies beside them, such as textures and the terms of
 * their authors, and the arrangement. `dances` and `places` are by model.
 */
export async function packCast(
  cast: Cast,
  dances: readonly (MotionOption | undefined)[],
  places: readonly Place[],
): Promise<PackedProject> {
  const { pmm, named } = castProject(cast, dances, places);
  let lost = 0;
  const project = serializePmm(pmm, { onWarning: ({ count }) => (lost += count) });
  const renamed = new Map(named.map(({ path, inZip }) => [path, inZip]));
  const dancers = cast.models.flatMap(({ path, isDancer }, i) =>
    isDancer ? [{ path: renamed.get(path) ?? path, dance: dances[i], place: places[i] }] : [],
  );
  const zipped = new Map<string, Uint8Array>([
    [PROJECT_NAME, project],
    [ARRANGEMENT_NAME, serializeArrangement(dancers, project)],
  ]);
  for (const [path, file] of cast.files) {
    if (!LEFT_OUT.test(path)) zipped.set(renamed.get(path) ?? path, new Uint8Array(await file.arrayBuffer()));
  }
  return { bytes: packZip(zipped), lost };
}
