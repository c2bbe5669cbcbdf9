import { createPmx, createPmxBone } from '@odori/format';
import {
  Bone,
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Skeleton,
  SkinnedMesh,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import { bindObject } from '#src/runtime/bind/bind-object.js';
import { createBones } from '#src/runtime/bind/create-bones.js';
import { createRigDefinition, Rig, type RigDefinition } from '#src/runtime/rig/index.js';
import { dancerRig } from './bind-fixtures.js';

/** Two sleeves of the same name, 10 units apart. */
function sleeves(): Rig {
  const bones = [
    createPmxBone({ name: 'センター' }),
    createPmxBone({ name: '袖', parent: 0, position: [-5, 0, 0] }),
    createPmxBone({ name: '袖', parent: 0, position: [5, 0, 0] }),
  ];
  return new Rig(createRigDefinition(createPmx({ bones })));
}

function solve(rig: Rig): void {
  rig.solve();
  rig.solveAfterPhysics();
}

describe('duplicate names', () => {
  test('are correct on bones of the rig’s definition', () => {
    const rig = sleeves();
    const bones = createBones(rig.definition);
    expect(bones.map(({ name }) => name)).toEqual(['センター', '袖', '袖']);
    const mesh = new SkinnedMesh(new BufferGeometry());
    mesh.add(bones[0]);
    mesh.bind(new Skeleton(bones));
    const binding = bindObject(rig, mesh);
    rig.pose.translations.set([0, 1, 0, 0, 2, 0], 3);
    solve(rig);
    binding.update();
    expect(bones.map(({ position }) => position.toArray())).toEqual([
      [0, 0, 0],
      [-5, 1, 0],
      [5, 2, 0],
    ]);
    expect(binding.missing.bones).toEqual([]);
  });

  test('are correct in a skeleton with more bones after those of the rig', () => {
    const rig = sleeves();
    const bones = createBones(rig.definition);
    const more = new Bone();
    const mesh = new SkinnedMesh(new BufferGeometry());
    mesh.add(bones[0], more);
    mesh.bind(new Skeleton([...bones, more]));
    const binding = bindObject(rig, mesh);
    rig.pose.translations.set([0, 1, 0, 0, 2, 0], 3);
    solve(rig);
    binding.update();
    expect([...bones, more].map(({ position }) => position.y)).toEqual([0, 1, 2, 0]);
  });

  test('follow the first bone of the rig on other objects', () => {
    const rig = sleeves();
    const root = new Object3D();
    const [a, b] = [-5, 7].map((x) => Object.assign(new Object3D(), { name: '袖' }).translateX(x));
    root.add(a, b);
    const binding = bindObject(rig, root);
    expect(binding.missing.bones).toEqual(['センター']);
    rig.pose.translations.set([0, 1, 0, 0, 2, 0], 3);
    solve(rig);
    binding.update();
    expect([a.position.toArray(), b.position.toArray()]).toEqual([
      [-5, 1, 0],
      [7, 1, 0],
    ]);
  });
});

test('a Bone is preferred to other objects of its name', () => {
  const rig = sleeves();
  const root = new Object3D();
  const [group, bone] = [new Group(), new Bone()];
  group.name = bone.name = 'センター';
  root.add(group.add(bone));
  const binding = bindObject(rig, root);
  rig.pose.translations[1] = 4;
  solve(rig);
  binding.update();
  expect([group.position.y, bone.position.y]).toEqual([0, 4]);
});

test('scale is never written', () => {
  const rig = sleeves();
  const root = new Object3D();
  const bone = Object.assign(new Bone(), { name: 'センター' });
  root.add(bone);
  const binding = bindObject(rig, root);
  bone.scale.set(1, 2, 3);
  binding.update();
  expect(bone.scale.toArray()).toEqual([1, 2, 3]);
});

test('Euler angles follow the quaternions', () => {
  const rig = sleeves();
  const root = new Object3D();
  const bone = Object.assign(new Bone(), { name: 'センター' });
  root.add(bone);
  const binding = bindObject(rig, root);
  rig.pose.rotations.set([Math.SQRT1_2, 0, 0, Math.SQRT1_2], 0);
  solve(rig);
  binding.update();
  expect(bone.rotation.x).toBeCloseTo(Math.PI / 2, 12);
});

function morphedMesh(...names: string[]): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(9, 3));
  geometry.morphAttributes['position'] = names.map((name) =>
    Object.assign(new Float32BufferAttribute(9, 3), { name }),
  );
  return new Mesh(geometry, new MeshBasicMaterial());
}

