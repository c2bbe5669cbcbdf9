import { MmdModel } from '@odori/model';
import type { ModelInput } from '../sources/inputs.js';
import type { PlayerModel } from '../viewport/stage.js';
import type { LoadedModel } from './dancer.js';

/** Loads a model until `signal` aborts. */
type Load = (signal: AbortSignal) => Promise<PlayerModel>;

/** A file that dancers use or wait for. */
interface SharedFile {
  readonly loading: Promise<PlayerModel>;
  /** Ends loading. */
  readonly unused: AbortController;
  userCount: number;
  /** Has a dancer taken the avatar of the file, of which there are no copies? */
  isTaken: boolean;
}

/** Loads each model file once. Its dancers are copies, which share geometry and textures. */
export class ModelStock {
  readonly #files = new Map<unknown, SharedFile>();

  /** A model of its own for a dancer. Rejects as `load` does, and if `signal` aborts. */
  async take(input: ModelInput, load: Load, signal: AbortSignal): Promise<LoadedModel> {
    signal.throwIfAborted();
    if (input instanceof MmdModel) return { model: await load(signal), dispose: () => {} };
    const key = typeof input === 'string' || 'href' in input ? urlOf(String(input)) : input;
    const file = this.#files.get(key) ?? this.#open(key, load);
    file.userCount++;
    const release = once(() => this.#release(key, file));
    signal.addEventListener('abort', release, { once: true });
    try {
      const original = await file.loading;
      signal.throwIfAborted();
      const model =
        original instanceof MmdModel ? original.clone() : await avatarOf(file, original, load, signal);
      return {
        model,
        dispose: once(() => {
          model.dispose();
          release();
        }),
      };
    } catch (error) {
      release();
      throw error;
    } finally {
      signal.removeEventListener('abort', release);
    }
  }

  #open(key: unknown, load: Load): SharedFile {
    const unused = new AbortController();
    const file = { loading: load(unused.signal), unused, userCount: 0, isTaken: false };
    this.#files.set(key, file);
    return file;
  }

  #release(key: unknown, file: SharedFile): void {
    if (--file.userCount > 0) return;
    if (this.#files.get(key) === file) this.#files.delete(key);
    file.unused.abort(new DOMException('no dancer needs the model any more', 'AbortError'));
    const discard = (model: PlayerModel): void => {
      if (!file.isTaken) model.dispose();
    };
    file.loading.then(discard, () => {}); // the dancers know of the error
  }
}

/** The first dancer takes the avatar; the others load it anew. */
function avatarOf(
  file: SharedFile,
  avatar: PlayerModel,
  load: Load,
  signal: AbortSignal,
): Promise<PlayerModel> {
  if (file.isTaken) return load(signal);
  file.isTaken = true;
  return Promise.resolve(avatar);
}

function urlOf(path: string): string {
  return URL.canParse(path, document.baseURI) ? new URL(path, document.baseURI).href : path;
}

function once(call: () => void): () => void {
  let isCalled = false;
  return () => {
    if (!isCalled) call();
    isCalled = true;
  };
}
