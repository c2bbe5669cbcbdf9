import { type Problem, tellInEnglish } from '../language/problems.js';
import type { InputContext } from '../sources/input-loader.js';
import type { LoadableInput, Loader } from '../sources/loader.js';
import type { CastElement } from './cast-element.js';
import type { Dancer, DancerHost } from './dancer.js';
import { type Change, Member } from './member.js';
import { ModelStock } from './model-stock.js';

/** More children than a page can draw. */
const MOST_CHILDREN = 32;

/** Playback, for the cast. */
export interface CastHost extends DancerHost {
  readonly loader: Loader;
  /** Dancers or stages were added, removed, ordered anew, or have another description. */
  castChanged(): void;
}

/** The children of a player, in its picture while it has one. */
export class Cast {
  readonly #host: CastHost;
  readonly #children = new Set<CastElement>();
  readonly #members = new Map<CastElement, Member>();
  #context: InputContext | undefined;
  #stock = new ModelStock();

  constructor(host: CastHost) {
    this.#host = host;
  }

  /** Has a child something to show? */
  get isGiven(): boolean {
    return [...this.#children].some(({ modelInput }) => modelInput !== undefined);
  }

  /** The children in the order of the markup. */
  get children(): readonly CastElement[] {
    const isAfter = (a: Node, b: Node): boolean =>
      (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return [...this.#children].sort((a, b) => (isAfter(a, b) ? -1 : 1));
  }

  /** The children that show a model, in the order of the markup. */
  get dancers(): readonly Dancer[] {
    const members = this.children.map((child) => this.#members.get(child)).filter((member) => !!member);
    return members.map(({ dancer }) => dancer).filter(({ model }) => model !== undefined);
  }

  /** What the children are, in the order of the markup; undefined without any description. */
  get alt(): string | undefined {
    const texts = this.children.map(({ alt }) => alt).filter((alt) => alt !== '');
    if (texts.length > 0) return texts.join(', ');
    const count = this.children.filter(({ isStage }) => !isStage).length;
    return count > 1 ? `${count} dancers` : undefined;
  }

  /** Has a stage something to show, so that no floor is needed? */
  get hasStage(): boolean {
    return [...this.#children].some(({ isStage, modelInput }) => isStage && modelInput !== undefined);
  }

  add(child: CastElement): void {
    this.#children.add(child);
    if (this.#context) this.#enter(child);
    this.#host.castChanged();
  }

  remove(child: CastElement): void {
    this.#children.delete(child);
    const member = this.#members.get(child);
    this.#members.delete(child);
    if (member) {
      member.isGone = true;
      this.#host.loader.request(member);
    }
    this.#host.castChanged();
  }

  /** A source of a child has changed. */
  changed(child: CastElement, change: Change): void {
    const member = this.#members.get(child);
    member?.changed(change);
    if (member) this.#host.loader.request(member);
    this.#host.castChanged();
  }

  place(child: CastElement): void {
    this.#members.get(child)?.place();
  }

  /** Its order or its descriptions have changed. */
  described(): void {
    this.#host.castChanged();
  }

  /** The player has a picture: loads all children. */
  open(context: InputContext): void {
    this.#context = context;
    for (const child of this.children) this.#enter(child);
  }

  /** The player has no picture any more. */
  close(): void {
    for (const member of this.#members.values()) member.clear();
    this.#members.clear();
    this.#context = undefined;
    this.#stock = new ModelStock();
  }

  /** A child could not be loaded. */
  fail(key: LoadableInput, problem: Problem): void {
    if (key instanceof Member) key.fail(problem);
  }

  #enter(child: CastElement): void {
    const { messages } = this.#host;
    if (this.#members.size >= MOST_CHILDREN) {
      const values = { most: MOST_CHILDREN, tag: child.localName };
      const problem: Problem = { code: 'too-many-children', values };
      messages.showProblem('children', problem);
      child.showError(tellInEnglish(problem));
      return;
    }
    const member = new Member(child, this.#host, this.#context!, this.#stock);
    this.#members.set(child, member);
    if (member.isGiven) this.#host.loader.request(member);
  }
}
