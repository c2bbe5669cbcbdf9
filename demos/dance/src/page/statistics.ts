import { say } from '../../../shared/language/texts.js';
import type { OdoriPlayerElement, StageView } from '@odori/element';
import { secondsToFrame } from '@odori/runtime';
import { byId, element } from '../../../shared/dom.js';
import { countText } from '../../../shared/number-text.js';

const MILLISECONDS_BETWEEN = 500;

/** Numbers about the picture, twice a second while they are shown. */
export class Statistics {
  readonly #player: OdoriPlayerElement;
  readonly #list = byId('stats', HTMLElement);
  readonly #values = new Map<string, HTMLElement>();
  /** Of the last picture; its values change with every picture. */
  #last: StageView | undefined;
  #pictures = 0;
  #since = 0;

  constructor(player: OdoriPlayerElement) {
    this.#player = player;
  }

  get isShown(): boolean {
    return !this.#list.hidden;
  }

  /** In a pause too, the numbers are there at once. */
  set isShown(isShown: boolean) {
    this.#list.hidden = !isShown;
    this.#since = 0;
    if (isShown && this.#last) this.count(this.#last);
  }

  /**
   * To be called before each picture; shows the numbers of the last one. Allocates nothing between two
   * updates.
   */
  count(view: StageView): void {
    this.#last = view;
    if (!this.isShown) return;
    const now = performance.now();
    this.#pictures++;
    if (now - this.#since < MILLISECONDS_BETWEEN) return;
    const rate = this.#since === 0 ? 0 : (1000 * this.#pictures) / (now - this.#since);
    this.#since = now;
    this.#pictures = 0;
    const { renderer, model } = view;
    const { calls, triangles } = renderer.info.render;
    this.#show('frame', secondsToFrame(this.#player.currentTime).toFixed(0));
    this.#show('frames per second', this.#player.paused ? say('paused') : rate > 0 ? rate.toFixed(0) : '…');
    this.#show('bones', countText(model?.rig.definition.boneCount ?? 0));
    this.#show('vertices', countText(model?.mesh.geometry.getAttribute('position').count ?? 0));
    this.#show('triangles drawn', countText(triangles));
    this.#show('draw calls', countText(calls));
  }

  #show(name: string, text: string): void {
    const value = this.#values.get(name) ?? element('dd');
    if (!this.#values.has(name)) this.#list.append(element('dt', {}, say(name)), value);
    this.#values.set(name, value);
    value.textContent = text;
  }
}
