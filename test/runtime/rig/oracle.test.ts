import { createPmx, createPmxBone } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { CLASSES, classifyBones } from '#test/fidelity/classify-bones.mjs';
import { degreesBetween, unitsBetween } from '#test/fidelity/compare-world.mjs';
import { type FidelityRow, measureFidelity } from '#test/fidelity/measure-fidelity.mjs';
import { CORPUS, hasCorpus } from '#test/support/corpus.js';

describe.skipIf(!hasCorpus)('real models and motions match MMD', () => {
  const rows: readonly FidelityRow[] = hasCorpus ? measureFidelity(CORPUS) : [];

  test.each(rows)('$name, $className', ({ degrees, units, tolerance, ok }) => {
    expect(ok, JSON.stringify({ degrees, units, tolerance })).toBe(true);
  });

  test('every class of bone is compared, thousands of matrices in all', () => {
    const classes = new Set(rows.map(({ className }) => className));
    for (const className of Object.values(CLASSES)) expect(classes).toContain(className);
    expect(classes).toContain('double precision');
    expect(classes).toContain('PMD type 9, by MMD');
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(15_000);
  });
});

test('the distance of matrices is right for a rotation by 0.3° and a translation of 3, 4, 12', () => {
  const angle = (0.3 * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const rest = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const turned = [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 3, 4, -12, 1]; // about z: the same in both spaces
  expect(degreesBetween(turned, 0, rest, 0)).toBeCloseTo(0.3, 10);
  expect(unitsBetween(turned, 0, rest, 0)).toBe(13);
  const mirrored = [...turned.slice(0, 14), 12, 1];
  expect(unitsBetween(turned, 0, mirrored, 0)).toBe(0);
});

test('bones are classified by links, names and appends', () => {
  const bones = [
    createPmxBone({ name: 'センター' }),
    createPmxBone({ name: '左足', parent: 0 }),
    createPmxBone({ name: '左ひざ', parent: 1 }),
    createPmxBone({ name: '左足首', parent: 2 }),
    createPmxBone({ name: '左足飾り', parent: 3 }),
    createPmxBone({ name: '飾り', parent: 3 }),
    createPmxBone({ name: '左足D', parent: 0, append: { parent: 1, ratio: 1 } }),
    createPmxBone({
      name: '左足ＩＫ',
      ik: { effector: 3, loopCount: 1, limitAngle: 1, links: [{ bone: 2 }, { bone: 1 }] },
    }),
    createPmxBone({ name: '髪', parent: 0 }),
    createPmxBone({ name: '髪ＩＫ', ik: { effector: 8, loopCount: 1, limitAngle: 1, links: [{ bone: 8 }] } }),
    createPmxBone({ name: '目', append: { parent: 0, ratio: 1 } }),
    createPmxBone({ name: '目先', parent: 10 }),
  ];
  const { plain, append, leg, foot, hair, pmdHair, pmdLeg } = CLASSES;
  const expected = [plain, leg, leg, foot, leg, foot, leg, plain, hair, plain, append, append];
  expect(classifyBones(createPmx({ bones }))).toEqual(expected);
  const ofPmd = expected.map((name) =>
    name === hair ? pmdHair : name === leg || name === foot ? pmdLeg : name,
  );
  expect(classifyBones(createPmx({ bones, fromPmd: true }))).toEqual(ofPmd);
});
