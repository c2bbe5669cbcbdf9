import { parsePmx, type Pmx } from '@odori/format';
import { SDEF } from '@odori/format/internal';
import { createModel, type MmdModel } from '@odori/model';
import { readFileSync } from 'node:fs';
import { type Intersection, type Material, Quaternion, Raycaster, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { IS_FULL } from '#test/support/runs.js';
import { expectPlace } from '#test/runtime/rig/small-rig.js';
import { triangleChunks } from '#src/model/geometry/triangle-chunks.js';
import { BodyPicker } from '#src/model/mmd-model/body-picker.js';
import { boxesOf, modelData } from '#src/model/mmd-model/model-data.js';
import { dancer, dancerPmx, showFrame } from '../small-dancer.js';
import { vertexMorph } from '../small-model.js';

/** A ray along −z through (x, y). */
function ahead(x: number, y: number): Raycaster {
  return new Raycaster(new Vector3(x, y, 1000), new Vector3(0, 0, -1));
}

test('a pick names bone and material, and where the ray hits', () => {
  const model = dancer();
  model.update();
  const hit = model.pick(ahead(0, 15))!;
  expect([hit.bone, hit.material, hit.distance]).toEqual(['頭', 'cloth', 1000]);
  expect(hit.point.toArray()).toEqual([0, 15, 0]);
  // The arm is 1 ahead in MMD's space, which is 1 further away.
  expect(model.pick(ahead(2, 14))).toMatchObject({ bone: '左腕', material: 'skin', distance: 1001 });
  expect(model.pick(ahead(0, 12.5))).toBeUndefined();
});

test('a pick hits the body where its root, its bones and its morphs have brought it', () => {
  const move: [number, number, number] = [0, 0, -3];
  const model = dancer({ morphs: [vertexMorph('あ', [0, move], [1, move], [2, move])] });
  model.root.position.set(0, 50, 0);
  model.root.scale.setScalar(2);
  const bones = [{ name: 'センター', frame: 0, position: [100, 0, 5] as [number, number, number] }];
  showFrame(model, { bones, morphs: [{ name: 'あ', frame: 0, weight: 1 }] }, 0);
  expect(model.pick(ahead(0, 70))).toBeUndefined();
  // z of the root: 2 · (−5 of the bone + 3 of the morph)
  expectPlace(model.pick(ahead(200, 70))!.point, [200, 70, -4], 1e-4);
  model.root.position.x = 7; // without an update of its matrices
  expectPlace(model.pick(ahead(207, 70))!.point, [207, 70, -4], 1e-4);
});

test('the bone is the one that moves the nearest vertex most', () => {
  const corner = (x: number, y: number, weights: number[]): object =>
    ({ position: [x, y, 0], type: 1, bones: [0, 1], weights }); // prettier-ignore
  const model = dancer({
    vertices: [corner(-1, 0, [0.6, 0.4]), corner(0, 2, [0.3, 0.7]), corner(1, 0, [0, 1])],
    indices: [0, 1, 2],
    materials: [{ name: '', indexCount: 3 }],
  });
  model.update();
  const bonesAt = [[-0.8, 0.1], [0, 1.9], [0.8, 0.1]].map(([x, y]) => model.pick(ahead(x, y))?.bone); // prettier-ignore
  expect(bonesAt).toEqual(['センター', '頭', '頭']);
});

test('vertices without a bone of the model are hit at rest, with an empty name', () => {
  const corner = (x: number, y: number): object => ({ position: [x, y, 0], bones: [-1] });
  const model = dancer({
    vertices: [corner(-1, -1), corner(0, 1), corner(1, -1)],
    indices: [0, 1, 2],
    materials: [{ indexCount: 3 }],
  });
  model.update();
  expect(model.pick(ahead(0, 0))).toMatchObject({ bone: '', distance: 1000 });
});

describe('what is not drawn is not hit', () => {
  test('materials that are hidden or have alpha 0', () => {
    const model = dancer();
    model.update();
    model.surface.setMaterialVisible(0, false);
    expect(model.pick(ahead(0, 10))).toBeUndefined();
    expect(model.pick(ahead(2, 14))?.bone).toBe('左腕');
    model.surface.setMaterialVisible(0, true);
    expect(model.pick(ahead(0, 10))?.bone).toBe('センター');
    const faded = dancer({
      materials: [
        { name: 'glass', diffuse: [1, 1, 1, 0], indexCount: 3 },
        { name: 'cloth', indexCount: 6 },
      ],
    });
    faded.update();
    expect(faded.pick(ahead(0, 10))).toBeUndefined();
    expect(faded.pick(ahead(0, 15))?.material).toBe('cloth');
  });

  test('models that are hidden by the pose, by the user or by what they are in', () => {
    const model = dancer();
    model.update();
    model.rig.pose.visible = false;
    model.update();
    expect(model.pick(ahead(0, 10))).toBeUndefined();
    model.rig.pose.visible = true;
    model.update();
    expect(model.pick(ahead(0, 10))).toBeDefined();
    model.mesh.visible = false;
    expect(model.pick(ahead(0, 10))).toBeUndefined();
  });

  test('the back of materials that have none', () => {
    const model = dancer();
    model.update();
    const behind = new Raycaster(new Vector3(0, 10, -9), new Vector3(0, 0, 1));
    expect(model.pick(behind)).toBeUndefined();
    const doubleSided = dancer({ materials: [{ name: 'cloth', flags: 1, indexCount: 9 }] });
    doubleSided.update();
    expect(doubleSided.pick(behind)?.distance).toBe(9);
  });

  test('what is nearer than near or further than far', () => {
    const model = dancer();
    model.update();
    const raycaster = ahead(0, 10);
    raycaster.far = 999;
    expect(model.pick(raycaster)).toBeUndefined();
    raycaster.far = 1000;
    expect(model.pick(raycaster)).toBeDefined();
    raycaster.near = 1001;
    raycaster.far = Infinity;
    expect(model.pick(raycaster)).toBeUndefined();
  });
});

test('odd models and rays hit nothing and do not throw', () => {
  const empty = dancer({ vertices: [], indices: [], materials: [] });
  empty.update();
  expect(empty.pick(ahead(0, 10))).toBeUndefined();
  const model = dancer();
  model.root.scale.setScalar(0);
  model.update();
  expect(model.pick(ahead(0, 0))).toBeUndefined();
  model.root.scale.setScalar(1);
  expect(model.pick(new Raycaster(new Vector3(NaN, 0, 0), new Vector3()))).toBeUndefined();
});

/** Numbers from 0 to 1 that look random. */
function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

function turnAll({ rig }: MmdModel, roll: () => number): void {
  const turn = new Quaternion();
  const axis = new Vector3();
  for (let bone = 0; bone < rig.definition.boneCount; bone++) {
    axis.set(roll() - 0.5, roll() - 0.5, roll() - 0.5).normalize();
    turn.setFromAxisAngle(axis, 0.9 * roll()).toArray(rig.pose.rotations, 4 * bone);
  }
  for (let i = 0; i < rig.pose.morphWeights.length; i++) rig.pose.morphWeights[i] = roll() < 0.2 ? roll() : 0;
}

/** By three: every triangle of the materials that are drawn. */
function bruteForce({ mesh }: MmdModel, raycaster: Raycaster): Intersection | undefined {
  const materials = mesh.material as Material[];
  return raycaster.intersectObject(mesh, false).find(({ face }) => materials[face!.materialIndex].visible);
}

/** Compares picks with brute force; returns how many rays hit, and the fraction of triangles moved. */
function compare(pmx: Pmx, poses: number, rays: number): { hits: number; moved: number } {
  const roll = dice(7);
  const model = createModel(pmx);
  const data = modelData(pmx);
  const picker = new BodyPicker(model.mesh, model.rig, {
    materials: pmx.materials,
    boneBoxes: boxesOf(data),
    triangleChunks: triangleChunks(data.geometry),
  });
  const triangles = model.mesh.geometry.index!.count / 3;
  let [hits, moved] = [0, 0];
  for (let pose = 0; pose < poses; pose++) {
    turnAll(model, roll);
    model.root.position.set(roll() * 40, roll() * 40, roll() * 40);
    model.root.quaternion.set(roll() - 0.5, roll() - 0.5, roll() - 0.5, roll() - 0.5).normalize();
    model.root.scale.set(0.08 + roll(), 0.08 + roll(), 0.08 + roll());
    model.update();
    model.root.updateMatrixWorld();
    const { center, radius } = model.mesh.boundingSphere;
    for (let i = 0; i < rays; i++) {
      const spot = (size: number): Vector3 =>
        new Vector3(roll() - 0.5, roll() - 0.5, roll() - 0.5).multiplyScalar(size * radius).add(center);
      const [from, to] = [spot(4), spot(0.7)].map((place) => place.applyMatrix4(model.root.matrixWorld));
      const raycaster = new Raycaster(from, to.sub(from).normalize());
      const expected = bruteForce(model, raycaster);
      const hit = picker.pick(raycaster);
      expect(hit?.distance, `ray ${i} of pose ${pose}`).toBe(expected?.distance);
      expect(hit?.point.toArray()).toEqual(expected?.point.toArray());
      if (hit) hits++;
      moved += picker.movedTriangles / triangles / poses / rays;
    }
  }
  return { hits, moved };
}

test('in random poses, with morphs, rays hit the dancer where brute force hits her', () => {
  const pmx = parsePmx(readFileSync('packages/sample/files/dancer.pmx'));
  const { hits, moved } = IS_FULL ? compare(pmx, 5, 24) : compare(pmx, 2, 12);
  expect(hits).toBeGreaterThan(5);
  expect(moved).toBeLessThan(0.1);
});

test('in random poses, rays hit SDEF vertices where brute force hits them', () => {
  const roll = dice(3);
  const pmx = dancerPmx({
    vertices: Array.from({ length: 120 }, () => {
      const [x, y, z] = [6 * roll() - 3, 10 + 8 * roll(), 4 * roll() - 2];
      const near = (): number[] => [x + roll() - 0.5, y + roll() - 0.5, z + roll() - 0.5];
      const weight = roll();
      return {
        position: [x, y, z] as [number, number, number],
        type: SDEF,
        bones: [0, 1],
        weights: [weight, 1 - weight],
        sdef: [...near(), ...near(), ...near()],
      };
    }),
    indices: Array.from({ length: 120 }, (_, i) => i),
    materials: [{ flags: 1, indexCount: 120 }],
  });
  expect(compare(pmx, 20, 12).hits).toBeGreaterThan(50);
});
