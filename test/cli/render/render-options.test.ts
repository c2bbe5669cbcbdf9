import { expect, test } from 'vitest';
import { UsageError } from '#src/cli/errors.js';
import { readRenderOptions } from '#src/cli/render/render-options.js';

const read = (...args: string[]): ReturnType<typeof readRenderOptions> =>
  readRenderOptions(['dancer.pmx', 'dance.vmd', ...args]);

test('the output says what is made', () => {
  expect(read('-o', 'film.mp4').work).toEqual({
    kind: 'film',
    format: 'mp4',
    alpha: false,
    fps: 30,
    range: undefined,
    shard: undefined,
  });
  expect(read('-o', 'still.PNG', '--at', '600f').work).toEqual({
    kind: 'still',
    type: 'image/png',
    seconds: 20,
  });
  expect(read('-o', 'still.webp').work).toMatchObject({ kind: 'still', type: 'image/webp', seconds: 0 });
  expect(read('-o', 'frames/%05d.avif', '--fps', '60').work).toMatchObject({
    kind: 'frames',
    type: 'image/avif',
    fps: 60,
  });
  expect(read('-o', 'sheet.jpg', '--sheet', '4x3', '--range', '1s,60f').work).toEqual({
    kind: 'sheet',
    type: 'image/jpeg',
    columns: 4,
    rows: 3,
    range: { start: 1, end: 2 },
  });
  expect(read('-o', '-').work).toMatchObject({ kind: 'still', type: 'image/png' });
});

test('a film is transparent by --alpha or by its background, and only as WebM', () => {
  for (const args of [
    ['--alpha'],
    ['--background', 'transparent'],
    ['--alpha', '--background', 'transparent'],
  ]) {
    const { work, background } = read('-o', 'film.webm', ...args);
    expect([work, background]).toEqual([expect.objectContaining({ alpha: true }), 'transparent']);
  }
  expect(read('-o', 'film.webm').background).toBe('#fff');
  expect(read('-o', 'film.webm', '--alpha').page.attributes['stage']).toBe('none');
  expect(read('-o', 'film.webm', '--alpha', '--stage', 'grid').page.attributes['stage']).toBe('grid');
  expect(() => read('-o', 'film.mp4', '--alpha')).toThrow('write .webm');
  expect(() => read('-o', 'film.mp4', '--background', 'transparent')).toThrow('write .webm');
  expect(() => read('-o', 'film.webm', '--alpha', '--background', 'red')).toThrow('does not go with it');
});

test('the size is that of each picture; films need even ones', () => {
  expect(read('-o', 'a.png', '--size', '1081x607')).toMatchObject({ width: 1081, height: 607 });
  expect(read('-o', 'a.mp4')).toMatchObject({ width: 1280, height: 720 });
  expect(read('-o', 'a.png', '--sheet', '2x2')).toMatchObject({ width: 320, height: 180 });
  expect(() => read('-o', 'a.mp4', '--size', '1081x607')).toThrow('even');
  expect(() => read('-o', 'a.png', '--size', '0x607')).toThrow('not a size');
  expect(() => read('-o', 'a.png', '--size', '99999x607')).toThrow('16384');
});

test('the player gets the options of the picture, and the file of the camera is one of the inputs', () => {
  const { page, camera } = read('-o', 'a.png', '--look', 'plain', '--physics', 'off', '--camera', 'cam.vmd');
  expect(page.inputs).toEqual(['dancer.pmx', 'dance.vmd', 'cam.vmd']);
  expect(page.attributes).toMatchObject({ look: 'plain', physics: 'off', camera: undefined });
  expect(camera).toBe('cam.vmd');
  expect(read('-o', 'a.png', '--camera-fit', 'none').page.attributes['camera-fit']).toBe('none');
  const auto = read('-o', 'a.png', '--camera', 'auto');
  expect([auto.page.inputs.length, auto.page.attributes['camera'], auto.camera]).toEqual([
    2,
    'auto',
    undefined,
  ]);
});

test.each([
  [[], 'missing -o'],
  [['-o', 'film.gif'], 'no GIF'],
  [['-o', 'film.mov'], 'render writes .mp4'],
  [['-o', 'film.mp4', '--sheet', '2x2'], '--sheet is a picture'],
  [['-o', 'film.mp4', '--at', '1s'], '--at does not go with a film'],
  [['-o', 'still.png', '--range', '1s,2s'], '--range does not go with one picture'],
  [['-o', 'still.png', '--alpha'], '--alpha does not go with one picture'],
  [['-o', 'sheet.png', '--sheet', '2x2', '--shard', '1'], '--shard does not go with a sheet'],
  [['-o', 'sheet.png', '--sheet', '20x20'], 'at most 100'],
  [['-o', 'film.mp4', '--range', '2s'], 'not two times'],
  [['-o', 'film.mp4', '--range', '2s,1s'], 'end after its start'],
  [['-o', 'film.mp4', '--shards', '8'], 'go together'],
  [['-o', 'film.mp4', '--shards', '8', '--shard', '9'], 'not between 1 and 8'],
  [['-o', 'film.mp4', '--quality', 'best'], 'not one of'],
  [['-o', 'film.mp4', '--camera-fit', 'width'], 'not one of'],
  [['-o', 'still.png', '--at', '-1s'], 'before the start'],
])('%j is wrong usage', (args, message) => {
  expect(() => read(...args)).toThrow(UsageError);
  expect(() => read(...args)).toThrow(message);
});
