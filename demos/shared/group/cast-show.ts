import type { OdoriPlayerElement } from '@odori/element';
import { type Formation, formationPlaces, type Place } from '@odori/format/internal';
import { createMapResolver, createScene } from '@odori/model';
import { placesInMotions } from '@odori/runtime/internal';
import { Vector3 } from 'three';
import { openSong } from '../song.js';
import type { MotionOption } from '../show/motion-options.js';
import { ProjectShow } from '../show/project-show.js';
import { castProject, type PackedProject, packProject } from './cast-project.js';
import type { Cast } from './read-cast.js';

const ORIGIN: Place = { x: 0, z: 0, turn: 0 };

/** Dancers, stages and props that a player shows together: a project that was made of the user's files. */
export class CastShow extends ProjectShow {
  readonly cast: Cast;
  /** By model. */
  readonly dances: readonly (MotionOption | undefined)[];
  #places: readonly Place[];
  readonly #firstPlaces: readonly Place[];

  /** Use {@link openCast}. */
  constructor(
    ...[player, project, song, cast, dances]: [
      ...ConstructorParameters<typeof ProjectShow>,
      Cast,
      readonly (MotionOption | undefined)[],
    ]
  ) {
    super(player, project, song);
    this.cast = cast;
    this.dances = dances;
    const count = this.dancers.length;
    const isApart = placesInMotions(dances.slice(0, count).map((dance) => dance?.motion));
    this.#firstPlaces = isApart ? this.dancers.map(() => ORIGIN) : formationPlaces('line', count);
    this.places = this.#places = this.#firstPlaces;
  }

  /** The names of the dancers, for labels. */
  get dancers(): readonly string[] {
    return this.cast.models
      .filter(({ isDancer }) => isDancer)
      .map(({ pmx, path }) => pmx.name.trim() || path);
  }

  /** Where the dancers stand, besides what their motions say. */
  get places(): readonly Place[] {
    return this.#places;
  }

  set places(places: readonly Place[]) {
    this.#places = places;
    places.forEach(({ x, z, turn }, i) => {
      const root = this.scene.models[i]?.root;
      root?.position.set(x, 0, z);
      root?.rotation.set(0, (turn * Math.PI) / 180, 0);
    });
    this.redraw();
  }

  /** The places of a formation; undefined: those at the beginning. */
  placesOf(formation: Formation | undefined): readonly Place[] {
    return formation ? formationPlaces(formation, this.dancers.length) : this.#firstPlaces;
  }

  /** Writes to `out` where a dancer stands now, on the floor, in three's space: dances move her too. */
  floorPoint(dancer: number, out: Vector3): Vector3 {
    const model = this.scene.models[dancer];
    if (!model) return out.set(0, 0, 0);
    const { rig, root } = model;
    const center = Math.max(rig.boneIndex('センター'), 0);
    out.fromArray(rig.worldPositions, 3 * center).setY(0);
    return out.applyMatrix4(root.matrixWorld).setY(0);
  }

  /** A project of MMD with all files as a zip, which this page, MMD and odori view open. */
  async save(): Promise<PackedProject> {
    const places = this.cast.models.map((_, i) => this.#places[i] ?? ORIGIN);
    return packProject(this.cast, castProject(this.cast, this.dances, places));
  }
}

/**
 * Loads what a cast shows.
 *
 * @throws Error if the scene cannot be made.
 */
export async function openCast(
  player: OdoriPlayerElement,
  cast: Cast,
  dances: readonly (MotionOption | undefined)[],
): Promise<CastShow> {
  const { pmm, named } = castProject(
    cast,
    dances,
    cast.models.map(() => ORIGIN),
  );
  const paths = new Map(named.map(({ inProject, path }) => [inProject, path]));
  const inFiles = createMapResolver(cast.files);
  const scene = await createScene(pmm, { resolve: (path) => inFiles(paths.get(path) ?? path) });
  const song = cast.song && (await openSong(cast.song.file));
  const name = cast.models.filter(({ isDancer }) => isDancer).map(({ pmx, path }) => pmx.name.trim() || path);
  const project = { name: name.join(' · '), pmm, scene, song, files: cast.files, paths: [] };
  return new CastShow(player, project, cast.song?.file, cast, dances);
}
