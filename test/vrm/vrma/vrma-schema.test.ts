import { createVmd } from '@odori/format';
import { addBoneKey, addMorphKey } from '@odori/format/internal';
import { Motion } from '@odori/runtime/motion';
import { bakeVrmAnimation, serializeVrma } from '@odori/vrm/vrma';
import { readGlb } from '#src/vrm/glb/glb.js';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { vrmaProblems } from '#test/vrm/vrma/vrma-schema.js';
import { describe, expect, test } from 'vitest';

/** A VRMA with expressions and a gaze. */
function ownFile(): Uint8Array {
  const vmd = createVmd();
  addBoneKey(vmd, { name: '両目', frame: 0, rotation: [0, 0.1, 0, 0.995] });
  addMorphKey(vmd, { name: 'あ', frame: 0, weight: 0.5 });
  const animation = bakeVrmAnimation(Motion.from(vmd), 'standard');
  const { times } = animation.presets.get('aa')!;
  const custom = { times, values: Float32Array.from(times, () => 0.5), interpolation: 'linear' } as const;
  return serializeVrma({ ...animation, customs: new Map([['照れ', custom]]) });
}

test('a VRMA has what the published schema demands, and nothing that it does not know', () => {
  const { json } = readGlb(ownFile());
  const extension = (json['extensions'] as Record<string, Record<string, unknown>>)['VRMC_vrm_animation'];
  expect(Object.keys(extension)).toEqual(['specVersion', 'humanoid', 'expressions', 'lookAt']);
  expect(vrmaProblems(json)).toEqual([]);
});

test('the check finds what a file lacks, and what is wrong in it', () => {
  const spoiled = structuredClone(readGlb(ownFile()).json) as unknown as {
    extensionsUsed: string[];
    extensions: {
      VRMC_vrm_animation: {
        humanoid: { humanBones: Record<string, { node: number }> };
        expressions: { preset: Record<string, { node: number }> };
        lookAt: { offsetFromHeadBone: number[] };
      };
    };
  };
  spoiled.extensionsUsed = [];
  const extension = spoiled.extensions.VRMC_vrm_animation;
  const { humanBones } = extension.humanoid;
  delete humanBones['hips'];
  humanBones['leftEye'] = { node: 1 };
  humanBones['head'].node = 1e6;
  humanBones['neck'].node = humanBones['spine'].node;
  extension.expressions.preset['lookUp'] = { node: 2 };
  extension.lookAt.offsetFromHeadBone = [0, 1];
  expect(vrmaProblems(spoiled)).toEqual([
    'extensionsUsed lacks the extension',
    'VRMC_vrm_animation.humanoid.humanBones lacks hips',
    'VRMC_vrm_animation.humanoid.humanBones.neck.node is used twice',
    'VRMC_vrm_animation.humanoid.humanBones.head.node is no node',
    'VRMC_vrm_animation.humanoid.humanBones has no leftEye',
    'VRMC_vrm_animation.expressions.preset has no lookUp',
    'VRMC_vrm_animation.lookAt.offsetFromHeadBone is no vector',
  ]);
});

describe.skipIf(!hasCorpus)('files of other authors', () => {
  test('three-vrm-test.vrma passes, too', () => {
    expect(vrmaProblems(readGlb(readCorpus('vrma/three-vrm-test.vrma')).json)).toEqual([]);
  });
});
