/** Where a shelf keeps files. Names are ids: letters, digits and `-`. */
export interface FileStore {
  names(): Promise<string[]>;
  /** The file appears as a whole, in place of one of that name, or not at all. */
  write(name: string, file: Blob): Promise<void>;
  read(name: string): Promise<Blob | undefined>;
  remove(name: string): Promise<void>;
}
