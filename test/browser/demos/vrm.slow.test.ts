import { createVmd, parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime';
import { bakeVrmAnimation, parseVrma, serializeVrma } from '@odori/vrm';
import { vrmAnimationDuration } from '@odori/vrm/internal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGlb } from '#src/vrm/glb/glb.js';
import { drop } from '#test/support/give-files.js';
import { openDemo, type OpenDemo } from '#test/support/open-demo.js';
import { setDrawing } from '#test/support/open-page.js';
import { fileOf, modelFile, vmdFile } from '#test/support/opened-files.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { smallVrm } from '#test/vrm/small-vrm.js';

/** One page for all tests, in their order: it takes seconds to open. */
let demo: OpenDemo;
/** The files that the page has saved. */
const saved: { readonly name: string; readonly bytes: Promise<Uint8Array> }[] = [];

beforeAll(async () => {
  demo = await open();
});
afterAll(() => demo?.close());

/** Opens the page, which saves its files here. */
function open(): Promise<OpenDemo> {
  return openDemo('vrm', 'paused=1&seek=5', (window) => {
    window.HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      const bytes = window
        .fetch(this.href)
        .then(async (response) => new Uint8Array(await response.arrayBuffer()));
      saved.push({ name: this.download, bytes });
    };
  });
}

const textOf = (id: string): string => demo.part(id).textContent;
const isDisabled = (id: string): boolean => (demo.part(id) as HTMLButtonElement).disabled;

/** The left or the right half of the picture. */
function half(side: 'left' | 'right'): number[] {
  const width = 160;
  return [...demo.pixels()].filter((_, i) => Math.floor(i / 4) % width < width / 2 === (side === 'left'));
}

/** How many channels differ visibly. */
const changes = (a: readonly number[], b: readonly number[]): number =>
  a.filter((value, i) => Math.abs(value - b[i]) > 16).length;

test('the MMD model and the avatar dance side by side, with their names under them', async () => {
  const [left, right] = [half('left'), half('right')];
  demo.change('seek', '8', 'input');
  await expect.poll(() => changes(half('left'), left)).toBeGreaterThan(200);
  expect(changes(half('right'), right)).toBeGreaterThan(200);
  expect([textOf('model-name'), textOf('avatar-name')]).toEqual(['PMX 踊り子', 'VRM 踊り子 (Odoriko)']);
  setDrawing(demo.window, false); // no other test looks at the picture
});

test('the page says who made the avatar, what its author allows and what it lacks', () => {
  const text = textOf('avatar');
  expect(text).toContain('The Odori contributors');
  expect(text).toContain('Commercial use: yes, companies too');
  expect(text).toContain('It lacks 2 of 55 human bones');
  const link = demo.part('avatar').querySelector('a')!;
  expect([link.href, link.rel]).toEqual(['https://vrm.dev/licenses/1.0/', 'noopener noreferrer']);
});

test('a broken avatar gets a sentence with its name, and the avatar before stays', async () => {
  expect(drop(demo, fileOf('glTF\x02\0\0\0', 'broken.vrm'))).toBe(true);
  await expect.poll(() => textOf('status')).toMatch(/^broken\.vrm: .{20}/);
  drop(demo, fileOf('glTF\x02\0\0\0', 'broken.vrma'));
  await expect.poll(() => textOf('status')).toMatch(/^broken\.vrma: .{20}/);
  expect(textOf('avatar-name')).toBe('VRM 踊り子 (Odoriko)');
});

test('a glTF model with bones of unknown names gets a sentence and what to do', async () => {
  drop(demo, new File([glbBytes({ nodes: [{ name: 'Bone.001' }] }).slice()], 'robot.glb'));
  const sentence =
    'robot.glb: no bone has a name of VRM, Mixamo, Unity or Ready Player Me. Export the model as VRM, or rename its bones.';
  await expect.poll(() => textOf('status')).toBe(sentence);
});

test('a file for another page gets a link to that page', async () => {
  drop(demo, modelFile('board.pmx'));
  await expect.poll(() => textOf('status')).toContain('board.pmx: this is a model.');
  expect(demo.part('status').querySelector('a')!.getAttribute('href')).toBe('../dance/');
});

