import { parseBvmd } from '@odori/format';
import { Motion, MotionPlayer } from '@odori/runtime';
import { createRigDefinition } from '@odori/runtime/rig';
import { bindVrm } from '@odori/vrm';
import { readHumanoid, readVrmMeta } from '@odori/vrm/humanoid';
import type { VRM, VRMSpringBoneColliderShapeCapsule } from '@pixiv/three-vrm';
import { readFileSync, statSync } from 'node:fs';
import { Line3, type SkinnedMesh, Vector3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDancerVrm } from '#demos/assets/src/vrm/create-dancer-vrm.js';
import { checkGlb } from '#test/vrm/check-glb.js';
import { loadVrm } from '#test/vrm/load-vrm.js';
import { FILES, readDancer } from './read-dancer.js';

const UNIT = 0.08;
const PRESETS = 'aa angry blink blinkLeft blinkRight ee happy ih neutral oh ou relaxed sad surprised'.split(
  ' ',
);

const bytes = new Uint8Array(readFileSync(`${FILES}/dancer.vrm`));

describe('dancer.vrm', () => {
  let vrm: VRM;

  beforeAll(async () => {
    vrm = await loadVrm(bytes);
    vrm.scene.updateWorldMatrix(true, true);
  });

  const placeOf = (bone: string): Vector3 =>
    vrm.humanoid.getRawBoneNode(bone as 'head')!.getWorldPosition(new Vector3());

  /** Where the vertices of a mesh are as it stands, and how many there are. */
  const verticesOf = (name: string): Vector3[] => {
    const mesh = vrm.scene.getObjectByName(name) as SkinnedMesh;
    mesh.skeleton.update();
    const { count } = mesh.geometry.getAttribute('position');
    return Array.from({ length: count }, (_, i) => mesh.getVertexPosition(i, new Vector3()));
  };

  it('the generator writes exactly the committed file', () => {
    const dancer = readDancer();
    const names = dancer.textures.map((path) => path.replace(/^.*\\|\.png$/g, ''));
    const files = new Map(
      names.map((name) => [name, new Uint8Array(readFileSync(`${FILES}/textures/${name}.png`))]),
    );
    expect(Buffer.compare(createDancerVrm(dancer, files), bytes)).toBe(0);
  });

  it('has at most 1 MB', () => {
    expect(statSync(`${FILES}/dancer.vrm`).size).toBeLessThanOrEqual(1_000_000);
  });

  it('the validator of Khronos finds no error and no warning', () => checkGlb(bytes));

  it('says in its meta that it is in the public domain', () => {
    const meta = readVrmMeta(bytes)!;
    expect(meta.others.get('copyrightInformation')).toMatch(/^CC0 1\.0/);
    expect(meta.others.get('otherLicenseUrl')).toBe('https://creativecommons.org/publicdomain/zero/1.0/');
    expect(meta.others.get('modification')).toBe('allowModificationRedistribution');
  });

  it('has all human bones but upper chest and jaw', () => {
    const { version, missing } = readHumanoid(bytes);
    expect(version).toBe('1');
    expect(missing).toEqual(['upperChest', 'jaw']);
  });

  it('rests in a T-pose: arms and fingers are level, and point sideways', () => {
    for (const [side, sign] of [
      ['left', 1],
      ['right', -1],
    ] as const) {
      const arm = ['UpperArm', 'LowerArm', 'Hand'].map((part) => placeOf(side + part));
      for (const [a, b] of [
        [0, 1],
        [1, 2],
      ]) {
        const way = arm[b].clone().sub(arm[a]).normalize();
        expect(way.distanceTo(new Vector3(sign, 0, 0)), `${side} arm`).toBeLessThan(1e-4);
      }
      for (const finger of ['Index', 'Middle', 'Ring', 'Little']) {
        const [a, b, c] = ['Proximal', 'Intermediate', 'Distal'].map((part) => placeOf(side + finger + part));
        expect(Math.abs(b.y - a.y) + Math.abs(c.y - b.y), `${side} ${finger}`).toBeLessThan(1e-4);
        expect(sign * (c.x - a.x), `${side} ${finger}`).toBeGreaterThan(0.03);
      }
    }
  });

  it('stands on the floor and is as tall as the model, in metres', () => {
    const soles = verticesOf('Boots').map(({ y }) => y);
    expect(Math.min(...soles)).toBeGreaterThan(-0.005);
    expect(Math.min(...soles)).toBeLessThan(0.02);
    const { positions } = readDancer().vertices;
    const tallest = Math.max(...positions.filter((_, i) => i % 3 === 1));
    const hair = [...verticesOf('Hair'), ...verticesOf('Ornaments')].map(({ y }) => y);
    expect(Math.max(...hair)).toBeCloseTo(tallest * UNIT, 3);
  });

  it('looks exactly as the model when her arms hang as in the model', () => {
    const dancer = readDancer();
    const place = (name: string): Vector3 =>
      new Vector3(...dancer.bones.find((bone) => bone.name === name)!.position);
    for (const [side, name, sign] of [
      ['left', '左', -1],
      ['right', '右', 1],
    ] as const) {
      const way = place(`${name}ひじ`).sub(place(`${name}腕`));
      const angle = Math.atan2(-way.y, Math.abs(way.x));
      vrm.humanoid.getRawBoneNode(`${side}UpperArm`)!.rotation.z = sign * angle;
    }
    vrm.scene.updateWorldMatrix(true, true);
    const jacket = verticesOf('Happi'); // it follows spine, shoulders and arms
    const start = dancer.materials.slice(0, 14).reduce((sum, { indexCount }) => sum + indexCount, 0);
    expect(dancer.materials[14].nameEn).toBe('Happi');
    const used = [...new Set(dancer.indices.subarray(start, start + dancer.materials[14].indexCount))].sort(
      (a, b) => a - b,
    );
    const { positions } = dancer.vertices;
    const off = used.map((vertex, i) => {
      const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
      return jacket[i].distanceTo(new Vector3(x, y, -z).multiplyScalar(UNIT));
    });
    for (const side of ['left', 'right'] as const)
      vrm.humanoid.getRawBoneNode(`${side}UpperArm`)!.rotation.z = 0;
    vrm.scene.updateWorldMatrix(true, true);
    expect(off.length).toBeGreaterThan(500);
    expect(Math.max(...off)).toBeLessThan(1e-4); // a tenth of a millimetre
  });

  it('has the expressions that dances and VRM animations use', () => {
    const { presetExpressionMap, customExpressionMap } = vrm.expressionManager!;
    expect(Object.keys(presetExpressionMap).sort()).toEqual(PRESETS);
    expect(Object.keys(customExpressionMap)).toContain('笑い'); // laugh
  });

  it('opens her mouth with aa, and closes her left eye with blinkLeft', () => {
    const movedBy = (expression: string, mesh: string): Vector3[] => {
      const before = verticesOf(mesh);
      vrm.expressionManager!.setValue(expression, 1);
      vrm.expressionManager!.update();
      const after = verticesOf(mesh);
      vrm.expressionManager!.setValue(expression, 0);
      vrm.expressionManager!.update();
      return before.filter((place, i) => place.distanceTo(after[i]) > 0.001);
    };
    expect(movedBy('aa', 'Face').length).toBeGreaterThan(20);
    const closed = movedBy('blinkLeft', 'Face');
    expect(closed.length).toBeGreaterThan(20);
    expect(Math.min(...closed.map(({ x }) => x))).toBeGreaterThan(0); // her left is +x
  });

  it('its arms, hands, legs and feet hold back hair and skirt', () => {
    const { colliders } = vrm.springBoneManager!;
    const parts = ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'];
    const limbs = ['left', 'right'].flatMap((side) => parts.map((part) => side + part));
    expect(colliders.map(({ parent }) => parent!.name)).toEqual(expect.arrayContaining(limbs));
    const foot = colliders.find(({ parent }) => parent!.name === 'leftFoot')!;
    const { offset, tail, radius } = foot.shape as VRMSpringBoneColliderShapeCapsule;
    // the box of the PMX is 0.5 × 0.35 × 1.15 units from its middle to its sides
    expect(radius).toBeCloseTo(((0.5 + 0.35) / 2) * UNIT, 5);
    expect(offset.distanceTo(tail) / 2 + radius).toBeCloseTo(1.15 * UNIT, 5);
    expect(Math.abs(offset.z - tail.z)).toBeCloseTo(offset.distanceTo(tail), 5); // along the foot
  });

  it('its skirt takes over the share of a leg that the append bones of the PMX say', () => {
    const angleOf = (name: string): number =>
      2 * Math.acos(Math.abs(vrm.scene.getObjectByName(name)!.quaternion.w));
    vrm.humanoid.getNormalizedBoneNode('leftUpperLeg')!.rotation.x = -1;
    vrm.update(0);
    expect(angleOf('左スカート2_1')).toBeCloseTo(0.72, 5);
    expect(angleOf('左スカート5_1')).toBeCloseTo(0.2, 5);
    expect(angleOf('右スカート2_1')).toBeCloseTo(0, 5);
    vrm.humanoid.getNormalizedBoneNode('leftUpperLeg')!.rotation.x = 0;
    vrm.update(0);
  });

  it('has springs for hair, skirt and sash, which hang and stay finite', () => {
    const springs = vrm.springBoneManager!;
    const names = new Set([...springs.joints].map(({ bone }) => bone.name.replace(/[左右\d_]+/g, '')));
    for (const strand of ['テール', '前髪', '後髪', '横髪', 'スカート', '帯'])
      expect(names).toContain(strand);
    const tip = vrm.scene.getObjectByName('左テール先')!;
    vrm.scene.position.x = 0.5; // a jump to the side
    for (let step = 0; step < 60; step++) vrm.update(1 / 60);
    vrm.scene.updateWorldMatrix(true, true);
    const hanging = tip.getWorldPosition(new Vector3());
    expect(hanging.x).toBeGreaterThan(0.4);
    expect(hanging.y).toBeGreaterThan(0.7);
    expect(hanging.y).toBeLessThan(1.2);
    vrm.scene.position.x = 0;
  });
});

