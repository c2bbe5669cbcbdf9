import type { PmmAccessory } from '@odori/format';
import { foldName } from '@odori/format/internal';
import type { LoadingManager, Object3D } from 'three';
import type { LoadAccessoryMaker } from '../accessory/accessory-maker.js';
import type { MmdAccessory } from '../accessory/mmd-accessory.js';
import { pathNames } from '../files/file-source.js';
import { loadAccessoryWith } from '../loaders/load-accessory.js';
import type { ShadowBorders } from '../look/mmd-look.js';
import { MmdModel } from '../mmd-model/mmd-model.js';
import { type ModelResolver, toSource } from './model-resolver.js';
import type { SceneNote, SceneReport } from './scene-report.js';

/** The object of an accessory. */
export interface AccessoryObject {
  readonly object: Object3D;
  /** The accessory that the scene has loaded and frees; undefined if the object comes from an option. */
  readonly loaded?: MmdAccessory;
}

/** Gives an object for an accessory, see `SceneOptions.accessory`. */
export type AccessoryFactory = (
  path: string,
  accessory: PmmAccessory,
) => Object3D | undefined | Promise<Object3D | undefined>;

/** The options of a scene that its accessories depend on. */
interface AccessoryOptions {
  readonly resolve: ModelResolver;
  readonly accessory?: AccessoryFactory;
  readonly shadows?: ShadowBorders;
  readonly manager?: LoadingManager;
}

/** Makes the objects of a project's accessories. Each file is loaded once. */
export class AccessoryObjects {
  readonly #loadMaker: LoadAccessoryMaker;
  readonly #options: AccessoryOptions;
  readonly #report: SceneReport;
  readonly #loading = new Map<string, Promise<MmdAccessory | undefined>>();
  readonly #used = new Set<MmdAccessory>();

  constructor(loadMaker: LoadAccessoryMaker, options: AccessoryOptions, report: SceneReport) {
    this.#loadMaker = loadMaker;
    this.#options = options;
    this.#report = report;
  }

  /** By index in the project; undefined if there is none, which the report then says. */
  async loadAll(documents: readonly PmmAccessory[]): Promise<(AccessoryObject | undefined)[]> {
    const objects = await Promise.all(documents.map((document) => this.#load(document)));
    return objects.map((object, i) => {
      if ('object' in object) return object.loaded ? this.#instanceOf(object.loaded) : object;
      const { name, path } = documents[i];
      this.#report.add({ ...object, section: `accessories[${i}]`, name: name.text, path: path.text });
      return undefined;
    });
  }

  async #load(document: PmmAccessory): Promise<AccessoryObject | Pick<SceneNote, 'code' | 'reason'>> {
    const path = document.path.text;
    try {
      const object = await this.#options.accessory?.(path, document);
      if (object) return { object };
      const key = foldName(path);
      if (!this.#loading.has(key)) this.#loading.set(key, this.#find(document));
      const loaded = await this.#loading.get(key);
      if (loaded) return { object: loaded.root, loaded };
      return { code: 'missing-accessory', reason: `the accessory ${path} was not found` };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { code: 'unreadable-accessory', reason };
    }
  }

  async #find(document: PmmAccessory): Promise<MmdAccessory | undefined> {
    const { resolve, shadows, manager } = this.#options;
    const path = document.path.text;
    const found = await resolve(path, document);
    // a resolver that gives a model for any path
    if (found === undefined || found instanceof MmdModel) return undefined;
    const { source, files } = toSource(found, pathNames(path).at(-1) ?? 'the accessory');
    const accessory = await loadAccessoryWith(this.#loadMaker, source, {
      ...(files && { files }),
      ...(shadows && { shadows }),
      ...(manager && { manager }),
    });
    accessory.root.position.set(0, 0, 0); // keyframes have what a VAC says
    accessory.root.quaternion.identity();
    accessory.root.scale.set(1, 1, 1);
    return accessory;
  }

  /** The accessory itself; a clone if it is used already. */
  #instanceOf(accessory: MmdAccessory): AccessoryObject {
    const own = this.#used.has(accessory) ? accessory.clone() : accessory;
    this.#used.add(own);
    return { object: own.root, loaded: own };
  }

  /** Frees what it has loaded, for a scene that fails. */
  dispose(): void {
    for (const accessory of this.#used) accessory.dispose();
  }
}
