import { type PointerPlace, pointerTarget } from '#src/runtime/companion/pointer-target.js';
import { lookAt } from '#src/runtime/companion/look-at.js';
import { companionRig, gazeError, live } from '#test/runtime/companion/companion-rig.js';
import { type Camera, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';

/** A canvas of 400 × 200 pixels at (100, 50) in a page. */
class FakeCanvas {
  readonly ownerDocument: FakeCanvas | null;
  readonly listeners = new Map<string, (place: PointerPlace) => void>();

  constructor(page: FakeCanvas | null = null) {
    this.ownerDocument = page;
  }

  getBoundingClientRect(): { left: number; top: number; width: number; height: number } {
    return { left: 100, top: 50, width: 400, height: 200 };
  }

  addEventListener(type: string, listener: (place: PointerPlace) => void): void {
    this.listeners.set(type, listener);
  }

  removeEventListener(type: string, listener: (place: PointerPlace) => void): void {
    if (this.listeners.get(type) === listener) this.listeners.delete(type);
  }
}

function placed<C extends Camera>(camera: C): C {
  camera.position.set(4, 12, 30);
  camera.lookAt(0, 15, 0);
  camera.updateMatrixWorld();
  return camera;
}

const cameras: readonly (readonly [string, Camera])[] = [
  ['perspective', placed(new PerspectiveCamera(40, 2, 0.1, 1000))],
  ['orthographic', placed(new OrthographicCamera(-10, 10, 5, -5, 0.1, 1000))],
];

test.each(cameras)('a %s camera shows the point under the pointer, before her eyes', (_, camera) => {
  const page = new FakeCanvas();
  const target = pointerTarget(new FakeCanvas(page), camera);
  const [point, eyes] = [new Float64Array(3), Float64Array.of(0, 18, 0.5)];
  target(point, eyes);
  expect([...point]).toEqual(camera.position.toArray()); // the pointer has not moved yet
  page.listeners.get('pointermove')!({ clientX: 400, clientY: 75 });
  target(point, eyes);
  const { x, y } = new Vector3().fromArray(point).project(camera);
  expect([x, y]).toEqual([expect.closeTo(0.5, 9), expect.closeTo(0.75, 9)]);
  const depth = (place: Vector3): number => -place.applyMatrix4(camera.matrixWorldInverse).z;
  const part = depth(new Vector3().fromArray(point)) / depth(new Vector3().fromArray(eyes));
  expect(part).toBeCloseTo(0.7, 9);
});

test('she follows it, also beside the canvas, until it is disposed', () => {
  const camera = placed(new PerspectiveCamera(40, 2, 0.1, 1000));
  const page = new FakeCanvas();
  const target = pointerTarget(new FakeCanvas(page), camera);
  const rig = companionRig();
  page.listeners.get('pointerdown')!({ clientX: 620, clientY: 20 });
  live(rig, lookAt(target, { saccades: 0 }), 0.5);
  const point = new Float64Array(3);
  target(point, Float64Array.of(0, 18, 0.5));
  expect(gazeError(rig, new Vector3().fromArray(point))).toBeLessThan(1);
  target.dispose();
  expect(page.listeners.size).toBe(0);
});

test('an element without a document, or without a size, is fine', () => {
  const camera = placed(new PerspectiveCamera());
  const canvas = new FakeCanvas();
  const target = pointerTarget(canvas, camera);
  canvas.getBoundingClientRect = () => ({ left: 0, top: 0, width: 0, height: 0 });
  canvas.listeners.get('pointermove')!({ clientX: 1, clientY: 1 });
  const point = new Float64Array(3);
  target(point, Float64Array.of(0, 18, 0.5));
  expect([...point]).toEqual(camera.position.toArray());
});

test('its types take the canvas and the cameras of three', () => {
  const make = (canvas: HTMLCanvasElement, camera: PerspectiveCamera): unknown =>
    pointerTarget(canvas, camera);
  expect(make).toBeTypeOf('function');
});
