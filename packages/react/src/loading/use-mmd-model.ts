import { useEffect, useLayoutEffect, useMemo, useReducer } from 'react';
import {
  loadModel,
  type LoadModelOptions,
  type MmdModel,
  type ModelPhysicsOptions,
  type ModelSource,
} from '@odori/model';
import type { RequestSettings } from '@odori/runtime';
import { DefaultLoadingManager } from 'three';
import { ModelFile } from './model-file.js';
import { type SharedFile, SharedFiles } from './shared-files.js';

/**
 * Options of {@link useMmdModel}. Of components that show the same file at the same time, the options of the
 * first one count, except `path` and whether there is `physics`.
 */
export interface UseMmdModelOptions
  extends RequestSettings, Pick<LoadModelOptions, 'path' | 'files' | 'rig' | 'material'> {
  /** True or options: the model has physics from the beginning. */
  readonly physics?: boolean | ModelPhysicsOptions | undefined; // false
}

const MODELS = /* @__PURE__ */ new SharedFiles<ModelFile>((file) => file.dispose());

/**
 * A model, PMX or PMD, with its textures, for this component. The component is suspended until everything has
 * loaded.
 *
 * The source is a URL, a file, its bytes, a zip, or files by path; a source that is not a URL must stay the
 * same object from render to render. Components with the same source load the file once, and each gets a copy
 * with another pose. The copy is disposed of when the component unmounts, the file with the last component
 * that shows it. Counted by three's `DefaultLoadingManager` unless there is a `manager`.
 *
 * @throws LoadError, to the nearest error boundary, if the model cannot be loaded. An error boundary that is
 * reset half a second later, or later still, loads it again.
 * @example
 * function Dancer() {
 *   const model = useMmdModel('models/dancer.pmx', { physics: true });
 *   return <MmdModel model={model} onClick={() => (model.morphs.get('笑い')!.weight = 1)} />; // 笑い: smile
 * }
 */
export function useMmdModel(source: ModelSource, options: UseMmdModelOptions = {}): MmdModel {
  const shared = openModel(source, options);
  const file = shared.expire().loading.read();
  // wanted later, it must not suspend a model that is shown
  const physics = useMemo(() => physicsOf(options), [file]);
  const original = physics ? file.withPhysics(physics).read() : undefined;
  const [renewals, renew] = useReducer((count: number) => count + 1, 0);
  const copy = useMemo(() => file.copy(original), [file, original, renewals]);
  // React may show again what it has unmounted. By then, the model has been disposed of.
  useLayoutEffect(() => {
    if (copy.held.isOver) renew();
  }, [copy]);
  useEffect(() => copy.held.hold(), [copy]);
  useEffect(() => shared.hold(), [shared]);
  return copy.model;
}

export declare namespace useMmdModel {
  /**
   * Begins to load a model that a component will show.
   *
   * @example
   * useMmdModel.preload('models/dancer.pmx', { physics: true });
   */
  export let preload: (source: ModelSource, options?: UseMmdModelOptions) => void;
  /**
   * Forgets a file: the next render that asks for it loads it anew.
   *
   * @example
   * <ErrorBoundary onReset={() => useMmdModel.clear('models/dancer.pmx')}>
   *   <MmdModel model="models/dancer.pmx" />
   * </ErrorBoundary>
   */
  export let clear: (source: ModelSource) => void;
}

const statics: Pick<typeof useMmdModel, 'preload' | 'clear'> = {
  preload: (source, options = {}) => {
    const { loading } = openModel(source, options);
    const physics = physicsOf(options);
    if (physics)
      loading.promise.then(
        (file) => file.withPhysics(physics),
        () => {}, // the component that shows the model gets the error
      );
  },
  clear: (source) => MODELS.forget(source),
};
Object.assign(useMmdModel, statics);

function physicsOf({ physics }: UseMmdModelOptions): ModelPhysicsOptions | false | undefined {
  return physics === true ? {} : physics;
}

function openModel(source: ModelSource, options: UseMmdModelOptions): SharedFile<ModelFile> {
  const load = async (): Promise<ModelFile> =>
    new ModelFile(await loadModel(source, { manager: DefaultLoadingManager, ...options, physics: false }));
  return MODELS.open(source, load, options.path);
}
