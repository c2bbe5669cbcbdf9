import { loadPhysicsWorld, type MmdModel } from '@odori/model';
import type { Messages } from '../controls/messages.js';
import { messageOf } from '../language/problems.js';
import type { PlayerModel } from '../viewport/stage.js';

type Physics = NonNullable<MmdModel['physics']>;
type World = NonNullable<Physics['world']>;

const CAUSE = 'world of dancers';

/** Playback, for the world that its dancers share. */
export interface WorldHost {
  readonly messages: Messages;
  /** Shall the bodies of dancers touch? */
  readonly isSharing: boolean;
  /** All models, in the order in which MMD solves their bodies. */
  readonly models: readonly (PlayerModel | undefined)[];
}

/** The world in which the bodies of several dancers touch, as in MMD. One alone needs none. */
export class CastWorld {
  readonly #host: WorldHost;
  #world: World | undefined;
  #members: readonly Physics[] = [];

  constructor(host: WorldHost) {
    this.#host = host;
  }

  /** Follows who dances now, and in which order. Never rejects. */
  async update(): Promise<void> {
    const { messages } = this.#host;
    messages.clearProblems(CAUSE);
    try {
      if (this.#wanted.length > 0) {
        const loaded = this.#world ?? (await loadPhysicsWorld());
        this.#world ??= loaded;
      }
      this.#arrange();
    } catch (error) {
      messages.showProblem(CAUSE, { code: 'no-touch', values: { reason: messageOf(error) } });
    }
  }

  /** Gives each model its own world again. */
  dispose(): void {
    this.#members = [];
    this.#world?.dispose();
    this.#world = undefined;
  }

  /** The models that share a world; none unless there are several. A page may have given them its own. */
  get #wanted(): readonly Physics[] {
    const { isSharing, models } = this.#host;
    if (!isSharing) return [];
    const free = models
      .map((model) => model?.physics)
      .filter((physics) => physics !== undefined)
      .filter(({ canShare, world }) => canShare && (!world || world === this.#world));
    return free.length > 1 ? free : [];
  }

  /** Bodies are solved in the order in which models were added: all after the first change are added anew. */
  #arrange(): void {
    const [last, wanted] = [this.#members, this.#wanted];
    let same = 0;
    while (same < wanted.length && wanted[same] === last[same]) same++;
    this.#members = wanted;
    for (const physics of last.slice(same)) this.#world!.remove(physics);
    for (const physics of wanted.slice(same)) this.#world!.add(physics);
  }
}
