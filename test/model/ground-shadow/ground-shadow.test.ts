import {
  BoxGeometry,
  Bone,
  Group,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  type ShaderMaterial,
  Skeleton,
  SkinnedMesh,
} from 'three';
import { expect, test } from 'vitest';
import { GroundShadow } from '#src/model/index.js';

/** A group with a plain mesh, and a skinned one with a morph target. */
function figure(): { root: Group; plain: Mesh; skinned: SkinnedMesh } {
  const plain = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  const skinned = new SkinnedMesh(new BoxGeometry(), new MeshBasicMaterial());
  const bone = new Bone();
  skinned.add(bone);
  skinned.bind(new Skeleton([bone]));
  skinned.morphTargetInfluences = [0.5];
  return { root: new Group().add(plain, skinned), plain, skinned };
}

const shadowsOf = (root: Object3D): Mesh[] =>
  root.getObjectsByProperty('name', 'ground shadow').map((object) => object as Mesh);

test('every mesh of the object gets a shadow that shares its geometry, its bones and its morph weights', () => {
  const { root, plain, skinned } = figure();
  const { material } = new GroundShadow(root);
  const [first, second] = shadowsOf(root);
  expect([first.parent, first.geometry, first.material]).toEqual([plain, plain.geometry, material]);
  expect([second.parent, second.geometry, second.material]).toEqual([skinned, skinned.geometry, material]);
  expect((second as SkinnedMesh).skeleton).toBe(skinned.skeleton);
  expect(second.morphTargetInfluences).toBe(skinned.morphTargetInfluences);
});

test('an object that has a shadow already does not get a shadow of the shadow', () => {
  const { root } = figure();
  const shadows = [new GroundShadow(root), new GroundShadow(root)];
  const counts = shadows.map(
    ({ material }) => shadowsOf(root).filter((mesh) => mesh.material === material).length,
  );
  expect(counts).toEqual([2, 2]);
});

test('opacity, brightness and visibility hold for all its meshes', () => {
  const shadow = new GroundShadow(figure().root);
  Object.assign(shadow, { opacity: 0.25, brightness: 0.5, visible: false });
  const { uniforms, visible } = shadow.material as ShaderMaterial;
  expect([uniforms['opacity'].value, uniforms['brightness'].value, visible]).toEqual([0.25, 0.5, false]);
  expect([shadow.opacity, shadow.brightness, shadow.visible]).toEqual([0.25, 0.5, false]);
});

test('dispose removes its meshes, and leaves the geometries of the object alone', () => {
  const { root, plain } = figure();
  let isFreed = false;
  plain.geometry.addEventListener('dispose', () => (isFreed = true));
  new GroundShadow(root).dispose();
  expect([shadowsOf(root), isFreed]).toEqual([[], false]);
});