test('a dropped avatar takes the place of ours, and its own terms and bones are shown', async () => {
  expect(demo.part('reset').hidden).toBe(true);
  drop(demo, new File([smallVrm().slice()], 'small.vrm'));
  await expect.poll(() => textOf('status')).toBe('Now showing Small avatar.');
  expect(textOf('avatar-name')).toBe('VRM Small avatar');
  expect(textOf('avatar')).toContain('Ann Author, Bo Builder');
  expect(textOf('avatar')).toMatch(/It lacks \d\d of 55 human bones/);
  expect(textOf('avatar')).toMatch(/It lacks expressions for \d+ morphs of the dance/);
  expect(demo.part('reset').hidden).toBe(false);
});

/** One second, in which the center moves by a unit. */
const STEP = createVmd({
  bones: [
    { name: 'センター', frame: 0 },
    { name: 'センター', frame: 30, position: [1, 0, 0] },
  ],
});

test('a dropped VRM animation plays on both, and can then be saved as VMD', async () => {
  expect(isDisabled('save-vmd')).toBe(true);
  const vrma = serializeVrma(bakeVrmAnimation(Motion.from(STEP), 'standard'));
  drop(demo, new File([vrma.slice()], 'step.vrma'));
  await expect.poll(() => textOf('status')).toBe('Now playing step.vrma.');
  expect(textOf('dance')).toContain('step.vrma');
  await expect.poll(() => textOf('time')).toBe('0:00.0 / 0:01.0');
  expect(isDisabled('save-vmd')).toBe(false);
});

/** Saves a file, and waits until it is there. */
async function save(kind: string): Promise<{ name: string; bytes: Uint8Array }> {
  const before = saved.length;
  demo.part(`save-${kind}`).click();
  expect(demo.part('export-progress').hidden).toBe(false);
  expect(isDisabled(`save-${kind}`)).toBe(true);
  await expect.poll(() => saved.length).toBe(before + 1);
  expect(demo.part('export-progress').hidden).toBe(true);
  const { name, bytes } = saved[before];
  expect(textOf('export-result')).toContain(`Saved ${name}`);
  return { name, bytes: await bytes };
}

test('the dance is saved as VRMA for the avatar in the picture', async () => {
  const { name, bytes } = await save('vrma');
  expect(name).toBe('step-small.vrma');
  const animation = parseVrma(bytes);
  expect(vrmAnimationDuration(animation)).toBeCloseTo(1, 5);
  const { values } = animation.hips!;
  // her legs are 0.850236 m long, and 9.41932 units those of the skeleton whose center moves
  expect(values.at(-3)! - values[0]).toBeCloseTo((1 * 0.850236) / 9.41932, 2);
});

test('the dropped VRM animation is saved as VMD, with the step in the center', async () => {
  const { name, bytes } = await save('vmd');
  expect(name).toBe('step.vmd');
  const { bones } = parseVmd(bytes);
  const keys = [...bones.frames.keys()].filter((i) => bones.names[bones.nameIndex[i]].text === 'センター');
  const last = keys.reduce((a, b) => (bones.frames[b] > bones.frames[a] ? b : a));
  expect(bones.frames[last]).toBe(30);
  expect(bones.positions[3 * last]).toBeCloseTo(1, 1);
});

test('the MMD model is saved as GLB, with textures and its dance of one second', async () => {
  const { name, bytes } = await save('glb');
  expect(name).toBe('dancer-step.glb');
  const { json } = readGlb(bytes) as unknown as {
    json: { images: unknown[]; animations: unknown[]; accessors: { max?: number[]; type: string }[] };
  };
  expect(json.animations).toHaveLength(1);
  expect(json.images.length).toBeGreaterThan(5);
  const ends = json.accessors.filter(({ type, max }) => type === 'SCALAR' && max?.length === 1);
  expect(ends.map(({ max }) => max![0])).toContain(1); // seconds
});

test('a job can be canceled', async () => {
  demo.part('save-glb').click();
  demo.part('cancel-export').click();
  await expect.poll(() => textOf('export-result')).toBe('Canceled.');
  expect([demo.part('export-progress').hidden, isDisabled('save-glb')]).toEqual([true, false]);
});

test('a motion of MMD takes the place of the VRM animation, and our avatar and dance come back', async () => {
  drop(demo, vmdFile('nod.vmd'));
  await expect.poll(() => textOf('status')).toBe('Now playing nod.vmd.');
  expect(isDisabled('save-vmd')).toBe(true);
  demo.part('reset').click();
  expect([textOf('avatar-name'), textOf('dance')]).toEqual([
    'VRM 踊り子 (Odoriko)',
    expect.stringContaining('dance.vmd'),
  ]);
  expect(demo.part('reset').hidden).toBe(true);
  expect(demo.errors).toEqual([]);
});
