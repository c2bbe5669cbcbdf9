import type { OdoriPlayerElement } from '@odori/element';
import { zipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { frames } from '#test/support/frames.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { drawNothing } from '#test/support/open-page.js';
import {
  boardFile,
  clearPage,
  nextEvent,
  collectEvents,
  problemTexts,
  showElement,
  songFile,
  walk,
} from './show-element.js';

expectCleanConsole();
drawNothing();

let element: OdoriPlayerElement;

afterEach(async () => {
  await frames(1);
  clearPage();
  vi.restoreAllMocks();
});

/** Makes the server give this response to every request. */
function respond(body: BodyInit | null, init?: ResponseInit): void {
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(body, init));
}

/** The problem of a model that cannot be shown. */
async function brokenModel(model: string | Blob): Promise<string> {
  element = showElement({}, { model, motion: walk(2) });
  const events = collectEvents(element, ['error', 'canplay', 'loadedmetadata']);
  const refused = element.play();
  await expect(refused).rejects.toMatchObject({ name: 'NotSupportedError' });
  expect([events, element.readyState, element.paused, element.error?.code]).toEqual([['error'], 0, true, 4]);
  const [text, ...others] = problemTexts(element);
  expect([element.error!.message, others]).toEqual([text, []]);
  return text;
}

/** The problems of inputs other than the model, which plays nevertheless. */
async function broken(properties: Partial<OdoriPlayerElement>, count = 1): Promise<string> {
  element = showElement({}, { model: boardFile(), motion: walk(2), ...properties });
  const events = collectEvents(element, ['error']);
  await nextEvent(element, 'canplay');
  await element.play();
  await expect.poll(() => element.currentTime).toBeGreaterThan(0);
  expect([events, element.error]).toEqual([[], null]);
  const texts = problemTexts(element);
  expect(texts).toHaveLength(count);
  return texts.join(' ');
}

/** A zip of a few hundred bytes whose headers claim that it unpacks to 1 GiB and a byte. */
function zipBomb(): Blob {
  const zip = Uint8Array.from(zipSync({ 'bomb.pmx': new Uint8Array(100) }));
  const view = new DataView(zip.buffer);
  for (let at = 0; at < zip.length - 4; at++) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, 2 ** 30 + 1, true); // in the local header
    if (signature === 0x02014b50) view.setUint32(at + 24, 2 ** 30 + 1, true); // in the directory
  }
  return new File([zip], 'bomb.zip');
}

test('a model that the server does not have gives its status', async () => {
  respond(null, { status: 404, statusText: 'Not Found' });
  expect(await brokenModel('models/dancer.pmx?v=1')).toBe('dancer.pmx: the server answered 404 Not Found');
});

test('an HTML page instead of a model is recognized', async () => {
  respond('<!DOCTYPE html><title>Home</title>');
  expect(await brokenModel('dancer.pmx')).toBe('dancer.pmx: the server returned an HTML page; check the URL');
});

test.each([
  [
    'version https://git-lfs.github.com/spec/v1\noid sha256:0f\nsize 5\n',
    'this is a Git LFS pointer, not a model (PMX, PMD): fetch the file itself, with `git lfs pull` or from the address of its raw content',
  ],
  [
    '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
    'the server returned an XML error (AccessDenied); check the URL',
  ],
  ['404: Not Found', 'this is the error text of a server, not a model (PMX, PMD): check the URL'],
  ['{"message":"Not Found"}', 'this is JSON, not a model (PMX, PMD): check the URL'],
])('the viewer reads what came instead of a model: %s', async (body, expected) => {
  respond(body);
  expect(await brokenModel('dancer.pmx')).toBe(`dancer.pmx: ${expected}`);
});

