import { Held } from './held.js';
import { Loading } from './loading.js';

/** Milliseconds. React renders a component that throws more than once, and each time must find the same error. */
const FAILURE_TIME = 500;
/** Milliseconds. A render that was thrown away may come again; otherwise its file is not needed. */
const RENDER_TIME = 30_000;

/** A file that is loading or loaded, for all components that show it. */
export class SharedFile<T> {
  readonly loading: Loading<T>;
  readonly held: Held;

  /** `onEnd` is called when no component uses the file any more. */
  constructor(load: () => Promise<T>, onEnd: () => void) {
    this.held = new Held(onEnd);
    // Later, because progress bars that listen to the manager must not change while React renders.
    this.loading = new Loading(Promise.resolve().then(load));
  }

  /** Ends after some time unless a component holds the file then: React may throw away the render that asks for it. */
  expire(): this {
    this.held.endAfter(this.loading.hasFailed ? FAILURE_TIME : RENDER_TIME);
    return this;
  }
}

type FilesByVariant<T> = Map<string, SharedFile<T>>;

/** The files that components show, each loaded once. */
export class SharedFiles<T> {
  readonly #byUrl = new Map<string, FilesByVariant<T>>();
  readonly #bySource = new WeakMap<object, FilesByVariant<T>>();
  readonly #onEnd: (content: T) => void;

  /** `onEnd` is called with the content of a file that no component uses any more. */
  constructor(onEnd: (content: T) => void = () => {}) {
    this.#onEnd = onEnd;
  }

  /** The file of a source; `load` loads it unless it is there already. `variant` separates contents of one source. */
  open(source: string | object, load: () => Promise<T>, variant = ''): SharedFile<T> {
    const files = this.#filesOf(source);
    const found = files.get(variant);
    if (found) return found;
    const file = new SharedFile<T>(load, () => {
      if (files.get(variant) === file) files.delete(variant);
      file.loading.promise.then(this.#onEnd, () => {});
    });
    files.set(variant, file);
    return file;
  }

  /** Forgets a source: the next `open` loads it anew. What was not used ends. */
  forget(source: string | object): void {
    const files = this.#filesOf(source);
    for (const file of files.values()) file.held.endAfter(0);
    files.clear();
  }

  #filesOf(source: string | object): FilesByVariant<T> {
    const url = urlOf(source);
    const files = url === undefined ? this.#bySource.get(source as object) : this.#byUrl.get(url);
    if (files) return files;
    const none: FilesByVariant<T> = new Map();
    if (url === undefined) this.#bySource.set(source as object, none);
    else this.#byUrl.set(url, none);
    return none;
  }
}

/** The text of a URL, which may belong to another window; undefined for another source. */
function urlOf(source: string | object): string | undefined {
  return typeof source === 'string' ? source : 'href' in source ? String(source.href) : undefined;
}