/** Seconds of the dance with the widest steps and the deepest bends of the knees. */
const PARTS = [
  [27, 28.5],
  [41.5, 42.5],
] as const;

describe('dancer.vrm in her dance', () => {
  /**
   * How far the skirt's vertices are outside of the thighs, in millimetres, and the joints of its strands.
   */
  let nearest: { vertex: number; joint: number };

  beforeAll(async () => {
    const vrm = await loadVrm(bytes);
    const avatar = bindVrm(vrm, { source: createRigDefinition(readDancer()) });
    const player = new MotionPlayer();
    player.add(avatar, Motion.from(parseBvmd(new Uint8Array(readFileSync(`${FILES}/dance.bvmd`)))));
    await player.play();
    nearest = { vertex: Infinity, joint: Infinity };
    for (const [start, end] of PARTS) {
      player.currentTime = start;
      for (let seconds = start; seconds < end; seconds += 1 / 60) {
        player.update(1 / 60);
        vrm.scene.updateMatrixWorld(true);
        measure(vrm, nearest);
      }
    }
  });

  it('no thigh comes through her skirt by more than a fold of cloth', () => {
    expect(nearest.joint).toBeGreaterThan(0);
    expect(nearest.vertex).toBeGreaterThan(-15);
  });
});

/** Lowers the least distances to those of a pose. */
function measure({ scene, springBoneManager }: VRM, nearest: { vertex: number; joint: number }): void {
  const thighs = springBoneManager!.colliders.filter(({ parent }) => parent!.name.endsWith('UpperLeg'));
  const distanceOf = (place: Vector3): number =>
    1000 *
    Math.min(
      ...thighs.map(({ parent, shape }) => {
        const { offset, tail, radius } = shape as VRMSpringBoneColliderShapeCapsule;
        const thigh = new Line3(offset.clone(), tail.clone()).applyMatrix4(parent!.matrixWorld);
        return thigh.closestPointToPoint(place, true, new Vector3()).distanceTo(place) - radius;
      }),
    );
  for (const { bone } of springBoneManager!.joints) {
    if (!bone.name.includes('スカート')) continue;
    nearest.joint = Math.min(nearest.joint, distanceOf(bone.getWorldPosition(new Vector3())));
  }
  const skirt = scene.getObjectByName('Skirt') as SkinnedMesh;
  skirt.skeleton.update();
  const { count } = skirt.geometry.getAttribute('position');
  for (let i = 0; i < count; i += 2)
    nearest.vertex = Math.min(nearest.vertex, distanceOf(skirt.getVertexPosition(i, new Vector3())));
}