test('textures in other folders are requested below the same origin, and from no other one', async () => {
  const builder = new ModelBuilder();
  const paths = ['..\\tex\\up.png', 'own.png', 'http://other.example/far.png', '//other.example/far.png'];
  const refused = [...paths.slice(2), 'C:\\far.png', `${'..\\'.repeat(9)}far.png`];
  for (const path of [...paths.slice(0, 2), ...refused]) {
    builder.material({ texture: builder.texture(path) });
    builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  }
  const requests: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input, document.baseURI);
    requests.push(origin === location.origin ? pathname : origin + pathname);
    return pathname.endsWith('.pmx')
      ? new Response(builder.bytes().slice())
      : new Response(null, { status: 404, statusText: 'Not Found' });
  });
  element = showElement({}, { model: '/show/miku/board.pmx', motion: walk(2) });
  await nextEvent(element, 'canplaythrough');
  const files = ['/show/miku/board.pmx', '/show/miku/own.png', '/show/tex/up.png'];
  expect(new Set(requests)).toEqual(new Set(files));
  const notes = element.loadedModel!.report.notes.map((note) => JSON.stringify(note));
  expect(notes.filter((note) => note.includes('was not requested'))).toHaveLength(refused.length);
});

test('a failed request names network, CORS and Content-Security-Policy', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await brokenModel('%E8%B8%8A%E3%82%8A.pmx')).toBe(
    '踊り.pmx: request failed: network error, CORS or Content-Security-Policy',
  );
});

test('a broken model, a zip with a false size, and a zip without a model give a message', async () => {
  const half = boardFile().slice(0, 200);
  expect(await brokenModel(new File([half], 'half.pmx'))).toMatch(/^half\.pmx: the file is broken: /);
  clearPage();
  expect(await brokenModel(zipBomb())).toMatch(/^bomb\.zip: .*1073741825 bytes/);
  clearPage();
  const none = new File([Uint8Array.from(zipSync({ 'readme.txt': new Uint8Array(3) }))], 'none.zip');
  expect(await brokenModel(none)).toMatch(/^none\.zip: /);
});

test('a good model replaces a broken one, and a broken model removes a good one', async () => {
  await brokenModel(new File(['no'], 'no.pmx'));
  element.model = boardFile();
  await nextEvent(element, 'canplaythrough');
  expect([problemTexts(element), element.error, element.readyState]).toEqual([[], null, 4]);
  await element.play();
  const events = collectEvents(element, ['error', 'canplay']);
  element.model = new File(['no'], 'no.pmx');
  await nextEvent(element, 'error');
  await frames(2);
  expect([events, element.readyState, element.error?.code, element.paused]).toEqual([['error'], 0, 4, true]);
  expect([element.loadedModel, problemTexts(element).length]).toEqual([undefined, 1]);
});

test('a new model ends the error of the last one at once: play() waits for it', async () => {
  await brokenModel(new File(['no'], 'no.pmx'));
  element.model = boardFile();
  expect(element.error).toBe(null);
  await element.play();
  expect([element.paused, element.readyState > 2, problemTexts(element)]).toEqual([false, true, []]);
});

test('play() rejects again if the new model is broken too', async () => {
  await brokenModel(new File(['no'], 'no.pmx'));
  element.model = new File(['no'], 'neither.pmx');
  await expect(element.play()).rejects.toThrow(/^neither\.pmx: /);
  expect(element.error!.message).toMatch(/^neither\.pmx: /);
});

test('another input does not end the error of a model', async () => {
  await brokenModel(new File(['no'], 'no.pmx'));
  element.motion = walk(3);
  expect(element.error?.code).toBe(4);
  await expect(element.play()).rejects.toMatchObject({ name: 'NotSupportedError' });
});

test('a motion that ends before its first keyframe is left out', async () => {
  const begun = new File([walk(2).slice(0, 25)], 'begun.vmd');
  expect(await broken({ motion: [begun, walk(2)] })).toMatch(/^begun\.vmd: the file is broken: /);
  expect(element.duration).toBe(2);
  clearPage();
  const headed = new File([walk(2).slice(0, 100)], 'headed.vmd'); // 54 bytes of header, 111 of the first key
  expect(await broken({ motion: [headed, walk(2)] })).toBe(
    'headed.vmd: the file ends before its first keyframe',
  );
  expect(element.duration).toBe(2);
});

