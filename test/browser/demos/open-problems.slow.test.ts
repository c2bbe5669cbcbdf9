import { afterAll, describe, expect, test } from 'vitest';
import { choose, drop, dropFolder } from '#test/support/give-files.js';
import { openDemo } from '#test/support/open-demo.js';
import { openPage, withoutDrawing, type OpenPage } from '#test/support/open-page.js';
import {
  cut,
  demoFile,
  encryptedZip,
  fileOf,
  modelFile,
  PNG,
  projectFile,
  vmdFile,
  vpdFile,
  zipFile,
} from '#test/support/opened-files.js';
import { avatarNodes } from '#test/vrm/avatar-file.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';

/** The page of the tests that follow each other: opening one takes longer than most of these tests. */
let page: OpenPage | undefined;
let openName = '';

afterAll(() => page?.close());

/** Where a page reports on files, if not in its status. */
const PLACES: Readonly<Record<string, string>> = {
  inspect: 'main',
  sample: '#message',
  dance: '#card-content',
};

/**
 * Opens a page, if it is not the one that is open; the inspect page, which keeps its panels, in any case.
 * Returns the text of the place where it reports on files.
 */
async function open(name: string): Promise<() => string> {
  if (name !== openName || name === 'inspect') {
    page?.close();
    if (name === 'inspect') page = await openPage('/demos/inspect/index.html', withoutDrawing);
    else if (name === 'sample')
      page = await openPage('/demos/sample/index.html?motion=curves', withoutDrawing);
    else page = await openDemo(name, undefined, withoutDrawing);
    openName = name;
  }
  const place = PLACES[name] ?? '#status';
  const { document } = page!;
  return () => document.querySelector(place)!.textContent;
}

function textOf(selector: string): string {
  return page!.document.querySelector(selector)!.textContent;
}

async function expectEncrypted(name: string): Promise<() => string> {
  const text = await open(name);
  drop(page!, await encryptedZip('secret.zip', vpdFile('nod.vpd')));
  const sentence = 'secret.zip: nod.vpd is encrypted: unpack the zip and use the folder';
  await expect.poll(text).toContain(sentence);
  expect(text()).not.toMatch(/pose file|does not begin like/);
  expect(page!.errors).toEqual([]);
  return text;
}

async function expectEncryptedUntilClosed(name: string): Promise<void> {
  const text = await expectEncrypted(name);
  page!.document.querySelector<HTMLElement>('[aria-label="Close message"]')!.click();
  expect(text()).toBe('');
  drop(page!, fileOf(PNG, 'miku.pmx'));
  await expect.poll(text).toContain('miku.pmx: this is a PNG picture.');
}

async function expectCutMotion(name: string): Promise<void> {
  const text = await open(name);
  drop(page!, cut(await demoFile('dance.vmd'), 1 / 3));
  await expect.poll(text).toContain('The file ends too early.');
  expect(text()).toContain('dance.vmd');
  expect(page!.errors).toEqual([]);
}

async function expectBrokenProject(name: string): Promise<() => string> {
  const text = await open(name);
  drop(page!, cut(projectFile('show.pmm'), 0.1));
  await expect.poll(text).toContain('The file ends too early.');
  expect(text()).toContain('show.pmm');
  drop(page!, fileOf('Polygon Mov', 'other.pmm'));
  await expect.poll(text).toContain('other.pmm');
  expect(text()).toContain(
    'The file does not begin like a motion, a pose, a model, a project or an accessory',
  );
  expect(text()).not.toContain('pose file');
  expect(page!.errors).toEqual([]);
  return text;
}

/** 頭 (head) is in the model, 上半身3 (third upper body) is not; ネクタイ is a tie, つま先先 a leaf tip. */
const OTHER = {
  bones: [
    { name: '頭', frame: 0 },
    { name: '上半身3', frame: 9, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const },
    { name: 'ネクタイ２', frame: 9, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const },
    { name: '左つま先先', frame: 9 },
  ],
  morphs: [
    { name: 'ぺろっ', frame: 0, weight: 1 },
    { name: 'はぅ', frame: 0, weight: 0 },
  ],
};

async function expectMissing(name: string): Promise<void> {
  const text = await open(name);
  drop(page!, vmdFile('other.vmd', OTHER));
  await expect
    .poll(text)
    .toContain('The motion moves 1 bone that this model does not have: 上半身3 upper body 3.');
  expect(text()).toContain('The motion uses 1 morph that this model does not have: ぺろっ tongue out.');
  const details = page!.document.querySelector<HTMLDetailsElement>('#status details, #card .more details')!;
  expect(details.open).toBe(false);
  expect(details.textContent).toBe(
    'The motion names 2 other bones and 1 other morph that this model does not have: ' +
      'ネクタイ２ necktie 2左つま先先 left toe tipはぅ squeezed eyes',
  );
}

