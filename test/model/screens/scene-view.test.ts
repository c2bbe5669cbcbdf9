import {
  Camera,
  Group,
  MeshBasicMaterial,
  Object3D,
  RenderTarget,
  Scene,
  Texture,
  WebGLCubeRenderTarget,
  type WebGLRenderer,
} from 'three';
import { describe, expect, test } from 'vitest';
import { CAPTURE } from '#src/model/screens/capture-mode.js';
import { SceneView } from '#src/model/screens/scene-view.js';
import { Screens } from '#src/model/screens/screens.js';

type Callback = (...values: Parameters<Scene['onAfterRender']>) => void;
interface Callbacks {
  onBeforeRender: Callback;
  onAfterRender: Callback;
}

/** A scene with screens, whose view copies nothing but notes what it would copy. */
class Stage {
  readonly scene = new Scene();
  readonly callbacks: Callbacks = this.scene;
  readonly camera = new Camera();
  readonly root = new Group();
  readonly takes: (RenderTarget | null)[] = [];
  readonly shown: (Texture | undefined)[] = [];
  readonly screens: Screens;
  readonly copies: { mode: number; texture: Texture; isDisposed: boolean }[] = [];
  /** How often the file was asked for. */
  reads = 0;
  target: RenderTarget | null = null;
  autoClear = true;
  xr = { enabled: false, isPresenting: false };

  constructor() {
    this.screens = this.addScreens();
    this.scene.add(this.root);
  }

  addScreens(): Screens {
    const object = new Object3D();
    this.root.add(object);
    return new Screens(
      object,
      (mode) => {
        const copy = { mode, texture: new Texture(), isDisposed: false };
        this.copies.push(copy);
        return {
          texture: copy.texture,
          take: (_, source) => this.takes.push(source) > 0,
          dispose: () => (copy.isDisposed = true),
        };
      },
      (texture) => this.shown.push(texture),
      () => this.reads++,
    );
  }

  get renderer(): WebGLRenderer {
    const render = (_: Scene, camera: Camera): void => this.draw(camera);
    const { autoClear, xr } = this;
    return { getRenderTarget: () => this.target, xr, autoClear, render } as never;
  }

  /** Draws, with screens in sight, and what is drawn meanwhile. */
  draw(camera = this.camera, within?: () => void, screens = this.screens): void {
    const { scene, renderer } = this;
    scene.onBeforeRender(renderer, scene, camera, null as never, null as never, null as never);
    within?.();
    screens.update(scene);
    scene.onAfterRender(renderer, scene, camera, null as never, null as never, null as never);
  }

  /** The kinds of what the screens have shown. */
  get contents(): string[] {
    return this.shown.map((shown) =>
      !shown ? 'file' : this.copies.some(({ texture }) => texture === shown) ? 'picture' : 'black',
    );
  }

  /** The kind of what the screens show. */
  get content(): string {
    return this.contents.at(-1) ?? 'file';
  }
}

test('the first picture is drawn twice, with black screens before it is there', () => {
  const stage = new Stage();
  expect(stage.content).toBe('file');
  stage.draw();
  expect([stage.contents, stage.takes]).toEqual([
    ['black', 'picture'],
    [null, null],
  ]);
  stage.draw();
  stage.draw();
  expect([stage.contents.length, stage.takes.length]).toEqual([2, 4]);
});

test('the file is asked for only when the screens show it', () => {
  const stage = new Stage();
  stage.draw();
  stage.screens.captureMode = CAPTURE.middle;
  stage.draw();
  stage.screens.texture = new Texture();
  stage.screens.captureMode = CAPTURE.film;
  expect(stage.reads).toBe(0);
  stage.screens.texture = undefined;
  expect([stage.reads > 0, stage.content]).toEqual([true, 'file']);
});

test('without a clear, it is drawn once', () => {
  const stage = new Stage();
  stage.autoClear = false;
  stage.draw();
  expect([stage.contents, stage.takes]).toEqual([['black'], [null]]);
});

test('screens that are watched show the picture before even when they are first in sight', () => {
  const stage = new Stage();
  const others = stage.addScreens();
  others.captureMode = CAPTURE.film;
  stage.autoClear = false;
  stage.screens.watch();
  stage.draw(stage.camera, undefined, others);
  expect([stage.contents, stage.takes.length]).toEqual([['black'], 1]);
  stage.draw();
  expect([stage.contents, stage.takes.length]).toEqual([['black', 'picture'], 2]);
});