test('every mesh that has a morph gets its weight, with the weight from groups', () => {
  const rig = dancerRig();
  const root = new Object3D();
  const [a, b] = [morphedMesh('あ', 'unknown'), morphedMesh('x', 'あ')];
  root.add(a, new Group().add(b));
  const binding = bindObject(rig, root);
  expect(binding.missing.morphs).toEqual(['い']);
  b.morphTargetInfluences![0] = 0.5;
  rig.pose.morphWeights.set([0.25, 1]);
  solve(rig);
  binding.update();
  expect(a.morphTargetInfluences).toEqual([0.25, 0]);
  expect(b.morphTargetInfluences).toEqual([0.5, 0.25]);
});

describe('pose.visible', () => {
  test('shows and hides skinned and morphed meshes only', () => {
    const rig = dancerRig();
    const [root, group, hat] = [new Object3D(), new Group(), new Mesh()];
    const skinnedMesh = new SkinnedMesh(new BufferGeometry());
    skinnedMesh.bind(new Skeleton([]));
    const meshes = [morphedMesh('あ'), skinnedMesh];
    root.add(group.add(...meshes, hat));
    const binding = bindObject(rig, root);
    const shown = (): boolean[] => [root, group, hat, ...meshes].map(({ visible }) => visible);
    rig.pose.visible = false;
    binding.update();
    expect(shown()).toEqual([true, true, true, false, false]);
    rig.pose.visible = true;
    binding.update();
    expect(shown()).toEqual([true, true, true, true, true]);
  });

  test('does not show a mesh that the user has hidden', () => {
    const rig = dancerRig();
    const mesh = morphedMesh('あ');
    const binding = bindObject(rig, mesh);
    mesh.visible = false;
    for (const visible of [true, false, false, true]) {
      rig.pose.visible = visible;
      binding.update();
      expect(mesh.visible).toBe(false);
    }
  });

  test('shows a mesh that the user turned on while the pose was hidden', () => {
    const rig = dancerRig();
    const mesh = morphedMesh('あ');
    mesh.visible = false;
    const binding = bindObject(rig, mesh);
    rig.pose.visible = false;
    binding.update();
    mesh.visible = true;
    binding.update();
    expect(mesh.visible).toBe(false);
    rig.pose.visible = true;
    binding.update();
    expect(mesh.visible).toBe(true);
  });
});

test('rotations about any axis by any angle are exact', () => {
  const rig = sleeves();
  const root = new Object3D();
  const bone = Object.assign(new Bone(), { name: 'センター' });
  root.add(bone);
  const binding = bindObject(rig, root);
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 2, -3],
    [-3, 1, 1],
    [0, -1, 2],
  ].map(([x, y, z]) => new Vector3(x, y, z).normalize());
  for (const axis of axes) {
    for (let degrees = -180; degrees <= 180; degrees += 30) {
      const half = (degrees * Math.PI) / 360;
      const turn = [...axis.clone().multiplyScalar(Math.sin(half)).toArray(), Math.cos(half)];
      rig.pose.rotations.set(turn, 0);
      solve(rig);
      binding.update();
      const same = bone.quaternion.toArray().reduce((sum, value, i) => sum + value * turn[i], 0);
      expect(Math.abs(same), `${axis.toArray().join()} ${degrees}`).toBeCloseTo(1, 12);
    }
  }
});

/** The bones of a definition as three's own, as a user would build them. */
function plainBones(definition: RigDefinition): Bone[] {
  const bones = createBones(definition).map(({ name, position }) => {
    const bone = Object.assign(new Bone(), { name });
    bone.position.copy(position);
    return bone;
  });
  definition.parents.forEach((parent, i) => {
    if (parent >= 0) bones[parent].add(bones[i]);
  });
  return bones;
}

