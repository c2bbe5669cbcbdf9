import { expectPlace } from '#test/runtime/rig/small-rig.js';
import { createVmd, type VmdContent } from '@odori/format';
import type { MmdModel } from '@odori/model';
import { createAnimationClip, Motion } from '@odori/runtime';
import {
  AnimationMixer,
  Camera,
  type InterleavedBufferAttribute,
  type Material,
  Matrix4,
  MeshNormalMaterial,
  Object3D,
  Quaternion,
  Scene,
  Vector3,
} from 'three';
import { describe, expect, test, vi } from 'vitest';
import type { RigSkeleton } from '#src/model/mmd-model/model-mesh.js';
import { boneOf, dancer, matrixOf, placeOf, showFrame, vertexOf } from '../small-dancer.js';
import { boneMorph, groupMorph, uvMorph, vertexMorph } from '../small-model.js';

/** 90° about y. */
const QUARTER = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;

describe('a bone keyframe becomes a matrix', () => {
  const keys: VmdContent = {
    bones: [
      { name: 'センター', frame: 0 },
      { name: 'センター', frame: 30, position: [1, 2, 3], rotation: [...QUARTER] },
    ],
  };

  test('a bone and its children move, in three’s space', () => {
    const model = dancer();
    showFrame(model, keys, 30);
    expectPlace(placeOf(model, 'センター'), [1, 12, -3], 1e-6);
    // From the centre the arm is (2, 4, −1); rotated by −90° about y, which maps (x, z) to (−z, x): (1, 4,
    // 2).
    expectPlace(placeOf(model, '左腕'), [2, 16, -1], 1e-6);
    const turn = new Quaternion().setFromRotationMatrix(matrixOf(model, '左腕'));
    expect(turn.angleTo(new Quaternion(0, -Math.SQRT1_2, 0, Math.SQRT1_2))).toBeLessThan(1e-6);
  });

  test('a pose between keyframes, below a root that is moved and scaled', () => {
    const model = dancer();
    model.root.position.set(100, 0, 0);
    model.root.scale.setScalar(2);
    showFrame(model, keys, 15);
    expectPlace(placeOf(model, 'センター'), [101, 22, -3], 1e-6); // 100 + 2 · 0.5, 2 · (10 + 1), 2 · −1.5
  });

  test('the skin matrices lead from rest to pose in the model’s own space', () => {
    const model = dancer();
    model.root.position.set(100, 0, 0);
    showFrame(model, keys, 30);
    const skin = new Matrix4().fromArray(model.rig.skinMatrices, 0);
    expectPlace(new Vector3(0, 10, 0).applyMatrix4(skin), [1, 12, -3], 1e-6);
  });
});

