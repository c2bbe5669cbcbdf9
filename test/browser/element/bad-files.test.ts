import type { OdoriPlayerElement } from '@odori/element';
import { zipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import {
  boardFile,
  clearPage,
  expectSilence,
  frames,
  heard,
  listen,
  problems,
  showElement,
  songFile,
  walk,
} from './show-element.js';

let element: OdoriPlayerElement;

afterEach(async () => {
  await frames(1);
  clearPage();
  vi.restoreAllMocks();
  expectSilence();
});

/** A server that has one answer. */
function answer(body: BodyInit | null, init?: ResponseInit): void {
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(body, init));
}

/** What is told of a model that cannot be shown. */
async function brokenModel(model: string | Blob): Promise<string> {
  element = showElement({}, { model, motion: walk(2) });
  const said = listen(element, ['error', 'canplay', 'loadedmetadata']);
  const refused = element.play();
  await expect(refused).rejects.toMatchObject({ name: 'NotSupportedError' });
  expect([said, element.readyState, element.paused, element.error?.code]).toEqual([['error'], 0, true, 4]);
  const [told, ...others] = problems(element);
  expect([element.error!.message, others]).toEqual([told, []]);
  return told;
}

/** What is told of something besides the model, which dances all the same. */
async function broken(properties: Partial<OdoriPlayerElement>, count = 1): Promise<string> {
  element = showElement({}, { model: boardFile(), motion: walk(2), ...properties });
  const said = listen(element, ['error']);
  await heard(element, 'canplay');
  await element.play();
  await expect.poll(() => element.currentTime).toBeGreaterThan(0);
  expect([said, element.error]).toEqual([[], null]);
  const told = problems(element);
  expect(told).toHaveLength(count);
  return told.join(' ');
}

/** A zip of a few hundred bytes that says it unpacks to 1 GiB and a byte. */
function zipBomb(): Blob {
  const zip = Uint8Array.from(zipSync({ 'bomb.pmx': new Uint8Array(100) }));
  const view = new DataView(zip.buffer);
  for (let at = 0; at < zip.length - 4; at++) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, 2 ** 30 + 1, true); // of the file itself
    if (signature === 0x02014b50) view.setUint32(at + 24, 2 ** 30 + 1, true); // of the directory
  }
  return new File([zip], 'bomb.zip');
}

test('a model that is not there', async () => {
  answer(null, { status: 404, statusText: 'Not Found' });
  expect(await brokenModel('models/dancer.pmx?v=1')).toBe('dancer.pmx: the server answered 404 Not Found');
});

test('a web page instead of a model', async () => {
  answer('<!DOCTYPE html><title>Home</title>');
  expect(await brokenModel('dancer.pmx')).toBe('dancer.pmx: the server returned an HTML page; check the URL');
});

test('a server that cannot be reached', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await brokenModel('%E8%B8%8A%E3%82%8A.pmx')).toBe(
    '踊り.pmx: request failed: network error, CORS or Content-Security-Policy',
  );
});

test('a broken model, a zip that lies about its size, and one without a model', async () => {
  const half = boardFile().slice(0, 200);
  expect(await brokenModel(new File([half], 'half.pmx'))).toMatch(
    /^half\.pmx: the file is broken or not a model: /,
  );
  clearPage();
  expect(await brokenModel(zipBomb())).toMatch(
    /^bomb\.zip: the file is broken or not a model: .*1073741825 bytes/,
  );
  clearPage();
  const none = new File([Uint8Array.from(zipSync({ 'readme.txt': new Uint8Array(3) }))], 'none.zip');
  expect(await brokenModel(none)).toMatch(/^none\.zip: /);
});

test('after a broken one a good one is shown, and the other way round', async () => {
  await brokenModel(new File(['no'], 'no.pmx'));
  element.model = boardFile();
  await heard(element, 'canplay');
  expect([problems(element), element.error, element.readyState]).toEqual([[], null, 4]);
  await element.play();
  const said = listen(element, ['error', 'canplay']);
  element.model = new File(['no'], 'no.pmx');
  await heard(element, 'error');
  await frames(2);
  expect([said, element.readyState, element.error?.code, element.paused]).toEqual([['error'], 0, 4, true]);
  expect([element.loadedModel, problems(element).length]).toEqual([undefined, 1]);
});

test('a motion that ends too early', async () => {
  const begun = new File([walk(2).slice(0, 25)], 'begun.vmd');
  expect(await broken({ motion: [begun, walk(2)] })).toMatch(/^begun\.vmd: the file is broken: /);
  expect(element.duration).toBe(2);
  clearPage();
  const headed = new File([walk(2).slice(0, 100)], 'headed.vmd'); // 54 bytes of header, 111 of the first key
  expect(await broken({ motion: [headed, walk(2)] })).toBe('headed.vmd: the file ends before its first key');
  expect(element.duration).toBe(2);
});

test('a motion that ends in the middle is played as far as it goes, and told of; the reader closes the message', async () => {
  const whole = new Uint8Array(await new Blob([walk(2)]).arrayBuffer());
  const half = new File([whole.slice(0, 54 + 111 + 50)], 'half.vmd'); // its header, a key, a part of the next
  expect(await broken({ motion: [walk(2), half] })).toBe(
    'half.vmd: the file ends too early; the keyframes before its end are played',
  );
  element.shadowRoot!.querySelector<HTMLButtonElement>('[role=alert] button')!.click();
  expect(problems(element)).toEqual([]);
});

test('textures that are not there are told of', async () => {
  element = showElement(
    {},
    { model: new Map([['board.pmx', boardFile('board.pmx', 'face.png')]]), motion: walk(2) },
  );
  await heard(element, 'canplay');
  expect(problems(element)).toEqual(['A texture is missing: face.png']);
});

test('each of several broken motions is told of', async () => {
  const motions = ['a.vmd', 'b.vmd'].map((name) => new File(['no'], name));
  expect(await broken({ motion: [...motions, walk(2)] }, 2)).toMatch(
    /a\.vmd: this is not a motion.* b\.vmd: this is not a motion/,
  );
});

test('a camera, a pose and a folder that are none', async () => {
  expect(await broken({ camera: new File(['no'], 'no.vmd') })).toMatch(/^no\.vmd: this is not a motion/);
  clearPage();
  expect(await broken({ pose: new File(['no'], 'no.vpd') })).toMatch(/^no\.vpd: this is not a motion/);
  clearPage();
  element = showElement({}, { model: boardFile(), motion: new Map([['a.txt', new Blob()]]) });
  await heard(element, 'canplay');
  expect(problems(element)).toEqual(['the files: there is no motion (.vmd, .vpd, .bvmd) among them']);
});

test('a song that is not there, and one that is none; the next one clears it', async () => {
  expect(await broken({ audio: '/none/song.ogg' })).toMatch(
    /^song\.ogg: the browser cannot load or play this song/,
  );
  clearPage();
  expect(await broken({ audio: new File(['no song'], 'no.ogg') })).toMatch(
    /^no\.ogg: the browser cannot load or play this song/,
  );
  element.audio = songFile(3);
  await heard(element, 'canplay');
  expect([problems(element), element.duration]).toEqual([[], 3]);
  const failed = new Audio('data:audio/wav;base64,AAAA');
  await heard(failed, 'error');
  clearPage();
  expect(await broken({ audio: failed })).toContain('the browser cannot load or play this song');
});
