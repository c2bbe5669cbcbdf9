/** Why files could not be read. */
export type FilesErrorCode =
  /** The bytes are not a zip; the message names a RAR, 7z or LZH archive. */
  | 'not-a-zip'
  /** The end of the zip, with the list of its files, is missing or broken. */
  | 'truncated'
  /** The zip or a file in it is damaged, is one part of several, or is encrypted with ZipCrypto. */
  | 'broken'
  /** A file in the zip is encrypted with AES. */
  | 'encrypted'
  /** A file in the zip is compressed with a method other than deflate. */
  | 'unsupported'
  /** There are more files, folders or bytes than allowed. */
  | 'too-large';

/**
 * Files could not be read: from a zip, or as they were dropped on a page. The message says what to do.
 *
 * @example
 * readZip(bytes).catch((error) => {
 *   if (error instanceof FilesError && error.code === 'not-a-zip') askForAZip();
 * });
 */
export class FilesError extends Error {
  override readonly name = 'FilesError';
  readonly code: FilesErrorCode;
  /** The path of the file or folder that the error is about; undefined if it is about all of them. */
  readonly path: string | undefined;

  constructor(message: string, code: FilesErrorCode, path?: string) {
    super(message);
    this.code = code;
    this.path = path;
  }
}
