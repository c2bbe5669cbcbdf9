import { serializeX } from '@odori/format/x';
import { afterEach, expect, test } from 'vitest';
import { drop } from '#test/support/give-files.js';
import { openDemo } from '#test/support/open-demo.js';
import { openPage, withoutDrawing, type OpenPage } from '#test/support/open-page.js';
import {
  bvmdFile,
  fileOf,
  modelFile,
  PNG,
  projectFile,
  RAR,
  songFile,
  vmdFile,
  vpdFile,
} from '#test/support/opened-files.js';
import { smallVrm } from '#test/vrm/small-vrm.js';
import { XBuilder } from '#test/support/x-builder.js';

let page: OpenPage | undefined;

afterEach(() => page?.close());

const FILES = {
  vmd: vmdFile('nod.vmd'),
  bvmd: bvmdFile('nod.bvmd'),
  vpd: vpdFile('nod.vpd'),
  model: modelFile('board.pmx'),
  project: projectFile('show.pmm'),
  song: songFile('song.wav'),
  picture: fileOf(PNG, 'face.png'),
  rar: fileOf(RAR, 'miku.rar'),
  lzh: fileOf(' \xd4-lh5-', 'miku.lzh'),
  vrm: new File([smallVrm().slice()], 'alice.vrm'),
  glb: fileOf('glTF\x02\0\0\0', 'robot.glb'),
  vrma: fileOf('glTF\x02\0\0\0', 'wave.vrma'),
  brokenVrm: fileOf('glTF\x02\0\0\0', 'broken.vrm'),
  accessory: new File([serializeX(new XBuilder().quad([0, 0, 0], 1).build())], 'stage.x'),
  fakeModel: fileOf(PNG, 'fake.pmx'),
  empty: new File([], 'empty.vmd'),
  unknown: fileOf('?', 'what.bin'),
};

type Name = keyof typeof FILES;

/** What a page says of a file that it does not use, and the page to which it leads. */
const ANSWERS: Readonly<Record<Name, readonly [text: string, folder?: string]>> = {
  vmd: ['nod.vmd: this is a motion. Open it on the page Dance or Sample.', 'dance'],
  bvmd: ['nod.bvmd: this is a motion. Open it on the page Dance or Sample.', 'sample'],
  vpd: ['nod.vpd: this is a pose (VPD). Open it on the page Pose or Dance.', 'pose'],
  model: ['board.pmx: this is a model. Open it on the page Dance or Bones.', 'bones'],
  project: ['show.pmm: this is a project (PMM). Open it on the page Project.', 'project'],
  song: ['song.wav: this is a song. Open it on the page Dance.', 'dance'],
  picture: ['face.png: this is a PNG picture. Pictures are read as textures'],
  rar: ['miku.rar: this is a RAR archive. Unpack it first'],
  lzh: ['miku.lzh: this is an LZH archive. Unpack it first'],
  vrm: ['alice.vrm: this is a VRM avatar. Open it on the page Dance or VRM.', 'dance'],
  glb: ['robot.glb: this is a glTF model. If it is a humanoid in a GLB file, the page VRM lets it dance.'],
  vrma: ['wave.vrma: this is a VRM animation (VRMA). Open it on the page VRM.', 'vrm'],
  brokenVrm: ['broken.vrm: this is a VRM avatar. Open it on the page Dance or VRM.', 'vrm'],
  accessory: ['stage.x: this is an accessory (X). The page Dance shows it beside the dancer', 'dance'],
  fakeModel: ['fake.pmx: this is a PNG picture.'],
  empty: ['empty.vmd: this is an empty file.'],
  unknown: ['what.bin: the format of this file is unknown. Odori reads'],
};

type Result = readonly [selector: string, text: string];

/**
 * Drops each file on the open page. `results` are those that the page shows, each with the place where it
 * shows it.
 */
async function expectAnswers(status: string, results: Partial<Record<Name, Result>>): Promise<void> {
  const { document, errors } = page!;
  const textOf = (selector: string): string => document.querySelector(selector)!.textContent;
  for (const name of Object.keys(FILES) as Name[]) {
    const [text, folder] = ANSWERS[name];
    const [selector, shown] = results[name] ?? [status, text];
    expect(drop(page!, FILES[name]), name).toBe(true);
    await expect.poll(() => textOf(selector), { message: name }).toContain(shown);
    if (results[name] || !folder) continue;
    const links = [...document.querySelectorAll<HTMLAnchorElement>(`${status} a`)];
    expect(links.map((link) => link.getAttribute('href'))).toContain(`../${folder}/`);
  }
  expect(errors).toEqual([]);
}

