import { describe, expect, it } from 'vitest';
import { assignDances } from '#demos/shared/group/assign-dances.js';
import { packCast } from '#demos/shared/group/cast-project.js';
import { type Cast, readCast } from '#demos/shared/group/read-cast.js';
import { findSavedCast } from '#demos/shared/group/saved-cast.js';
import type { OpenedMotion } from '#demos/shared/open/open-motion.js';
import { parseModels } from '#demos/shared/open/parse-models.js';
import { sortFiles } from '#demos/shared/open/sort-files.js';
import {
  createPmx,
  createPmxBone,
  createVmd,
  parsePmm,
  pmmToVmd,
  serializePmm,
  serializePmx,
  serializeVmd,
} from '#src/format/index.js';
import { unpackZip } from '#src/format/internal.js';
import { Motion } from '#src/runtime/index.js';
import { smallVrm } from '#test/vrm/small-vrm.js';

type Files = ReadonlyMap<string, Blob>;

const vmdOf = (x: number) =>
  createVmd({ bones: [0, 30].map((frame) => ({ name: 'センター', frame, position: [x, 0, 0] })) });
const pmx = createPmx({
  name: '踊り子',
  bones: ['センター', '頭'].map((name) => createPmxBone({ name })),
});
const blob = (bytes: Uint8Array): Blob => new Blob([bytes.slice()]);

const FILES: Files = new Map([
  ['a/踊り子.pmx', blob(serializePmx(pmx))],
  ['a/face.png', new Blob(['face'])],
  ['b/左头.pmx', blob(serializePmx({ ...pmx, name: 'B' }))], // a project cannot say 头
  ['robot.vrm', blob(smallVrm())],
  ['left.vmd', blob(serializeVmd(vmdOf(-5)))],
  ['right.vmd', blob(serializeVmd(vmdOf(5)))],
]);

async function read(files: Files, arrangement?: Parameters<typeof readCast>[2]): Promise<Cast> {
  const sorted = await sortFiles(() => files);
  return readCast(sorted, await parseModels(sorted), arrangement);
}

const PLACES = [3, -1, 8].map((x) => ({ x, z: 0, turn: 15 }));

describe('packCast', () => {
  it('packs a project that names its models, all files, and who dances what and where', async () => {
    const cast = await read(FILES);
    expect(cast.models.map(({ name, isDancer }) => [name, isDancer])).toEqual([
      ['踊り子', true],
      ['B', true],
      ['robot', true],
    ]);
    const [left, right] = cast.assignment.dances;
    const { bytes, lost } = await packCast(cast, [left, right, left], PLACES);
    const zip = await unpackZip(bytes);
    expect([...zip.keys()]).toEqual([
      'dance.pmm',
      'odori.json',
      'a/踊り子.pmx',
      'a/face.png',
      'b/model-2.pmx',
      'robot.vrm',
      'left.vmd',
      'right.vmd',
    ]);
    expect(lost).toBe(0);
    const pmm = parsePmm(zip.get('dance.pmm')!);
    expect(pmm.models.map(({ path }) => path.text)).toEqual([
      'UserFile\\Model\\a\\踊り子.pmx',
      'UserFile\\Model\\model-2.pmx',
    ]);
    // −5 turned by 15°, and the place
    expect(pmmToVmd(pmm, 0).bones.positions[0]).toBeCloseTo(3 - 5 * Math.cos(Math.PI / 12), 5);
  });

  it('is read back as it was: the dancers, their dances and their places', async () => {
    const cast = await read(FILES);
    const [left, right] = cast.assignment.dances;
    const { bytes } = await packCast(cast, [right, undefined, left], PLACES);
    const files = new Map(
      [...(await unpackZip(bytes))].map(([path, data]) => [`show.odori/${path}`, blob(data)]),
    );
    const saved = (await findSavedCast(files))!;
    const again = await read(saved.files, saved.arrangement);
    expect(again.models.map(({ path }) => path)).toEqual(['a/踊り子.pmx', 'b/model-2.pmx', 'robot.vrm']);
    expect(again.assignment.ofModel.map((dance) => dance?.name)).toEqual([
      'right.vmd',
      undefined,
      'left.vmd',
    ]);
    expect([...again.places.values()]).toEqual(PLACES);
  });

  it('is a project like others once another program has changed the project, or without its note', async () => {
    const cast = await read(FILES);
    const { bytes } = await packCast(cast, cast.assignment.ofModel, PLACES);
    const files = new Map([...(await unpackZip(bytes))].map(([path, data]) => [path, blob(data)]));
    const note = await files.get('odori.json')!.text();
    const project = parsePmm(new Uint8Array(await files.get('dance.pmm')!.arrayBuffer()));
    project.models[0].bones.positions[0] += 1;
    expect(
      await findSavedCast(new Map([...files, ['dance.pmm', blob(serializePmm(project))]])),
    ).toBeUndefined();
    for (const broken of [
      '',
      '1',
      'null',
      note.replace('"dancers":[', '"dancers":[null,'),
      note.replace('15', '"15"'),
    ])
      expect(await findSavedCast(new Map([...files, ['odori.json', new Blob([broken])]]))).toBeUndefined();
    expect(await findSavedCast(FILES)).toBeUndefined();
  });
});

