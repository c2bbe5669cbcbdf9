import { createModel, type MmdModel } from '@odori/model';
import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { ModelFrame } from '#src/element/viewport/model-frame.js';
import { ModelBuilder } from '#test/support/model-builder.js';

const TAN = Math.tan(Math.PI / 12); // of half the field of view, 30°

interface Quad {
  readonly center: readonly [x: number, y: number, z: number];
  readonly width: number;
  readonly height: number;
}

/** A model of quads, each a material, with a bone of this name and height above センター at the origin. */
function modelOf(quads: readonly Quad[], bone = '先', height = 1): MmdModel {
  const builder = new ModelBuilder();
  for (const quad of quads) {
    builder.material();
    builder.quad({ ...quad, center: [...quad.center] });
  }
  builder.bones.push({ ...builder.bones[0], name: bone, parent: 0, position: [0, height, 0] });
  return createModel(builder.build());
}

/** A camera that stands where a frame says, in a picture of this aspect. */
function cameraOf(frame: ModelFrame, aspect: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(frame.fov, aspect, 0.5, 2000);
  frame.fitDepth(camera, 0.5, 2000, aspect);
  camera.zoom = frame.zoom(aspect);
  camera.position.copy(frame.center).z += frame.distance(aspect);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}

/** The part of the picture, from −1 to 1 in each axis, that a box takes up. */
function inPicture(box: Box3, camera: PerspectiveCamera): Box3 {
  const { min, max } = box;
  const corners = [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))),
  );
  return new Box3().setFromPoints(corners.map((corner) => corner.project(camera)));
}

const WHOLE = new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));

describe('a model that is no body', () => {
  test('is framed by what it draws, not by its bones', () => {
    const frame = ModelFrame.of(modelOf([{ center: [0, 0, 0], width: 10, height: 10 }]))!;
    expect(frame.center.toArray()).toEqual([0, 0, 0]);
    expect(frame.distance(2)).toBeCloseTo(5.5 / TAN, 6); // 10 · 1.1 / 2
    expect(frame.distance(0.5)).toBeCloseTo(11 / TAN, 6); // half as wide: twice as far
  });

  test.each([
    ['a sword', [{ center: [3, 40, 0], width: 1, height: 60 }]],
    [
      'a stage',
      [
        { center: [0, 0, -300], width: 900, height: 200 },
        { center: [0, 50, 300], width: 900, height: 10 },
      ],
    ],
    ['a ring', [{ center: [0, 0.01, 0], width: 0.05, height: 0.02 }]],
    ['a dome', [{ center: [0, 0, 4000], width: 9000, height: 9000 }]],
  ] as const)('is in sight in any picture: %s', (_, quads) => {
    const model = modelOf(quads);
    model.root.position.set(5, -2, 1);
    model.root.scale.setScalar(1.5);
    for (const aspect of [0.3, 0.8, 1, 16 / 9, 4]) {
      const frame = ModelFrame.of(model)!;
      model.root.updateWorldMatrix(true, true);
      const part = inPicture(new Box3().setFromObject(model.mesh, true), cameraOf(frame, aspect));
      expect(WHOLE.containsBox(part), `aspect ${aspect}`).toBe(true);
      expect(Math.max(part.max.x - part.min.x, part.max.y - part.min.y), 'not tiny').toBeGreaterThan(0.8);
    }
  });

  test('does not count what is invisible', () => {
    const model = modelOf([
      { center: [0, 0, 0], width: 10, height: 10 },
      { center: [0, 900, 0], width: 10, height: 10 },
    ]);
    model.surface.setMaterialVisible(1, false);
    expect(ModelFrame.of(model)!.center.y).toBe(0);
  });

  test('is framed in its pose', () => {
    const model = modelOf([{ center: [0, 0, 0], width: 10, height: 10 }]);
    model.rig.pose.translations.set([0, 30, 0]);
    model.update();
    expect(ModelFrame.of(model)!.center.y).toBeCloseTo(30, 5);
  });

  test('has no frame without anything to see', () => {
    expect(ModelFrame.of(modelOf([]))).toBeUndefined();
  });

  test('may have more vertices than are looked at', () => {
    const quads = Array.from({ length: 5000 }, (_, i) => ({
      center: [0, i / 100, 0] as [number, number, number],
      width: 10,
      height: 1,
    }));
    const frame = ModelFrame.of(modelOf(quads))!;
    expect(frame.center.y).toBeCloseTo(24.995, 0);
  });
});

describe('a body', () => {
  const torso = { center: [0, 10, 0], width: 8, height: 20 } as const;

  test('is framed by its highest bone, whatever its arms do', () => {
    const frame = ModelFrame.of(modelOf([torso], '頭', 18))!;
    expect(frame.center.y).toBe(9);
    expect(frame.distance(2)).toBeCloseTo((0.65 * 18) / TAN, 6);
    expect([frame.zoom(2), frame.zoom(0.4)]).toEqual([1, 0.5]);
    const raised = ModelFrame.of(modelOf([torso, { center: [0, 11, 0], width: 16, height: 1 }], '頭', 18))!;
    expect(raised.distance(2)).toBe(frame.distance(2));
  });

  test('is framed by what it draws if that would be cut off: a robot, wings', () => {
    const robot = ModelFrame.of(modelOf([torso, { center: [0, 30, 0], width: 4, height: 20 }], '頭', 18))!;
    expect(robot.center.y).toBeCloseTo(20, 6); // from 0 to 40
    expect(robot.distance(2)).toBeCloseTo(22 / TAN, 6);
  });
});
