/** Where the files beside a model come from. */
export interface FileSource {
  /**
   * A file by a path as the model's file spells it, such as `tex\\body.png`.
   *
   * undefined: there is no such file, or the path may not be followed. Rejects if the file is there and cannot be had,
   * because of the network or the server.
   */
  open(path: string): Promise<Blob | undefined>;
}
