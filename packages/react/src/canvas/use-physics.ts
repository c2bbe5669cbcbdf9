import type { MmdModel, ModelPhysicsOptions } from '@odori/model';
import { useEffect } from 'react';

type Settings = Record<string, unknown>;

/** Loads a model's physics and sets its options; false turns physics off. What was set is taken back with the options. */
export function usePhysics(model: MmdModel, physics: boolean | ModelPhysicsOptions | undefined): void {
  useEffect(() => {
    if (physics === undefined) return undefined;
    let restore: (() => void) | undefined;
    const change = (settings: Settings): void => {
      const target = model.physics as Settings | undefined;
      if (!target || restore) return;
      const before = write(target, settings);
      restore = () => write(target, before);
    };
    if (physics === false) change({ mode: 'off' });
    else {
      const {
        backend: _backend,
        worker: _worker,
        feelsMoves: _moves,
        ...settings
      } = physics === true ? {} : physics;
      void model.loadPhysics(physics === true ? {} : physics).then(() => change({ ...settings }));
    }
    return () => {
      restore?.();
      restore = () => {}; // physics that has loaded since stays as it is
    };
  }, [model, physics]);
}

/** Sets properties; vectors keep their arrays. Returns the values before. */
function write(target: Settings, values: Settings): Settings {
  const before: Settings = {};
  for (const [name, value] of Object.entries(values)) {
    const last = target[name];
    const isVector = last instanceof Float64Array;
    before[name] = isVector ? last.slice() : last;
    if (isVector) last.set(value as ArrayLike<number>);
    else target[name] = value;
  }
  return before;
}