test.each(['clips', 'crowd', 'look', 'companion', 'embed'])(
  'the page %s, which shows only its own dancer, says of every file what it is or which page opens it',
  async (name) => {
    page =
      name === 'embed'
        ? await openPage('/demos/embed/index.html', withoutDrawing)
        : await openDemo(name, undefined, withoutDrawing);
    await expectAnswers('#status', {});
    expect(page.document.querySelector('#status')!.textContent).toContain(
      'This page shows only its own dancer.',
    );
  },
);

test('the dance page plays motions, poses, models, projects and songs, and says of every other file what it is', async () => {
  page = await openDemo('dance', undefined, withoutDrawing);
  await expectAnswers('#card-content', {
    vmd: ['#status', 'Now playing nod.vmd.'],
    bvmd: ['#status', 'Now playing nod.bvmd.'],
    vpd: ['#status', 'Now playing nod.vpd.'],
    model: ['#status', 'Now showing Test.'],
    vrm: ['#status', 'Now showing alice.vrm.'],
    brokenVrm: ['#card-content', 'broken.vrm: '],
    project: ['#status', 'Now playing show.pmm.'],
    song: ['#status', 'Now playing song.wav.'],
    accessory: ['#card-content', 'Propstage.x'],
    picture: ['#stage-note', 'face.png'], // for the wall of the concert
  });
});

test('the sample page shows motions and poses, and says of every other file what it is', async () => {
  page = await openPage('/demos/sample/index.html?motion=curves', withoutDrawing);
  await expectAnswers('#message', {
    vmd: ['#message', 'nod.vmd: 1 bone, last frame 9.'],
    bvmd: ['#message', 'nod.bvmd: 1 bone, last frame 9.'],
    vpd: ['#message', 'nod.vpd: 1 bone, last frame 0.'],
  });
});

test('the bones page shows models, motions and poses, and says of every other file what it is', async () => {
  page = await openDemo('bones', undefined, withoutDrawing);
  await expectAnswers('#status', {
    vmd: ['#source', 'nod.vmd'],
    bvmd: ['#source', 'nod.bvmd'],
    vpd: ['#source', 'nod.vpd'],
    model: ['#source', 'board.pmx: 2 bones'],
  });
});

test('the pose page shows poses, and says of every other file what it is', async () => {
  page = await openDemo('pose', undefined, withoutDrawing);
  await expectAnswers('#status', { vpd: ['#poses [aria-pressed=true]', 'nod.vpd'] });
});

test('the project page shows projects, and says of every other file what it is', async () => {
  page = await openDemo('project', undefined, withoutDrawing);
  await expectAnswers('#status', { project: ['#name', 'show.pmm'] });
});

test('the page Inspect shows the content of every file of MMD with a link to the page that plays it, and says what others are', async () => {
  page = await openPage('/demos/inspect/index.html', withoutDrawing);
  const { document, errors } = page;
  const contents: Readonly<Record<Name, readonly [text: string, folder?: string]>> = {
    vmd: ['VMD motion, version 2', 'dance'],
    bvmd: ['BVMD motion, version 3.0.0', 'dance'],
    vpd: ['VPD pose', 'pose'],
    model: ['PMX model, version 2', 'bones'],
    project: ['PMM project, version 2', 'project'],
    song: ['This is a WAV sound.', 'dance'],
    picture: ['This is a PNG picture. Pictures are read as textures'],
    rar: ['This is a RAR archive. Unpack it first'],
    lzh: ['This is an LZH archive. Unpack it first'],
    vrm: ['This is a VRM model. The pages Dance and VRM let it dance.'],
    glb: ['This is a glTF model. If it is a humanoid'],
    vrma: ['This is a VRM animation. The page VRM plays it.'],
    brokenVrm: ['This is a VRM model. The pages Dance and VRM let it dance.'],
    accessory: ['Accessory (X)', 'project'],
    fakeModel: ['This is a PNG picture.'],
    empty: ['This is an empty file.'],
    unknown: ['The format of this file is unknown.'],
  };
  for (const name of Object.keys(FILES) as Name[]) {
    const [text, folder] = contents[name];
    expect(drop(page, FILES[name]), name).toBe(true);
    const panel = (): Element | null => document.querySelector('#panels > article');
    await expect.poll(() => panel()?.querySelector('h3')?.textContent).toBe(FILES[name].name);
    expect(panel()!.textContent, name).toContain(text);
    const links = [...panel()!.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    if (folder) expect(links, name).toContain(`../${folder}/`);
  }
  expect(errors).toEqual([]);
});
