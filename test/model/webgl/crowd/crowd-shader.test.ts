import { expect, test } from 'vitest';
import { crowdVertex } from '#src/model/webgl/crowd/crowd-shader.js';
import { DANCER_ROW } from '#src/model/webgl/skin-vertex.js';

test('the code of a crowd comes before main, however a page spells that', () => {
  for (const main of ['void main() {', 'void main(){', 'void  main ( void )\n{']) {
    const [before, after] = crowdVertex(`${DANCER_ROW}\n${main}\n}`, { hasMaterialMorphs: false }).split(
      'void main() {',
    );
    expect(before).not.toContain(DANCER_ROW);
    expect(before).toContain('gl_InstanceID');
    expect(before).toContain('void skinVertex(');
    expect(after.trim()).toBe('}');
  }
});

test('code for material morphs is only in surfaces of MMD', () => {
  const main = 'void main() {}';
  expect(crowdVertex(main, { hasMaterialMorphs: true })).not.toContain('dancerStart');
  const surface = `uniform float specularPower;\n${main}`;
  expect(crowdVertex(surface, { hasMaterialMorphs: true })).toContain('dancerStart');
  expect(crowdVertex(surface, { hasMaterialMorphs: false })).not.toContain('dancerStart');
});
