import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPmx, createPmxBone, isStage, parsePmd, pmdToPmx } from '#src/format/index.js';
import { CORPUS, hasCorpus } from '../../support/corpus.js';

const withBones = (...names: string[]) => createPmx({ bones: names.map((name) => createPmxBone({ name })) });

describe('isStage', () => {
  it('is true without head and legs, even with a center', () => {
    expect(isStage(withBones())).toBe(true);
    expect(isStage(withBones('床', '幕'))).toBe(true);
    expect(isStage(withBones('全ての親', 'センター'))).toBe(true);
  });

  it('is false for a body', () => {
    expect(isStage(withBones('センター', '頭', '左足ＩＫ', '右足ＩＫ'))).toBe(false);
    expect(isStage(withBones('センター', '頭'))).toBe(false);
    expect(isStage(withBones('センター', '右足ＩＫ'))).toBe(false);
  });

  it.skipIf(!hasCorpus)('tells dancers from dummies in real files', () => {
    const isStageAt = (path: string) => isStage(pmdToPmx(parsePmd(readFileSync(join(CORPUS, path)))));
    expect(isStageAt('pmd/miku_v2/miku_v2.pmd')).toBe(false);
    expect(isStageAt('pmd/KAITO.pmd')).toBe(false);
    expect(isStageAt('pmd/Dammy_Bone.pmd')).toBe(true);
  });
});
