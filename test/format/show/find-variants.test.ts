import { describe, expect, it } from 'vitest';
import { findVariants } from '#src/format/internal.js';

const model = (path: string, name: string, ...textures: string[]) => ({ path, pmx: { name, textures } });

describe('findVariants', () => {
  it('finds versions by the name of the model', () => {
    const models = [model('a/1.pmx', 'ミク'), model('a/2.pmx', 'ミク'), model('b/3.pmx', 'ミク')];
    expect(findVariants(models)).toEqual([undefined, 0, undefined]);
  });

  it('finds versions by their textures', () => {
    const body = model('a/1.pmx', 'ミク', 'face.png', 'body.png', 'hair.png');
    const swim = model('a/2.pmx', 'ミク水着', 'Face.png', 'swim.png', 'hair.png');
    const other = model('a/3.pmx', 'ルカ', 'luka.png', 'hair.png');
    expect(findVariants([body, swim, other])).toEqual([undefined, 0, undefined]);
  });

  it('takes files without a folder as they are', () => {
    expect(findVariants([model('1.pmx', 'ミク'), model('2.pmx', 'ミク')])).toEqual([undefined, undefined]);
    expect(findVariants([model('a/1.pmx', ''), model('a/2.pmx', '')])).toEqual([undefined, undefined]);
  });
});