test('screens that show something else, or are not in the scene, cost nothing', () => {
  const stage = new Stage();
  const { onAfterRender } = stage.callbacks;
  stage.screens.captureMode = 0;
  stage.draw();
  stage.screens.captureMode = CAPTURE.film;
  stage.draw();
  stage.screens.captureMode = CAPTURE.view;
  stage.screens.texture = new Texture();
  stage.draw();
  stage.screens.texture = undefined;
  stage.root.removeFromParent();
  stage.screens.watch();
  stage.draw();
  expect([stage.takes, stage.copies, stage.callbacks.onAfterRender]).toEqual([[], [], onAfterRender]);
});

test('pictures are freed with the last screens of a mode: disposed of, taken away, or with another mode', () => {
  const stage = new Stage();
  const { onBeforeRender, onAfterRender } = stage.callbacks;
  const other = stage.addScreens();
  other.captureMode = CAPTURE.middle;
  stage.draw(stage.camera, () => other.watch());
  expect(stage.copies.map(({ mode }) => mode)).toEqual([CAPTURE.middle, CAPTURE.view]);
  other.leave();
  expect(stage.copies.map(({ isDisposed }) => isDisposed)).toEqual([true, false]);
  stage.screens.object.removeFromParent();
  stage.draw();
  expect(stage.copies[1].isDisposed).toBe(true);
  expect([stage.callbacks.onBeforeRender, stage.callbacks.onAfterRender]).toEqual([
    onBeforeRender,
    onAfterRender,
  ]);
  stage.scene.add(stage.screens.object);
  stage.draw();
  expect([stage.contents.slice(-2), stage.copies.length]).toEqual([['black', 'picture'], 3]);
});

describe('a picture of the view', () => {
  test('is not what is drawn within it, as by a mirror', () => {
    const stage = new Stage();
    const mirror = new Camera();
    const draw = (): void =>
      stage.draw(stage.camera, () => {
        stage.target = new RenderTarget();
        stage.draw(mirror);
        stage.target = null;
      });
    draw(); // the view does not listen before the mirror draws
    draw();
    draw();
    expect(stage.takes).toEqual([null, null, null, null]);
  });

  test('is in a render target if the canvas gets none', () => {
    const stage = new Stage();
    stage.target = new RenderTarget();
    stage.draw();
    stage.draw();
    stage.draw();
    expect(stage.takes).toEqual([stage.target, stage.target, stage.target]);
    for (let frame = 0; frame < 2; frame++) {
      stage.target = null;
      stage.draw();
      stage.target = new RenderTarget(); // a thumbnail
      stage.draw();
    }
    expect(stage.takes.slice(3)).toEqual([null, null]);
  });

  test('is not one of normals, of a cube or of a headset', () => {
    const stage = new Stage();
    stage.target = new RenderTarget();
    stage.scene.overrideMaterial = new MeshBasicMaterial();
    stage.draw();
    stage.scene.overrideMaterial = null;
    stage.target = new WebGLCubeRenderTarget(1);
    stage.draw();
    stage.target = null;
    stage.xr = { enabled: true, isPresenting: true };
    stage.draw();
    expect(stage.takes).toEqual([]);
  });

  test('is what a camera draws that is said to draw none, only if there is no other', () => {
    const stage = new Stage();
    stage.camera.userData['isView'] = false;
    stage.draw();
    expect([stage.takes.length, stage.content]).toEqual([1, 'picture']);
    stage.draw(new Camera());
    stage.draw();
    expect(stage.takes.length).toBe(2);
  });

  test('is forgotten on demand', () => {
    const stage = new Stage();
    stage.draw();
    stage.draw();
    SceneView.forget(stage.root);
    stage.draw();
    expect(stage.contents).toEqual(['black', 'picture', 'black', 'picture']);
    SceneView.forget(new Group()); // in no scene
  });
});

test('the page’s own callbacks are called once for each picture, whenever they were set', () => {
  const stage = new Stage();
  const calls: string[] = [];
  stage.draw();
  stage.screens.leave();
  stage.autoClear = false;
  stage.callbacks.onBeforeRender = () => calls.push('before');
  stage.callbacks.onAfterRender = () => calls.push('after');
  stage.draw();
  stage.draw();
  expect(calls).toEqual(['before', 'after', 'before', 'after']);
  const { onAfterRender } = stage.callbacks;
  stage.callbacks.onAfterRender = (...rest) => {
    onAfterRender(...rest);
    calls.push('later');
  };
  calls.length = 0;
  stage.draw();
  stage.draw();
  expect(calls.join()).toBe('before,after,later,before,after,later');
  stage.callbacks.onAfterRender = () => calls.push('new');
  stage.draw();
  stage.draw();
  expect(stage.takes.length).toBe(2 + 6);
});
