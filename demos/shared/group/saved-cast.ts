import type { Place } from '@odori/format/internal';
import type { Files } from '../open/sort-files.js';
import type { MotionOption } from '../show/motion-options.js';
import type { Arrangement } from './read-cast.js';

export const PROJECT_NAME = 'dance.pmm';
/** Beside the project. It says what a project cannot: places apart from dances, and VRM avatars. */
export const ARRANGEMENT_NAME = 'odori.json';

/** A dancer as the file says it. */
interface SavedDancer {
  readonly path: string;
  /** The paths of the motions. */
  readonly dance: readonly string[];
  readonly place: Place;
}

/** Who dances what and where. `project` is what lies beside it. */
export function serializeArrangement(
  dancers: readonly {
    readonly path: string;
    readonly dance: MotionOption | undefined;
    readonly place: Place;
  }[],
  project: Uint8Array,
): Uint8Array {
  const saved = dancers.map(({ path, dance, place }) => ({
    path,
    dance: dance?.files.map((file) => file.path) ?? [],
    place,
  }));
  return new TextEncoder().encode(JSON.stringify({ project: checksum(project), dancers: saved }));
}

/** A saved cast among some files. */
export interface SavedCast {
  /** Its own files, by their paths in the zip. */
  readonly files: Files;
  readonly arrangement: Arrangement;
}

/**
 * Finds what `packCast` has written; undefined if it is not there, or if another program has changed the
 * project since: then that counts.
 */
export async function findSavedCast(files: Files): Promise<SavedCast | undefined> {
  const path = [...files.keys()].find(
    (each) => each === ARRANGEMENT_NAME || each.endsWith(`/${ARRANGEMENT_NAME}`),
  );
  if (path === undefined) return undefined;
  const folder = path.slice(0, -ARRANGEMENT_NAME.length);
  const own = new Map(
    [...files]
      .filter(([each]) => each.startsWith(folder))
      .map(([each, file]) => [each.slice(folder.length), file]),
  );
  const project = own.get(PROJECT_NAME);
  const saved = parseArrangement(await own.get(ARRANGEMENT_NAME)!.text());
  if (!project || saved?.project !== checksum(new Uint8Array(await project.arrayBuffer()))) return undefined;
  own.delete(PROJECT_NAME);
  own.delete(ARRANGEMENT_NAME);
  return {
    files: own,
    arrangement: {
      places: new Map(saved.dancers.map((dancer) => [dancer.path, dancer.place])),
      dances: new Map(saved.dancers.map((dancer) => [dancer.path, dancer.dance])),
    },
  };
}

/** Undefined for anything else. */
function parseArrangement(
  text: string,
): { readonly project: unknown; readonly dancers: readonly SavedDancer[] } | undefined {
  try {
    const { project, dancers } = JSON.parse(text) as { project: unknown; dancers: unknown };
    return Array.isArray(dancers) && dancers.every(isDancer) ? { project, dancers } : undefined;
  } catch {
    return undefined;
  }
}

function isDancer(value: unknown): value is SavedDancer {
  const { path, dance, place } = (value ?? {}) as Partial<Record<string, unknown>>;
  const { x, z, turn } = (place ?? {}) as Partial<Record<string, unknown>>;
  const isPlace = [x, z, turn].every((each) => Number.isFinite(each));
  return typeof path === 'string' && Array.isArray(dance) && isPlace;
}

/** FNV-1a, 32 bits. O(bytes). */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
