/** What a model and the pool that poses it in a worker know of each other. */
export interface RemoteState {
  /** How often `update` and `reset` were called: a page that calls them poses the model itself. */
  updates: number;
  /** The pose that a worker was asked for has not come yet. */
  awaitsPose: boolean;
}
