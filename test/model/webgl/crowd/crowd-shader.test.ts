import { expect, test } from 'vitest';
import { crowdVertex } from '#src/model/webgl/crowd/crowd-shader.js';

const ALL = { hasVertexMorphs: true, hasUvMorphs: true, hasMaterialMorphs: true };
const NONE = { hasVertexMorphs: false, hasUvMorphs: false, hasMaterialMorphs: false };

test('the code of a crowd comes before main, however a page spells that', () => {
  for (const main of ['void main() {', 'void main(){', 'void  main ( void )\n{']) {
    const [before, after] = crowdVertex(`#include <skinning_pars_vertex>\n${main}\n}`, NONE).split(
      'void main() {',
    );
    expect(before).toContain('int dancerRow()');
    expect(before).toContain('void skinVertex(');
    expect(after.trim()).toBe('}');
  }
});

test('code for morphs is only in crowds of models that have such morphs', () => {
  const shader = '#include <skinning_pars_vertex>\nvoid main() {}';
  expect(crowdVertex(shader, NONE)).not.toContain('morphHead');
  expect(crowdVertex(shader, { ...NONE, hasVertexMorphs: true })).toContain('vertex += morphedBy(0);');
  expect(crowdVertex(shader, { ...NONE, hasUvMorphs: true })).toContain('#define uv ');
  expect(crowdVertex(shader, ALL)).not.toContain('dancerStart'); // no surface of MMD's
});