describe('the dance page', () => {
  test('plays a motion that is cut to a third up to its end, and says so in the card until it is closed', async () => {
    const text = await open('dance');
    drop(page!, cut(await demoFile('dance.vmd'), 1 / 3));
    await expect.poll(text).toContain('dance.vmd: The file ends too early.');
    expect(text()).toContain('Only what comes before its end is used.');
    expect(textOf('#status')).toBe('Now playing dance.vmd.');
    const card = page!.document.querySelector<HTMLElement>('#card')!;
    expect(card.hidden).toBe(false);
    card.querySelector<HTMLElement>('.close')!.click();
    expect(card.hidden).toBe(true);
    expect(page!.errors).toEqual([]);
  });

  test('the other warnings about a motion stand in a list that the user can open', async () => {
    const text = await open('dance');
    const backward = [
      { name: '頭', frame: 5 },
      { name: '頭', frame: 2 },
    ];
    drop(page!, vmdFile('backward.vmd', { bones: backward }));
    await expect.poll(text).toContain('1 warning about backward.vmd');
    const details = page!.document.querySelector<HTMLDetailsElement>('#card .more details')!;
    expect(details.open).toBe(false);
    expect(details.textContent).toContain('The keyframes are not in order of time.');
  });

  test.each([
    ['of unknown names', 'crane.vrm', glbBytes({ nodes: [{ name: 'Bone.001' }] })],
    ['of names that the page VRM knows', 'robot.vrm', glbBytes({ nodes: avatarNodes(1, (bone) => bone) })],
  ])('a glTF model with bones %s, named .vrm, gets a sentence and what to do', async (_, name, bytes) => {
    const text = await open('dance');
    drop(page!, new File([bytes.slice()], name));
    const sentence =
      'this is no VRM avatar, but another glTF model. The page VRM lets it dance if it is a humanoid.';
    await expect.poll(text).toContain(`${name}: ${sentence}`);
    expect(page!.errors).toEqual([]);
  });

  test('an encrypted zip gets a sentence about its encryption', () => expectEncrypted('dance'));

  test('the message about a picture named as a model says that it is a picture, and gives no version', async () => {
    const text = await open('dance');
    drop(page!, fileOf(PNG, 'miku.pmx'));
    await expect.poll(text).toContain('miku.pmx: this is a PNG picture.');
    expect(text()).not.toContain('version');
  });

  test('says of a motion for another model that it moves 1 of 166 bones', async () => {
    const text = await open('dance');
    drop(page!, vmdFile('nod.vmd'));
    await expect.poll(text).toContain('nod.vmd');
    expect(text()).toContain('The motion moves 1 of the 166 bones of this model.');
  });

  test('says of a motion for another model that it moves none of the bones', async () => {
    const text = await open('dance');
    drop(page!, vmdFile('car.vmd', { bones: [{ name: '車輪', frame: 9 }] }));
    await expect.poll(text).toContain('The motion moves none of the 166 bones of this model');
  });

  test('a motion for another model tells the bones of the body and the morphs that this model lacks, and lists ties and leaf tips', async () => {
    await expectMissing('dance');
    expect(textOf('#card .missing')).toBe('Missing: 1 bone and 1 morph.');
  });

  test('a broken project gets a sentence', () => expectBrokenProject('dance'));

  test('opens a folder', async () => {
    const text = await open('dance');
    dropFolder(page!, 'show', modelFile('board.pmx'), vmdFile('nod.vmd'));
    await expect.poll(() => textOf('#status')).toBe('Now showing Test. Now playing nod.vmd.');
    expect(text()).toContain('nod.vmd');
    expect(page!.errors).toEqual([]);
  });
});

describe('the bones page', () => {
  test('a motion that is cut to a third gets a sentence', () => expectCutMotion('bones'));

  test('an encrypted zip gets a sentence about its encryption, until the message is closed', () =>
    expectEncryptedUntilClosed('bones'));

  test('a motion for another model tells the bones of the body and the morphs that this model lacks, and lists ties and leaf tips', () =>
    expectMissing('bones'));

  test('opens a dropped folder, a chosen folder and a zip with a model and a motion', async () => {
    await open('bones');
    const files = [modelFile('board.pmx'), vmdFile('nod.vmd'), fileOf(PNG, 'face.png')];
    dropFolder(page!, 'miku', ...files);
    await expect.poll(() => textOf('#source')).toContain('board.pmx: 2 bones, 2 triangles.');
    expect(textOf('#source')).toContain('nod.vmd');
    expect(textOf('#status')).not.toContain('face.png');
    drop(page!, await zipFile('more.zip', modelFile('in-zip.pmx'), vmdFile('zipped.vmd')));
    await expect.poll(() => textOf('#source')).toContain('in-zip.pmx: 2 bones');
    expect(textOf('#source')).toContain('zipped.vmd');
    choose(page!, 'folder', modelFile('chosen.pmx'));
    await expect.poll(() => textOf('#source')).toContain('chosen.pmx: 2 bones');
    expect(page!.errors).toEqual([]);
  });
});