describe('bones of createBones with onDemand, which are placed when they are read', () => {
  /** The same rig on two skeletons: one written by each update, the other placed on demand. */
  function twice(): { rig: Rig; update: () => void; written: Bone[]; onDemand: Bone[] } {
    const rig = dancerRig();
    const [written, onDemand] = [plainBones(rig.definition), createBones(rig.definition, { onDemand: true })];
    const bindings = [written, onDemand].map(([root]) => bindObject(rig, new Group().add(root)));
    const update = (): void => {
      solve(rig);
      for (const binding of bindings) binding.update();
    };
    return { rig, update, written, onDemand };
  }

  test('are where written bones are, whichever property is read first', () => {
    const { rig, update, written, onDemand } = twice();
    for (const lift of [0, 1.5, 3]) {
      rig.pose.translations[3 * rig.boneIndex('左足ＩＫ') + 1] = lift;
      update();
      expect(onDemand.map(({ rotation }) => rotation.toArray())).toEqual(
        written.map(({ rotation }) => rotation.toArray()),
      );
      expect(onDemand.map(({ quaternion }) => quaternion.toArray())).toEqual(
        written.map(({ quaternion }) => quaternion.toArray()),
      );
      expect(onDemand.map(({ position }) => position.toArray())).toEqual(
        written.map(({ position }) => position.toArray()),
      );
    }
  });

  test('move their attachments, and a clone has their pose', () => {
    const { rig, update, onDemand } = twice();
    const hat = new Object3D();
    onDemand[rig.boneIndex('頭')].add(hat);
    rig.pose.translations[3 * rig.boneIndex('センター') + 1] = 2;
    update();
    expect(hat.getWorldPosition(new Vector3()).y).toBeCloseTo(17, 12); // 15 and 2
    const clone = onDemand[rig.boneIndex('センター')].clone(false);
    expect(clone.position.y).toBeCloseTo(10, 12); // 8 and 2
    rig.pose.translations[3 * rig.boneIndex('センター') + 1] = 5;
    update();
    expect(clone.position.y).toBeCloseTo(10, 12); // no binding moves it
  });

  test('keep what a program writes until the next update', () => {
    const { update, onDemand } = twice();
    update();
    onDemand[0].position.set(7, 8, 9);
    expect(onDemand[0].position.toArray()).toEqual([7, 8, 9]);
    update();
    expect(onDemand[0].position.toArray()).toEqual([0, 0, 0]);
  });

  test('follow the last binding', () => {
    const [first, second] = [dancerRig(), dancerRig()];
    const bones = createBones(first.definition, { onDemand: true });
    const root = new Group().add(bones[0]);
    const [before, after] = [bindObject(first, root), bindObject(second, root)];
    first.pose.translations[1] = 1;
    second.pose.translations[1] = 2;
    for (const rig of [first, second]) solve(rig);
    after.update();
    before.update();
    expect(bones[0].position.y).toBe(2);
  });

  test('are written by each update where they do not rest as MMD has them', () => {
    const rig = dancerRig();
    const bones = createBones(rig.definition, { onDemand: true });
    bindObject(rig, new Group().add(bones[0])).update();
    bones[0].quaternion.set(0, 0.6, 0, 0.8);
    const binding = bindObject(rig, new Group().add(bones[0])); // now it rests rotated
    rig.pose.translations[1] = 3;
    solve(rig);
    binding.update();
    expect(bones[0].position.y).toBeCloseTo(3, 12);
    expect(bones[0].quaternion.y).toBeCloseTo(0.6, 12);
  });
});

test('the bones of others keep their own properties: an update writes to them', () => {
  const rig = dancerRig();
  const bones = plainBones(rig.definition);
  const position = bones[1].position;
  const binding = bindObject(rig, new Group().add(bones[0]));
  rig.pose.translations[3 * 1 + 1] = 2;
  solve(rig);
  binding.update();
  for (const name of ['position', 'quaternion', 'rotation']) {
    expect(Object.getOwnPropertyDescriptor(bones[1], name)).toHaveProperty('value');
  }
  expect(position.y).toBe(10); // 8 and 2
});
