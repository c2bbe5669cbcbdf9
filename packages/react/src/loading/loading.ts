import { use } from 'react';

/** What a promise will give, for components that wait for it. */
export class Loading<T> {
  readonly promise: Promise<T>;
  /** Whether the promise was rejected. */
  hasFailed = false;

  constructor(promise: Promise<T>) {
    this.promise = promise;
    promise.then(
      // React's names for a promise whose value it can take at once. Without them, `use` suspends even if the promise has
      // resolved, and React then shows a fallback for 0.3 s.
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      () => (this.hasFailed = true), // who reads it gets the error
    );
  }

  /**
   * The value. The component is suspended while there is none; if the promise was rejected, its error goes to the nearest error
   * boundary.
   */
  read(): T {
    return use(this.promise);
  }
}
