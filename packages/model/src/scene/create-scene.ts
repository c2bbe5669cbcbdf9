import type { Pmm, PmmModel } from '@odori/format';
import { foldName } from '@odori/format/internal';
import type { SharedWorld } from '@odori/physics';
import type { MotionCameraOptions, NameRule, RigOptions } from '@odori/runtime';
import type { DirectionalLight, LoadingManager } from 'three';
import type { LoadAccessoryMaker } from '../accessory/accessory-maker.js';
import { pathNames } from '../files/file-source.js';
import { loadModelWith } from '../loaders/load-model.js';
import type { Glow } from '../look/glow.js';
import type { Look, ShadowBorders } from '../look/mmd-look.js';
import { MmdModel } from '../mmd-model/mmd-model.js';
import type { CreateBackdrop, ModelKit } from '../surface/surface-kit.js';
import { type AccessoryFactory, AccessoryObjects } from './accessory-objects.js';
import { loadBackground } from './load-background.js';
import { MmdScene } from './mmd-scene.js';
import { type ModelResolver, toSource } from './model-resolver.js';
import { SceneBackground } from './scene-background.js';
import { nameTracks } from './scene-model.js';
import { ScenePhysics, type ScenePhysicsOptions } from './scene-physics.js';
import { type SceneNote, SceneReport } from './scene-report.js';

/** Options of {@link createScene}. */
export interface SceneOptions {
  /**
   * Finds models, accessories and the background: `createMapResolver` for files at hand, `createUrlResolver`
   * for a server, or your own function.
   */
  readonly resolve: ModelResolver;
  /**
   * Gives an object of your own for an accessory, for example a better stage; for those for which it gives
   * undefined, the `.x` file is loaded. Keyframes scale and fade the object, so it needs materials of its
   * own. MMD draws `.x` files at ten times their size.
   */
  readonly accessory?: AccessoryFactory;
  /** The light that the project drives, including its `castShadow`. A light that has a parent stays there. */
  readonly light?: DirectionalLight; // a new one
  /** Size of an MMD unit in your scene; 0.08 for metres. */
  readonly unit?: number; // 1
  /**
   * Options of the camera; the scene sets its unit and its loop. Its aspect is that of the project's picture
   * by default.
   */
  readonly camera?: Omit<MotionCameraOptions, 'loop' | 'unit'>;
  /** False: the picture and the film of the background are not loaded. */
  readonly background?: boolean; // true
  /** The look of all models: `'auto'` follows the project's self shadow. See {@link ModelOptions.look}. */
  readonly look?: Look; // 'auto'
  /** The borders of cast shadows, see {@link ModelOptions.shadows}. */
  readonly shadows?: ShadowBorders; // 'mmd'
  /** The glow of all models, see {@link ModelOptions.glow}. */
  readonly glow?: Glow; // 'auto'
  /** Options of the rigs, where bones should differ from MMD's. */
  readonly rig?: RigOptions;
  /** How names of motions find bones, see `NameOptions` of @odori/runtime. */
  readonly names?: NameRule; // 'help'
  /**
   * False: bones follow their keyframes. Bodies of all models touch, as in MMD. Options take precedence over
   * the project's mode, ground and gravity. The code is loaded if a model has rigid bodies, unless physics is
   * off in the project.
   */
  readonly physics?: boolean | ScenePhysicsOptions | SharedWorld; // true
  /**
   * Chooses the noise of the project's gravity: a whole number. One seed gives the same noise in each run and
   * after a seek; MMD's is another one each time.
   */
  readonly gravitySeed?: number; // 1
  /** The most pixels of a texture of a model, see {@link ModelOptions.maxTextureSize}. */
  readonly maxTextureSize?: number | undefined; // Infinity
  readonly manager?: LoadingManager;
}

/** The materials of a project, for one renderer. */
export interface SceneKit {
  readonly models: ModelKit;
  readonly loadAccessoryMaker: LoadAccessoryMaker;
  readonly createBackdrop: CreateBackdrop;
}

