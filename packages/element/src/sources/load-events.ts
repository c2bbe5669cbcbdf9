/** How much of a file is there; `total` is 0 where the server does not tell. */
export type ProgressListener = (loaded: number, total: number) => void;

/** What there is to hear of a file while it is loaded. */
export interface LoadEvents {
  readonly onProgress: ProgressListener;
  /** It can be used, though something is wrong with it: a sentence. */
  readonly onFlaw: (text: string) => void;
}
