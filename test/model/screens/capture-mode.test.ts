import { RenderTarget, Vector4, type WebGLRenderer } from 'three';
import { expect, test } from 'vitest';
import { CAPTURE, cropView, placeIn, viewPart } from '#src/model/screens/capture-mode.js';

test.each([
  [CAPTURE.view, [0, 0, 1600, 900], [0, 0, 1600, 900]],
  [CAPTURE.middle, [0, 0, 1600, 900], [200, 0, 1200, 900]],
  [CAPTURE.middle, [10, 20, 901, 506], [123, 20, 675, 506]], // 674.67 wide
  [CAPTURE.middle, [0, 0, 640, 480], [0, 0, 640, 480]],
  [CAPTURE.middle, [7, 0, 300, 900], [7, 0, 300, 900]], // a view that is narrower is whole
])('mode %i shows of the view %j: %j', (mode, view, part) => {
  expect(cropView(new Vector4().fromArray(view), mode).toArray()).toEqual(part);
});

test('the view is the part of the viewport that is in the canvas or the render target', () => {
  const part = (viewport: number[], target: RenderTarget | null): number[] => {
    const renderer = {
      getCurrentViewport: (to: Vector4) => to.fromArray(viewport),
      getDrawingBufferSize: (to: { set(x: number, y: number): unknown }) => to.set(200, 100),
    };
    return viewPart(renderer as unknown as WebGLRenderer, target, CAPTURE.view).toArray();
  };
  expect(part([0, 0, 200, 100], null)).toEqual([0, 0, 200, 100]);
  expect(part([50.5, 20, 100, 40], null)).toEqual([50, 20, 100, 40]);
  expect(part([-50, 60, 300, 80], null)).toEqual([0, 60, 200, 40]);
  expect(part([300, 0, 10, 10], null)[2]).toBe(0);
  const target = new RenderTarget(64, 32);
  expect(part([0, 0, 200, 100], target)).toEqual([0, 0, 64, 32]);
  const place = new Vector4();
  placeIn(place, new Vector4(16, 8, 32, 8), target);
  expect(place.toArray()).toEqual([0.25, 0.25, 0.5, 0.25]);
});
