import { BoxGeometry, Group, type Material, Mesh, MeshBasicMaterial } from 'three';
import { expect, test } from 'vitest';
import { scaleVrm } from '#src/vrm/index.js';

const joint = () => ({ settings: { stiffness: 1, gravityPower: 0.5, hitRadius: 0.02, dragForce: 0.4 } });

test('the scene grows by the factor, and lengths and forces of the springs with it', () => {
  const [first, second, sphere, plane] = [joint(), joint(), { shape: { radius: 0.1 } }, { shape: {} }];
  const scene = new Group();
  const vrm = { scene, springBoneManager: { joints: new Set([first, second]), colliders: [sphere, plane] } };
  scaleVrm(vrm, 12.5);
  const settings = { stiffness: 12.5, gravityPower: 6.25, hitRadius: 0.25, dragForce: 0.4 };
  expect([first.settings, second.settings]).toEqual([settings, settings]);
  expect([sphere.shape, plane.shape]).toEqual([{ radius: 1.25 }, {}]);
  scaleVrm(vrm, 2);
  expect([scene.scale.x, scene.scale.y, scene.scale.z, first.settings.hitRadius]).toEqual([25, 25, 25, 0.5]);
});

test('outlines whose width is in the world grow, too; each material of several meshes does so once', () => {
  const outlined = (outlineWidthMode: string): Material & { outlineWidthFactor: number } =>
    Object.assign(new MeshBasicMaterial(), { outlineWidthMode, outlineWidthFactor: 0.002 });
  const [inWorld, inPicture] = [outlined('worldCoordinates'), outlined('screenCoordinates')];
  const plain = new MeshBasicMaterial();
  const scene = new Group().add(
    new Mesh(new BoxGeometry(), [inWorld, inPicture]),
    new Mesh(new BoxGeometry(), inWorld),
    new Mesh(new BoxGeometry(), plain),
  );
  scaleVrm({ scene }, 10);
  expect([inWorld.outlineWidthFactor, inPicture.outlineWidthFactor]).toEqual([0.02, 0.002]);
  expect(plain).not.toHaveProperty('outlineWidthFactor');
});

test('an avatar without springs can be scaled, too', () => {
  const scene = new Group();
  scaleVrm({ scene }, 0.5);
  expect(scene.scale.x).toBe(0.5);
});

test.each([0, -1, NaN, Infinity])('%s is no factor', (factor) => {
  expect(() => scaleVrm({ scene: new Group() }, factor)).toThrow(RangeError);
});
