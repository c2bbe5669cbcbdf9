import { createPmx, createPmxBone } from '@odori/format';
import { Group, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { bindObject } from '#src/runtime/bind/bind-object.js';
import { createBones } from '#src/runtime/bind/create-bones.js';
import { createRigDefinition, Rig } from '#src/runtime/rig/index.js';
import { expectNear } from './bind-fixtures.js';

/**
 * A straight chain, each bone one unit above the last; with `isReversed` the last bone is the first of the
 * file.
 */
function chain(length: number, isReversed = false): Rig {
  const bones = Array.from({ length }, (_, i) =>
    createPmxBone({
      name: `bone ${i}`,
      position: [0, i, 0],
      parent: isReversed ? (i === 0 ? -1 : length - i) : i - 1,
    }),
  );
  return new Rig(createRigDefinition(createPmx({ bones: isReversed ? bones.toReversed() : bones })));
}

test('each bone is a child of its parent bone, in any order of the file', () => {
  for (const isReversed of [false, true]) {
    const rig = chain(4, isReversed);
    const bones = createBones(rig.definition);
    expect(bones.filter(({ parent }) => parent === null)).toHaveLength(1);
    const top = bones.find(({ name }) => name === 'bone 3')!;
    expect(top.parent!.name).toBe('bone 2');
    expect(top.position.toArray()).toEqual([0, 1, 0]);
  }
});

test('a chain too deep for three is split into parts that move as one', () => {
  const rig = chain(20_000);
  const bones = createBones(rig.definition);
  const root = new Group();
  root.add(...bones.filter(({ parent }) => parent === null));
  expect(root.children).toHaveLength(40); // one for each 500
  const binding = bindObject(rig, root);
  rig.pose.translations[0] = 2; // the first moves all
  rig.solve();
  rig.solveAfterPhysics();
  binding.update();
  root.updateMatrixWorld();
  for (const i of [0, 499, 500, 501, 19_999]) {
    expectNear(bones[i].getWorldPosition(new Vector3()).toArray(), [2, i, 0], 1e-6);
  }
});