describe('the pose page', () => {
  test('an encrypted zip gets a sentence about its encryption, until the message is closed', () =>
    expectEncryptedUntilClosed('pose'));

  test('tells the bones and morphs of a pose for another model that this model lacks', async () => {
    const text = await open('pose');
    const bones = [{ name: '上半身3', rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const }];
    drop(page!, vpdFile('other.vpd', { bones, morphs: [{ name: 'ぺろっ', weight: 1 }] }));
    await expect.poll(text).toContain('does not have: 上半身3 upper body 3.');
    expect(text()).toContain('does not have: ぺろっ tongue out.');
  });

  test('opens a dropped folder, a chosen folder and a zip with poses', async () => {
    await open('pose');
    dropFolder(page!, 'poses', vpdFile('a.vpd'), vpdFile('b.vpd'), fileOf(PNG, 'picture.png'));
    await expect.poll(() => textOf('#poses [aria-pressed=true]')).toBe('b.vpd');
    expect(textOf('#poses')).toContain('a.vpd');
    expect(textOf('#status')).not.toContain('picture.png');
    drop(page!, await zipFile('more.zip', vpdFile('zipped.vpd')));
    await expect.poll(() => textOf('#poses [aria-pressed=true]')).toBe('zipped.vpd');
    choose(page!, 'folder', vpdFile('chosen.vpd'));
    await expect.poll(() => textOf('#poses [aria-pressed=true]')).toBe('chosen.vpd');
    expect(page!.errors).toEqual([]);
  });
});

describe('the sample page', () => {
  test('a motion that is cut to a third gets a sentence', () => expectCutMotion('sample'));

  test('an encrypted zip gets a sentence about its encryption', () => expectEncrypted('sample'));

  test('opens a folder', async () => {
    const message = await open('sample');
    dropFolder(page!, 'motions', vmdFile('a.vmd'), vmdFile('b.vmd'));
    await expect.poll(message).toBe('a.vmd: 1 bone, last frame 9.b.vmd: 1 bone, last frame 9.');
    expect([...page!.document.querySelectorAll('#motion option')].map((each) => each.textContent)).toContain(
      'b.vmd',
    );
  });
});

describe('the project page', () => {
  test('an encrypted zip gets a sentence about its encryption, until the message is closed', () =>
    expectEncryptedUntilClosed('project'));

  test('a broken project gets a sentence, one that is cut in its tail keeps its models', async () => {
    const text = await expectBrokenProject('project');
    drop(page!, cut(projectFile('show.pmm'), 0.95));
    const sentence = 'show.pmm: The file ends too early. Only what comes before its end is used.';
    await expect.poll(text).toContain(sentence);
    expect(page!.errors).toEqual([]);
  });
});

describe('the inspect page', () => {
  test('a motion that is cut to a third gets a sentence', () => expectCutMotion('inspect'));

  test('an encrypted zip gets a sentence about its encryption', () => expectEncrypted('inspect'));

  test('a broken project gets a sentence', () => expectBrokenProject('inspect'));

  test('opens zips and folders: files of MMD get a panel each, the others are counted', async () => {
    await open('inspect');
    const zip = await zipFile(
      'show.zip',
      vmdFile('nod.vmd'),
      modelFile('board.pmx'),
      fileOf(PNG, 'face.png'),
    );
    drop(page!, zip);
    await expect.poll(() => page!.document.querySelectorAll('#panels > article').length).toBe(2);
    expect(textOf('#status')).toBe('2 files read. 1 picture or other file left out.');
    dropFolder(page!, 'poses', vpdFile('nod.vpd'), fileOf(PNG, 'face.png'));
    await expect.poll(() => textOf('#panels h3')).toBe('nod.vpd');
    expect(page!.errors).toEqual([]);
  });
});

test('the clips page: an encrypted zip gets a sentence about its encryption, until the message is closed', () =>
  expectEncryptedUntilClosed('clips'));