/** Makes a scene with the materials of a kit; see `createScene` of the entry points. */
export async function createSceneWith(kit: SceneKit, pmm: Pmm, options: SceneOptions): Promise<MmdScene> {
  const { light, names, unit = 1, camera = {} } = options;
  if (!(unit > 0 && unit < Infinity))
    throw new RangeError(`unit must be a finite number above 0, not ${unit}`);
  const report = new SceneReport(pmm.warnings);
  const hasBackground = options.background !== false;
  const loadingBackground = hasBackground ? loadBackground(pmm, options, report) : undefined;
  const loadedModels = new SceneModels(kit.models, options, report);
  const loadedObjects = new AccessoryObjects(kit.loadAccessoryMaker, options, report);
  try {
    const models = await loadedModels.loadAll(pmm.models);
    const objects = await loadedObjects.loadAll(pmm.accessories);
    const background = new SceneBackground(kit.createBackdrop, pmm, await loadingBackground);
    const physics = new ScenePhysics(pmm, options.physics ?? true, options.gravitySeed ?? 1, unit);
    await physics.load(models);
    for (const model of models) if (model) applyLook(model, options);
    const documents = pmm.models.map((document, i) => nameDocument(document, models[i], i, report));
    const parts = { pmm, models, documents, objects, background, report, physics };
    const scene = new MmdScene({ ...parts, names, unit, light, camera });
    // the project may show the files of screens, which are read only then
    await Promise.all(models.map(async (model) => model?.ready));
    await Promise.all(scene.accessories.map(async (accessory) => accessory?.loaded?.ready));
    return scene;
  } catch (error) {
    loadedModels.dispose();
    loadedObjects.dispose();
    // a film has a URL and a decoder
    new SceneBackground(kit.createBackdrop, pmm, await loadingBackground).dispose();
    throw error;
  }
}

/** Models that the resolver gives keep their look, unless options name one. */
function applyLook({ surface }: MmdModel, { look, shadows, glow }: SceneOptions): void {
  if (look) surface.look = look;
  if (shadows) surface.shadows = shadows;
  if (glow !== undefined) surface.glow = glow;
}

/** Loads the models of a project, each file once. */
class SceneModels {
  readonly #kit: ModelKit;
  readonly #options: SceneOptions;
  readonly #report: SceneReport;
  readonly #loading = new Map<string, Promise<MmdModel | undefined>>();
  readonly #used = new Set<MmdModel>();
  /** Those that are not the resolver's. */
  readonly #own = new Set<MmdModel>();

  constructor(kit: ModelKit, options: SceneOptions, report: SceneReport) {
    this.#kit = kit;
    this.#options = options;
    this.#report = report;
  }

  async loadAll(documents: readonly PmmModel[]): Promise<(MmdModel | undefined)[]> {
    const loaded = await Promise.all(documents.map((document) => this.#load(document)));
    return loaded.map((model, i) => {
      if (model instanceof MmdModel) return this.#instanceOf(model);
      const { code, reason } = model;
      const { name, path } = documents[i];
      this.#report.add({ code, section: `models[${i}]`, name: name.text, path: path.text, reason });
      return undefined;
    });
  }

  async #load(document: PmmModel): Promise<MmdModel | Pick<SceneNote, 'code' | 'reason'>> {
    const path = document.path.text;
    const key = foldName(path);
    try {
      if (!this.#loading.has(key)) this.#loading.set(key, this.#find(document));
      const model = await this.#loading.get(key);
      return model ?? { code: 'missing-model', reason: `the model ${path} was not found` };
    } catch (error) {
      return { code: 'unreadable-model', reason: messageOf(error) };
    }
  }

  async #find(document: PmmModel): Promise<MmdModel | undefined> {
    const { resolve, rig, manager, maxTextureSize } = this.#options;
    const found = await resolve(document.path.text, document);
    if (found === undefined || found instanceof MmdModel) return found;
    const options = { ...(rig && { rig }), ...(manager && { manager }), maxTextureSize };
    const name = pathNames(document.path.text).at(-1) ?? 'the model';
    const { source, files } = toSource(found, name);
    const model = await loadModelWith(this.#kit, source, { ...options, ...(files && { files }) });
    this.#own.add(model);
    return model;
  }

  /** The model itself; a clone if the model is used already. */
  #instanceOf(model: MmdModel): MmdModel {
    const own = this.#used.has(model) ? model.clone() : model;
    if (own !== model) this.#own.add(own);
    this.#used.add(own);
    return own;
  }

  /** Frees what it has loaded or cloned, for a scene that fails. */
  dispose(): void {
    for (const model of this.#own) model.dispose();
  }
}

/** The project's model with names of bones and morphs. Reports a model other than the project's. */
function nameDocument(
  document: PmmModel,
  model: MmdModel | undefined,
  index: number,
  report: SceneReport,
): PmmModel {
  if (!model) return document;
  const found = nameTracks(document, model.rig.definition);
  if (found) return found;
  const reason = `${model.name} has other bones or morphs than the model that the project was made with`;
  const [name, path] = [document.name.text, document.path.text];
  report.add({ code: 'other-model', section: `models[${index}]`, name, path, reason });
  return document;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