describe('assignDances', () => {
  const opened = (name: string, x = 0) => ({
    path: name,
    name,
    motion: Motion.from(vmdOf(x)),
    warnings: [],
    from: new Map(),
  });
  const [left, right] = [opened('left.vmd'), opened('right.vmd')];
  const names = (...args: Parameters<typeof assignDances>) =>
    assignDances(...args).ofModel.map((dance) => dance?.name);

  it('gives each model its motion, and all dancers the only one', () => {
    expect(names([left, right], [1, 0], [true, true])).toEqual(['right.vmd', 'left.vmd']);
    expect(names([left], ['all'], [true, true, false])).toEqual(['left.vmd', 'left.vmd', undefined]);
    expect(names([], [], [true, true])).toEqual([undefined, undefined]);
  });

  it('lists all dances of a model for a choice, and gives those that it does not dance to others', () => {
    const assignment = assignDances([right, left], [0, 0], [true, true]);
    expect(assignment.dances.map(({ name }) => name)).toEqual(['left.vmd', 'right.vmd']);
    expect(assignment.ofModel.map((dance) => dance?.name)).toEqual(['left.vmd', 'right.vmd']);
  });

  it('gives the dances that nothing says the dancer of from left to right', () => {
    const given = (...motions: OpenedMotion[]) =>
      names(
        motions,
        motions.map(() => undefined),
        motions.map(() => true),
      );
    expect(given(right, left)).toEqual(['left.vmd', 'right.vmd']);
    expect(given(opened('右.vmd'), opened('中.vmd'), opened('左.vmd'))).toEqual([
      '左.vmd',
      '中.vmd',
      '右.vmd',
    ]);
    expect(given(opened('part10.vmd'), opened('part2.vmd'))).toEqual(['part2.vmd', 'part10.vmd']);
    expect(given(opened('duet_B.vmd'), opened('duet_A.vmd'))).toEqual(['duet_A.vmd', 'duet_B.vmd']);
    // where the dances begin says more than their names
    expect(given(opened('her left.vmd', 8), opened('her right.vmd', -8))).toEqual([
      'her right.vmd',
      'her left.vmd',
    ]);
  });

  it('repeats dances for dancers that are left over, but not for stages', () => {
    const [a, b] = [opened('a.vmd'), opened('b.vmd')];
    const trio = [true, true, true, false];
    expect(names([a, b], [undefined, undefined], trio)).toEqual(['a.vmd', 'b.vmd', 'a.vmd', undefined]);
    expect(names([a, b], [1, undefined], trio)).toEqual(['b.vmd', 'a.vmd', 'b.vmd', undefined]);
    expect(names([a, b], [0, 3], trio)).toEqual(['a.vmd', 'a.vmd', 'a.vmd', 'b.vmd']);
  });
});
