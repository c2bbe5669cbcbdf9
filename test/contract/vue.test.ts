import * as loader from '@odori/mmd-loader';
import * as model from '@odori/model';
import * as crowd from '@odori/model/crowd';
import * as webgpu from '@odori/model/webgpu';
import * as physics from '@odori/physics';
import * as debug from '@odori/physics/debug';
import * as runtime from '@odori/runtime';
import * as vrm from '@odori/vrm';
import { reactive, ref } from '@vue/reactivity';
import { Loader } from 'three';
import { expect, test } from 'vitest';
import { VrmModel } from '#src/element/vrm/vrm-model.js';
import { motionAlongX } from '#test/runtime/player/dancer.js';
import { ModelBuilder } from '#test/support/model-builder.js';

type AnyClass = abstract new (...args: never[]) => object;

/** Classes whose objects pages do not keep, or Vue never wraps: it asks for `Object.prototype.toString`. */
const NEVER_WRAPPED: readonly AnyClass[] = [Error, Event, Loader];

test('a model, its motion and its player work in an ordinary ref and in reactive state', async () => {
  const state = reactive({
    model: model.createModel(new ModelBuilder().build()),
    motions: [motionAlongX(8)],
    byName: new Map([['camera', new runtime.MotionCamera(motionAlongX(8))]]),
  });
  // Vue's types leave private members out
  const dancer = state.model as unknown as model.MmdModel;
  const player = ref(new runtime.MotionPlayer()).value as unknown as runtime.MotionPlayer;
  player.add(dancer, state.motions[0] as unknown as runtime.Motion);
  player.camera = state.byName.get('camera') as unknown as runtime.MotionCamera;
  await player.play();
  player.update(2);
  expect(dancer.rig.pose.translations[0]).toBe(2);
  expect(player.camera.active.position.toArray()).not.toContain(Number.NaN);
  dancer.dispose();
});

test('an object that pages keep is itself in reactive state', async () => {
  const pmx = new ModelBuilder().build();
  const mmdModel = model.createModel(pmx);
  const motion = motionAlongX(1);
  const kept: Record<string, object> = {
    model: mmdModel,
    motion,
    rig: mmdModel.rig,
    surface: mmdModel.surface,
    report: mmdModel.report,
    player: new runtime.MotionPlayer(),
    camera: new runtime.MotionCamera(motion),
    auto: new model.AutoCamera(mmdModel),
    crowd: new crowd.ModelCrowd(webgpu.createModel(pmx)),
    physics: await physics.createPhysics(pmx, mmdModel.rig),
  };
  const state = reactive({ ...kept });
  for (const name of Object.keys(kept)) expect(state[name], name).toBe(kept[name]);
});

test('each public class with private members tells Vue to leave its objects alone', () => {
  const classes = [loader, model, crowd, webgpu, physics, debug, runtime, vrm, { VrmModel }]
    .flatMap((names) => Object.values(names) as unknown[])
    .filter((value): value is AnyClass => typeof value === 'function' && /^class\b/.test(String(value)))
    .filter((type) => !NEVER_WRAPPED.some((base) => type.prototype instanceof base));
  expect(classes.length).toBeGreaterThan(15);
  const unmarked = classes.filter((type) => lineOf(type).some(hasPrivate) && !lineOf(type).some(isMarked));
  expect(unmarked.map(({ name }) => name)).toEqual([]);
});

/** A class and the classes that it extends. */
function lineOf(type: AnyClass): AnyClass[] {
  const base = Object.getPrototypeOf(type) as AnyClass;
  return base === Function.prototype ? [type] : [type, ...lineOf(base)];
}

function hasPrivate(type: AnyClass): boolean {
  return /\s#\w+/.test(String(type));
}

function isMarked(type: AnyClass): boolean {
  return String(type).includes('__v_skip');
}
