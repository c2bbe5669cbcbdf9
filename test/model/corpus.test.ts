import { parsePmd, parsePmx, parseVmd, pmdToPmx, type Pmx } from '@odori/format';
import { createModel, type MmdModel } from '@odori/model';
import { bindMotion, Motion } from '@odori/runtime';
import { describe, expect, test } from 'vitest';
import { corpusFiles, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { skinnedVertices } from './skinned-vertices.js';

/** One byte too many in every vertex. */
const MALFORMED = 'joint_orient_test.pmx';
const PMX = [...corpusFiles('pmx').filter((file) => file !== MALFORMED), 'mmd_tools_miku/miku.pmx'];
const PMD = ['Dammy_Bone.pmd', 'KAITO.pmd', 'miku_v2/miku_v2.pmd'];
const files = hasCorpus ? [...PMX.map((file) => `pmx/${file}`), ...PMD.map((file) => `pmd/${file}`)] : [];
const dance = hasCorpus ? Motion.from(parseVmd(readCorpus('vmd/wavefile_v2.vmd'))) : undefined;
/** Also before the first key and behind the last. */
const FRAMES = [-1, 0, 333.5, 1000, 1777.25, 2500, 99_999];
/** Units: 32 bits, of places some ten units away. */
const ROUNDING = 1e-3;

function read(file: string): Pmx {
  const bytes = readCorpus(file);
  return file.startsWith('pmd') ? pmdToPmx(parsePmd(bytes)) : parsePmx(bytes);
}

/** How far the posed and morphed vertices are outside of box or sphere, at most; −1: there are none. */
function mostOutside({ mesh, rig }: MmdModel): number {
  const box = mesh.boundingBox;
  const { center, radius } = mesh.boundingSphere;
  return skinnedVertices(mesh.geometry, rig).reduce(
    (most, place) => Math.max(most, box.distanceToPoint(place), place.distanceTo(center) - radius),
    -1,
  );
}

describe.skipIf(!hasCorpus).each(files)('%s', (file) => {
  const pmx = read(file);
  const model = createModel(pmx);

  test('becomes a model with all that the file has', () => {
    const { mesh, morphs, rig, report } = model;
    expect(mesh.geometry.getAttribute('position').count).toBe(pmx.vertices.count);
    expect(mesh.geometry.index!.count).toBe(pmx.indices.length);
    expect(mesh.geometry.groups.reduce((sum, { count }) => sum + count, 0)).toBe(pmx.indices.length);
    expect([mesh.material].flat().length).toBe(pmx.materials.length);
    expect(rig.definition.boneCount).toBe(pmx.bones.length);
    expect([...morphs.keys()]).toEqual([...new Set(pmx.morphs.map(({ name }) => name))]);
    expect(report.notes).toEqual([]);
  });

  // With IK, MMD bends knees a little even at rest.
  test('at rest, without IK, its vertices are where the file has them, z mirrored', () => {
    model.rig.pose.ikEnabled.fill(0);
    model.update();
    const places = skinnedVertices(model.mesh.geometry, model.rig);
    const { positions } = pmx.vertices;
    const worst = places.reduce((most, { x, y, z }, i) => {
      const [ox, oy, oz] = positions.subarray(3 * i, 3 * i + 3);
      return Math.max(most, Math.hypot(x - ox, y - oy, z + oz));
    }, 0);
    expect(worst).toBeLessThan(1e-5);
  });

  test('dances, its vertices within its bounds', () => {
    const binding = bindMotion(dance!, model.rig);
    for (const frame of FRAMES) {
      binding.sample(frame);
      model.update(1 / 30);
      const { boundingBox, boundingSphere } = model.mesh;
      if (pmx.vertices.count === 0) expect(boundingBox.isEmpty()).toBe(true);
      else
        expect([...boundingBox.min, ...boundingBox.max, boundingSphere.radius].every(Number.isFinite)).toBe(
          true,
        );
      expect(mostOutside(model), `frame ${frame}`).toBeLessThanOrEqual(ROUNDING);
    }
  });
});

describe.skipIf(!hasCorpus)('a dance moves', () => {
  test('bones, vertices and morphs of miku', () => {
    const model = createModel(read('pmx/mmd_tools_miku/miku.pmx'));
    const binding = bindMotion(dance!, model.rig);
    const shown = [0, 1000].map((frame) => {
      binding.sample(frame);
      model.update();
      return {
        places: skinnedVertices(model.mesh.geometry, model.rig),
        weights: model.rig.morphWeights.slice(),
      };
    });
    const moved = shown[0].places.filter((place, i) => place.distanceTo(shown[1].places[i]) > 0.1);
    expect(moved.length).toBeGreaterThan(0.9 * shown[0].places.length);
    expect(shown[1].weights.some((weight) => weight > 0)).toBe(true);
    expect(model.mesh.geometry.getAttribute('position')).toHaveProperty('version', 2);
  });
});
