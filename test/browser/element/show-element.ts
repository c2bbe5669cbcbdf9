import { createVmd, serializeVmd, type VmdContent } from '@odori/format';
import { OdoriPlayerElement } from '@odori/element/define';
import { expect } from 'vitest';
import { ModelBuilder } from '#test/support/model-builder.js';
import { wavBytes } from '#test/support/wav-bytes.js';

/** A page's own events, in the order that they came in. */
export const EVENTS: readonly string[] = [
  'loadstart',
  'durationchange',
  'loadedmetadata',
  'loadeddata',
  'canplay',
  'canplaythrough',
  'play',
  'playing',
  'waiting',
  'pause',
  'seeking',
  'seeked',
  'ended',
  'ratechange',
  'volumechange',
  'emptied',
  'error',
  'motionchange',
  'cameramodechange',
];

const shown: Element[] = [];
const complaints: unknown[][] = [];

for (const kind of ['error', 'warn'] as const) {
  const own = console[kind].bind(console);
  console[kind] = (...words: unknown[]) => {
    complaints.push(words);
    own(...words);
  };
}
addEventListener('unhandledrejection', ({ reason }) => complaints.push([reason]));

/** Expects that nothing was complained of since the last time. */
export function expectSilence(): void {
  expect(complaints.splice(0)).toEqual([]);
}

/** An element in the page, 160 × 90, with these attributes and properties; {@link clearPage} takes it away. */
export function showElement(
  attributes: Readonly<Record<string, string>> = {},
  properties: Partial<OdoriPlayerElement> = {},
): OdoriPlayerElement {
  const element = new OdoriPlayerElement();
  element.style.cssText = 'width: 160px; height: 90px';
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  Object.assign(element, properties);
  document.body.append(element);
  shown.push(element);
  return element;
}

/** Takes away what {@link showElement} brought. */
export function clearPage(): void {
  for (const element of shown.splice(0)) element.remove();
}

/** The next event of a type. */
export function heard(target: EventTarget, type: string): Promise<Event> {
  return new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

/** Everything that an element says from now on, of {@link EVENTS}. */
export function listen(target: EventTarget, types: readonly string[] = EVENTS): string[] {
  const said: string[] = [];
  for (const type of types) target.addEventListener(type, () => said.push(type));
  return said;
}

/** So many pictures of the page. */
export async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
}

/** An element of its shadow. */
export function part(element: OdoriPlayerElement, selector: string): HTMLElement {
  const found = element.shadowRoot!.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the element has no ${selector}`);
  return found;
}

/** What the reader is told of what went wrong. */
export function problems(element: OdoriPlayerElement): string[] {
  return [...element.shadowRoot!.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
}

/** The centre's place; three's space. */
export function place(element: OdoriPlayerElement): number[] {
  return [...element.loadedModel!.rig.pose.translations.subarray(0, 3)];
}

/** A white board of 20 × 20 units that stands at the origin on one bone, センター (centre). */
export function boardFile(name = 'board.pmx', texture?: string): File {
  const builder = new ModelBuilder();
  builder.material(texture === undefined ? {} : { texture: builder.texture(texture) });
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  builder.bones.push({ ...builder.bones[0], name: '頭', parent: 0, position: [0, 20, 0] });
  return new File([Uint8Array.from(builder.bytes())], name);
}

export function motionFile(content: VmdContent, name = 'walk.vmd'): File {
  return new File([Uint8Array.from(serializeVmd(createVmd(content)))], name);
}

/** The centre walks `speed` units a second to the viewer's right, so that its place is the time. */
export function walk(seconds: number, speed = 1, name = 'walk.vmd'): File {
  const keys = [0, seconds].map((second) => ({
    name: 'センター',
    frame: 30 * second,
    position: [speed * second, 0, 0] as const,
  }));
  return motionFile({ bones: keys }, name);
}

/** Looks at the board from so far away, always. */
export function cameraFile(distance = -60): File {
  return motionFile({ cameras: [{ frame: 0, distance, target: [0, 10, 0], fov: 30 }] }, 'camera.vmd');
}

/** Silence of so many seconds, or after `silence` seconds a tone. */
export function songFile(seconds: number, hertz = 0, silence = 0): File {
  return new File([wavBytes(seconds, hertz, silence)], 'song.wav', { type: 'audio/wav' });
}

/** An address of a file, without a server; {@link letGo} ends it. */
export function addressOf(file: Blob): string {
  const address = URL.createObjectURL(file);
  addresses.push(address);
  return address;
}

export function letGo(): void {
  for (const address of addresses.splice(0)) URL.revokeObjectURL(address);
}

const addresses: string[] = [];
