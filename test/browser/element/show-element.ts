import { createVmd, serializeVmd, type VmdContent } from '@odori/format';
import { OdoriPlayerElement } from '@odori/element/define';
import { ModelBuilder } from '#test/support/model-builder.js';
import { wavBytes } from '#test/support/wav-bytes.js';

/** The events of the element that the tests watch. */
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

/**
 * Adds an element of 160 × 90 to the page, with these attributes and properties. {@link clearPage} removes
 * it.
 */
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

/** Removes the elements of {@link showElement}. */
export function clearPage(): void {
  for (const element of shown.splice(0)) element.remove();
}

/** The next event of a type. */
export function nextEvent(target: EventTarget, type: string): Promise<Event> {
  return new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

/** The types of all events that an element dispatches from now on. */
export function collectEvents(target: EventTarget, types: readonly string[] = EVENTS): string[] {
  const events: string[] = [];
  for (const type of types) target.addEventListener(type, () => events.push(type));
  return events;
}

/** An element in the shadow root. */
export function part(element: OdoriPlayerElement, selector: string): HTMLElement {
  const found = element.shadowRoot!.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the element has no ${selector}`);
  return found;
}

/** The problems that the element shows to the viewer. */
export function problemTexts(element: OdoriPlayerElement): string[] {
  return [...element.shadowRoot!.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
}

/** The position of the bone センター (center), in three.js's space. */
export function centerPosition(element: OdoriPlayerElement): number[] {
  return [...element.loadedModel!.rig.pose.translations.subarray(0, 3)];
}

/** A white board of 20 × 20 units that stands at the origin, on the bone センター (center). */
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

/**
 * The center moves by `speed` units per second to the viewer's right: with a speed of 1, its x is the time.
 */
export function walk(seconds: number, speed = 1, name = 'walk.vmd'): File {
  const keys = [0, seconds].map((second) => ({
    name: 'センター',
    frame: 30 * second,
    position: [speed * second, 0, 0] as const,
  }));
  return motionFile({ bones: keys }, name);
}

/** A camera that shows the board from a fixed distance. */
export function cameraFile(distance = -60): File {
  return motionFile({ cameras: [{ frame: 0, distance, target: [0, 10, 0], fov: 30 }] }, 'camera.vmd');
}

/** A song of some seconds: silence, or a tone after `silence` seconds. */
export function songFile(seconds: number, hertz = 0, silence = 0): File {
  return new File([wavBytes(seconds, hertz, silence)], 'song.wav', { type: 'audio/wav' });
}

/** A blob URL of a file. {@link revokeUrls} revokes it. */
export function urlOf(file: Blob): string {
  const url = URL.createObjectURL(file);
  urls.push(url);
  return url;
}

export function revokeUrls(): void {
  for (const url of urls.splice(0)) URL.revokeObjectURL(url);
}

const urls: string[] = [];
