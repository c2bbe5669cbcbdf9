import type { MmdModel, ModelPhysicsOptions } from '@odori/model';
import { useEffect } from 'react';

type Settings = Record<string, unknown>;

/** Loads a model's physics and sets its options; false turns physics off. What was set is taken back with the options. */
export function usePhysics(model: MmdModel, physics: boolean | ModelPhysicsOptions | undefined): void {
  useEffect(() => {
    if (physics === undefined) return undefined;
    const settings = physics === false ? { mode: 'off' } : physics === true ? {} : physics;
    let restore: (() => void) | undefined;
    const change = (): void => {
      const target = model.physics as Settings | undefined;
      if (!target || restore) return;
      const before = write(target, settings);
      restore = () => write(target, before);
    };
    if (physics === false) change();
    else void model.loadPhysics(settings as ModelPhysicsOptions).then(change);
    return () => {
      restore?.();
      restore = () => {}; // physics that has loaded since stays as it is
    };
  }, [model, physics]);
}

/** Sets the properties that the target has; vectors keep their arrays. Returns the values before. */
function write(target: Settings, values: object): Settings {
  const before: Settings = {};
  for (const [name, value] of Object.entries(values)) {
    const last = target[name];
    if (last instanceof Float64Array) {
      before[name] = last.slice();
      last.set(value as ArrayLike<number>);
    } else if (name in target) {
      before[name] = last;
      target[name] = value;
    }
  }
  return before;
}
