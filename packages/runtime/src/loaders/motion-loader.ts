import { FileLoader, Loader } from 'three';
import type { Motion } from '../motion/index.js';

/** What motion loaders have in common: a `Loader` of three with path, headers, manager and progress. */
export abstract class MotionLoader extends Loader<Motion> {
  abstract parse(bytes: ArrayBuffer | Uint8Array): Motion;

  /** Fetches a file and parses it; what goes wrong on the way goes to `onError` and to the manager. */
  override load(
    url: string,
    onLoad: (motion: Motion) => void,
    onProgress?: (event: ProgressEvent) => void,
    onError?: (error: unknown) => void,
  ): void {
    const finish = (data: string | ArrayBuffer): void => {
      let motion: Motion;
      try {
        if (typeof data === 'string') throw new TypeError(`${url} was not loaded as bytes`);
        motion = this.parse(data);
      } catch (error) {
        onError?.(error);
        this.manager.itemError(url); // of what it could not fetch, the file loader tells the manager itself
        return;
      }
      onLoad(motion);
    };
    this.#fileLoader().load(url, finish, onProgress, onError);
  }

  #fileLoader(): FileLoader {
    const loader = new FileLoader(this.manager);
    loader.setPath(this.path);
    loader.setResponseType('arraybuffer');
    loader.setRequestHeader(this.requestHeader);
    loader.setWithCredentials(this.withCredentials);
    return loader;
  }
}
