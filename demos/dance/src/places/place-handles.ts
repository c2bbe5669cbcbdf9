import { say } from '../../../shared/language/texts.js';
import type { StageView } from '@odori/element';
import type { Place } from '@odori/format/internal';
import { Vector3 } from 'three';
import { element } from '../../../shared/dom.js';
import { nameText } from '../../../shared/file-text.js';
import type { CastShow } from '../../../shared/group/cast-show.js';

/** MMD units of a key. */
const STEP = 1;
/** Degrees of a key with Shift. */
const TURN = 15;
/* Pixels between a handle's middle and the edges of the picture. */
const EDGE = 24;
const BELOW_TOOLS = 84;
const ABOVE_BAR = 80;
/** A dancer stays this near to the middle. */
const MAX_AWAY = 200;

const KEYS: Readonly<Record<string, readonly [x: number, z: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** A drag of one dancer. */
interface Drag {
  readonly dancer: number;
  readonly pointer: number;
  /** The places at its beginning. */
  readonly before: readonly Place[];
  /** From the point under the pointer to the place. */
  readonly offset: readonly [x: number, z: number];
}

/**
 * A handle at the feet of each dancer. Pointers and arrow keys move it over the floor, Shift and arrow keys
 * turn the dancer, Escape takes the last change back.
 */
export class PlaceHandles {
  /** Called after each change, with the dancer; −1 for several. */
  onChange: ((dancer: number) => void) | undefined;
  readonly #layer: HTMLElement;
  #show: CastShow | undefined;
  #handles: readonly HTMLButtonElement[] = [];
  #view: StageView | undefined;
  #drag: Drag | undefined;
  #history: (readonly Place[])[] = [];
  readonly #point = new Vector3();

  constructor(layer: HTMLElement) {
    this.#layer = layer;
  }

  /** The show whose dancers have handles; undefined: there are no handles. */
  set show(show: CastShow | undefined) {
    if (show === this.#show) return;
    this.#show = show;
    this.#drag = undefined;
    this.#history = [];
    this.#handles = (show?.dancers ?? []).map((name, i) => this.#handle(name, i));
    this.#layer.replaceChildren(...this.#handles);
    this.#layer.hidden = !show;
    if (this.#view) this.watch(this.#view);
  }

  get canUndo(): boolean {
    return this.#history.length > 0;
  }

  /** The places are others now: no change can be taken back. */
  forgetChanges(): void {
    this.#history = [];
  }

  /** Changes places so that they can be taken back. */
  place(places: readonly Place[], dancer = -1): void {
    const show = this.#show!;
    this.#history.push(show.places);
    show.places = places;
    this.onChange?.(dancer);
  }

  /** Takes the last change back. */
  undo(): void {
    const last = this.#history.pop();
    if (!last || !this.#show) return;
    this.#show.places = last;
    this.onChange?.(-1);
  }

  /** Puts the handles to the feet, before each picture. */
  watch(view: StageView): void {
    this.#view = view;
    if (!this.#show) return;
    const { clientWidth, clientHeight } = this.#layer;
    for (let i = 0; i < this.#handles.length; i++) {
      const point = this.#show.floorPoint(i, this.#point).project(view.camera);
      const { style } = this.#handles[i];
      // one behind the camera or beside the picture stays within reach, also of the keyboard
      const isBehind = point.z >= 1;
      const x = isBehind ? clientWidth / 2 : ((point.x + 1) / 2) * clientWidth;
      const y = isBehind ? clientHeight : ((1 - point.y) / 2) * clientHeight;
      const left = Math.min(Math.max(x, EDGE), clientWidth - EDGE);
      const top = Math.min(Math.max(y, BELOW_TOOLS), clientHeight - ABOVE_BAR);
      style.transform = `translate(${left}px, ${top}px)`;
    }
  }

  #handle(name: string, dancer: number): HTMLButtonElement {
    const label = say('Place of {name}', { name: nameText(name) });
    const handle = element('button', {
      type: 'button',
      class: 'place-handle',
      'aria-label': label,
      'aria-describedby': 'places-keys',
      title: label,
    });
    handle.addEventListener('keydown', (event) => this.#onKey(event, dancer));
    handle.addEventListener('pointerdown', (event) => this.#begin(event, dancer));
    handle.addEventListener('pointermove', (event) => this.#move(event));
    handle.addEventListener('pointerup', () => this.#end());
    handle.addEventListener('pointercancel', () => this.#cancel());
    return handle;
  }

  #onKey(event: KeyboardEvent, dancer: number): void {
    if (event.key === 'Escape') {
      if (!this.#drag && !this.canUndo) return; // it closes the panel
      event.preventDefault();
      if (this.#drag) this.#cancel();
      else this.undo();
      return;
    }
    const step = KEYS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { x, z, turn } = this.#show!.places[dancer];
    if (event.shiftKey) this.#put(dancer, { x, z, turn: turned(turn, Math.sign(step[0]) * TURN) });
    else this.#put(dancer, { x: kept(x + step[0]), z: kept(z + step[1]), turn });
  }

  #put(dancer: number, place: Place): void {
    this.place(withPlace(this.#show!.places, dancer, place), dancer);
  }

  #begin(event: PointerEvent, dancer: number): void {
    const point = this.#floorAt(event);
    if (!point || event.button !== 0) return;
    const before = this.#show!.places;
    const { x, z } = before[dancer];
    this.#drag = { dancer, pointer: event.pointerId, before, offset: [x - point.x, z - point.z] };
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    const point = drag?.pointer === event.pointerId && this.#floorAt(event);
    if (!drag || !point) return;
    const show = this.#show!;
    const [x, z] = [point.x + drag.offset[0], point.z + drag.offset[1]];
    const place = { ...drag.before[drag.dancer], x: kept(x), z: kept(z) };
    show.places = withPlace(show.places, drag.dancer, place);
  }

  #end(): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (!drag || this.#show!.places === drag.before) return;
    this.#history.push(drag.before);
    this.onChange?.(drag.dancer);
  }

  #cancel(): void {
    if (this.#drag) this.#show!.places = this.#drag.before;
    this.#drag = undefined;
  }

  /** The point of the floor under a pointer; undefined above the horizon. */
  #floorAt({ clientX, clientY }: PointerEvent): Vector3 | undefined {
    const camera = this.#view?.camera;
    if (!camera) return undefined;
    const { left, top, width, height } = this.#layer.getBoundingClientRect();
    const [x, y] = [(2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height];
    const near = new Vector3(x, y, -1).unproject(camera);
    const way = new Vector3(x, y, 1).unproject(camera).sub(near);
    const share = -near.y / way.y;
    return share > 0 && share < 1 ? near.addScaledVector(way, share) : undefined;
  }
}

function withPlace(places: readonly Place[], dancer: number, place: Place): readonly Place[] {
  return places.map((each, i) => (i === dancer ? place : each));
}

/** Tenths of a unit, near enough to the middle. */
function kept(value: number): number {
  return Math.round(10 * Math.min(Math.max(value, -MAX_AWAY), MAX_AWAY)) / 10;
}

/** From −179 to 180 degrees. */
function turned(turn: number, by: number): number {
  const next = (turn + by) % 360;
  return next > 180 ? next - 360 : next <= -180 ? next + 360 : next;
}
