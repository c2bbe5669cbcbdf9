import type { OdoriPlayerElement, OdoriStageElement, Stage } from '@odori/element';
import { Group } from 'three';
import type { OpenedStage } from './opened-stage.js';

/** Nothing, in place of the page's stage: that of the user shows the shadow map and no second shadow. */
const BARE: Stage = { root: new Group(), hasGroundShadow: false };

/** The stages and props of the user in a player, beside its dancer. */
export class ShownStages {
  readonly #player: OdoriPlayerElement;
  #stages: readonly OpenedStage[] = [];
  #children: readonly OdoriStageElement[] = [];

  constructor(player: OdoriPlayerElement) {
    this.#player = player;
  }

  get all(): readonly OpenedStage[] {
    return this.#stages;
  }

  /** What the page shows in place of its own stage; undefined: its own one stays. */
  get ground(): Stage | undefined {
    return this.#stages.some(({ isWide }) => isWide) ? BARE : undefined;
  }

  /** Adds props to what is there. A stage takes the place of all that is there. Resolves as {@link show}. */
  add(stages: readonly OpenedStage[]): Promise<void> {
    const isOther = stages.some(({ isWide }) => isWide);
    return this.show([...(isOther ? [] : this.#stages), ...stages]);
  }

  /** Resolves when they are loaded. The player says which ones cannot be; never rejects. */
  async show(stages: readonly OpenedStage[]): Promise<void> {
    const last = new Map(this.#stages.map((stage, i) => [stage, this.#children[i]]));
    this.#stages = stages;
    this.#children = stages.map((stage) => last.get(stage) ?? createChild(stage));
    for (const [stage, child] of last) if (!stages.includes(stage)) child.remove();
    const added = this.#children.filter(({ isConnected }) => !isConnected);
    const loading = added.map(whenLoaded);
    this.#player.append(...added);
    if (!this.#player.error) await Promise.all(loading);
  }
}

function whenLoaded(child: OdoriStageElement): Promise<unknown> {
  return new Promise((resolve) => {
    for (const type of ['load', 'error']) child.addEventListener(type, resolve, { once: true });
  });
}

function createChild({ files, motion, position }: OpenedStage): OdoriStageElement {
  const child = document.createElement('odori-stage');
  child.src = files;
  child.motion = motion ?? null;
  child.position = position;
  return child;
}
