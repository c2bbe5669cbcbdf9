import type { OdoriDancerElement, OdoriPlayerElement } from '@odori/element';
import { type Formation, formationPlaces, type Place } from '@odori/format/internal';
import { Motion } from '@odori/runtime';
import { placesInMotions } from '@odori/runtime/internal';
import type { Vector3 } from 'three';
import { element } from '../dom.js';
import { fileText } from '../file-text.js';
import type { Files } from '../open/sort-files.js';
import { fileName } from '../problem-text.js';
import type { Inputs } from '../show/inputs.js';
import type { MotionOption } from '../show/motion-options.js';
import type { WholeShow } from '../show/whole-show.js';
import { onlyModel, type OpenedStage } from '../stages/opened-stage.js';
import { type PackedProject, packCast } from './cast-project.js';
import { frameAll } from './compose-project.js';
import type { Arrangement, Cast, CastModel } from './read-cast.js';

const ORIGIN: Place = { x: 0, z: 0, turn: 0 };

/** Dancers, stages and props that a player shows together: its children. */
export class CastShow implements WholeShow {
  readonly cast: Cast;
  readonly name: string;
  /** The names of the dancers, for labels. */
  readonly dancers: readonly string[];
  /** In place of the stage of the page: that of the user is among the children. */
  readonly stage = undefined;
  /** The player says what is missing. */
  readonly missing: readonly string[] = [];
  /** Does the camera stand still and show all, so that dancers can be placed? */
  isStill = false;
  readonly #player: OdoriPlayerElement;
  readonly #children: readonly OdoriDancerElement[];
  readonly #firstPlaces: readonly Place[];
  /** By model. */
  #dances: readonly (MotionOption | undefined)[];
  /** In the picture, as all places but those that are saved. */
  #places: readonly Place[] = [];
  #isMirrored = false;
  #stillCamera: Motion | undefined;

  constructor(player: OdoriPlayerElement, cast: Cast) {
    this.#player = player;
    this.cast = cast;
    const dancers = cast.models.filter(({ isDancer }) => isDancer);
    this.dancers = dancers.map(({ name }) => name);
    this.name = this.dancers.join(' · ');
    this.#children = dancers.map((model) => createChild(model, cast));
    this.#dances = this.dances = cast.assignment.ofModel;
    this.#firstPlaces = firstPlaces(dancers, cast, this.#dances);
    this.places = this.#firstPlaces;
  }

  /** What else the player gets. */
  get inputs(): Inputs {
    const { camera, song } = this.cast;
    const hasOwnCamera = this.#dances.some((dance) => dance?.motion.camera);
    const automatic = this.isStill ? this.#still : 'auto';
    return {
      model: null,
      motion: null,
      camera: this.#turned(camera?.motion) ?? (hasOwnCamera ? null : automatic),
      pose: null,
      audio: song?.file ?? null,
    };
  }

  get files(): Files {
    return this.cast.files;
  }

  get stages(): readonly OpenedStage[] {
    return this.cast.stages;
  }

  /** By model. */
  get dances(): readonly (MotionOption | undefined)[] {
    return this.#dances;
  }

  set dances(dances: readonly (MotionOption | undefined)[]) {
    this.#dances = dances;
    this.#children.forEach((child, i) => (child.motion = this.#turned(dances[i]?.motion) ?? null));
  }

  /** Of two dancers with different dances: each has that of the other. */
  get swappedDances(): CastShow['dances'] | undefined {
    const [first, second, ...others] = this.#dances;
    return this.dancers.length === 2 && first !== second ? [second, first, ...others] : undefined;
  }

  /** Are left and right exchanged: in the dances, in the places, and in the camera? Stages stay. */
  get isMirrored(): boolean {
    return this.#isMirrored;
  }

