import type { Humanoid } from '#src/vrm/humanoid/humanoid.js';
import { humanoidOf } from '#src/vrm/humanoid/pose/humanoid-of.js';
import { readHumanoid } from '#src/vrm/humanoid/read/read-humanoid.js';
import { standardSource } from '#src/vrm/humanoid/standard-source.js';
import { boundsOf, exceeded } from '#test/fidelity/humanoid/bounds.mjs';
import { measureStandard, mmdModels } from '#test/fidelity/humanoid/humanoid-fidelity.mjs';
import { measureHumanoid } from '#test/fidelity/humanoid/measure-humanoid.mjs';
import { realMotions } from '#test/fidelity/humanoid/motions.mjs';
import { CORPUS, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { parsePmd, parsePmx, pmdToPmx } from '@odori/format';
import { createRigDefinition, type RigDefinition } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';

const AVATARS = [
  'itself',
  'EmissionMigration_v0.107.0.vrm',
  'VRMC_materials_mtoon_UV_Animation_Test.vrm',
  'VRMC_vrm_expressions_isBinary_Overridden.vrm',
  'debug_robot.vrm',
];

/* Every frame is measured by `pnpm fidelity`. */
describe.skipIf(!hasCorpus)('frames of real dances', () => {
  const motions = hasCorpus ? realMotions(CORPUS) : [];
  const sources: [string, () => RigDefinition][] = [
    ['standard', () => standardSource()],
    ['Miku (PMX)', () => createRigDefinition(parsePmx(readCorpus('pmx/mmd_tools_miku/miku.pmx')))],
    ['KAITO (PMD)', () => createRigDefinition(pmdToPmx(parsePmd(readCorpus('pmd/KAITO.pmd'))))],
  ];

  test.each(
    motions.flatMap(([name, motion]) =>
      sources.map(([source, open]) => [name, source, motion, open] as const),
    ),
  )('%s on the rig of %s: avatars are within their bounds', (name, source, motion, open) => {
    const definition = open();
    for (const avatar of AVATARS) {
      const humanoid: Humanoid =
        avatar === 'itself' ? humanoidOf(definition) : readHumanoid(readCorpus(`vrm/${avatar}`));
      const figures = measureHumanoid({ motion, definition, humanoid, step: 41 });
      const { slide: _, ...bounds } = boundsOf(source, avatar, name);
      expect(exceeded(figures, bounds), avatar).toEqual([]);
    }
  });

  test('consecutive frames of wavefile: planted feet slide no more than MMD’s', () => {
    const [[, motion]] = motions;
    for (const avatar of AVATARS.slice(1, 3)) {
      const humanoid = readHumanoid(readCorpus(`vrm/${avatar}`));
      const { slide, jump } = measureHumanoid({
        motion,
        definition: standardSource(),
        humanoid,
        from: 1000,
        to: 1400,
      });
      expect(slide!.count).toBeGreaterThan(50);
      expect(slide!.p99).toBeLessThan(0.001);
      expect(jump!.max).toBeLessThan(3);
    }
  });

  test('the standard source on motions for other models: limbs point at most as far elsewhere as those models’ at rest', () => {
    const avatars = AVATARS.slice(1, 3).map(
      (name) => [name, readHumanoid(readCorpus(`vrm/${name}`))] as const,
    );
    const models = mmdModels(CORPUS);
    const rows = measureStandard(CORPUS, models, avatars, 11);
    // motions, models; the standard model itself and two avatars
    expect(rows).toHaveLength(3 * models.length * 3);
    for (const { motion, source, avatar, figures, exceeded: problems } of rows) {
      expect(problems, `${motion}, ${source}, ${avatar}`).toEqual([]);
      // By the places of their joints, KAITO's upper arm hangs 30.27° down and 0.25° backwards, Miku's 29.72°
      // down and 0.77° forwards.
      if (source.includes('KAITO')) expect(figures.upperArm.median).toBeCloseTo(1.04, 2);
    }
  });
});
