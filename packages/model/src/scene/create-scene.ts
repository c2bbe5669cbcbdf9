import type { Pmm, PmmAccessory, PmmModel } from '@odori/format';
import type { MotionCameraOptions, RigOptions } from '@odori/runtime';
import type { DirectionalLight, LoadingManager, Object3D } from 'three';
import { foldName } from '../files/paths.js';
import { loadModel, type ModelSource } from '../loaders/load-model.js';
import { MmdModel } from '../mmd-model/mmd-model.js';
import { MmdScene } from './mmd-scene.js';
import { nameTracks } from './scene-model.js';
import type { ModelFile, ModelResolver } from './model-resolver.js';
import { type SceneNote, SceneReport } from './scene-report.js';

/** Options of {@link createScene}. */
export interface SceneOptions {
  /** Where the models are: `createMapResolver` for files at hand, `createUrlResolver` for a server, or your own. */
  readonly resolve: ModelResolver;
  /**
   * Objects in the place of accessories, whose `.x` files this package does not read; without it there are none. Keys scale
   * and fade the object, so that it should be one of its own, with materials of its own. What MMD draws of an `.x` file is
   * ten times as large as the file says.
   */
  readonly accessory?: (
    path: string,
    accessory: PmmAccessory,
  ) => Object3D | undefined | Promise<Object3D | undefined>;
  /** The light that the project drives; whether it casts shadows, too. */
  readonly light?: DirectionalLight; // one of its own
  /** Size of an MMD unit in your scene: 0.08 for metres. */
  readonly unit?: number; // 1
  /** Of the camera; its unit is the scene's, and it goes round when the scene does. */
  readonly camera?: Omit<MotionCameraOptions, 'loop' | 'unit'>;
  /** Where bones are to differ from MMD's. */
  readonly rig?: RigOptions;
  readonly manager?: LoadingManager;
}

/**
 * A whole project for a three.js scene, with all models that can be had; of a file that is in it several times, one is
 * loaded. Resolves when all textures are there or found missing. What is missing is in `report`, and the rest plays.
 *
 * @throws RangeError (as rejection) if `unit` is not above 0; whatever `resolve` and `accessory` reject with is reported.
 * @example
 * const files = await readDroppedFiles(event.dataTransfer);
 * const mmdScene = await createScene(parsePmm(bytes), { resolve: createMapResolver(files) });
 * mmdScene.report.notes; // → [{ code: 'missing-model', name: '鏡音レン', … }]
 * scene.add(mmdScene.root);
 */
export async function createScene(pmm: Pmm, options: SceneOptions): Promise<MmdScene> {
  const { light, unit = 1, camera = {} } = options;
  if (!(unit > 0 && unit < Infinity)) throw new RangeError(`unit = ${unit}`);
  const report = new SceneReport(pmm.warnings);
  const models = await new SceneModels(options, report).loadAll(pmm.models);
  const objects = await Promise.all(
    pmm.accessories.map((accessory, i) => objectOf(accessory, i, options, report)),
  );
  const documents = pmm.models.map((document, i) => named(document, models[i], i, report));
  return new MmdScene({ pmm, models, documents, objects, report, unit, light, camera });
}

/** The models of a project, each file loaded once. */
class SceneModels {
  readonly #options: SceneOptions;
  readonly #report: SceneReport;
  readonly #loading = new Map<string, Promise<MmdModel | undefined>>();
  readonly #taken = new Set<MmdModel>();

  constructor(options: SceneOptions, report: SceneReport) {
    this.#options = options;
    this.#report = report;
  }

  async loadAll(documents: readonly PmmModel[]): Promise<(MmdModel | undefined)[]> {
    const loaded = await Promise.all(documents.map((document) => this.#load(document)));
    return loaded.map((model, i) => {
      if (model instanceof MmdModel) return this.#take(model);
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
      return model ?? { code: 'missing-model', reason: `${path} was not found` };
    } catch (error) {
      return { code: 'unreadable-model', reason: messageOf(error) };
    }
  }

  async #find(document: PmmModel): Promise<MmdModel | undefined> {
    const { resolve, rig, manager } = this.#options;
    const found = await resolve(document.path.text, document);
    if (found === undefined || found instanceof MmdModel) return found;
    const options = { ...(rig && { rig }), ...(manager && { manager }) };
    return isModelFile(found)
      ? loadModel(found.file, { ...options, files: found.files })
      : loadModel(found, options);
  }

  /** Who comes twice dances twice. */
  #take(model: MmdModel): MmdModel {
    const own = this.#taken.has(model) ? model.clone() : model;
    this.#taken.add(own);
    return own;
  }
}

function isModelFile(found: ModelFile | ModelSource): found is ModelFile {
  return typeof found === 'object' && 'file' in found;
}

async function objectOf(
  accessory: PmmAccessory,
  index: number,
  { accessory: find }: SceneOptions,
  report: SceneReport,
): Promise<Object3D | undefined> {
  const path = accessory.path.text;
  const note = (reason: string): void =>
    report.add({
      code: 'missing-accessory',
      section: `accessories[${index}]`,
      name: accessory.name.text,
      path,
      reason,
    });
  try {
    const object = await find?.(path, accessory);
    if (!object) note(`there is no object for ${path}`);
    return object;
  } catch (error) {
    note(messageOf(error));
    return undefined;
  }
}

function named(
  document: PmmModel,
  model: MmdModel | undefined,
  index: number,
  report: SceneReport,
): PmmModel {
  if (!model) return document;
  const found = nameTracks(document, model.rig.definition);
  if (found) return found;
  const reason = `${model.name} has other bones or morphs than the project was made with`;
  const [name, path] = [document.name.text, document.path.text];
  report.add({ code: 'other-model', section: `models[${index}]`, name, path, reason });
  return document;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