  set isMirrored(isMirrored: boolean) {
    if (isMirrored === this.#isMirrored) return;
    this.#isMirrored = isMirrored;
    this.dances = this.#dances;
    this.places = this.#places.map(mirrorPlace);
  }

  /** Where the dancers stand in the picture, besides what their motions say. */
  get places(): readonly Place[] {
    return this.#places;
  }

  set places(places: readonly Place[]) {
    this.#places = places;
    this.#children.forEach((child, i) => {
      const { x, z, turn } = places[i];
      child.position = `${x} 0 ${z}`;
      child.turn = turn;
    });
  }

  /** The models, by dancer; undefined until they are loaded. */
  get models(): readonly OdoriDancerElement['loadedModel'][] {
    return this.#children.map(({ loadedModel }) => loadedModel);
  }

  /** Who is shown, and what they dance. */
  get contents(): HTMLElement {
    const { models } = this.cast;
    const items = models.map(({ name }, i) => {
      const dance = this.#dances[i]?.name;
      return element('li', {}, fileText(name), ...(dance ? [': ', fileText(dance)] : []));
    });
    const accessories = this.cast.accessories.map((path) => element('li', {}, fileText(fileName(path))));
    return element('ul', { class: 'contents' }, ...items, ...accessories);
  }

  /** What does not change if more files come: places, and dances if no motion is among these. */
  arrangement(hasMotions: boolean): Arrangement {
    const paths = this.cast.models.map(({ path }) => path);
    return {
      places: new Map(this.#savedPlaces.map((place, i) => [paths[i], place])),
      dances: hasMotions
        ? undefined
        : new Map(paths.map((path, i) => [path, (this.#dances[i]?.files ?? []).map((file) => file.path)])),
    };
  }

  /** The places of a formation; undefined: those at the beginning. */
  placesOf(formation: Formation | undefined): readonly Place[] {
    if (formation) return formationPlaces(formation, this.dancers.length);
    return this.#isMirrored ? this.#firstPlaces.map(mirrorPlace) : this.#firstPlaces;
  }

  /** Writes to `out` where a dancer stands now, on the floor, in three's space: dances move her too. */
  floorPoint(dancer: number, out: Vector3): Vector3 {
    const model = this.#children[dancer].loadedModel;
    if (!model) return out.set(0, 0, 0);
    const { rig, root } = model;
    const center = Math.max(rig.boneIndex('センター'), 0);
    out.fromArray(rig.worldPositions, 3 * center).setY(0);
    return out.applyMatrix4(root.matrixWorld).setY(0);
  }

  /** The dancers come in place of others. Resolves when they are loaded. */
  async appear(): Promise<void> {
    const player = this.#player;
    for (const other of player.querySelectorAll('odori-dancer')) other.remove();
    const loading = this.#children.map(whenLoaded);
    player.append(...this.#children);
    if (!player.error) await Promise.all(loading);
  }

  leave(): void {
    for (const child of this.#children) child.remove();
  }

  /** A zip of all files and a project of MMD, which this page, MMD and odori view open. */
  async save(): Promise<PackedProject> {
    const saved = this.#savedPlaces;
    const places = this.cast.models.map((_, i) => saved[i] ?? ORIGIN);
    return packCast(this.cast, this.#dances, places);
  }

  #turned(motion: Motion | undefined): Motion | undefined {
    return this.#isMirrored ? motion?.mirror() : motion;
  }

  /** Without the mirror. */
  get #savedPlaces(): readonly Place[] {
    return this.#isMirrored ? this.#places.map(mirrorPlace) : this.#places;
  }

  get #still(): Motion {
    this.#stillCamera ??= Motion.from(frameAll(this.#places));
    return this.#stillCamera;
  }
}

function mirrorPlace({ x, z, turn }: Place): Place {
  return { x: 0 - x, z, turn: 0 - turn };
}

function createChild({ path, name, pmx }: CastModel, { files }: Cast): OdoriDancerElement {
  const child = document.createElement('odori-dancer');
  child.alt = name;
  child.model = pmx ? onlyModel(files, path) : new File([files.get(path)!], fileName(path));
  return child;
}

/** Those that were saved; else a line, unless the dancers stand apart by their motions. */
function firstPlaces(
  dancers: readonly CastModel[],
  { places }: Cast,
  dances: readonly (MotionOption | undefined)[],
): readonly Place[] {
  const motions = dancers.map((_, i) => dances[i]?.motion);
  const line = placesInMotions(motions) ? dancers.map(() => ORIGIN) : formationPlaces('line', dancers.length);
  return dancers.map(({ path }, i) => places.get(path) ?? line[i]);
}

function whenLoaded(child: OdoriDancerElement): Promise<unknown> {
  return new Promise((resolve) => {
    for (const type of ['load', 'error']) child.addEventListener(type, resolve, { once: true });
  });
}