describe('a morph keyframe', () => {
  const morphs = [
    vertexMorph('あ', [1, [0, 2, 4]]),
    uvMorph('uv', 0, [2, [0.5, 0.25, 9, 9]]),
    uvMorph('uv1', 1, [0, [1, 2, 3, 4]]),
    boneMorph('bone', 2, [0, 0, 2]),
    groupMorph('group', 'group', [0, 0.5], [3, 2]),
    groupMorph('flip', 'flip', [3, 1], [0, 0.5]),
  ];
  const shown = (name: string, weight: number): MmdModel => {
    const model = dancer({ morphs, additionalUvCount: 1, version: 2.1 });
    showFrame(model, { morphs: [{ name, frame: 0, weight }] }, 7);
    return model;
  };

  test('a vertex morph moves its vertex', () => {
    expect(vertexOf(shown('あ', 0.5), 'position', 1)).toEqual([0, 12, -2]); // (0, 11, 0) + ½ · (0, 2, −4)
    expect(vertexOf(shown('あ', 0.5), 'position', 2)).toEqual([1, 9, -0]);
  });

  test('a UV morph moves the UVs of the texture and of an additional channel', () => {
    expect(vertexOf(shown('uv', 0.5), 'uv', 2)).toEqual([0.25, 0.125]);
    expect(vertexOf(shown('uv1', 0.5), 'uv1', 0)).toEqual([0.5, 1, 1.5, 2]);
  });

  test('a bone morph moves its bone', () => {
    expectPlace(placeOf(shown('bone', 0.5), '左腕'), [2, 14, -2], 1e-6); // −1 − ½ · 2
  });

  test('a group morph moves both children: 0.5 · 0.5 of あ, 0.5 · 2 of the bone', () => {
    const model = shown('group', 0.5);
    expect(vertexOf(model, 'position', 1)).toEqual([0, 11.5, -1]);
    expectPlace(placeOf(model, '左腕'), [2, 14, -3], 1e-6);
  });

  test('a flip morph applies one of its two children: ⌊3 · w⌋ − 1', () => {
    const [none, first, second] = [0.2, 0.4, 0.7].map((weight) => shown('flip', weight));
    expect(vertexOf(none, 'position', 1)).toEqual([0, 11, -0]);
    expectPlace(placeOf(none, '左腕'), [2, 14, -1], 1e-6);
    expect(vertexOf(first, 'position', 1)).toEqual([0, 11, -0]);
    expectPlace(placeOf(first, '左腕'), [2, 14, -3], 1e-6);
    expect(vertexOf(second, 'position', 1)).toEqual([0, 12, -2]); // its weight is 0.5
    expectPlace(placeOf(second, '左腕'), [2, 14, -1], 1e-6);
  });

  test('all meshes share the vertices, which are never uploaded again: shaders move them', () => {
    const model = shown('あ', 1);
    const position = model.mesh.geometry.getAttribute('position') as InterleavedBufferAttribute;
    const { outline, groundShadow } = model.surface;
    for (const { geometry } of [outline, groundShadow])
      expect(geometry.getAttribute('position')).toBe(position);
    expect(vertexOf(model, 'position', 1)).toEqual([0, 13, -4]); // (0, 11, 0) + (0, 2, −4)
    expect(position.data.version).toBe(0);
  });

  test('drawn with a material that is not ours, the vertices are uploaded with the next update', () => {
    const model = shown('あ', 1);
    const position = model.mesh.geometry.getAttribute('position') as InterleavedBufferAttribute;
    const draw = (material: Material): void => {
      const { mesh } = model;
      const group = { start: 0, count: 0 } as never;
      const renderer = { getRenderTarget: () => null } as never;
      mesh.onBeforeRender(renderer, new Scene(), new Camera(), mesh.geometry, material, group);
      model.update();
    };
    draw((model.mesh.material as Material[])[0]);
    expect(position.data.version).toBe(0);
    draw(new MeshNormalMaterial());
    expect([...position.data.array.subarray(3, 6)]).toEqual([0, 13, -4]);
    const { hasWeights } = model.mesh.skeleton as RigSkeleton;
    expect(hasWeights).toBe(false); // or shaders of ours would move them once more
  });
});

describe('visibility keyframes', () => {
  const keys: VmdContent = {
    properties: [
      { frame: 0, visible: true },
      { frame: 10, visible: false },
      { frame: 20, visible: true },
    ],
  };
  const meshes = ({ surface: { groundShadow, mesh, outline } }: MmdModel): boolean[] =>
    [groundShadow, mesh, outline].map(({ visible }) => visible);

  test('visibility keyframes hide all meshes, but never root', () => {
    const model = dancer();
    for (const [frame, visible] of [
      [5, true],
      [10, false],
      [19, false],
      [20, true],
    ] as const) {
      showFrame(model, keys, frame);
      expect(meshes(model)).toEqual([visible, visible, visible]);
      expect(model.root.visible).toBe(true);
    }
  });

  test('a root hidden by the user stays hidden', () => {
    const model = dancer();
    model.root.visible = false;
    showFrame(model, keys, 0);
    expect(model.root.visible).toBe(false);
  });

  test('a mesh that the user turned off stays off', () => {
    const model = dancer();
    model.surface.outline.visible = false;
    for (const frame of [5, 15, 25]) showFrame(model, keys, frame);
    expect(meshes(model)).toEqual([true, true, false]);
  });
});

