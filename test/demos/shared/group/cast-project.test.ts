import { describe, expect, it } from 'vitest';
import { assignDances } from '#demos/shared/group/assign-dances.js';
import { castProject, packProject } from '#demos/shared/group/cast-project.js';
import type { Cast } from '#demos/shared/group/read-cast.js';
import { createPmx, createPmxBone, createVmd, parsePmm, pmmToVmd } from '#src/format/index.js';
import { unpackZip } from '#src/format/internal.js';
import { Motion } from '#src/runtime/index.js';

const opened = (name: string, position: [number, number, number] = [0, 0, 0]) => ({
  name,
  motion: Motion.from(createVmd({ bones: [0, 30].map((frame) => ({ name: 'センター', frame, position })) })),
  warnings: [],
});

const pmx = createPmx({ name: '踊り子', bones: [createPmxBone({ name: 'センター' })] });
const [left, right] = [opened('left.vmd', [-5, 0, 0]), opened('right.vmd', [5, 0, 0])];
const place = { x: 3, z: 0, turn: 0 };

const cast: Cast = {
  files: new Map([
    ['a/踊り子.pmx', new Blob(['model a'])],
    ['a/face.png', new Blob(['face'])],
    ['b/左头.pmx', new Blob(['model b'])], // a project cannot say 头
    ['left.vmd', new Blob(['motion'])],
    ['song.ogg', new Blob(['song'])],
  ]),
  models: ['a/踊り子.pmx', 'b/左头.pmx'].map((path) => ({ path, pmx, isDancer: true })),
  accessories: [],
  assignment: assignDances([left, right], [0, 1], [true, true]),
  camera: undefined,
  song: { name: 'song.ogg', path: 'song.ogg', file: new Blob(['song']) },
  problems: [],
};

describe('packProject', () => {
  it('packs a project that names its files, and the files without the motions', async () => {
    const { bytes, lost } = await packProject(
      cast,
      castProject(cast, cast.assignment.ofModel, [place, place]),
    );
    const files = await unpackZip(bytes);
    expect([...files.keys()]).toEqual([
      'dance.pmm',
      'a/踊り子.pmx',
      'a/face.png',
      'b/model-2.pmx',
      'song.ogg',
    ]);
    expect(lost).toBe(0);
    const pmm = parsePmm(files.get('dance.pmm')!);
    expect(pmm.models.map(({ path }) => path.text)).toEqual([
      'UserFile\\Model\\a\\踊り子.pmx',
      'UserFile\\Model\\model-2.pmx',
    ]);
    expect(pmm.media.wave.text).toBe('UserFile\\Wave\\song.ogg');
    expect([...pmmToVmd(pmm, 0).bones.positions]).toEqual([-2, 0, 0, -2, 0, 0]); // -5 + 3
    expect([...pmmToVmd(pmm, 1).bones.positions]).toEqual([8, 0, 0, 8, 0, 0]);
  });
});

describe('assignDances', () => {
  const names = (...args: Parameters<typeof assignDances>) => {
    const { ofModel, isCertain } = assignDances(...args);
    return [ofModel.map((dance) => dance?.name), isCertain];
  };

  it('gives each model its motion, and all dancers the only one', () => {
    expect(names([left, right], [1, 0], [true, true])).toEqual([['right.vmd', 'left.vmd'], true]);
    expect(names([left], ['all'], [true, true, false])).toEqual([['left.vmd', 'left.vmd', undefined], true]);
  });

  it('lists all dances of a model for a choice', () => {
    const { dances, ofModel } = assignDances([left, right], [0, 0], [true, true]);
    expect(dances.map(({ name }) => name)).toEqual(['left.vmd', 'right.vmd']);
    expect(ofModel.map((dance) => dance?.name)).toEqual(['left.vmd', undefined]);
  });

  it('guesses what nothing says, and is not certain', () => {
    expect(names([left, right], [undefined, 0], [true, true])).toEqual([['right.vmd', 'left.vmd'], false]);
    expect(names([left], [0], [true, true])).toEqual([['left.vmd', undefined], false]);
    expect(names([], [], [true, true])).toEqual([[undefined, undefined], true]);
  });
});
