import { parsePmd, parsePmx, parseVmd, pmdToPmx, type Pmx } from '@odori/format';
import { createModel, type MmdModel } from '@odori/model';
import { bindMotion, Motion } from '@odori/runtime';
import type { InterleavedBufferAttribute } from 'three';
import { describe, expect, test } from 'vitest';
import { corpusFiles, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { skinnedVertices } from './skinned-vertices.js';

/** A file with one byte too many in every vertex. */
const MALFORMED = 'joint_orient_test.pmx';
const PMX = [...corpusFiles('pmx').filter((file) => file !== MALFORMED), 'mmd_tools_miku/miku.pmx'];
const PMD = ['Dammy_Bone.pmd', 'KAITO.pmd', 'miku_v2/miku_v2.pmd'];
const files = hasCorpus ? [...PMX.map((file) => `pmx/${file}`), ...PMD.map((file) => `pmd/${file}`)] : [];
const dance = hasCorpus ? Motion.from(parseVmd(readCorpus('vmd/wavefile_v2.vmd'))) : undefined;
/** Frames, also before the first key and after the last. */
const FRAMES = [-1, 0, 333.5, 1000, 1777.25, 2500, 99_999];
/** In MMD units: the precision of 32 bits at positions of some ten units. */
const ROUNDING = 1e-3;

function read(file: string): Pmx {
  const bytes = readCorpus(file);
  return file.startsWith('pmd') ? pmdToPmx(parsePmd(bytes)) : parsePmx(bytes);
}

/** The largest distance of a posed and morphed vertex from box or sphere; −1 if there are no vertices. */
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

  test('the model has everything that is in the file', () => {
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
  test('at rest, without IK, the vertices are those of the file, mirrored in z', () => {
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

  test('the vertices stay within the bounds during a dance', () => {
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

describe.skipIf(!hasCorpus)('a dance', () => {
  test('a dance moves bones, vertices and morphs of miku', () => {
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
    const position = model.mesh.geometry.getAttribute('position') as InterleavedBufferAttribute;
    expect(position.data.version).toBe(0); // shaders morph it
  });
});