describe('with an AnimationMixer', () => {
  const motion = Motion.from(createVmd({ bones: [{ name: '頭', frame: 0, position: [0, 1, 0] }] }));
  const play = (model: MmdModel): AnimationMixer => {
    const mixer = new AnimationMixer(model.poseTarget);
    mixer.clipAction(createAnimationClip(motion, model.poseTarget)).play();
    return mixer;
  };
  const headOf = (model: MmdModel): number => {
    model.root.updateMatrixWorld();
    return placeOf(model, '頭').y;
  };

  test('a clip moves the model', () => {
    const model = dancer();
    play(model).setTime(0.5);
    model.update();
    expect(headOf(model)).toBeCloseTo(16, 6);
  });

  test('changes after the mixer last one frame if the pose was saved', () => {
    const model = dancer();
    const mixer = play(model);
    for (let i = 0; i < 3; i++) {
      mixer.update(1 / 60);
      model.poseTarget.save();
      model.rig.pose.translations[3 * model.rig.boneIndex('頭') + 1] += 5;
      model.update();
      expect(headOf(model)).toBeCloseTo(21, 6);
      expect(model.rig.pose.translations[3 * model.rig.boneIndex('頭') + 1]).toBe(1);
    }
    mixer.update(1 / 60);
    model.update();
    expect(headOf(model)).toBeCloseTo(16, 6);
  });
});

test('the bounds follow the pose, so culling is correct', () => {
  const model = dancer();
  const [before, { radius }] = [model.mesh.boundingSphere.center.clone(), model.mesh.boundingSphere];
  showFrame(model, { bones: [{ name: 'センター', frame: 0, position: [100, 0, 50] }] }, 0);
  expectPlace(model.mesh.boundingSphere.center, before.add(new Vector3(100, 0, -50)), 1e-4);
  expect(model.mesh.boundingSphere.radius).toBeCloseTo(radius, 4);
});

describe('a clip for the root of a model, whose bones follow its rig', () => {
  const motion = Motion.from(createVmd({ bones: [{ name: '頭', frame: 0, rotation: [...QUARTER] }] }));

  test('an exact clip is refused, and the error names the pose target', () => {
    const { root, poseTarget } = dancer();
    expect(() => createAnimationClip(motion, root)).toThrow(TypeError);
    expect(() => createAnimationClip(motion, root)).toThrow(
      /^the bones of 踊り子 follow a rig, .* make the clip for the model's poseTarget/,
    );
    expect(createAnimationClip(motion, poseTarget).tracks).not.toEqual([]);
  });

  test('an exact clip for the mesh is refused too, although the bones are not its children', () => {
    expect(() => createAnimationClip(motion, dancer().mesh)).toThrow(
      /make the clip for the model's poseTarget/,
    );
  });

  test('a baked clip is made, for an exporter', () => {
    const model = dancer();
    const { tracks } = createAnimationClip(motion, model.root, { interpolation: 'baked' });
    const head = model.mesh.skeleton.bones.find(({ name }) => name === '頭')!;
    expect(tracks.map(({ name }) => name)).toContain(`${head.uuid}.quaternion`);
  });
});

test('of 20 dancers, three places no bone but those of the one that wears a hat', () => {
  const first = dancer();
  const dancers = Array.from({ length: 20 }, (_, i) => (i === 0 ? first : first.clone()));
  const scene = new Scene().add(...dancers.map(({ root }) => root));
  const bones = new Set<Object3D>(dancers.flatMap(({ mesh }) => mesh.skeleton.bones));
  const placed = vi.spyOn(Object3D.prototype, 'updateMatrixWorld');
  const countPlaced = (): number => {
    placed.mockClear();
    for (const model of dancers) model.update();
    scene.updateMatrixWorld();
    return placed.mock.contexts.filter((object) => bones.has(object as Object3D)).length;
  };
  expect(countPlaced()).toBe(0);
  const hat = new Object3D();
  boneOf(first, '頭').add(hat);
  expect(countPlaced()).toBe(4); // three bones, and that for vertices without one
  hat.removeFromParent();
  expect(countPlaced()).toBe(0);
  placed.mockRestore();
});
