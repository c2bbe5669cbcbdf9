import { expect, test } from 'vitest';
import { chain } from '#src/runtime/companion/chain.js';
import { emotion } from '#src/runtime/companion/emotion.js';
import { lips } from '#src/runtime/companion/lips/lips.js';
import { Rig } from '#src/runtime/rig/index.js';
import { bindExpressions } from '#src/vrm/humanoid/expressions.js';
import { standardSource } from '#src/vrm/humanoid/standard-source.js';

test('the same lines move the expressions of an avatar', () => {
  const expressions = ['aa', 'ih', 'ou', 'ee', 'oh', 'blink', 'happy'];
  const rig = new Rig(standardSource({ morphs: expressions }));
  const face = bindExpressions(rig.definition.morphNames, expressions);
  const mouth = lips();
  const mood = emotion();
  void mouth.say('あ');
  mood.set('joy', 0.7);
  chain(mouth, mood)(rig, 0, { seconds: 0.05, isJump: true });
  face.update(rig.pose.morphWeights);
  const shown = face.names.flatMap((name, i) => (face.weights[i] > 0 ? [[name, face.weights[i]]] : []));
  expect(Object.fromEntries(shown)).toEqual({ aa: 0.85, happy: 0.7 });
});