test('a truncated motion is left out where the attribute `refuse` says so', async () => {
  const whole = new Uint8Array(await new Blob([walk(2)]).arrayBuffer());
  const half = new File([whole.slice(0, 54 + 111 + 50)], 'half.vmd'); // its header, a key, a part of the next
  const refuse = 'bad-text truncated';
  expect(await broken({ motion: [half, walk(2)], refuse })).toMatch(
    /^half\.vmd: the file is broken: bone keys/,
  );
  expect([element.duration, element.getAttribute('refuse')]).toEqual([2, refuse]);
});

test('a truncated motion plays as far as it goes, with a message that the viewer can close', async () => {
  const whole = new Uint8Array(await new Blob([walk(2)]).arrayBuffer());
  const half = new File([whole.slice(0, 54 + 111 + 50)], 'half.vmd'); // its header, a key, a part of the next
  expect(await broken({ motion: [walk(2), half] })).toBe(
    'half.vmd: the file ends too early; the keyframes before its end are played',
  );
  element.shadowRoot!.querySelector<HTMLButtonElement>('[role=alert] button')!.click();
  expect(problemTexts(element)).toEqual([]);
});

test('missing textures give a message', async () => {
  element = showElement(
    {},
    { model: new Map([['board.pmx', boardFile('board.pmx', 'face.png')]]), motion: walk(2) },
  );
  await nextEvent(element, 'canplay');
  expect(problemTexts(element)).toEqual(['A texture could not be loaded: face.png']);
});

test('each of several broken motions gives a message', async () => {
  const motions = ['a.vmd', 'b.vmd'].map((name) => new File(['no'], name));
  expect(await broken({ motion: [...motions, walk(2)] }, 2)).toMatch(
    /a\.vmd: this is not a motion.* b\.vmd: this is not a motion/,
  );
});

test('a camera, a pose and a folder without a motion give a message, and the model is shown', async () => {
  expect(await broken({ camera: new File(['no'], 'no.vmd') })).toMatch(/^no\.vmd: this is not a motion/);
  clearPage();
  expect(await broken({ pose: new File(['no'], 'no.vpd') })).toMatch(/^no\.vpd: this is not a motion/);
  clearPage();
  element = showElement({}, { model: boardFile(), motion: new Map([['a.txt', new Blob()]]) });
  await nextEvent(element, 'canplay');
  expect(problemTexts(element)).toEqual(['the files: no motion (.vmd, .vpd, .bvmd) found']);
});

test('a missing or broken song gives a message, which the next song removes', async () => {
  expect(await broken({ audio: '/none/song.ogg' })).toMatch(
    /^song\.ogg: the browser cannot load or play this song/,
  );
  clearPage();
  expect(await broken({ audio: new File(['no song'], 'no.ogg') })).toMatch(
    /^no\.ogg: the browser cannot load or play this song/,
  );
  element.audio = songFile(3);
  await nextEvent(element, 'canplay');
  expect([problemTexts(element), element.duration]).toEqual([[], 3]);
  const failed = new Audio('data:audio/wav;base64,AAAA');
  await nextEvent(failed, 'error');
  clearPage();
  expect(await broken({ audio: failed })).toContain('the browser cannot load or play this song');
});

test('removing a broken model removes its error and its message', async () => {
  await brokenModel(new File(['no'], 'no.pmx'));
  const events = collectEvents(element, ['loadstart', 'emptied', 'error']);
  element.model = null;
  await expect.poll(() => element.error).toBe(null);
  expect([problemTexts(element), element.readyState, events]).toEqual([[], 0, ['loadstart']]);
});

test('the event `error` of a broken model comes when nothing is loading any more', async () => {
  element = showElement({}, { model: new File(['no'], 'no.pmx') });
  await nextEvent(element, 'loadstart');
  expect(element.networkState).toBe(2);
  await nextEvent(element, 'error');
  expect(element.networkState).toBe(1);
});
