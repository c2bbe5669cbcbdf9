import type { Pmx, PmxBone } from '@odori/format';

/** What of a model's bone the solver reads. */
export type RigBone = Pick<
  PmxBone,
  'name' | 'position' | 'parent' | 'layer' | 'flags' | 'append' | 'fixedAxis' | 'ik'
>;

/** What of a model the solver reads: a `Pmx`, or as much of one. MMD's space. */
export interface RigSource {
  readonly bones: readonly RigBone[];
  readonly morphs: Pmx['morphs'];
  readonly fromPmd?: true;
}
